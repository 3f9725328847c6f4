/** Whole games against the real server, and one by hand. */

import { expect, inject, test } from "vitest";
import {
  Access,
  connect,
  type GameView,
  GreedyPlayer,
  isOver,
  MoveKind,
  meldText,
  moves,
  moveText,
  playToEnd,
  RandomPlayer,
  SeatKind,
  sameMove,
} from "../../src/index.js";
import { begun, pinnedTable, recorded, revisionsOf, toAct, upTo } from "../support/tables.js";

const client = connect(inject("serverUrl"));

test.each([
  ["classic", {}],
  ["kunken", { deals: 1 }],
  ["foster_cooncan", {}],
])(
  "greedy players play a whole game of %s, and a watcher sees each revision once",
  async (ruleset, options) => {
    const { gameId, seats } = await begun(client, ruleset, { options });
    const watcher = { watch: () => client.watch(gameId, { afterRevision: 0 }) };
    const [items, ...ends] = await Promise.all([
      recorded(watcher),
      ...seats.map((seat) => playToEnd(seat, new GreedyPlayer())),
    ]);
    const [last] = ends as [GameView, ...GameView[]];
    expect(ends.every(isOver)).toBe(true);
    expect(ends.map((view) => view.revision)).toEqual(ends.map(() => last.revision));
    expect(revisionsOf(items)).toEqual(upTo(last.revision));
    expect(items.at(-1)?.view?.result?.winnerSeats).toEqual(last.result?.winnerSeats);

    const transcript = await client.transcript(gameId);
    expect(transcript.game.shuffle?.seed).toMatch(/^[\da-f]{64}$/);
    expect(transcript.entries.map((entry) => entry.revision)).toEqual(upTo(last.revision));
    const listed = await client.events(gameId, { afterRevision: 0, pageSize: 200 });
    expect(listed.updates[0]?.revision).toBe(1);
    expect(listed.revision).toBe(last.revision);
  },
);

test("a seat sees its hand and what it may do, and plays it", async () => {
  const table = await begun(client, "classic", { firstDealer: 0 });
  const { seat, view, other } = await toAct(table);
  expect(seat.number).toBe(1);
  expect(view.you?.hand).toHaveLength(10);
  expect(view.you?.toAct).toBe(true);
  expect(view.you?.legalMoves.map(moveText)).toContain("pass");
  expect(view.deal?.upcard?.card).toMatch(/^..$/);
  expect(await seat.legalMoves()).toEqual(view.you?.legalMoves);
  const passes = await seat.legalMoves({ kinds: [MoveKind.PASS] });
  expect(passes.map(moveText)).toEqual(["pass"]);
  expect((await other.view()).you?.legalMoves).toEqual([]);

  expect((await seat.validate(moves.pass())).revision).toBe(view.revision);
  expect((await seat.view()).revision).toBe(view.revision);
  const update = await seat.play(moves.pass());
  expect(update.revision).toBe(view.revision + 1);
  expect(update.events[0]?.kind.case).toBe("passed");
  expect(seat.lastView?.revision).toBe(update.revision);
});

test("a seat that is resumed by its token plays on, once it has been shown something", async () => {
  const table = await begun(client);
  const { seat } = await toAct(table);
  const again = client.resume(table.gameId, seat.token);
  expect(again.number).toBeUndefined();
  expect(again.joined).toBeUndefined();
  const view = await again.view();
  expect(again.number).toBe(seat.number);
  const [move] = view.you?.legalMoves ?? [];
  expect(move).toBeDefined();
  expect((await again.play(move ?? moves.pass())).revision).toBe(view.revision + 1);
});

test("every legal move of a large hand is listed, and every one can be sent back", async () => {
  const table = await begun(client, "mexican");
  const { seat, view } = await toAct(table);
  for (const move of view.you?.legalMoves ?? []) {
    await expect(seat.validate(move)).resolves.toBeDefined();
  }
});

test("a move put together by hand is the one that is listed, and is played", async () => {
  const table = await pinnedTable(client);
  const { seat, view } = await toAct(table);
  expect(view.deal?.upcard?.card).toBe("5C");
  const move = moves.take(["5C 6C 7C JC"]);
  expect(view.you?.legalMoves.filter((listed) => sameMove(listed, move))).toHaveLength(1);
  const { view: after } = await seat.play(move);
  expect(after?.you?.hand).toHaveLength(7);
  expect(after?.seats[1]?.table.map(meldText)).toEqual(["5C 6C 7C JC"]);
});

test("a table is managed by its host", async () => {
  const { gameId, hostToken } = await client.createGame("classic", { options: { deals: 2 } });
  const ana = await client.join(gameId, { name: "Ana", seat: 1, kind: SeatKind.BOT });
  expect(ana.joined?.view?.seats[1]).toMatchObject({ name: "Ana", kind: SeatKind.BOT });
  const issued = await client.issueSeatToken(gameId, 1, { token: hostToken });
  const renewed = client.resume(gameId, issued.seatToken);
  await renewed.leave();
  await client.join(gameId, { name: "Ben", seat: 0 });
  await client.freeSeat(gameId, 0, { token: hostToken });
  const update = await client.cancelGame(gameId, { token: hostToken });
  expect(update.view && isOver(update.view)).toBe(true);
});

test("who resigns ends the game", async () => {
  const { seats } = await begun(client, "classic", { options: { deals: 1 } });
  const [ana, ben] = seats;
  const playing = ben && playToEnd(ben, new RandomPlayer(7));
  await ana?.resign();
  expect((await playing)?.result?.winnerSeats).toEqual([1]);
});

test("public games are listed", async () => {
  const { gameId } = await client.createGame("colonel", { access: Access.PUBLIC });
  const ids: string[] = [];
  for await (const game of client.games({ ruleset: "colonel" })) {
    ids.push(game.gameId);
  }
  expect(ids).toContain(gameId);
});

test("rulesets are told, and positions judged", async () => {
  const names = (await client.rulesets()).map((ruleset) => ruleset.name);
  expect(names).toContain("classic");
  const classic = await client.ruleset("classic");
  expect(classic.packs[0]?.cards).toHaveLength(40);

  const legal = await client.analyze({
    ruleset: "classic",
    hand: "5C 5D 6S 7S",
    upcard: "5S",
    layout: ["5C 5D 5S"],
  });
  expect(legal.verdict?.legal).toBe(true);
  expect(legal.takings.map((taking) => taking.layout.length)).toContain(1);
  const illegal = await client.analyze({
    ruleset: "classic",
    hand: ["5C", "QS"],
    upcard: "5S",
    layout: [["5C", "QS", "5S"]],
  });
  expect(illegal.verdict).toMatchObject({ legal: false, reason: "NOT_A_MELD", rule: "R2.13" });
});
