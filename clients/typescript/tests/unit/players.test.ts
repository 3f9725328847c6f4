/** Players choose legal moves, as the same players of the Python client do. */

import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { DealViewSchema } from "../../src/gen/conquian/v1/view_pb.js";
import {
  type GameView,
  GameViewSchema,
  GreedyPlayer,
  moveText,
  parseMove,
  RandomPlayer,
} from "../../src/index.js";

interface Place {
  readonly hand?: string;
  readonly table?: string;
  readonly pack?: string;
}

interface DrawingPlace extends Place {
  readonly discards?: string;
  readonly stock?: number;
  readonly options?: Record<string, string>;
}

function words(text = ""): string[] {
  return text.split(" ").filter((word) => word !== "");
}

/** A view with these legal moves. */
function viewOf(moves: readonly string[], { hand, table, pack = "short40" }: Place = {}): GameView {
  return create(GameViewSchema, {
    options: { pack },
    seats: [{}, { table: [{ cards: words(table) }] }],
    you: { toAct: true, hand: words(hand), legalMoves: moves.map(parseMove) },
  });
}

/** A view of family H with these legal moves. */
function drawingViewOf(moves: readonly string[], place: DrawingPlace = {}): GameView {
  const view = viewOf(moves, { pack: "full52", ...place });
  Object.assign(view.options, place.options);
  view.deal = create(DealViewSchema, {
    stockSize: place.stock ?? 30,
    rummy: { discards: words(place.discards) },
  });
  return view;
}

function chosen(view: GameView): string {
  return moveText(new GreedyPlayer().choose(view));
}

test.each([
  [
    "the taking that lays most cards",
    ["take 5C 5D 5S", "take 5C 5D 5S, 6H 7H JH", "take 5C 6C 7C JC", "pass"],
    "take 5C 5D 5S, 6H 7H JH",
  ],
  ["the first of two as good", ["take 5C 5D 5S", "take 5C 5D 5H"], "take 5C 5D 5S"],
  ["a taking before hand cards alone", ["lay 5C 5D 5S 5H", "take 5C 5D 5S"], "take 5C 5D 5S"],
  ["hand cards before a pass", ["pass", "lay 5C 5D 5S"], "lay 5C 5D 5S"],
  ["a taking before a force", ["force 1", "take 5C 5D 5S"], "take 5C 5D 5S"],
  ["a force before a pass", ["pass", "force 1"], "force 1"],
  ["a force before letting go", ["let go", "force 1"], "force 1"],
  ["a pass where nothing else is left", ["pass"], "pass"],
])("on an offer the greedy player chooses %s", (_, moves, expected) => {
  expect(chosen(viewOf(moves))).toBe(expected);
});

test.each([
  ["alone in the hand", { hand: "5C 5D 7H JH AS" }, "AS"],
  ["7 touches J in the short pack", { hand: "7H JH 2S 4D KC KD" }, "2S"],
  ["what lies on a table is out of reach", { hand: "5C 5D 5H 6H", table: "5S 6S 7S" }, "6H"],
  ["7 touches the sota in a Spanish one", { hand: "7O SO 1B", pack: "spanish40" }, "1B"],
])("it gives up the card of least use: %s", (_, place, card) => {
  const gifts = words(place.hand).map((one) => `discard ${one}`);
  expect(chosen(viewOf(gifts, place))).toBe(`discard ${card}`);
  const trades = words(place.hand).map((one) => `trade ${one}`);
  expect(chosen(viewOf(trades, place))).toBe(`trade ${card}`);
});

test.each([
  [
    "the longest meld",
    ["meld 5C 6C 7C", "meld 5C 6C 7C 8C", "lay off 1: 9D 9H 9S > 9C 9D 9H 9S", "discard KD"],
    "5C 6C 7C 8C KD",
    "meld 5C 6C 7C 8C",
  ],
  [
    "a lay-off before a joker",
    ["take joker 1: 5S JK=6S 7S > 5S 6S 7S", "lay off 1: 9D 9H 9S > 9C 9D 9H 9S"],
    "9C 6S",
    "lay off 1: 9D 9H 9S > 9C 9D 9H 9S",
  ],
  [
    "a joker before a discard",
    ["discard 6S", "take joker 1: 5S JK=6S 7S > 5S 6S 7S"],
    "6S KD",
    "take joker 1: 5S JK=6S 7S > 5S 6S 7S",
  ],
  [
    "the dearest card that stands alone",
    ["discard 5C", "discard 6C", "discard KD", "discard 2S"],
    "5C 6C KD 2S",
    "discard KD",
  ],
  [
    "neither cards that stand together nor jokers",
    ["discard JK", "discard KC", "discard KD", "discard 2S"],
    "KC KD 2S JK",
    "discard 2S",
  ],
  ["a challenge with a low hand", ["draw", "challenge"], "AC 2D", "challenge"],
  ["no challenge with a high one", ["challenge", "draw"], "KC KD", "draw"],
  ["to accept with a low hand", ["accept", "refuse"], "AC 9D", "accept"],
  ["to refuse with a high one", ["accept", "refuse"], "KC KD", "refuse"],
  ["a stop where nothing is left to draw", ["stop"], "KC KD", "stop"],
])("in family H it chooses %s", (_, moves, hand, expected) => {
  expect(chosen(drawingViewOf(moves, { hand }))).toBe(expected);
});

test.each(["new96", "constructor", "__proto__"])(
  "it plays with a pack unknown here: %s",
  (pack) => {
    const gifts = ["discard 5C", "discard 6C", "discard KD"];
    const place = { hand: "5C 6C KD", pack };
    expect(chosen(viewOf(gifts, place))).toBe("discard KD");
    expect(chosen(drawingViewOf(gifts, place))).toBe("discard KD");
  },
);

describe("a discard is taken where it melds", () => {
  test.each([
    ["5C 6C KD", "7C", true],
    ["6C 8C KD", "7C", true],
    ["8C 9C KD", "7C", true],
    ["7D 7H KD", "7C", true],
    ["7C 7D KD", "7C", false],
    ["5C 9C KD", "7C", false],
    ["5C 9C KD", "JK", true],
    ["JK JK KD", "7C", false],
  ])("with %s: %s %s", (hand, discards, taken) => {
    const view = drawingViewOf(["draw", "draw discards 1"], { hand, discards });
    expect(chosen(view)).toBe(taken ? "draw discards 1" : "draw");
  });

  test.each([
    ["under a bank", { options: { bank_depth: "top" } }],
    ["with an empty stock", { stock: 0 }],
  ])("or is sure to be laid: %s", (_, place) => {
    const moves = ["draw", "draw discards 1"];
    expect(chosen(drawingViewOf(moves, { hand: "5C KD", discards: "7C", ...place }))).toBe(
      "draw discards 1",
    );
  });
});

test("a random player plays every legal move, and the same way by the same seed", () => {
  const view = viewOf(["pass", "force 1", "take 5C 5D 5S"]);
  const game = (seed: number): string[] => {
    const player = new RandomPlayer(seed);
    return Array.from({ length: 40 }, () => moveText(player.choose(view)));
  };
  for (const seed of [0, 1, -1, 2 ** 31]) {
    expect(new Set(game(seed)).size).toBe(3);
    expect(game(seed)).toEqual(game(seed));
  }
  expect(game(1)).not.toEqual(game(2));
});

test.each([new GreedyPlayer(), new RandomPlayer(1)])("%o says that there is no move", (player) => {
  expect(() => player.choose(viewOf([]))).toThrow("lists no legal moves");
});
