/** A watch yields each revision once and in order, whatever the connection does. */

import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import {
  GameStatus,
  InvalidRequest,
  NotFound,
  Unavailable,
  type WatchItem,
} from "../../src/index.js";
import type { WatchOptions } from "../../src/watch.js";
import {
  GAME,
  type Games,
  heartbeatAt,
  refusal,
  type Scripted,
  type StreamMessage,
  scripted,
  silence,
  updateAt,
  viewAt,
} from "../support/scripted.js";

const over = viewAt(9, GameStatus.FINISHED);
const theEnd = updateAt(9, over);

/** What one stream does: messages, then an error, silence, or a plain end. */
type Script = readonly (StreamMessage | Error | "silence")[];

interface Watched extends Scripted {
  /** `afterRevision` of each stream that was opened. */
  readonly opened: (number | undefined)[];
  /** Streams that are open now. */
  readonly open: () => number;
}

/** A service whose streams follow one script after the other, the last one again and again. */
function streaming(scripts: readonly Script[], games: Games = {}): Watched {
  const opened: (number | undefined)[] = [];
  let open = 0;
  const made = scripted({
    getGame: () => ({ game: over }),
    ...games,
    async *watchGame(request, context) {
      const script = scripts[Math.min(opened.length, scripts.length - 1)] ?? [];
      opened.push(request.afterRevision);
      open += 1;
      try {
        for (const step of script) {
          if (step instanceof Error) {
            throw step;
          }
          if (step === "silence") {
            await silence(context.signal);
          } else {
            yield step;
          }
        }
      } finally {
        open -= 1;
      }
    },
  });
  return { ...made, opened, open: () => open };
}

function revisions(items: readonly WatchItem[]): (number | string)[] {
  return items.map((item) =>
    item.type === "update" ? item.revision : `resynced ${item.view.revision}`,
  );
}

/** All items until the watch ends. */
async function follow(
  { client, clock }: Scripted,
  options: WatchOptions = {},
): Promise<WatchItem[]> {
  const items: WatchItem[] = [];
  await clock.run(
    (async () => {
      for await (const item of client.watch(GAME, { afterRevision: 5, ...options })) {
        items.push(item);
      }
    })(),
  );
  return items;
}

test("yields updates in order, with their views, and ends after the game's last", async () => {
  const service = streaming([
    [updateAt(6), updateAt(7), heartbeatAt(7), updateAt(8), theEnd, updateAt(10)],
  ]);
  const items = await follow(service);
  expect(revisions(items)).toEqual([6, 7, 8, 9]);
  expect(items.at(-1)?.view?.status).toBe(GameStatus.FINISHED);
  expect(service.opened).toEqual([5]);
  await service.clock.settle();
  expect(service.open()).toBe(0);
});

test("starts with the newest where no revision is given", async () => {
  const service = streaming([[updateAt(8), theEnd]]);
  expect(revisions(await follow(service, { afterRevision: undefined }))).toEqual([8, 9]);
  expect(service.opened).toEqual([undefined]);
});

test.each<[string, Script[number]]>([
  ["the stream is cut", new ConnectError("cut", Code.Unknown)],
  ["the service is away", refusal(Code.Unavailable, "STORE_UNAVAILABLE")],
  ["the server has its fill of watchers", refusal(Code.ResourceExhausted, "TOO_MANY_WATCHERS")],
  ["the server is going away", { kind: { case: "closing", value: { resumeAfterRevision: 6 } } }],
  ["a heartbeat tells of a revision that was left out", heartbeatAt(8)],
  ["a revision is left out", updateAt(8)],
])("resumes at once after the last revision it yielded when %s", async (_, trouble) => {
  const service = streaming([
    [updateAt(6), trouble, "silence"],
    [updateAt(7), updateAt(8), theEnd],
  ]);
  const before = service.clock.now();
  expect(revisions(await follow(service))).toEqual([6, 7, 8, 9]);
  expect(service.opened).toEqual([5, 6]);
  expect(service.clock.now() - before).toBeLessThan(100);
});

test("resumes after 25 seconds of silence, not sooner", async () => {
  const service = streaming([
    [updateAt(6), "silence"],
    [updateAt(7), updateAt(8), theEnd],
  ]);
  const following = follow(service);
  await service.clock.settle();
  expect(service.opened).toEqual([5]);
  expect(revisions(await following)).toEqual([6, 7, 8, 9]);
  expect(Math.max(...service.clock.asked)).toBe(25_000);
  expect(service.clock.now()).toBeGreaterThanOrEqual(26_000);
  await service.clock.settle();
  expect(service.open()).toBe(0);
});

test("what is sent twice is yielded once", async () => {
  const service = streaming([
    [updateAt(6), updateAt(6), updateAt(5), updateAt(7), updateAt(8), theEnd],
  ]);
  expect(revisions(await follow(service))).toEqual([6, 7, 8, 9]);
  expect(service.opened).toEqual([5]);
});

test("starts over from a view when three streams in a row leave out a revision", async () => {
  const games: Games = { getGame: () => ({ game: viewAt(7) }) };
  const gap: Script = [updateAt(7)];
  const service = streaming([gap, gap, gap, [updateAt(8), theEnd]], games);
  expect(revisions(await follow(service))).toEqual(["resynced 7", 8, 9]);
  expect(service.opened).toEqual([5, 5, 5, 7]);
});

test("starts over from a view when the server asks for it", async () => {
  const games: Games = { getGame: () => ({ game: viewAt(7) }) };
  const resync: StreamMessage = { kind: { case: "resync", value: { revision: 7 } } };
  const service = streaming([[resync], [updateAt(8), theEnd]], games);
  expect(revisions(await follow(service))).toEqual(["resynced 7", 8, 9]);
  expect(service.opened).toEqual([5, 7]);
});

test("a stream that ends without a word is resumed, unless the game is over", async () => {
  let views = 0;
  const games: Games = { getGame: () => ({ game: views++ === 0 ? viewAt(6) : over }) };
  const service = streaming([[updateAt(6)], [updateAt(7), updateAt(8), updateAt(9)]], games);
  expect(revisions(await follow(service))).toEqual([6, 7, 8, 9]);
  expect(service.opened).toEqual([5, 6]);
  expect(views).toBe(2);
});

test("a watch of a game that is over already ends without an item", async () => {
  const service = streaming([[]]);
  expect(await follow(service, { afterRevision: 9 })).toEqual([]);
});

test.each([
  [{}, true],
  [{ legalMoves: undefined }, true],
  [{ legalMoves: false }, false],
])("a seat that watches with %o asks for its legal moves: %s", async (options, expected) => {
  const asked: boolean[] = [];
  const { client, clock } = scripted({
    async *watchGame({ includeLegalMoves }) {
      asked.push(includeLegalMoves);
      yield theEnd;
    },
  });
  await clock.run(client.resume(GAME, "t").watch(options).next());
  expect(asked).toEqual([expected]);
});

test("a seat whose store lost what it was shown starts over", async () => {
  const games: Games = {
    joinGame: () => ({ seatToken: "t", update: { revision: 8, view: viewAt(8) } }),
    getGame: () => ({ game: viewAt(5) }),
  };
  const service = streaming(
    [[heartbeatAt(5)], [updateAt(6), updateAt(7), updateAt(8), theEnd]],
    games,
  );
  const seat = await service.client.join(GAME);
  expect(seat.revision).toBe(8);
  const items: WatchItem[] = [];
  const shown: number[] = [];
  await service.clock.run(
    (async () => {
      for await (const item of seat.watch({ afterRevision: 5 })) {
        items.push(item);
        shown.push(seat.revision);
      }
    })(),
  );
  expect(revisions(items)).toEqual(["resynced 5", 6, 7, 8, 9]);
  expect(shown[0]).toBe(5);
  expect(service.opened).toEqual([5, 5]);
});

test("a heartbeat that is only older than the seat's own answer changes nothing", async () => {
  const games: Games = {
    joinGame: () => ({ seatToken: "t", update: { revision: 8, view: viewAt(8) } }),
    getGame: () => ({ game: viewAt(8) }),
  };
  const service = streaming([[heartbeatAt(7), updateAt(8), theEnd]], games);
  const seat = await service.client.join(GAME);
  const items: WatchItem[] = [];
  await service.clock.run(
    (async () => {
      for await (const item of seat.watch({ afterRevision: 7 })) {
        items.push(item);
      }
    })(),
  );
  expect(revisions(items)).toEqual([8, 9]);
  expect(service.opened).toEqual([7]);
});

test.each<[string, Script]>([
  ["while it reads", ["silence"]],
  ["while it waits to resume", [refusal(Code.Unavailable, "STORE_UNAVAILABLE")]],
])("ends quietly when its signal is aborted %s, and closes the stream", async (_, script) => {
  const service = streaming([script]);
  const ending = new AbortController();
  const items: WatchItem[] = [];
  const following = (async () => {
    for await (const item of service.client.watch(GAME, {
      afterRevision: 5,
      signal: ending.signal,
    })) {
      items.push(item);
    }
  })();
  await service.clock.settle();
  expect(service.opened).toEqual([5]);
  ending.abort();
  await following;
  await service.clock.settle();
  expect(items).toEqual([]);
  expect(service.open()).toBe(0);
  expect(service.clock.waiting).toBe(0);
});

test("a watch whose signal is aborted already sends nothing", async () => {
  const service = streaming([["silence"]]);
  expect(await follow(service, { signal: AbortSignal.abort() })).toEqual([]);
  expect(service.opened).toEqual([]);
});

test("an aborted signal closes the stream of a watch that nobody reads", async () => {
  const service = streaming([[updateAt(6), "silence"]]);
  const ending = new AbortController();
  const watch = service.client.watch(GAME, { afterRevision: 5, signal: ending.signal });
  await watch.next();
  expect(service.open()).toBe(1);
  ending.abort();
  await service.clock.settle();
  expect(service.open()).toBe(0);
  expect((await watch.next()).done).toBe(true);
});

test.each([2 ** 31, 1.5, Number.NaN])("a revision of %d ends it at once", async (afterRevision) => {
  const service = streaming([["silence"]]);
  await expect(follow(service, { afterRevision })).rejects.toBeInstanceOf(InvalidRequest);
  expect(service.opened).toEqual([]);
});

test("leaving the loop closes the stream", async () => {
  const service = streaming([[updateAt(6), "silence"]]);
  for await (const item of service.client.watch(GAME, { afterRevision: 5 })) {
    expect(item.type).toBe("update");
    break;
  }
  await service.clock.settle();
  expect(service.open()).toBe(0);
  expect(service.clock.waiting).toBe(0);
});

test.each<[string, Script]>([
  ["reads", ["silence"]],
  ["waits to resume", [refusal(Code.Unavailable, "STORE_UNAVAILABLE")]],
])("return() ends it while it %s, and the item that is waited for", async (_, script) => {
  const service = streaming([script]);
  const watch = service.client.watch(GAME, { afterRevision: 5 });
  const waiting = watch.next();
  await service.clock.settle();
  expect(service.opened).toEqual([5]);
  const left = watch.return?.();
  await service.clock.settle();
  expect(service.open()).toBe(0);
  expect(service.clock.waiting).toBe(0);
  expect(await service.clock.run(waiting)).toEqual({ done: true, value: undefined });
  expect(await left).toEqual({ done: true, value: undefined });
  expect((await watch.next()).done).toBe(true);
});

test("a watch that is left before its first item sends nothing", async () => {
  const service = streaming([["silence"]]);
  const watch = service.client.watch(GAME, { afterRevision: 5 });
  await watch.return?.();
  expect((await watch.next()).done).toBe(true);
  expect(service.opened).toEqual([]);
});

test("a token that no header can carry is refused when the first item is asked for", async () => {
  const service = streaming([["silence"]]);
  await expect(follow(service, { token: "two\nlines" })).rejects.toBeInstanceOf(TypeError);
  expect(service.opened).toEqual([]);
});

test("a refusal ends it with the typed error", async () => {
  const service = streaming([[refusal(Code.NotFound, "GAME_NOT_FOUND")]]);
  await expect(follow(service)).rejects.toBeInstanceOf(NotFound);
  expect(service.opened).toHaveLength(1);
});

test("gives up after its patience, counted from the first failure", async () => {
  const service = streaming([[refusal(Code.Unavailable, "STORE_UNAVAILABLE")]]);
  const before = service.clock.now();
  await expect(follow(service, { patienceMillis: 20_000 })).rejects.toBeInstanceOf(Unavailable);
  expect(service.clock.now() - before).toBeGreaterThanOrEqual(20_000);
  expect(service.clock.now() - before).toBeLessThan(23_000);
});

test("tells when the connection is lost and found, once each", async () => {
  const away = refusal(Code.Unavailable, "STORE_UNAVAILABLE");
  const service = streaming([
    [updateAt(6), updateAt(7), away],
    [updateAt(8), { kind: { case: "closing", value: {} } }],
    [theEnd],
  ]);
  const told: string[] = [];
  await follow(service, { onConnection: (connection) => told.push(connection) });
  expect(told).toEqual(["live", "waiting", "live", "waiting", "live"]);
});

test("tells that it is live half a second after a quiet stream has begun", async () => {
  const games: Games = { getGame: () => ({ game: viewAt(5) }) };
  const service = streaming([["silence"]], games);
  const told: string[] = [];
  const ending = new AbortController();
  const following = follow(service, {
    signal: ending.signal,
    onConnection: (connection) => {
      told.push(`${connection} ${service.clock.now()}`);
      ending.abort();
    },
  });
  await following;
  expect(told).toEqual(["live 1500"]);
});

test("an error of the listener is not taken for a lost connection", async () => {
  const service = streaming([[updateAt(6), theEnd]]);
  const broken = follow(service, {
    onConnection: () => {
      throw new RangeError("a bug");
    },
  });
  await expect(broken).rejects.toThrow("a bug");
  expect(service.opened).toEqual([5]);
});

test("an error of the listener that is told of a quiet stream ends the watch", async () => {
  const service = streaming([["silence"]], { getGame: () => ({ game: viewAt(5) }) });
  const broken = follow(service, {
    onConnection: (connection) => {
      throw new RangeError(`a bug when ${connection}`);
    },
  });
  await expect(broken).rejects.toThrow("a bug when live");
  expect(service.opened).toEqual([5]);
  await service.clock.settle();
  expect(service.open()).toBe(0);
  expect(service.clock.waiting).toBe(0);
});
