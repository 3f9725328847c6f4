/** Moves are built, written and read back, each kind. */

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import {
  isJoker,
  type Move,
  MoveKind,
  MoveSchema,
  meldOf,
  meldText,
  moves,
  moveText,
  parseCard,
  parseMove,
  rankOf,
  sameMove,
  standsFor,
  suitOf,
} from "../../src/index.js";

const EVERY: readonly (readonly [string, Move])[] = [
  ["take 5C 5D 5S, 6H 7H JH", moves.take(["5C 5D 5S", "6H 7H JH"])],
  ["lay 5C 5D 5S", moves.layFromHand([["5C", "5D", "5S"]])],
  ["pass", moves.pass()],
  ["force 0", moves.force(0)],
  ["force 3", moves.force(3)],
  ["let go", moves.letGo()],
  ["discard KD", moves.discard("kd")],
  ["trade SC", moves.trade("SC")],
  ["draw", moves.drawStock()],
  ["draw discards 1", moves.drawDiscards()],
  ["draw discards 4", moves.drawDiscards(4)],
  ["challenge", moves.challenge()],
  ["accept", moves.acceptChallenge()],
  ["refuse", moves.refuseChallenge()],
  ["stop", moves.stop()],
  ["meld 7H JK=8H 9H", moves.layMeld("7H JK=8H 9H")],
  ["lay off 1: 7H 8H 9H > 7H 8H 9H TH", moves.layOff(1, "7H 8H 9H", "7H 8H 9H TH")],
  ["take joker 0: 5S JK*=6S 7S > 5S 6S 7S", moves.takeJoker(0, "5S JK*=6S 7S", "5S 6S 7S")],
];

test("every kind of move is here", () => {
  const kinds = Object.values(MoveKind).filter((kind) => typeof kind === "number");
  const here = new Set(EVERY.map(([, move]) => move.kind.case));
  expect(here.size).toBe(kinds.length - 1); // UNSPECIFIED is none
  expect(MoveSchema.fields.every((field) => here.has(field.localName as never))).toBe(true);
});

describe.each(EVERY)("%s", (text, move) => {
  test("is what its move is written as", () => expect(moveText(move)).toBe(text));

  test("is read back, in either case and with more spaces", () => {
    expect(sameMove(parseMove(text), move)).toBe(true);
    expect(parseMove(`  ${text.toLowerCase().replaceAll(" ", "  ")} `)).toEqual(move);
  });

  test("goes over the wire and back", () => {
    expect(fromBinary(MoveSchema, toBinary(MoveSchema, move))).toEqual(move);
  });

  test("is like no other move", () => {
    expect(EVERY.filter(([, other]) => sameMove(move, other))).toHaveLength(1);
  });
});

test("one discard is meant where no number is said", () => {
  expect(parseMove("draw discards")).toEqual(moves.drawDiscards(1));
  const asSent = create(MoveSchema, { kind: { case: "drawDiscards", value: {} } });
  expect(moveText(asSent)).toBe("draw discards 1");
});

test.each([
  "",
  "fold",
  "take",
  "take 5X",
  "force",
  "force one",
  "force -1",
  "discard",
  "discard 1H",
  "let",
  "pass 1",
  "draw discards x",
  "lay off 1: 7H 8H 9H",
  "lay off 1: > 7H",
  "lay off x: 7H > 8H",
  "take joker 0 5S > 6S",
  "meld",
  "constructor",
  "toString",
  "__proto__",
])("%j is no move", (text) => {
  expect(() => parseMove(text)).toThrow(SyntaxError);
});

test("a move newer than this client is named as such, and sent back as it came", () => {
  const bytes = new Uint8Array([0xc2, 0x3e, 0x02, 0x08, 0x01]); // field 1000, a message
  const move = fromBinary(MoveSchema, bytes);
  expect(moveText(move)).toBe("a move unknown to this client");
  expect(toBinary(MoveSchema, move)).toEqual(bytes);
});

test("cards know their parts", () => {
  expect(parseCard(" tc ")).toBe("TC");
  expect(["7H", "SC", "JK", "JK=8C", "JK*=8C"].map(rankOf)).toEqual(["7", "S", "JK", "JK", "JK"]);
  expect(["7H", "SC", "JK", "JK=8C", "JK*=8C"].map(suitOf)).toEqual(["H", "C", "", "", ""]);
  expect(["7H", "JK", "JK=8C", "JK*=8C"].map(standsFor)).toEqual([
    undefined,
    undefined,
    "8C",
    "8C",
  ]);
  expect(["JH", "JK", "JK=8C"].map(isJoker)).toEqual([false, true, true]);
  for (const none of ["", "H7", "1H", "8O", "JK=", "JK=1C", "7HH"]) {
    expect(() => parseCard(none)).toThrow(SyntaxError);
  }
});

test("a meld is made of text, of a list and of a message", () => {
  const meld = meldOf("5C 5d  5S");
  expect(meldText(meld)).toBe("5C 5D 5S");
  expect(meldOf(["5C", "5D", "5S"])).toEqual(meld);
  expect(meldOf(meld)).toEqual(meld);
  expect(meldOf(meld)).not.toBe(meld);
});
