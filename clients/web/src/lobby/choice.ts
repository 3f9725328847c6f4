// What a new game shall be: a ruleset, and the options that were changed.
import { OptionType, type Ruleset, type RulesetOption } from "@conquian/client";

export type Changes = Readonly<Record<string, string>>;

/** An option's value: as changed, or the usual one. */
export function chosenValue(option: RulesetOption, changes: Changes): string {
  return changes[option.name] ?? option.defaultValue;
}

/**
 * The changes with one more, or one less where the value is the usual one. A number that was
 * cleared is none where that may be, else the usual one.
 */
export function changed(changes: Changes, option: RulesetOption, value: string): Changes {
  const { [option.name]: _, ...others } = changes;
  const { defaultValue } = option;
  const cleared = defaultValue !== "" && option.allowsNone ? "none" : defaultValue;
  const meant = value === "" ? cleared : value;
  return meant === defaultValue ? others : { ...others, [option.name]: meant };
}

/** The options that a game was created with otherwise than usual. */
export function differing(
  options: readonly RulesetOption[],
  values: Readonly<Record<string, string>>,
): readonly RulesetOption[] {
  return options.filter(
    ({ name, defaultValue }) => (values[name] ?? defaultValue) !== defaultValue,
  );
}

/** Values to choose from; undefined where any whole number between two is one. */
export function choicesOf(option: RulesetOption): readonly string[] | undefined {
  if (option.type === OptionType.BOOLEAN) return ["true", "false"];
  if (option.type === OptionType.CHOICE) return option.choices;
  if (option.maxValue - option.minValue > 20) return undefined;
  const numbers = Array.from({ length: option.maxValue - option.minValue + 1 }, (_, at) =>
    String(option.minValue + at),
  );
  const values = option.allowsNone ? [...numbers, "none"] : numbers;
  return option.defaultValue === "" ? ["", ...values] : values;
}

/** The options to send: those changed that the ruleset has, none of them empty. */
export function toSend(ruleset: Ruleset, changes: Changes): Record<string, string> {
  const known = new Set(ruleset.options.map((option) => option.name));
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => known.has(name) && value !== ""),
  );
}
