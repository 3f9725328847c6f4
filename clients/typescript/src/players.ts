/** Players: what chooses a move from a view. Ordinary client code, to use or to learn from. */

import { best, firstOf, type MoveOf, ofKind } from "./choosing.js";
import type { Move } from "./gen/conquian/v1/cards_pb.js";
import type { GameView } from "./gen/conquian/v1/view_pb.js";
import { chooseRummy } from "./rummy-player.js";

/** Anything that can choose a move. */
export interface Player {
  /** One of `view.you.legalMoves`, of which there is at least one. */
  choose(view: GameView): Move;
}

/** Plays any legal move, each as likely; the same seed plays the same way. */
export class RandomPlayer implements Player {
  #chance: number;

  /** @param seed - a whole number; drawn if left out. */
  constructor(seed = Math.floor(Math.random() * 2 ** 32)) {
    // Spread over all bits, so that neighbouring seeds do not begin alike; 0 would stay 0.
    this.#chance = Math.imul(seed + 1, 0x9e3779b1) || 1;
  }

  choose(view: GameView): Move {
    const moves = legalMovesOf(view);
    return moves[this.#draw() % moves.length] as Move;
  }

  /** The next number of a xorshift generator. */
  #draw(): number {
    this.#chance ^= this.#chance << 13;
    this.#chance ^= this.#chance >>> 17;
    this.#chance ^= this.#chance << 5;
    return this.#chance >>> 0;
  }
}

/**
 * Takes whatever it can, forces where it can, gives up the card of least use.
 *
 * It lays hand cards alone where that is allowed and nothing can be taken. Of several layouts it
 * chooses the one that leaves most cards on the table. The use of a card is the number of melds of
 * three that it may still become part of, each counted by how many of its cards are in the hand;
 * cards that lie on a table are out of reach.
 *
 * In family H it draws a discard that makes a meld, lays whatever it can, opens when it can, and
 * gives up the card with the fewest fellows in the hand, the dearest of several.
 */
export class GreedyPlayer implements Player {
  choose(view: GameView): Move {
    const moves = legalMovesOf(view);
    return (
      chooseRummy(view, moves) ??
      best([...ofKind(moves, "take")], laid) ??
      best([...ofKind(moves, "layFromHand")], laid) ??
      firstOf(moves, ["force", "letGo", "pass"]) ??
      leastUseful(view, moves) ??
      (moves[0] as Move) // of a kind newer than this client
    );
  }
}

function legalMovesOf(view: GameView): readonly Move[] {
  const moves = view.you?.legalMoves ?? [];
  if (moves.length === 0) {
    throw new RangeError("the view lists no legal moves: ask for them, when the seat has to act");
  }
  return moves;
}

function laid(move: MoveOf<"take" | "layFromHand">): number {
  return move.kind.value.layout.reduce((sum, meld) => sum + meld.cards.length, 0);
}

function leastUseful(view: GameView, moves: readonly Move[]): Move | undefined {
  const given = moves.filter(
    (move): move is MoveOf<"discard" | "trade"> =>
      move.kind.case === "discard" || move.kind.case === "trade",
  );
  if (given.length === 0) {
    return undefined;
  }
  const use = useOfHand(view);
  return best(given, (move) => -(use.get(move.kind.value.card) ?? 0));
}

/** How useful each hand card is; nothing for a card that can join no meld any more. */
function useOfHand(view: GameView): ReadonlyMap<string, number> {
  const hand = new Set(view.you?.hand);
  const gone = new Set(view.seats.flatMap((seat) => seat.table.flatMap((meld) => meld.cards)));
  const use = new Map<string, number>();
  for (const meld of meldsOfThree(view.options.pack ?? "")) {
    if (meld.some((card) => gone.has(card))) {
      continue;
    }
    const held = meld.filter((card) => hand.has(card));
    for (const card of held) {
      use.set(card, (use.get(card) ?? 0) + held.length ** 2);
    }
  }
  return use;
}

/** Every set and run of three cards of a pack (R1, R2.13). */
function* meldsOfThree(pack: string): Generator<readonly string[]> {
  const [ranks, suits] = PACKS.get(pack) ?? SHORT40;
  for (const rank of ranks) {
    for (const leftOut of suits) {
      yield [...suits].filter((suit) => suit !== leftOut).map((suit) => rank + suit);
    }
  }
  for (let low = 0; low + 2 < ranks.length; low += 1) {
    for (const suit of suits) {
      yield [...ranks.slice(low, low + 3)].map((rank) => rank + suit);
    }
  }
}

/** Ranks in the order of a run, and suits. */
type Pack = readonly [string, string];

const SHORT40: Pack = ["A234567JQK", "CDHS"];

const PACKS: ReadonlyMap<string, Pack> = new Map([
  ["short40", SHORT40],
  ["spanish40", ["1234567SCR", "OCEB"]],
  ["courtless40", ["A23456789T", "CDHS"]],
  ["full52", ["A23456789TJQK", "CDHS"]],
]);
