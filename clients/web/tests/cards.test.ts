import { describe, expect, it } from "vitest";
import {
  byRank,
  deckOf,
  indexOf,
  inHand,
  isRed,
  keyed,
  readCard,
  without,
} from "../src/cards/card.js";
import { pipsOf } from "../src/cards/pips.js";

describe("a card's text", () => {
  it("is rank and suit", () => {
    expect(readCard("7H")).toMatchObject({ rank: "7", suit: "H", joker: false });
    expect(readCard("SC")).toMatchObject({ rank: "S", suit: "C", joker: false });
  });

  it("tells what a joker stands for, and whether it was moved", () => {
    expect(readCard("JK")).toMatchObject({ joker: true, moved: false, rank: "" });
    expect(readCard("JK").standsFor).toBeUndefined();
    expect(readCard("JK=8C")).toMatchObject({ moved: false, standsFor: { rank: "8", suit: "C" } });
    expect(readCard("JK*=8C")).toMatchObject({ moved: true, standsFor: { text: "8C" } });
    expect(["JK", "JK=8C", "JK*=8C", "8C"].map(inHand)).toEqual(["JK", "JK", "JK", "8C"]);
  });

  it("does not take the jack of clubs for a joker", () => {
    expect(readCard("JC")).toMatchObject({ rank: "J", suit: "C", joker: false });
  });

  it("is printed with 10 for T, and in red where the suit is", () => {
    expect(["T", "A", "S"].map(indexOf)).toEqual(["10", "A", "S"]);
    expect(["C", "D", "H", "S"].filter(isRed)).toEqual(["D", "H"]);
  });
});

describe("a hand", () => {
  it("tells copies apart", () => {
    expect(keyed(["7H", "JK", "7H"]).map(({ key }) => key)).toEqual(["7H", "JK", "7H#2"]);
  });

  it("is sorted by rank in the order of its deck, suits as they were", () => {
    expect(byRank(["KC", "AC", "TD", "AH"], "french")).toEqual(["AC", "AH", "TD", "KC"]);
    expect(byRank(["RO", "SO", "7C", "CE"], "spanish")).toEqual(["7C", "SO", "CE", "RO"]);
    expect(byRank(["JK", "2C"], "french")).toEqual(["2C", "JK"]);
  });

  it("loses a card as often as it is taken away", () => {
    expect(without(["7H", "7H", "8H"], ["7H", "QS"])).toEqual(["7H", "8H"]);
  });

  it("is of the deck that its pack names", () => {
    expect(["spanish40", "short40", "double108", undefined].map(deckOf)).toEqual([
      "spanish",
      "french",
      "french",
      "french",
    ]);
  });
});

describe("pips", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])("are as many as the rank says: %i", (count) => {
    for (const heads of ["turned", "upright"] as const) {
      const pips = pipsOf(count, heads);
      expect(pips).toHaveLength(count);
      expect(pips.every(({ x, y }) => x > 0 && x < 100 && y > 0 && y < 140)).toBe(true);
      expect(new Set(pips.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
    }
  });

  it("stand on their heads in the lower half of French cards alone", () => {
    expect(pipsOf(4, "turned").filter(({ turned }) => turned)).toHaveLength(2);
    expect(pipsOf(4, "upright").some(({ turned }) => turned)).toBe(false);
  });
});
