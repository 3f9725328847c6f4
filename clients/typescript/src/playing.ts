/** Playing one seat by a player until the game is over. */

import { clone } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { InvalidRequest, NotNow, ServiceFault, StaleDecision } from "./errors.js";
import { type GameView, GameViewSchema } from "./gen/conquian/v1/view_pb.js";
import type { Player } from "./players.js";
import type { Seat } from "./seat.js";

/** Options of {@link playToEnd}. */
export interface PlayToEndOptions {
  /** Stops playing; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds that the service may stay away at a stretch; 300,000 if left out. */
  readonly patienceMillis?: number;
}

const PATIENCE = 300_000;

/**
 * Plays every decision of a seat as the player chooses; returns the last view of the game.
 *
 * May be called at any time, also before the game has started. Lost connections and restarts of the
 * service are survived: a move that got no answer is sent again by its request id. A decision that
 * ended before the player's move (his time ran out, another seat resigned) is dropped and the next
 * one is waited for.
 *
 * @throws IllegalMove - the player chose a move that is not legal.
 * @throws Unauthenticated - the seat's token has been replaced.
 * @throws Unavailable - the service stayed away for longer.
 */
export async function playToEnd(
  seat: Seat,
  player: Player,
  { signal, patienceMillis = PATIENCE }: PlayToEndOptions = {},
): Promise<GameView> {
  const options = { signal, timeoutMillis: patienceMillis };
  let played = 0;
  for await (const item of seat.watch({ signal, patienceMillis })) {
    if (item.type === "resynced") {
      played = 0; // the store may have lost the move
    }
    const { view } = item;
    // Not the newest, or from before the move just made.
    if (view !== undefined && view.revision >= played) {
      played = await playIfDue(seat, player, view, options);
    }
  }
  signal?.throwIfAborted();
  return seat.lastView ?? (await seat.view(options));
}

/** Plays the decision that the view shows, if any; returns the revision the move made. */
async function playIfDue(
  seat: Seat,
  player: Player,
  shown: GameView,
  options: { readonly signal?: AbortSignal; readonly timeoutMillis: number },
): Promise<number> {
  let view = shown;
  let without: number | undefined; // the decision that no legal move was known for
  while (view.you?.toAct) {
    const revision = view.you.decisionRevision;
    try {
      const complete = view.you.moreLegalMoves ? await withEveryMove(seat, view, options) : view;
      if (complete.you?.legalMoves.length) {
        return (await seat.play(player.choose(complete), { ...options, revision })).revision;
      }
      // The view was given without them, or the decision ended before they were read.
      if (revision === without) {
        const message = "no legal move for a seat to act";
        throw new ServiceFault({ code: Code.Internal, message });
      }
      without = revision;
    } catch (thrown) {
      if (thrown instanceof NotNow) {
        return 0; // over, or another's turn by now: the watch will show it
      }
      if (!(thrown instanceof StaleDecision)) {
        throw thrown;
      }
    }
    view = await seat.view(options);
  }
  return 0;
}

/** The view with all legal moves; as it is where finding all of them would take too long. */
async function withEveryMove(
  seat: Seat,
  view: GameView,
  options: { readonly signal?: AbortSignal; readonly timeoutMillis: number },
): Promise<GameView> {
  const complete = clone(GameViewSchema, view);
  try {
    if (complete.you !== undefined) {
      complete.you.legalMoves = await seat.legalMoves(options);
    }
  } catch (error) {
    if (!(error instanceof InvalidRequest && error.reason === "POSITION_TOO_COMPLEX")) {
      throw error;
    }
  }
  return complete;
}
