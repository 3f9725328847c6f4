import { create } from "@bufbuild/protobuf";
import { type GameView, GameViewSchema, moves } from "@conquian/client";
import { describe, expect, it } from "vitest";
import {
  givingOf,
  greatestFirst,
  grouped,
  handCards,
  laidBy,
  narrowed,
  usable,
} from "../src/table/moves.js";

const VIEW: GameView = create(GameViewSchema, {
  seats: [{ seat: 0, table: [{ cards: ["5C", "5D", "5S"] }] }, { seat: 1 }],
  you: { seat: 0, hand: ["6H", "7H", "KD", "5H"] },
  deal: { upcard: { card: "JH" } },
});

const RUN = moves.take(["5C 5D 5S", "6H 7H JH"]);
const MORE = moves.take(["5C 5D 5H 5S", "6H 7H JH"]);
const KING = moves.discard("KD");
const PASS = moves.pass();

describe("what a move uses of the hand", () => {
  it("is what was neither on the table nor the upcard", () => {
    expect(handCards(RUN, VIEW)).toEqual(["6H", "7H"]);
    expect(laidBy(RUN, VIEW)).toEqual(["6H", "7H", "JH"]);
    expect(handCards(MORE, VIEW)).toEqual(["5H", "6H", "7H"]);
    expect(handCards(KING, VIEW)).toEqual(["KD"]);
    expect(handCards(PASS, VIEW)).toEqual([]);
  });

  it("counts jokers as the cards they are in the hand", () => {
    expect(handCards(moves.layMeld("7H JK=8H 9H"), VIEW)).toEqual(["7H", "JK", "9H"]);
    expect(handCards(moves.layOff(1, "7H JK=8H 9H", "7H JK=8H 9H JK=TH"), VIEW)).toEqual(["JK"]);
    expect(handCards(moves.takeJoker(1, "7H JK=8H 9H", "7H 8H 9H"), VIEW)).toEqual(["8H"]);
  });
});

describe("legal moves", () => {
  const all = [RUN, MORE, PASS, KING];

  it("come by kind, in their order", () => {
    expect(grouped(all).map(({ kind, moves: those }) => [kind, those.length])).toEqual([
      ["take", 2],
      ["pass", 1],
      ["discard", 1],
    ]);
  });

  it("are narrowed to those that use every selected card; plain ones stay", () => {
    expect(narrowed(all, [], VIEW)).toEqual(all);
    expect(narrowed(all, ["5H"], VIEW)).toEqual([MORE, PASS]);
    expect(narrowed(all, ["6H", "7H"], VIEW)).toEqual([RUN, MORE, PASS]);
    expect(narrowed(all, ["KD"], VIEW)).toEqual([PASS, KING]);
    expect(narrowed(all, ["KD", "6H"], VIEW)).toEqual([PASS]);
  });

  it("are shown with the greatest layouts first", () => {
    expect(greatestFirst([RUN, MORE])).toEqual([MORE, RUN]);
  });

  it("mark the cards that can be laid, or else those that can be given up", () => {
    expect([...usable(all, VIEW)].sort()).toEqual(["5H", "6H", "7H"]);
    expect([...usable([KING], VIEW)]).toEqual(["KD"]);
    expect(usable([PASS], VIEW).size).toBe(0);
  });

  it("give up a card only where they say so", () => {
    expect(givingOf(all, "KD")).toBe(KING);
    expect(givingOf(all, "6H")).toBeUndefined();
  });
});
