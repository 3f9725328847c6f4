import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES, languageFor, listed, pieces, places, TEXTS } from "../src/texts/index.js";

const SRC = join(import.meta.dirname, "../src");
const KEYS = Object.keys(TEXTS.en) as (keyof typeof TEXTS.en)[];

describe.each(LANGUAGES)("the texts in %s", (language) => {
  const texts = TEXTS[language];

  it("have every key and no other", () => {
    expect(Object.keys(texts).sort()).toEqual([...KEYS].sort());
  });

  it.each(KEYS)("have the same places: %s", (key) => {
    expect(places(texts[key])).toEqual(places(TEXTS.en[key]));
    expect(texts[key].trim()).not.toBe("");
  });
});

describe("templates", () => {
  it("keep words and parts in order", () => {
    const card = { cards: ["7H"] };
    expect(pieces("{who} takes {card}.", { who: "Ana", card })).toEqual([
      "Ana",
      " takes ",
      card,
      ".",
    ]);
  });

  it("show a place that nothing was given for", () => {
    expect(pieces("{who}!", {})).toEqual(["{who}", "!"]);
  });

  it("name people as people do", () => {
    expect(
      [[], ["Ana"], ["Ana", "Ben"], ["Ana", "Ben", "Cleo"]].map((all) => listed(all, "and")),
    ).toEqual(["", "Ana", "Ana and Ben", "Ana, Ben and Cleo"]);
  });
});

describe("a reader's language", () => {
  it("is the first that there is", () => {
    expect(languageFor(["de-DE", "es-MX", "ru"])).toBe("es");
    expect(languageFor(["RU-ru"])).toBe("ru");
    expect(languageFor(["de", "fr"])).toBe("en");
    expect(languageFor([])).toBe("en");
  });
});

describe("the page", () => {
  const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("texts"))
    .map((name) => readFileSync(join(SRC, name), "utf8"))
    .join("\n");
  // Named in the code by their beginning alone.
  const families = ["cause_", "speed_", "builder_from_"];

  it("says everything that there is a text for", () => {
    const unsaid = KEYS.filter(
      (key) =>
        !families.some((family) => key.startsWith(family)) &&
        !new RegExp(`\\b${key}\\b`).test(sources),
    );
    expect(unsaid).toEqual([]);
  });
});
