/** What calls and watches hand over beside the messages themselves. */

import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Event, GameUpdate } from "./gen/conquian/v1/events_pb.js";
import { GameStatus, type GameView } from "./gen/conquian/v1/view_pb.js";

/** A new game with its tokens. */
export interface CreatedGame {
  /** The game as anyone may see it. */
  readonly game: GameView;
  /** The game's id. */
  readonly gameId: string;
  /** Manages the table: cancel, free a seat, issue seat tokens. Keep it secret. */
  readonly hostToken: string;
  /** Joins the table if it is private. */
  readonly inviteToken: string;
  /** Watches the table if it is private. */
  readonly watchToken: string;
}

/** The complete record of a finished game. */
export interface Transcript {
  /** The game at its end, as anyone may see it, its seed included. */
  readonly game: GameView;
  /** Complete entries in order, nothing hidden; no view in them. */
  readonly entries: readonly GameUpdate[];
}

/** All that one commit changed: a watch yields one a revision, in order. */
export interface Update {
  readonly type: "update";
  /** The revision the commit made. */
  readonly revision: number;
  /** When it was committed, by the store's clock. */
  readonly commitTime: Date;
  /** What happened, in order, without what the viewer may not see. */
  readonly events: readonly Event[];
  /** The game after it; while a watch catches up, only on the newest update. */
  readonly view?: GameView;
}

/**
 * The watch starts over from this view: updates before it are not coming.
 *
 * It happens to a watcher that fell too far behind, or that saw revisions which a failover of the
 * store has lost. Whoever needs every event reads `events`.
 */
export interface Resynced {
  readonly type: "resynced";
  /** The whole game now. */
  readonly view: GameView;
}

/** What a watch yields. */
export type WatchItem = Update | Resynced;

/** An update as a watch yields it. */
export function updateOf(message: GameUpdate): Update {
  return {
    type: "update",
    revision: message.revision,
    commitTime: message.commitTime ? timestampDate(message.commitTime) : new Date(0),
    events: message.events,
    view: message.view,
  };
}

/** Whether a game is over: finished or cancelled. */
export function isOver(view: GameView): boolean {
  return view.status === GameStatus.FINISHED || view.status === GameStatus.CANCELLED;
}
