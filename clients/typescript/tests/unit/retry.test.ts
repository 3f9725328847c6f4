/** When calls are repeated, with what, and how long they wait before it. */

import { Code } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { connect } from "../../src/client.js";
import {
  ConquianError,
  NotNow,
  RateLimited,
  ServiceFault,
  StaleDecision,
  Unavailable,
} from "../../src/index.js";
import * as moves from "../../src/moves.js";
import { FakeClock } from "../support/fake-clock.js";
import { fetchOf, GAME, type Games, refusal, scripted, silence } from "../support/scripted.js";

/** PlayMove that fails so often and then works; notes what it was asked. */
function playing(failures: readonly (Error | "silence")[]) {
  const asked: { requestId: string; timeout: string | null }[] = [];
  const left = [...failures];
  let ended = 0;
  const games: Games = {
    async playMove(request, context) {
      asked.push({
        requestId: request.requestId,
        timeout: context.requestHeader.get("connect-timeout-ms"),
      });
      const failure = left.shift();
      if (failure === "silence") {
        await silence(context.signal);
        ended += 1;
      } else if (failure !== undefined) {
        throw failure;
      }
      return { update: { revision: 4 } };
    },
  };
  return { asked, games, ended: () => ended };
}

const away = refusal(Code.Unavailable, "STORE_UNAVAILABLE", {
  metadata: { may_have_happened: "true" },
});

describe("a call", () => {
  test("is repeated with the same request id while the service is unavailable", async () => {
    const { asked, games } = playing([away, away]);
    const { client, clock } = scripted(games);
    const update = await clock.run(client.resume(GAME, "t").play(moves.pass(), { revision: 3 }));
    expect(update.revision).toBe(4);
    expect(asked.map(({ requestId }) => requestId)).toEqual(Array(3).fill(asked[0]?.requestId));
    expect(asked[0]?.requestId).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  });

  test("that hangs is given up after a third of the timeout, and repeated", async () => {
    const { asked, games, ended } = playing(["silence"]);
    const { client, clock } = scripted(games);
    const before = clock.now();
    await clock.run(
      client.resume(GAME, "t").play(moves.pass(), { revision: 3, timeoutMillis: 3_000 }),
    );
    expect(asked).toHaveLength(2);
    expect(ended()).toBe(1); // its connection is not kept
    expect(asked[0]?.timeout).toBe("1000");
    expect(clock.now() - before).toBeGreaterThanOrEqual(1_000);
    expect(clock.now() - before).toBeLessThan(1_100);
  });

  test("has at most five seconds an attempt, however patient it is", async () => {
    const { asked, games } = playing([]);
    const { client, clock } = scripted(games);
    await clock.run(client.resume(GAME, "t").play(moves.pass(), { timeoutMillis: 60_000 }));
    expect(asked[0]?.timeout).toBe("5000");
  });

  test("ends with its timeout and says that the change may have been made", async () => {
    const { asked, games } = playing(Array(100).fill(away));
    const { client, clock } = scripted(games);
    const before = clock.now();
    const failing = clock.run(
      client.resume(GAME, "t").play(moves.pass(), { timeoutMillis: 4_000 }),
    );
    await expect(failing).rejects.toMatchObject({ mayHaveHappened: true });
    await expect(failing).rejects.toBeInstanceOf(Unavailable);
    expect(clock.now() - before).toBeLessThanOrEqual(4_000);
    expect(asked.length).toBeGreaterThan(3);
  });

  test("says that the change may have been made if that is so of any attempt", async () => {
    const refused = refusal(Code.Unavailable, "STORE_FULL");
    const { games } = playing([away, ...Array(100).fill(refused)]);
    const { client, clock } = scripted(games);
    const failing = clock.run(client.resume(GAME, "t").play(moves.pass()));
    await expect(failing).rejects.toMatchObject({ reason: "STORE_FULL", mayHaveHappened: true });
  });

  test.each([
    [
      "a proxy's refusal leaves open",
      refusal(Code.PermissionDenied, "X", { domain: "proxy" }),
      true,
    ],
    ["the service's refusal settles", refusal(Code.FailedPrecondition, "NOT_YOUR_TURN"), false],
  ])("%s what became of an attempt before", async (_, last, mayHaveHappened) => {
    const { asked, games } = playing([away, last]);
    const { client, clock } = scripted(games);
    const failing = clock.run(client.resume(GAME, "t").play(moves.pass()));
    await expect(failing).rejects.toMatchObject({ code: last.code, mayHaveHappened });
    expect(asked).toHaveLength(2);
  });

  test.each([
    ["a connection that is refused", () => Promise.reject(new TypeError("fetch failed"))],
    ["a proxy without a service", async () => new Response("<h1>502</h1>", { status: 502 })],
    [
      "an answer that breaks off",
      async () =>
        new Response(new ReadableStream({ pull: (to) => to.error(new TypeError("terminated")) }), {
          headers: { "content-type": "application/proto" },
        }),
    ],
  ])("is repeated after %s", async (_, broken) => {
    const { asked, games } = playing([]);
    const whole = fetchOf(games);
    const clock = new FakeClock();
    let calls = 0;
    const client = connect("http://localhost", {
      clock,
      fetch: (input, init) => (calls++ === 0 ? broken() : whole(input, init)),
    });
    await clock.run(client.resume(GAME, "t").play(moves.pass()));
    expect(calls).toBe(2);
    expect(asked).toHaveLength(1);
  });

  test.each([
    ["a decision that is over", refusal(Code.Aborted, "STALE_REVISION"), StaleDecision],
    ["a refusal", refusal(Code.FailedPrecondition, "NOT_YOUR_TURN"), NotNow],
    ["a fault", refusal(Code.Internal, "INTERNAL"), ServiceFault],
    [
      "too many calls without a time to come back",
      refusal(Code.ResourceExhausted, "X"),
      RateLimited,
    ],
  ])("is not repeated after %s", async (_, failure, kind) => {
    const { asked, games } = playing([failure]);
    const { client, clock } = scripted(games);
    await expect(clock.run(client.resume(GAME, "t").play(moves.pass()))).rejects.toBeInstanceOf(
      kind,
    );
    expect(asked).toHaveLength(1);
  });

  test("is repeated where others were quicker all the time", async () => {
    const { asked, games } = playing([refusal(Code.Aborted, "CONTENTION")]);
    const { client, clock } = scripted(games);
    await clock.run(client.resume(GAME, "t").play(moves.pass()));
    expect(asked).toHaveLength(2);
    expect(asked[1]?.requestId).toBe(asked[0]?.requestId);
  });

  test("waits as long as the service asks", async () => {
    const busy = refusal(Code.ResourceExhausted, "RATE_LIMITED", { retrySeconds: 3 });
    const { asked, games } = playing([busy]);
    const { client, clock } = scripted(games);
    const before = clock.now();
    await clock.run(client.resume(GAME, "t").play(moves.pass()));
    expect(asked).toHaveLength(2);
    expect(clock.now() - before).toBeGreaterThanOrEqual(3_000);
  });

  test("waits longer each time, two seconds at most", async () => {
    const { games } = playing(Array(8).fill(away));
    const { client, clock } = scripted(games);
    await clock.run(client.resume(GAME, "t").play(moves.pass(), { timeoutMillis: 60_000 }));
    const waits = clock.asked.filter((millis) => millis < 5_000);
    const greatest = [50, 100, 200, 400, 800, 1_600, 2_000, 2_000];
    expect(waits).toHaveLength(greatest.length);
    for (const [at, most] of greatest.entries()) {
      expect(waits[at]).toBeLessThanOrEqual(most);
      expect(waits[at]).toBeGreaterThanOrEqual(most / 2);
    }
  });

  test("is ended by its signal, with the signal's reason, and leaves no timer", async () => {
    const { asked, games } = playing(["silence"]);
    const { client, clock } = scripted(games);
    const ending = new AbortController();
    const failing = client.resume(GAME, "t").play(moves.pass(), { signal: ending.signal });
    failing.catch(() => {});
    await clock.settle();
    expect(asked).toHaveLength(1);
    ending.abort(new Error("enough"));
    await expect(failing).rejects.toThrow("enough");
    await expect(failing).rejects.not.toBeInstanceOf(ConquianError);
    expect(clock.waiting).toBe(0);
  });

  test("whose signal is aborted already sends nothing", async () => {
    const { asked, games } = playing([]);
    const { client } = scripted(games);
    const call = client.resume(GAME, "t").play(moves.pass(), { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    expect(asked).toHaveLength(0);
  });
});

test("token and language are sent in headers, and nothing where there is none", async () => {
  const seen: (string | null)[][] = [];
  const games: Games = {
    getGame(_, { requestHeader }) {
      seen.push([requestHeader.get("authorization"), requestHeader.get("accept-language")]);
      return { game: { gameId: GAME } };
    },
  };
  const fetch = fetchOf(games);
  await connect("http://localhost/", { fetch, language: "es-MX" }).game(GAME, {
    token: "cqs1x",
  });
  await connect("http://localhost", { fetch }).game(GAME);
  expect(seen).toEqual([
    ["Bearer cqs1x", "es-MX"],
    [null, null],
  ]);
});

test("an answer without its message is a fault of the service, not an undefined", async () => {
  const { client } = scripted({ getGame: () => ({}) });
  await expect(client.game(GAME)).rejects.toBeInstanceOf(ServiceFault);
});

test("a list whose pages go round in a circle ends with an error", async () => {
  const { client } = scripted({ listLegalMoves: () => ({ nextPageToken: "again" }) });
  await expect(client.resume(GAME, "t").legalMoves()).rejects.toThrow("do not end");
});
