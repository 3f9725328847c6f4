// The options of a ruleset, each with what it changes and what its values mean.
import type { Ruleset, RulesetOption } from "@conquian/client";
import { say, texts } from "../app/language.js";
import { type Changes, changed, choicesOf, chosenValue } from "./choice.js";

interface Choosing {
  changes: Changes;
  onChange: (changes: Changes) => void;
}

export function Options({ ruleset, changes, onChange }: { ruleset: Ruleset } & Choosing) {
  const count = Object.keys(changes).length;
  return (
    <details class="options">
      <summary>{count ? say("options_changed", { count }) : texts.value.options}</summary>
      <div class="option-list">
        {ruleset.options.map((option) => (
          <Option key={option.name} option={option} changes={changes} onChange={onChange} />
        ))}
      </div>
      {count > 0 && (
        <button type="button" class="quiet" onClick={() => onChange({})}>
          {texts.value.option_reset}
        </button>
      )}
    </details>
  );
}

function Option({ option, changes, onChange }: { option: RulesetOption } & Choosing) {
  const value = chosenValue(option, changes);
  const choices = choicesOf(option);
  const id = `option-${option.name}`;
  const usual = meaning(option, option.defaultValue);
  const change = (to: string) => onChange(changed(changes, option, to));
  return (
    <div class={`option ${option.name in changes ? "is-changed" : ""}`}>
      <label for={id}>{option.text}</label>
      {choices ? (
        <select id={id} value={value} onChange={(event) => change(event.currentTarget.value)}>
          {choices.map((one) => (
            <option key={one} value={one}>
              {meaning(option, one)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={option.minValue}
          max={option.maxValue}
          value={value}
          placeholder={texts.value.option_unset}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
      {option.name in changes && <small>{say("option_usual", { value: usual })}</small>}
    </div>
  );
}

/** What a value of an option means. */
export function meaning(option: RulesetOption, value: string): string {
  const found = option.values.find((one) => one.value === value)?.text;
  if (found) return found;
  if (value === "") return texts.value.option_unset;
  if (value === "true") return texts.value.yes;
  if (value === "false") return texts.value.no;
  return value;
}
