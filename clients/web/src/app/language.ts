// The language of the page: the reader's own if we have it, changed at any time, and remembered.
import { computed, effect, signal } from "@preact/signals";
import { fill, LANGUAGES, type Language, languageFor, TEXTS, type Texts } from "../texts/index.js";
import { keep, kept } from "./keep.js";

const chosen = kept("language");

export const language = signal<Language>(
  LANGUAGES.find((one) => one === chosen) ?? languageFor(navigator.languages),
);

export const texts = computed<Texts>(() => TEXTS[language.value]);

/** A text of the page, its places filled. */
export function say(key: keyof Texts, parts: Record<string, string | number> = {}): string {
  return fill(texts.value[key], parts);
}

export function chooseLanguage(wanted: Language): void {
  language.value = wanted;
  keep("language", wanted);
}

effect(() => {
  document.documentElement.lang = language.value;
});
