/** Tables set up for tests, and games as a watcher recorded them. */

import type {
  Client,
  CreateGameOptions,
  GameView,
  Seat,
  WatchItem,
  WatchOptions,
} from "../../src/index.js";

/** A running game and its seats, in their order. */
export interface Table {
  readonly gameId: string;
  readonly hostToken: string;
  readonly seats: readonly Seat[];
}

const NAMES = ["Ana", "Ben", "Cleo", "Dan"];

/** A game that has begun. */
export async function begun(
  client: Client,
  ruleset = "classic",
  options: CreateGameOptions = {},
): Promise<Table> {
  const { gameId, hostToken, game } = await client.createGame(ruleset, options);
  const seats: Seat[] = [];
  for (const { seat } of game.seats) {
    seats.push(await client.join(gameId, { name: NAMES[seat] }));
  }
  return { gameId, hostToken, seats };
}

/** The seat that has to act, with its view. */
export async function toAct(
  table: Table,
): Promise<{ readonly seat: Seat; readonly view: GameView; readonly other: Seat }> {
  const [first, second] = table.seats;
  if (first === undefined || second === undefined) {
    throw new Error("a table has two seats at least");
  }
  const at = (await first.view()).deal?.seatsToAct[0];
  const seat = table.seats[at ?? 0] ?? first;
  return { seat, view: await seat.view(), other: seat === first ? second : first };
}

/** Everything that a watch yields until it ends. */
export async function recorded(
  watched: Pick<Seat, "watch">,
  options?: WatchOptions,
): Promise<WatchItem[]> {
  const items: WatchItem[] = [];
  for await (const item of watched.watch(options)) {
    items.push(item);
  }
  return items;
}

/** The revisions of updates; 0 for each that was no update. */
export function revisionsOf(items: readonly WatchItem[]): number[] {
  return items.map((item) => (item.type === "update" ? item.revision : 0));
}

/** 1, 2, 3 and so on to a number. */
export function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, at) => at + 1);
}

/** Cards of the `short40` pack that {@link pinnedTable} gives the seat that acts first. */
export const HAND = ["6C", "7C", "JC", "AD", "2D", "3H", "4S", "QH", "KS", "AS"];

/** A game of two in which seat 1 acts first, holds {@link HAND}, and is offered the five of clubs. */
export async function pinnedTable(client: Client): Promise<Table> {
  const upcard = "5C";
  const rest = [..."CDHS"]
    .flatMap((suit) => [..."A234567JQK"].map((rank) => rank + suit))
    .filter((card) => card !== upcard && !HAND.includes(card));
  // Dealt in packets of two, the seat after the dealer first.
  const dealt = [0, 2, 4, 6, 8].flatMap((at) => [...HAND.slice(at, at + 2), ...rest.splice(0, 2)]);
  return await begun(client, "classic", {
    firstDealer: 0,
    pinnedOrders: [[...dealt, upcard, ...rest]],
  });
}
