// Templates: "{who} takes {card}." with what goes into the braces.

/** What may go into a template: plain words, cards, or melds. */
export type Part = string | number | { cards: readonly string[] } | { melds: readonly string[][] };

const PLACE = /\{([a-z]+)\}/;

/** The pieces of a template in order, with the parts in their places. */
export function pieces(template: string, parts: Record<string, Part>): Part[] {
  return template
    .split(PLACE)
    .map((text, at): Part => (at % 2 ? (parts[text] ?? `{${text}}`) : text))
    .filter((piece) => piece !== "");
}

/** A template filled with words alone. */
export function fill(template: string, parts: Record<string, string | number>): string {
  return pieces(template, parts).join("");
}

/** The names of a template's places, sorted. */
export function places(template: string): string[] {
  return [...template.matchAll(/\{([a-z]+)\}/g)].map((found) => found[1] ?? "").sort();
}

/** Names in a row: "Ana, Ben and Cleo". */
export function listed(names: readonly string[], and: string): string {
  const last = names[names.length - 1] ?? "";
  if (names.length < 2) return last;
  return `${names.slice(0, -1).join(", ")} ${and} ${last}`;
}
