/** Reading a game, as client, seat and watch do. */

import { Code } from "@connectrpc/connect";
import type { BearerOptions, Calls } from "./calls.js";
import { ServiceFault } from "./errors.js";
import type { GameView } from "./gen/conquian/v1/view_pb.js";

/** The game as the token's bearer may see it. */
export async function getGame(
  calls: Calls,
  gameId: string,
  { legalMoves = false, ...options }: BearerOptions & { readonly legalMoves?: boolean } = {},
): Promise<GameView> {
  const request = { gameId, includeLegalMoves: legalMoves };
  const answer = await calls.call((attempt) => calls.games.getGame(request, attempt), options);
  return present(answer.game);
}

/** A part that the service puts into every answer of its kind. */
export function present<T>(part: T | undefined): T {
  if (part === undefined) {
    throw new ServiceFault({ code: Code.Internal, message: "the answer is incomplete" });
  }
  return part;
}
