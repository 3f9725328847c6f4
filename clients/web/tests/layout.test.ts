import { create } from "@bufbuild/protobuf";
import { GameViewSchema } from "@conquian/client";
import { describe, expect, it } from "vitest";
import {
  beginning,
  isUntouched,
  meldsIn,
  moved,
  nextPlace,
  placeOf,
  usesUpcard,
} from "../src/layout/layout.js";

const VIEW = create(GameViewSchema, {
  seats: [
    { seat: 0, table: [{ cards: ["4C", "5C", "6C"] }, { cards: ["KC", "KD", "KH"] }] },
    { seat: 1, table: [{ cards: ["2C", "2D", "2H"] }] },
  ],
  you: { seat: 0, hand: ["7C", "QS"] },
  deal: { upcard: { card: "KS" } },
});

const START = beginning(VIEW);

describe("a draft", () => {
  it("begins with the table as it lies; upcard and hand are not laid", () => {
    expect(meldsIn(START)).toEqual([
      ["4C", "5C", "6C"],
      ["KC", "KD", "KH"],
    ]);
    expect(START.rest.map(({ card, from }) => [card, from])).toEqual([
      ["KS", "upcard"],
      ["7C", "hand"],
      ["QS", "hand"],
    ]);
    expect(isUntouched(START)).toBe(true);
    expect(usesUpcard(START)).toBe(false);
  });

  it("has opponents' cards only where they may be borrowed", () => {
    const options = { borrow_from_opponents: "true" };
    const borrowing = beginning(create(GameViewSchema, { ...VIEW, options }));
    expect(
      borrowing.rest.filter(({ from }) => from === "opponent").map(({ card }) => card),
    ).toEqual(["2C", "2D", "2H"]);
  });

  it("takes a card into a meld, into a new one, and back", () => {
    const with7 = moved(START, ["hand.7C"], 0);
    expect(meldsIn(with7)[0]).toEqual(["4C", "5C", "6C", "7C"]);
    expect(isUntouched(with7)).toBe(false);
    const apart = moved(with7, ["upcard.KS", "hand.QS"], "new");
    expect(meldsIn(apart)[2]).toEqual(["KS", "QS"]);
    expect(usesUpcard(apart)).toBe(true);
    expect(apart.rest).toEqual([]);
    const back = moved(apart, ["upcard.KS", "hand.QS"], "rest");
    expect(meldsIn(back)).toEqual(meldsIn(with7));
  });

  it("loses a meld of which nothing is left, and never a card", () => {
    const gone = moved(START, ["table.KC", "table.KD", "table.KH"], 0);
    expect(meldsIn(gone)).toEqual([["4C", "5C", "6C", "KC", "KD", "KH"]]);
    expect([...gone.groups.flat(), ...gone.rest]).toHaveLength(9);
  });

  it("stays as it is when nothing moves", () => {
    expect(moved(START, [], "new")).toBe(START);
    expect(moved(START, ["hand.2H"], 0)).toBe(START);
  });
});

describe("the next place by arrow keys", () => {
  it("goes through the melds, a new one, and what is not laid, and round", () => {
    expect(placeOf(START, "hand.7C")).toBe("rest");
    expect(nextPlace(START, "hand.7C", 1)).toBe(0);
    expect(nextPlace(START, "hand.7C", -1)).toBe("new");
    expect(nextPlace(START, "table.4C", 1)).toBe(1);
    expect(nextPlace(START, "table.KC", 1)).toBe("new");
    expect(nextPlace(START, "table.4C", -1)).toBe("rest");
  });

  it("is no new meld for a card that is alone in one", () => {
    const alone = moved(START, ["hand.QS"], "new");
    expect(nextPlace(alone, "hand.QS", 1)).toBe("rest");
    expect(nextPlace(alone, "hand.QS", -1)).toBe(1);
  });
});
