// The computer: the SDK's greedy player on seats of its own, ordinary clients like any other, but
// that the page's own watch tells them when they are due: a browser has few connections to a host.
import {
  ConquianError,
  type GameView,
  GreedyPlayer,
  InvalidRequest,
  type Move,
  NotNow,
  type Seat,
  ServiceFault,
  StaleDecision,
  Unavailable,
} from "@conquian/client";
import { signal } from "@preact/signals";
import { type KeptSeat, keep, kept } from "../app/keep.js";
import { say } from "../app/language.js";
import { client } from "../app/service.js";
import { tell, wordsOf } from "../app/trouble.js";

export const PACES = { slow: 1800, usual: 900, fast: 150 } as const;
export type Pace = keyof typeof PACES;

const chosen = kept("pace");

/** How long the computer lets people look before it plays. */
export const pace = signal<Pace>(chosen && chosen in PACES ? (chosen as Pace) : "usual");

export function choosePace(wanted: Pace): void {
  pace.value = wanted;
  keep("pace", wanted);
}

const AGAIN = 3000;

/** All seats of a game that this page plays for the computer. */
export class Computers {
  readonly #gameId: string;
  readonly #signal: AbortSignal;
  readonly #atWork = new Set<string>();
  readonly #given = new Set<string>();
  #latest: GameView | undefined;

  constructor(gameId: string, signal: AbortSignal) {
    this.#gameId = gameId;
    this.#signal = signal;
  }

  /** Lets those seats play that a view shows to be due. */
  act(seats: readonly KeptSeat[], view: GameView): void {
    this.#latest = view;
    for (const seat of seats) {
      if (!this.#isDue(seat, 0) || this.#atWork.has(seat.token)) continue;
      this.#atWork.add(seat.token);
      void this.#play(seat).finally(() => this.#atWork.delete(seat.token));
    }
  }

  #isDue({ seat, token }: KeptSeat, since: number): boolean {
    const { deal, revision = 0 } = this.#latest ?? {};
    const due = deal?.seatsToAct.includes(seat) ?? false;
    return due && revision > since && !this.#given.has(token) && !this.#signal.aborted;
  }

  /** Plays until no view newer than the last one asked for says that the seat is due. */
  async #play(kept: KeptSeat): Promise<void> {
    let since = 0;
    while (this.#isDue(kept, since)) {
      await rest(PACES[pace.peek()], this.#signal);
      try {
        since = await this.#decide(client.peek().resume(this.#gameId, kept.token));
      } catch (error) {
        if (this.#signal.aborted) return;
        if (mayPass(error)) {
          await rest(AGAIN, this.#signal);
        } else {
          this.#given.add(kept.token);
          tell(new Error(say("opponent_stopped", { why: wordsOf(error) })));
        }
      }
    }
  }

  /** Makes the move that is due, if one still is; returns the revision it was chosen at. */
  async #decide(seat: Seat): Promise<number> {
    const signal = this.#signal;
    const view = await seat.view({ signal });
    const { you } = view;
    if (!you?.toAct) return view.revision;
    try {
      if (you.moreLegalMoves) you.legalMoves = await everyMove(seat, you.legalMoves, signal);
      // Between the two answers the decision has ended.
      if (you.legalMoves.length === 0) return view.revision;
      await seat.play(player.choose(view), { revision: you.decisionRevision, signal });
    } catch (error) {
      // Somebody has changed the game in the meantime, or another page plays this seat.
      if (!(error instanceof StaleDecision || error instanceof NotNow)) throw error;
    }
    return view.revision;
  }
}

const player = new GreedyPlayer();

/** Whether another try may do better. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ConquianError)) return false;
  return (
    error instanceof Unavailable ||
    error instanceof ServiceFault ||
    error.retryDelayMillis !== undefined
  );
}

function rest(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, millis);
    signal.addEventListener("abort", end);
  });
}

/** All legal moves of a seat; those that its view shows where finding all would take too long. */
async function everyMove(seat: Seat, shown: Move[], signal: AbortSignal): Promise<Move[]> {
  try {
    return await seat.legalMoves({ signal });
  } catch (error) {
    if (error instanceof InvalidRequest && error.reason === "POSITION_TOO_COMPLEX") return shown;
    throw error;
  }
}
