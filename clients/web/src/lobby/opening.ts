// Opening a table: create the game, sit down, and let the computer sit down if it is to play.
import { Access, type GameView, SeatKind } from "@conquian/client";
import { type KeptSeat, keepGame } from "../app/keep.js";
import { say } from "../app/language.js";
import { go } from "../app/route.js";
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
  const { ruleset, options, seats, access } = plan;
  const service = client.value;
  const { gameId, hostToken, inviteToken } = await service.createGame(ruleset, {
    options,
    seats,
    access,
  });
  const invite = access === Access.PRIVATE ? inviteToken : undefined;
  const own = await service.join(gameId, {
    name: plan.name,
    token: invite,
    entropy: crypto.getRandomValues(new Uint8Array(32)),
  });
  const mine = { seat: own.number ?? 0, token: own.token };
  keepGame(gameId, { ruleset, mine, hostToken, inviteToken: invite });
  const bots: KeptSeat[] = [];
  for (let count = 1; count <= plan.computers; count++) {
    const name = count === 1 ? say("computer") : `${say("computer")} ${count}`;
    const seat = await service.join(gameId, { name, kind: SeatKind.BOT, token: invite });
    bots.push({ seat: seat.number ?? count, token: seat.token });
    keepGame(gameId, { bots });
  }
  go({ gameId, invite });
}

/** The same game once more: the same rules, and the computer in as many seats as before. */
export async function openRematch(view: GameView, name: string, computers: number): Promise<void> {
  const { ruleset, options, seats, access } = view;
  await openTable({ ruleset, options, seats: seats.length, access, name, computers });
}
