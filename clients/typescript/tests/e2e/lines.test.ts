/** Lost answers, cut lines and a restart of the service: nothing is doubled, nothing missed. */

import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  type Client,
  type Connection,
  connect,
  GreedyPlayer,
  moves,
  playToEnd,
  Unavailable,
  type WatchItem,
} from "../../src/index.js";
import { LossyLine } from "../support/lossy-line.js";
import { Server } from "../support/server.js";
import { begun, recorded, revisionsOf, toAct, upTo } from "../support/tables.js";

const PATIENTLY = { timeout: 9_000, interval: 20 };

describe("over a line that loses answers", () => {
  let line: LossyLine;
  let client: Client;

  beforeAll(async () => {
    line = await LossyLine.to(inject("serverUrl"));
    client = connect(line.url);
  });

  afterAll(() => line.close());

  test("a move whose answer was lost is sent again and made once", async () => {
    const table = await begun(client);
    const { seat, view } = await toAct(table);
    const lost = line.lost;
    line.loseAnswers(1);
    const update = await seat.play(moves.pass());
    expect(line.lost).toBe(lost + 1);
    expect(update.revision).toBe(view.revision + 1);
    expect((await seat.view()).revision).toBe(view.revision + 1);
  });

  test("a game and a seat are made once, with the same tokens", async () => {
    line.loseAnswers(1);
    const { gameId } = await client.createGame();
    line.loseAnswers(1);
    const ana = await client.join(gameId, { name: "Ana" });
    const view = await ana.view();
    expect(view.seats.map((seat) => seat.taken)).toEqual([true, false]);
    expect(view.revision).toBe(2);
  });

  test("where every answer is lost the error says that the move may have been made", async () => {
    const table = await begun(client);
    const { seat, view } = await toAct(table);
    const requestId = crypto.randomUUID();
    line.loseAnswers(1_000);
    const failing = seat.play(moves.pass(), { requestId, timeoutMillis: 700 });
    await expect(failing).rejects.toBeInstanceOf(Unavailable);
    await expect(failing).rejects.toMatchObject({ mayHaveHappened: true });
    line.loseAnswers(0);
    const update = await seat.play(moves.pass(), { requestId });
    expect(update.revision).toBe(view.revision + 1);
  });

  test("a watch goes on after each cut", async () => {
    const { gameId, seats } = await begun(client, "classic", { options: { deals: 1 } });
    const direct = connect(inject("serverUrl"));
    const items: WatchItem[] = [];
    const told: Connection[] = [];
    const watching = (async () => {
      const onConnection = (now: Connection): number => told.push(now);
      for await (const item of client.watch(gameId, { afterRevision: 0, onConnection })) {
        items.push(item);
        if (items.length % 5 === 0) {
          line.cut();
        }
      }
    })();
    const [last] = await Promise.all(
      seats.map((seat) => playToEnd(direct.resume(gameId, seat.token), new GreedyPlayer())),
    );
    await watching;
    expect(revisionsOf(items)).toEqual(upTo(last?.revision ?? 0));
    expect(told.filter((now) => now === "waiting").length).toBeGreaterThan(0);
  });
});

describe("with a service that restarts", () => {
  let server: Server;

  beforeAll(async () => {
    server = await Server.started();
  });

  afterAll(() => server.end());

  test("watchers and players go on, and nothing is missed or doubled", async () => {
    const client = connect(server.url);
    const { gameId, seats } = await begun(client, "classic");
    const told: Connection[] = [];
    const watched = recorded({
      watch: () =>
        client.watch(gameId, { afterRevision: 0, onConnection: (now) => told.push(now) }),
    });
    // Another one begins after the newest revision and so hears no news at all.
    const toldQuiet: Connection[] = [];
    const quiet = new AbortController();
    const watchedQuiet = recorded({
      watch: () =>
        client.watch(gameId, {
          afterRevision: 3,
          signal: quiet.signal,
          onConnection: (now) => toldQuiet.push(now),
        }),
    });
    await expect.poll(() => [told, toldQuiet], PATIENTLY).toEqual([["live"], ["live"]]);
    await server.stop();
    const lost = ["live", "waiting"];
    await expect.poll(() => [told, toldQuiet], PATIENTLY).toEqual([lost, lost]);
    await server.start();
    const found = [...lost, "live"];
    await expect.poll(() => [told, toldQuiet], PATIENTLY).toEqual([found, found]);
    quiet.abort();
    expect(await watchedQuiet).toEqual([]);

    const playing = Promise.all(seats.map((seat) => playToEnd(seat, new GreedyPlayer())));
    await expect.poll(() => seats[0]?.revision, PATIENTLY).toBeGreaterThan(6);
    await server.stop();
    await server.start();
    const [last] = await playing;
    const items = await watched;
    expect(revisionsOf(items)).toEqual(upTo(last?.revision ?? 0));
    expect(told.filter((now) => now === "live").length).toBeGreaterThan(1);
    await expect.poll(() => server.metric("conquian_watchers"), PATIENTLY).toBe(0);
  });
});
