/** How the greedy player plays family H: draw what helps, lay all it can, keep what may meld. */

import { isJoker, rankOf, suitOf } from "./cards.js";
import { best, firstOf, type MoveOf, ofKind } from "./choosing.js";
import type { Move } from "./gen/conquian/v1/cards_pb.js";
import type { GameView } from "./gen/conquian/v1/view_pb.js";

/** A hand of so few points challenges; one of twice as many accepts. */
const FEW = 5;

/** Ranks so far apart can still be in one run of three. */
const NEAR = 2;

/** The move chosen; undefined if none of the moves is of family H. */
export function chooseRummy(view: GameView, moves: readonly Move[]): Move | undefined {
  return longest(moves) ?? compared(view, moves) ?? drawn(view, moves) ?? given(view, moves);
}

/** What lays most cards: a meld rather than a lay-off, a lay-off rather than a joker. */
function longest(moves: readonly Move[]): Move | undefined {
  return (
    best(ofKind(moves, "layMeld"), ({ kind }) => sizeOf(kind.value.meld)) ??
    best(
      ofKind(moves, "layOff"),
      ({ kind }) => sizeOf(kind.value.result) - sizeOf(kind.value.meld),
    ) ??
    firstOf(moves, ["takeJoker"])
  );
}

function sizeOf(meld: { readonly cards: readonly string[] } | undefined): number {
  return meld?.cards.length ?? 0;
}

/** A challenge with few points in hand, or its acceptance. */
function compared(view: GameView, moves: readonly Move[]): Move | undefined {
  const points = sum(handOf(view).map(cost));
  return firstOf(moves, [
    ...(points <= 2 * FEW ? (["acceptChallenge"] as const) : []),
    ...(points <= FEW ? (["challenge"] as const) : []),
  ]);
}

/** The top discard where it helps, or where it is sure to be laid; else the stock. */
function drawn(view: GameView, moves: readonly Move[]): Move | undefined {
  const [offered] = ofKind(moves, "drawDiscards");
  const rummy = view.deal?.rummy;
  if (offered !== undefined && rummy !== undefined) {
    // Where a discard is taken for immediate use it is only offered if it has one.
    const sure = view.deal?.stockSize === 0 || "bank_depth" in view.options;
    if (sure || meldsWith(view, rummy.discards.slice(0, offered.kind.value.count))) {
      return offered;
    }
  }
  return firstOf(moves, ["drawStock", "drawDiscards", "stop", "refuseChallenge"]);
}

/** The discard with the fewest fellows; of several the dearest; a joker last. */
function given(view: GameView, moves: readonly Move[]): Move | undefined {
  if (view.deal?.rummy === undefined) {
    return undefined;
  }
  const hand = handOf(view);
  const fellows = fellowsIn(view);
  // No card costs as much as one fellow counts.
  const keeping = ({ kind: { value } }: MoveOf<"discard">): number =>
    isJoker(value.card) ? hand.length * 100 : fellows(value.card) * 100 - cost(value.card);
  return best(ofKind(moves, "discard"), (move) => -keeping(move));
}

/** Whether one of the cards makes three of a rank or of a run with two of the hand. */
function meldsWith(view: GameView, cards: readonly string[]): boolean {
  const place = placesOf(view);
  const others = handOf(view).filter((other) => !isJoker(other));
  return cards.some((card) => {
    if (isJoker(card)) {
      return true;
    }
    const near = new Set(
      others
        .filter((other) => suitOf(other) === suitOf(card))
        .map((other) => place(other) - place(card)),
    );
    const runs = [-2, -1, 0].some((low) =>
      [low, low + 1, low + 2].every((at) => at === 0 || near.has(at)),
    );
    return runs || otherSuits(card, others).size >= 2;
  });
}

/** Counts for a hand card the suits of its rank and the ranks near it that are in the hand too. */
function fellowsIn(view: GameView): (card: string) => number {
  const place = placesOf(view);
  const hand = handOf(view).filter((card) => !isJoker(card));
  return (card) => {
    const others = hand.filter((other) => other !== card);
    const near = others.filter(
      (other) => suitOf(other) === suitOf(card) && Math.abs(place(other) - place(card)) <= NEAR,
    );
    return otherSuits(card, others).size + new Set(near.map(rankOf)).size;
  };
}

function otherSuits(card: string, others: readonly string[]): Set<string> {
  const same = new Set(others.filter((other) => rankOf(other) === rankOf(card)).map(suitOf));
  same.delete(suitOf(card));
  return same;
}

function handOf(view: GameView): readonly string[] {
  return view.you?.hand ?? [];
}

function cost(card: string): number {
  if (isJoker(card)) {
    return 15;
  }
  const rank = rankOf(card);
  return /^\d$/.test(rank) ? Number(rank) : rank === "A" ? 1 : 10;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** Where each card's rank stands in a run. */
function placesOf(view: GameView): (card: string) => number {
  const ranks = RANKS.get(view.options.pack ?? "") ?? "A23456789TJQK";
  return (card) => ranks.indexOf(rankOf(card));
}

/** The packs that leave ranks out. */
const RANKS: ReadonlyMap<string, string> = new Map([
  ["short40", "A234567JQK"],
  ["spanish40", "1234567SCR"],
  ["courtless40", "A23456789T"],
]);
