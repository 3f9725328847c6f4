/** A seat is played to the end of the game, whatever ends its decisions on the way. */

import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { expect, test } from "vitest";
import {
  GameStatus,
  type GameView,
  GameViewSchema,
  GreedyPlayer,
  InvalidRequest,
  type Move,
  moves,
  moveText,
  playToEnd,
  ServiceFault,
} from "../../src/index.js";
import { GAME, refusal, type Scripted, scripted, updateAt, viewAt } from "../support/scripted.js";

interface Due {
  /** The moves that the view lists. */
  readonly listed?: readonly Move[];
  /** Whether there are more of them. */
  readonly more?: boolean;
}

/** A view of a seat that has to act by a decision of the view's revision. */
function dueAt(revision: number, { listed = [], more = false }: Due = {}): GameView {
  return create(GameViewSchema, {
    gameId: GAME,
    revision,
    status: GameStatus.RUNNING,
    you: {
      seat: 0,
      toAct: true,
      decisionRevision: revision,
      legalMoves: [...listed],
      moreLegalMoves: more,
    },
  });
}

interface Story {
  /** The views that the watch shows; the game's end, at revision 9, follows. */
  readonly shown: readonly GameView[];
  /** What GetGame answers, the last one again and again. */
  readonly read?: readonly GameView[];
  /** Answers of ListLegalMoves, the last one again and again. */
  readonly lists?: readonly (readonly Move[])[];
  /** What ListLegalMoves throws instead. */
  readonly unlisted?: Error;
  /** What is thrown for the moves played, in order; the others succeed. */
  readonly refusals?: readonly Error[];
}

interface Played extends Scripted {
  readonly last: Promise<GameView>;
  /** The decision and the move of each that was played. */
  readonly sent: (readonly [number, string])[];
  /** How often GetGame was called. */
  readonly reads: () => number;
}

/** Plays a seat of a game that goes as the story says. */
function play({ shown, read = [], lists = [], unlisted, refusals = [] }: Story): Played {
  const sent: (readonly [number, string])[] = [];
  let reads = 0;
  let listed = 0;
  const made = scripted({
    async *watchGame() {
      for (const view of shown) {
        yield updateAt(view.revision, view);
      }
      for (let revision = (shown.at(-1)?.revision ?? 0) + 1; revision < 9; revision += 1) {
        yield updateAt(revision);
      }
      yield updateAt(9, viewAt(9, GameStatus.FINISHED));
    },
    getGame() {
      reads += 1;
      return { game: read[Math.min(reads, read.length) - 1] };
    },
    listLegalMoves() {
      listed += 1;
      if (unlisted !== undefined) {
        throw unlisted;
      }
      return { moves: [...(lists[Math.min(listed, lists.length) - 1] ?? [])], revision: 4 };
    },
    playMove({ revision, move }) {
      const refused = refusals[sent.length];
      sent.push([revision, move === undefined ? "" : moveText(move)]);
      if (refused !== undefined) {
        throw refused;
      }
      return { update: { revision: revision + 1 } };
    },
  });
  const last = made.clock.run(playToEnd(made.client.resume(GAME, "t"), new GreedyPlayer()));
  last.catch(() => {}); // each test looks at it when its time has come
  return { ...made, last, sent, reads: () => reads };
}

const many = { listed: [moves.pass()], more: true };

test("plays each decision at its revision, and gives the last view", async () => {
  const { last, sent } = play({
    shown: [dueAt(2, { listed: [moves.pass()] }), viewAt(3), dueAt(4, { listed: [moves.stop()] })],
  });
  expect((await last).status).toBe(GameStatus.FINISHED);
  expect(sent).toEqual([
    [2, "pass"],
    [4, "stop"],
  ]);
});

test("chooses from all legal moves where a view lists only the first", async () => {
  const { last, sent } = play({
    shown: [dueAt(2, many)],
    lists: [[moves.pass(), moves.layMeld("7H 8H 9H")]],
  });
  await last;
  expect(sent).toEqual([[2, "meld 7H 8H 9H"]]);
});

test("chooses from the moves shown where finding all would take too long", async () => {
  const { last, sent } = play({
    shown: [dueAt(2, many)],
    unlisted: refusal(Code.InvalidArgument, "POSITION_TOO_COMPLEX"),
  });
  await last;
  expect(sent).toEqual([[2, "pass"]]);
});

test("passes over no other refusal of the list", async () => {
  const { last, sent } = play({
    shown: [dueAt(2, many)],
    unlisted: refusal(Code.InvalidArgument, "PAGE_TOKEN_INVALID"),
  });
  await expect(last).rejects.toThrow(InvalidRequest);
  expect(sent).toEqual([]);
});

test("drops a decision that ended while its moves were read", async () => {
  const { last, sent } = play({ shown: [dueAt(2, many)], read: [viewAt(4)], lists: [[]] });
  expect((await last).revision).toBe(9);
  expect(sent).toEqual([]);
});

test("plays the decision that came while the moves of another were read", async () => {
  const { last, sent } = play({
    shown: [dueAt(2, many)],
    read: [dueAt(4, { listed: [moves.stop()] })],
    lists: [[]],
  });
  await last;
  expect(sent).toEqual([[4, "stop"]]);
});

test("drops one decision after another that ended while its moves were read", async () => {
  const { last, sent, reads } = play({
    shown: [dueAt(2, many)],
    read: [dueAt(4, many), dueAt(6, many)],
    lists: [[], [], [moves.pass()]],
  });
  await last;
  expect(sent).toEqual([[6, "pass"]]);
  expect(reads()).toBe(2);
});

test("reads the game again when a decision was over", async () => {
  const { last, sent } = play({
    shown: [dueAt(2, { listed: [moves.pass()] })],
    read: [dueAt(4, { listed: [moves.stop()] })],
    refusals: [refusal(Code.Aborted, "STALE_REVISION")],
  });
  await last;
  expect(sent).toEqual([
    [2, "pass"],
    [4, "stop"],
  ]);
});

test("waits for what the watch shows when another seat has to act", async () => {
  const { last, sent, reads } = play({
    shown: [dueAt(2, { listed: [moves.pass()] })],
    refusals: [refusal(Code.FailedPrecondition, "NOT_YOUR_TURN")],
  });
  await last;
  expect(sent).toEqual([[2, "pass"]]);
  expect(reads()).toBe(0);
});

test.each([
  ["lists none", {}],
  ["has more than it lists, but not in their list", many],
])("a view of a seat to act that %s is asked for once more, then a fault", async (_, due) => {
  const { last, reads } = play({ shown: [dueAt(2, due)], read: [dueAt(2, due)], lists: [[]] });
  await expect(last).rejects.toThrow("no legal move");
  await expect(last).rejects.toBeInstanceOf(ServiceFault);
  expect(reads()).toBe(1);
});
