import { create } from "@bufbuild/protobuf";
import {
  GameStatus,
  type GameView,
  GameViewSchema,
  moves,
  NotNow,
  Unauthenticated,
  Unavailable,
  type WatchItem,
} from "@conquian/client";
import { signal } from "@preact/signals";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** A watch that says what a test gives it. */
class Watch {
  readonly items: WatchItem[] = [];
  error: unknown;
  #wake = () => {};

  constructor(readonly options: { signal: AbortSignal; token?: string }) {
    options.signal.addEventListener("abort", () => this.#wake());
  }

  async say(...items: WatchItem[]): Promise<void> {
    this.items.push(...items);
    this.#wake();
    await settled();
  }

  async fail(error: unknown): Promise<void> {
    this.error = error;
    this.#wake();
    await settled();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WatchItem, void, undefined> {
    while (!this.options.signal.aborted) {
      const item = this.items.shift();
      if (item) yield item;
      else if (this.error) throw this.error;
      else
        await new Promise<void>((wake) => {
          this.#wake = wake;
        });
    }
  }
}

const watches: Watch[] = [];
const told = vi.fn();
const join = vi.fn();
const play = vi.fn();
const leave = vi.fn();

const service = () => ({
  join,
  watch: (_: string, options: Watch["options"]) => watched(options),
  resume: (_: string, token: string) => ({
    token,
    play: (...asked: unknown[]) => play(token, ...asked),
    leave,
    watch: (options: Watch["options"]) => watched({ ...options, token }),
  }),
});
const client = signal(service());

function watched(options: Watch["options"]): Watch {
  const watch = new Watch(options);
  watches.push(watch);
  return watch;
}

vi.stubGlobal("addEventListener", () => {});
vi.mock("../src/app/service.js", () => ({ client }));
vi.mock("../src/app/language.js", () => ({ say: (key: string) => key }));
vi.mock("../src/app/trouble.js", () => ({
  tell: told,
  dismissAll: () => {},
  dismissAway: () => {},
  wordsOf: String,
}));
vi.mock("../src/app/catalogue.js", () => ({ inPlay: signal(undefined) }));

const { forgetGame, keepGame, keptGame } = await import("../src/app/keep.js");
const { Sitting } = await import("../src/table/sitting.js");

const MINE = { seat: 1, token: "cqs1.mine" };
const REVOKED = new Unauthenticated({ code: 16, message: "", reason: "CREDENTIAL_REVOKED" });
const LOST = new Unavailable({ code: 14, message: "", mayHaveHappened: true });

let sitting: InstanceType<typeof Sitting>;
let game = 0;

function sit(kept?: Parameters<typeof keepGame>[1], invite?: string): string {
  const gameId = `g${++game}`;
  if (kept) keepGame(gameId, kept);
  sitting = new Sitting(gameId, invite);
  return gameId;
}

function view(revision: number, more: object = {}): GameView {
  return create(GameViewSchema, { revision, status: GameStatus.WAITING, ...more });
}

function update(revision: number, shown?: GameView): WatchItem {
  return { type: "update", revision, events: [], commitTime: new Date(0), view: shown };
}

function newest(): Watch {
  const watch = watches.at(-1);
  if (!watch) throw new Error("nothing is watched");
  return watch;
}

const revisions = () => sitting.story.value.map(({ revision }) => revision);
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  watches.length = 0;
});

afterEach(() => {
  sitting.end();
  vi.resetAllMocks();
});

describe("a seat's token", () => {
  it("is dropped when it was replaced, and the game is watched", async () => {
    const gameId = sit({ mine: MINE });
    expect(newest().options.token).toBe(MINE.token);
    await newest().fail(REVOKED);
    expect(keptGame(gameId)?.mine).toBeUndefined();
    expect(watches).toHaveLength(2);
    expect(newest().options.token).toBeUndefined();
    expect(told).toHaveBeenCalledWith(REVOKED);
  });

  it("is kept when the service does not know it just now", async () => {
    const gameId = sit({ mine: MINE });
    const error = new Unauthenticated({ code: 16, message: "", reason: "CREDENTIAL_INVALID" });
    await newest().fail(error);
    expect(keptGame(gameId)?.mine).toEqual(MINE);
    expect(sitting.closed.value).toBe(error);
  });

  it("that another page has taken meanwhile is not dropped with the old one", async () => {
    const gameId = sit({ mine: MINE });
    const other = { seat: 0, token: "cqs1.other" };
    keepGame(gameId, { mine: other });
    await newest().fail(REVOKED);
    expect(keptGame(gameId)?.mine).toEqual(other);
    expect(newest().options.token).toBe(other.token);
    expect(told).not.toHaveBeenCalled();
  });

  it("outlasts that another page forgets the game", async () => {
    const gameId = sit({ mine: MINE, hostToken: "cqh1.x" });
    forgetGame(gameId);
    await newest().say(update(1, view(1, { status: GameStatus.CANCELLED })));
    expect(sitting.kept.value).toMatchObject({ mine: MINE, hostToken: "cqh1.x", over: true });
  });
});

describe("joining", () => {
  const SEAT = { number: 1, token: MINE.token };

  it("keeps the invitation to a private table", async () => {
    const gameId = sit(undefined, "cqi1.x");
    join.mockResolvedValueOnce(SEAT);
    await sitting.join("Ana");
    expect(join).toHaveBeenCalledWith(gameId, expect.objectContaining({ token: "cqi1.x" }));
    expect(keptGame(gameId)).toMatchObject({ mine: MINE, inviteToken: "cqi1.x" });
  });

  it("keeps what the record of the shuffle is to be held against", async () => {
    const gameId = sit();
    await newest().say(update(1, view(1, { shuffle: { commitment: "5eed" } })));
    join.mockResolvedValueOnce(SEAT);
    await sitting.join("Ana");
    const [, { entropy, commitment }] = join.mock.calls[0] ?? [];
    expect(commitment).toBe("5eed");
    expect(keptGame(gameId)).toMatchObject({
      commitment,
      entropy: Buffer.from(entropy).toString("hex"),
    });
  });

  it.each([
    ["a player", () => sitting.join("Ana")],
    ["the computer", () => sitting.seatComputer()],
  ])("again after an answer was lost is the same call: %s", async (_, sitDown) => {
    sit();
    join.mockRejectedValueOnce(LOST).mockRejectedValueOnce(LOST).mockResolvedValueOnce(SEAT);
    for (let count = 0; count < 3; count++) await sitDown();
    const [first, ...others] = join.mock.calls;
    expect(first?.[1].requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/);
    expect(others).toEqual([first, first]);
  });

  it("again after a refusal is another call", async () => {
    sit();
    join.mockRejectedValueOnce(new NotNow({ code: 9, message: "" })).mockResolvedValueOnce(SEAT);
    await sitting.join("Ana");
    await sitting.join("Ben");
    const [[, first], [, second]] = join.mock.calls as [[string, object], [string, object]];
    expect(second).toMatchObject({ name: "Ben" });
    expect(second).not.toMatchObject({ requestId: (first as { requestId: string }).requestId });
  });

  it("at the last seat is asked about again when the game has started", async () => {
    const gameId = sit();
    await newest().say(update(1, view(1)));
    join.mockRejectedValueOnce(LOST).mockResolvedValueOnce(SEAT);
    await sitting.join("Ana");
    await newest().say(update(2, view(2)));
    expect(join).toHaveBeenCalledTimes(1);
    await newest().say(update(3, view(3, { status: GameStatus.RUNNING })));
    expect(join.mock.calls[1]).toEqual(join.mock.calls[0]);
    expect(keptGame(gameId)?.mine).toEqual(MINE);
    expect(newest().options.token).toBe(MINE.token);
  });

  it("is asked about again too when the game had started before the answer was lost", async () => {
    sit();
    await newest().say(update(3, view(3, { status: GameStatus.RUNNING })));
    vi.useFakeTimers();
    join.mockRejectedValue(LOST);
    await sitting.join("Ana");
    await vi.advanceTimersByTimeAsync(10_000);
    sitting.end();
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(join).toHaveBeenCalledTimes(4);
    expect(new Set(join.mock.calls.map(([, asked]) => asked.requestId)).size).toBe(1);
  });

  it("is kept, but watched by nobody, when the reader has left meanwhile", async () => {
    const gameId = sit();
    let answer = (_: typeof SEAT) => {};
    join.mockReturnValueOnce(
      new Promise((done) => {
        answer = done;
      }),
    );
    const joined = sitting.join("Ana");
    sitting.end();
    answer(SEAT);
    await joined;
    expect(keptGame(gameId)?.mine).toEqual(MINE);
    expect(watches).toHaveLength(1);
  });
});

describe("leaving", () => {
  it("ends the watch of the seat before its token dies", async () => {
    sit({ mine: MINE });
    const watch = newest();
    leave.mockImplementationOnce(async () => {
      await watch.fail(REVOKED);
      return { revision: 2 };
    });
    expect(await sitting.leave()).toBe(true);
    expect(told).not.toHaveBeenCalled();
    expect(watches).toHaveLength(2);
    expect(newest().options.token).toBeUndefined();
  });

  it("that fails leaves the seat, and it is watched on", async () => {
    const gameId = sit({ mine: MINE });
    leave.mockRejectedValueOnce(LOST);
    expect(await sitting.leave()).toBe(false);
    expect(keptGame(gameId)?.mine).toEqual(MINE);
    expect(newest().options.token).toBe(MINE.token);
    expect(newest().options.signal.aborted).toBe(false);
  });
});

describe("the story", () => {
  it("comes with the newest view, and stays until there is another", async () => {
    sit();
    await newest().say(update(1), update(2));
    expect(revisions()).toEqual([]);
    await newest().say(update(3, view(3)));
    expect(revisions()).toEqual([1, 2, 3]);
    join.mockResolvedValueOnce({ number: 1, token: MINE.token });
    await sitting.join("Ana");
    await newest().say(update(1), update(2));
    expect(revisions()).toEqual([1, 2, 3]);
    await newest().say(update(3), update(4, view(4)));
    expect(revisions()).toEqual([1, 2, 3, 4]);
  });

  it("loses what the store has lost", async () => {
    sit();
    await newest().say(update(1), update(2), update(3, view(3)));
    await newest().say({ type: "resynced", view: view(2) }, update(3, view(3)));
    expect(revisions()).toEqual([1, 2, 3]);
    await newest().say({ type: "resynced", view: view(1) });
    expect(revisions()).toEqual([1]);
  });
});

describe("a move", () => {
  it("is waited for until it is seen, or lost", async () => {
    sit({ mine: MINE });
    await newest().say(update(3, view(3, { you: { decisionRevision: 3 } })));
    play.mockResolvedValueOnce({ revision: 4 });
    expect(await sitting.play(moves.pass())).toBe(true);
    expect(play).toHaveBeenCalledWith(MINE.token, moves.pass(), { revision: 3 });
    expect(sitting.busy.value).toBe(true);
    await newest().say({ type: "resynced", view: view(3) });
    expect(sitting.busy.value).toBe(false);
  });

  it("is made by the seat that is watched", async () => {
    sit({ mine: MINE });
    const seat = sitting.seat;
    expect(sitting.seat).toBe(seat);
    client.value = service();
    expect(sitting.seat).not.toBe(seat);
    expect(watches).toHaveLength(2);
    expect(watches[0]?.options.signal.aborted).toBe(true);
  });
});
