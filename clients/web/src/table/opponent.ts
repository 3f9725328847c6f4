// The computer: the SDK's greedy player on a seat of its own, an ordinary client like any other.
import {
  ConquianError,
  GreedyPlayer,
  NotNow,
  type Seat,
  ServiceFault,
  StaleDecision,
  Unavailable,
} from "@conquian/client";
import { signal } from "@preact/signals";
import { keep, kept } from "../app/keep.js";
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

/** Plays a seat until its game is over. */
export async function playForComputer(
  gameId: string,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await playOn(client.peek().resume(gameId, token), signal);
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (!mayPass(error)) {
        tell(new Error(say("opponent_stopped", { why: wordsOf(error) })));
        return;
      }
      await rest(AGAIN, signal);
    }
  }
}

/** Whether another try may do better. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ConquianError)) return false;
  return (
    error instanceof Unavailable ||
    error instanceof ServiceFault ||
    error.retryDelayMillis !== undefined
  );
}

async function playOn(seat: Seat, signal: AbortSignal): Promise<void> {
  const player = new GreedyPlayer();
  let decided = 0;
  for await (const { view } of seat.watch({ signal })) {
    const you = view?.you;
    if (!view || !you?.toAct || you.decisionRevision === decided) continue;
    await rest(PACES[pace.peek()], signal);
    if (signal.aborted) return;
    try {
      if (you.moreLegalMoves) you.legalMoves = await seat.legalMoves({ signal });
      if (you.legalMoves.length === 0) continue;
      await seat.play(player.choose(view), { revision: you.decisionRevision, signal });
      decided = you.decisionRevision;
    } catch (error) {
      // Somebody has changed the game in the meantime, or another page plays this seat.
      if (!(error instanceof StaleDecision || error instanceof NotNow)) throw error;
    }
  }
}

function rest(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, millis);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });
}
