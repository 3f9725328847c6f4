/** What the real server refuses comes as the typed error, with what it says. */

import { expect, inject, test } from "vitest";
import {
  type ConquianError,
  connect,
  IllegalMove,
  InvalidRequest,
  moves,
  NotAllowed,
  NotFound,
  NotNow,
  SeatUnavailable,
  StaleDecision,
  Unauthenticated,
  Unavailable,
} from "../../src/index.js";
import { begun, pinnedTable, toAct } from "../support/tables.js";

const url = inject("serverUrl");
const client = connect(url);

async function refused(call: Promise<unknown>): Promise<ConquianError> {
  return await call.then(
    () => {
      throw new Error("it was not refused");
    },
    (error: ConquianError) => error,
  );
}

test("an illegal move, with its rule and cards", async () => {
  const { seat } = await toAct(await pinnedTable(client));
  const error = await refused(seat.play(moves.take(["5C QH KS"])));
  expect(error).toBeInstanceOf(IllegalMove);
  expect(error.reason).toBe("NOT_A_MELD");
  expect(error.rule).toMatch(/^R\d/);
  expect(error.cards).toEqual(["5C", "QH", "KS"]);
  expect(error.mayHaveHappened).toBe(false);
});

test("a decision that is over, with the revision now", async () => {
  const table = await begun(client);
  const { seat, view } = await toAct(table);
  const update = await seat.play(moves.pass());
  const error = await refused(seat.play(moves.pass(), { revision: view.revision }));
  expect(error).toBeInstanceOf(StaleDecision);
  expect(error.revision).toBe(update.revision);
});

test("another seat's turn, and a seat that is taken", async () => {
  const table = await begun(client);
  const { other } = await toAct(table);
  await other.view();
  expect(await refused(other.play(moves.pass()))).toMatchObject({
    name: "NotNow",
    reason: "NOT_YOUR_TURN",
  });
  const { gameId } = await client.createGame();
  await client.join(gameId, { seat: 0 });
  const error = await refused(client.join(gameId, { seat: 0 }));
  expect(error).toBeInstanceOf(SeatUnavailable);
  expect(error).toBeInstanceOf(NotNow);
});

test("no such game, no such token, not this token", async () => {
  expect(await refused(client.game("a".repeat(26)))).toBeInstanceOf(NotFound);
  const { gameId, watchToken } = await client.createGame();
  const unknown = client.resume(gameId, "cqs1nonsense");
  expect(await refused(unknown.view())).toBeInstanceOf(Unauthenticated);
  expect(await refused(client.resume(gameId, watchToken).resign())).toBeInstanceOf(NotAllowed);
  await expect(
    (async () => {
      for await (const _ of unknown.watch()) {
        throw new Error("it was not refused");
      }
    })(),
  ).rejects.toBeInstanceOf(Unauthenticated);
});

test("a seat that has been shown nothing must say its decision", async () => {
  const table = await begun(client);
  const [seat] = table.seats;
  const error = await refused(client.resume(table.gameId, seat?.token ?? "").play(moves.pass()));
  expect(error).toBeInstanceOf(InvalidRequest);
  expect(error.field).toBe("revision");
});

test.each([
  ["es", "Ese reglamento no existe"],
  ["ru", "равил"],
  [undefined, "There is no such ruleset"],
])("in the language asked for: %s", async (language, words) => {
  const error = await refused(connect(url, { language }).createGame("nope"));
  expect(error).toBeInstanceOf(NotFound);
  expect(error.reason).toBe("RULESET_NOT_FOUND");
  expect(error.message).toContain(words);
});

test("nobody there", async () => {
  const error = await refused(connect("http://127.0.0.1:9", { timeoutMillis: 300 }).rulesets());
  expect(error).toBeInstanceOf(Unavailable);
  expect(error.reason).toBe("");
});
