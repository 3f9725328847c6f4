// Opening a table: create the game, sit down, and let the computer sit down if it is to play.
import { Access, type GameView, newRequestId, SeatKind } from "@conquian/client";
import { attempt, hex } from "../app/attempt.js";
import { type KeptSeat, keepGame } from "../app/keep.js";
import { say } from "../app/language.js";
import { go, route } from "../app/route.js";
import { client } from "../app/service.js";

export interface Plan {
  readonly ruleset: string;
  readonly options: Readonly<Record<string, string>>;
  readonly seats?: number;
  readonly access: Access;
  readonly name: string;
  /** How many seats the computer takes. */
  readonly computers: number;
}

/** Opens the table and goes there. */
export async function openTable(plan: Plan): Promise<void> {
  const about = `open ${JSON.stringify(plan)}`;
  const from = route.peek();
  const begin = () => asked(plan);
  const opened = await attempt(about, begin, (ids) => open(plan, ids), true);
  // Unless the reader has gone elsewhere meanwhile.
  if (route.peek() === from) go(opened);
}

/** What makes the calls of an opening the same ones when it is tried again. */
interface Asked {
  readonly game: string;
  readonly own: string;
  readonly entropy: Uint8Array;
  readonly computers: readonly { readonly requestId: string; readonly name: string }[];
}

function asked({ computers }: Plan): Asked {
  return {
    game: newRequestId(),
    own: newRequestId(),
    entropy: crypto.getRandomValues(new Uint8Array(32)),
    computers: Array.from({ length: computers }, (_, before) => ({
      requestId: newRequestId(),
      name: before === 0 ? say("computer") : `${say("computer")} ${before + 1}`,
    })),
  };
}

async function open(plan: Plan, { game, own: requestId, entropy, computers }: Asked) {
  const { ruleset, options, seats, access, name } = plan;
  const service = client.value;
  const {
    game: view,
    gameId,
    hostToken,
    inviteToken,
  } = await service.createGame(ruleset, {
    options,
    seats,
    access,
    requestId: game,
  });
  const invite = access === Access.PRIVATE ? inviteToken : undefined;
  const commitment = view.shuffle?.commitment;
  const own = await service.join(gameId, { name, token: invite, entropy, commitment, requestId });
  const mine = { seat: own.number ?? 0, token: own.token };
  const shuffle = { commitment, entropy: hex(entropy) };
  keepGame(gameId, { ruleset, mine, hostToken, inviteToken: invite, ...shuffle });
  const bots: KeptSeat[] = [];
  for (const computer of computers) {
    const seat = await service.join(gameId, { ...computer, kind: SeatKind.BOT, token: invite });
    bots.push({ seat: seat.number ?? 0, token: seat.token });
    keepGame(gameId, { bots });
  }
  return { gameId, invite };
}

/** The same game once more: the same rules, and the computer in as many seats as before. */
export async function openRematch(view: GameView, name: string, computers: number): Promise<void> {
  const { ruleset, options, seats, access } = view;
  await openTable({ ruleset, options, seats: seats.length, access, name, computers });
}
