/** Moves as text that people can read and write. */

import { equals } from "@bufbuild/protobuf";
import { meldText } from "./cards.js";
import { type Meld, type Move, MoveSchema } from "./gen/conquian/v1/cards_pb.js";
import * as moves from "./moves.js";

/** What {@link moveText} says of a move newer than this client, which can be played all the same. */
const UNKNOWN = "a move unknown to this client";

/** A move as text, such as "take 5C 5D 5S, 6H 7H JH" or "discard KD". */
export function moveText({ kind }: Move): string {
  switch (kind.case) {
    case "take":
      return `take ${layoutText(kind.value.layout)}`;
    case "layFromHand":
      return `lay ${layoutText(kind.value.layout)}`;
    case "pass":
      return "pass";
    case "force":
      return `force ${kind.value.seat ?? 0}`;
    case "letGo":
      return "let go";
    case "discard":
      return `discard ${kind.value.card}`;
    case "trade":
      return `trade ${kind.value.card}`;
    case "drawStock":
      return "draw";
    case "drawDiscards":
      return `draw discards ${kind.value.count || 1}`;
    case "challenge":
      return "challenge";
    case "acceptChallenge":
      return "accept";
    case "refuseChallenge":
      return "refuse";
    case "stop":
      return "stop";
    case "layMeld":
      return `meld ${textOf(kind.value.meld)}`;
    case "layOff":
      return `lay off ${changeText(kind.value)}`;
    case "takeJoker":
      return `take joker ${changeText(kind.value)}`;
    default:
      return UNKNOWN;
  }
}

/**
 * Reads what {@link moveText} writes; SyntaxError for anything else. Cards may be in either case;
 * the melds of a layout are parted by commas.
 */
export function parseMove(text: string): Move {
  const words = text.trim().toLowerCase().split(/\s+/).join(" ");
  const bare = BARE.get(words);
  if (bare !== undefined) {
    return bare();
  }
  for (const [verb, read] of READERS) {
    if (words.startsWith(verb)) {
      return read(words.slice(verb.length), text);
    }
  }
  throw notAMove(text);
}

/** Whether two moves do the same, written the same way. */
export function sameMove(one: Move, other: Move): boolean {
  return equals(MoveSchema, one, other);
}

const BARE: ReadonlyMap<string, () => Move> = new Map([
  ["pass", moves.pass],
  ["let go", moves.letGo],
  ["draw", moves.drawStock],
  ["draw discards", () => moves.drawDiscards()],
  ["challenge", moves.challenge],
  ["accept", moves.acceptChallenge],
  ["refuse", moves.refuseChallenge],
  ["stop", moves.stop],
]);

type Reader = (rest: string, whole: string) => Move;

/** By how a text begins; the longer of two beginnings first. */
const READERS: readonly (readonly [string, Reader])[] = [
  ["draw discards ", (rest, whole) => moves.drawDiscards(numberIn(rest, whole))],
  ["take joker ", (rest, whole) => moves.takeJoker(...changeIn(rest, whole))],
  ["lay off ", (rest, whole) => moves.layOff(...changeIn(rest, whole))],
  ["take ", (rest) => moves.take(rest.split(","))],
  ["lay ", (rest) => moves.layFromHand(rest.split(","))],
  ["meld ", (rest) => moves.layMeld(rest)],
  ["force ", (rest, whole) => moves.force(numberIn(rest, whole))],
  ["discard ", (rest) => moves.discard(rest)],
  ["trade ", (rest) => moves.trade(rest)],
];

function numberIn(text: string, whole: string): number {
  if (!/^\d{1,9}$/.test(text.trim())) {
    throw notAMove(whole);
  }
  return Number(text);
}

/** Reads "1: 7H 8H 9H > 7H 8H 9H TH". */
function changeIn(text: string, whole: string): [number, string, string] {
  const [, seat, meld, result] = /^([^:]*):([^>]*)>(.*)$/.exec(text) ?? [];
  if (seat === undefined || !meld?.trim() || !result?.trim()) {
    throw notAMove(whole);
  }
  return [numberIn(seat, whole), meld, result];
}

function notAMove(text: string): SyntaxError {
  return new SyntaxError(`"${text}" is not a move, such as "take 5C 5D 5S" or "discard KD"`);
}

function layoutText(layout: readonly Meld[]): string {
  return layout.map(meldText).join(", ");
}

function changeText({ seat, meld, result }: { seat?: number; meld?: Meld; result?: Meld }): string {
  return `${seat ?? 0}: ${textOf(meld)} > ${textOf(result)}`;
}

function textOf(meld: Meld | undefined): string {
  return meld === undefined ? "" : meldText(meld);
}
