// Questions about a view that several parts of the page ask.
import type { GameView, SeatView } from "@conquian/client";
import { say } from "../app/language.js";
import { type Deck, deckOf } from "../cards/card.js";

/** What a seat's player is called. */
export function playerName(view: GameView, seat: number): string {
  return view.seats[seat]?.name || say("seat", { number: seat + 1 });
}

export function deckIn(view: GameView): Deck {
  return deckOf(view.options.pack);
}

/** The other seats, the next in playing order first; for a watcher all. */
export function othersOf(view: GameView): SeatView[] {
  const own = view.you?.seat;
  if (own === undefined) return view.seats;
  return [...view.seats.slice(own + 1), ...view.seats.slice(0, own)];
}

export function ownSeat(view: GameView): SeatView | undefined {
  return view.you ? view.seats[view.you.seat] : undefined;
}

/**
 * The number of table cards that goes out; undefined where the hand decides (family H), whose games
 * know no forcing.
 */
export function targetOf({ options }: GameView): number | undefined {
  const dealt = Number(options.dealt);
  return dealt && "forcing" in options ? dealt + 1 : undefined;
}

export function cardsOnTable(seat: SeatView): number {
  return seat.table.reduce((sum, meld) => sum + meld.cards.length, 0);
}
