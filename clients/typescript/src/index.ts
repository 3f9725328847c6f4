/**
 * Typed client of the Conquian game service, for browsers and Node.
 *
 * ```ts
 * const client = connect("http://localhost:8080");
 * const { gameId } = await client.createGame("classic");
 * const seat = await client.join(gameId, { name: "Ana" });
 * for await (const item of seat.watch()) console.log(item);
 * ```
 *
 * @module
 */

export { Code } from "@connectrpc/connect";
export type { BearerOptions, CallOptions, ConnectOptions } from "./calls.js";
export {
  type CardsInit,
  isJoker,
  type MeldInit,
  meldOf,
  meldText,
  parseCard,
  rankOf,
  standsFor,
  suitOf,
} from "./cards.js";
export {
  Client,
  type CreateGameOptions,
  connect,
  type EventsOptions,
  type JoinOptions,
  type ManageOptions,
} from "./client.js";
export type { Clock } from "./clock.js";
export {
  ConquianError,
  type Failure,
  IllegalMove,
  InvalidRequest,
  NotAllowed,
  NotFound,
  NotNow,
  RateLimited,
  type Reason,
  SeatUnavailable,
  ServiceFault,
  StaleDecision,
  Unauthenticated,
  Unavailable,
} from "./errors.js";
export * from "./messages.js";
export { moveText, parseMove, sameMove } from "./move-text.js";
export * as moves from "./moves.js";
export { GreedyPlayer, type Player, RandomPlayer } from "./players.js";
export { type PlayToEndOptions, playToEnd } from "./playing.js";
export { type AnalyzeInit, newRequestId, type Options, type OptionValue } from "./requests.js";
export { type ChangeOptions, type PlayOptions, Seat } from "./seat.js";
export {
  type CreatedGame,
  isOver,
  type Resynced,
  type Transcript,
  type Update,
  type WatchItem,
} from "./views.js";
export type { Connection, WatchOptions } from "./watch.js";
