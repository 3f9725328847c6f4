/**
 * Builders of moves. The legal moves of a view can be played as they are; these are for a move
 * that a program puts together by itself.
 *
 * ```ts
 * await seat.play(moves.take(["5C 5D 5S", "6H 7H JH"]));
 * await seat.play(moves.discard("KD"));
 * ```
 *
 * @module
 */

import { create } from "@bufbuild/protobuf";
import { type MeldInit, meldOf, parseCard } from "./cards.js";
import { type Move, MoveSchema } from "./gen/conquian/v1/cards_pb.js";

/** Use the upcard: the whole layout the taker's table shall have (R2.10). */
export function take(layout: readonly MeldInit[]): Move {
  return create(MoveSchema, { kind: { case: "take", value: { layout: layout.map(meldOf) } } });
}

/** Lay hand cards without the upcard: the whole layout the table shall have (R2.12). */
export function layFromHand(layout: readonly MeldInit[]): Move {
  const value = { layout: layout.map(meldOf) };
  return create(MoveSchema, { kind: { case: "layFromHand", value } });
}

/** Refuse the upcard on offer; final for that upcard (R2.5). */
export function pass(): Move {
  return create(MoveSchema, { kind: { case: "pass", value: {} } });
}

/** Oblige a seat that passed to take the upcard (R2.19). */
export function force(seat: number): Move {
  return create(MoveSchema, { kind: { case: "force", value: { seat } } });
}

/** Waive the right to force, when asked after the last pass (R2.19 b). */
export function letGo(): Move {
  return create(MoveSchema, { kind: { case: "letGo", value: {} } });
}

/** Give up one hand card: after a taking (R2.16), or at the end of a turn (R3.1). */
export function discard(card: string): Move {
  return create(MoveSchema, { kind: { case: "discard", value: { card: parseCard(card) } } });
}

/** Choose the hand card that goes to the neighbour when all have chosen (R2.3). */
export function trade(card: string): Move {
  return create(MoveSchema, { kind: { case: "trade", value: { card: parseCard(card) } } });
}

/** Draw the top card of the stock (R3.1). */
export function drawStock(): Move {
  return create(MoveSchema, { kind: { case: "drawStock", value: {} } });
}

/** Take the top discards into the hand (R3.1, R3.30). */
export function drawDiscards(count = 1): Move {
  return create(MoveSchema, { kind: { case: "drawDiscards", value: { count } } });
}

/** Ask the opponent to end the deal and compare hands, before drawing (R3.10). */
export function challenge(): Move {
  return create(MoveSchema, { kind: { case: "challenge", value: {} } });
}

/** Accept a challenge: the deal ends and the lower count wins (R3.10). */
export function acceptChallenge(): Move {
  return create(MoveSchema, { kind: { case: "acceptChallenge", value: {} } });
}

/** Refuse a challenge: play goes on (R3.10). */
export function refuseChallenge(): Move {
  return create(MoveSchema, { kind: { case: "refuseChallenge", value: {} } });
}

/** End the deal when the stock is empty (R3.5). */
export function stop(): Move {
  return create(MoveSchema, { kind: { case: "stop", value: {} } });
}

/** Lay a new meld of hand cards on the own table (R3.1). */
export function layMeld(meld: MeldInit): Move {
  return create(MoveSchema, { kind: { case: "layMeld", value: { meld: meldOf(meld) } } });
}

/**
 * Add hand cards to a meld on any table (R3.3).
 *
 * @param seat - the seat whose meld it is.
 * @param meld - as it lies.
 * @param result - as it shall lie.
 */
export function layOff(seat: number, meld: MeldInit, result: MeldInit): Move {
  const value = { seat, meld: meldOf(meld), result: meldOf(result) };
  return create(MoveSchema, { kind: { case: "layOff", value } });
}

/**
 * Take jokers out of a meld by giving the cards they stand for (R3.30).
 *
 * @param seat - the seat whose meld it is.
 * @param meld - as it lies.
 * @param result - as it shall lie, with the cards given in the jokers' places.
 */
export function takeJoker(seat: number, meld: MeldInit, result: MeldInit): Move {
  const value = { seat, meld: meldOf(meld), result: meldOf(result) };
  return create(MoveSchema, { kind: { case: "takeJoker", value } });
}
