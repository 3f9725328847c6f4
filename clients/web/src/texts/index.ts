// The languages of the page, and which of them its reader wants.
import { en, type Texts } from "./en.js";
import { es } from "./es.js";
import { ru } from "./ru.js";

export type { Texts } from "./en.js";
export { fill, listed, type Part, pieces, places } from "./fill.js";

export const TEXTS = { en, es, ru } satisfies Record<string, Texts>;

export type Language = keyof typeof TEXTS;

export const LANGUAGES = Object.keys(TEXTS) as Language[];

/** The first of the wanted languages that there is; English where there is none. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split("-")[0];
    const found = LANGUAGES.find((language) => language === primary);
    if (found) return found;
  }
  return "en";
}
