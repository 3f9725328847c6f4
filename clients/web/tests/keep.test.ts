import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetGame, keep, keepGame, kept, keptGame, keptGames } from "../src/app/keep.js";

/** A storage that takes nothing once it is full. */
class Storage {
  readonly #entries = new Map<string, string>();
  full = false;

  get length(): number {
    return this.#entries.size;
  }

  key(at: number): string | null {
    return [...this.#entries.keys()][at] ?? null;
  }

  getItem(key: string): string | null {
    return this.#entries.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.full) throw new DOMException("full", "QuotaExceededError");
    this.#entries.set(key, value);
  }

  removeItem(key: string): void {
    this.#entries.delete(key);
  }
}

const MINE = { seat: 1, token: "cqs1.x" };

describe("what is kept where storage is full", () => {
  let storage: Storage;

  beforeEach(() => {
    storage = new Storage();
    vi.stubGlobal("localStorage", storage);
  });

  afterEach(() => {
    for (const { gameId } of keptGames()) forgetGame(gameId);
    vi.unstubAllGlobals();
  });

  it("lasts as long as the page", () => {
    storage.full = true;
    keepGame("g1", { mine: MINE });
    expect(keptGame("g1")?.mine).toEqual(MINE);
    expect(keptGames().map(({ gameId }) => gameId)).toEqual(["g1"]);
    forgetGame("g1");
    expect(keptGame("g1")).toBeUndefined();
    expect(keptGames()).toEqual([]);
  });

  it("counts before what was stored when there was room", () => {
    keepGame("g1", { bots: [] });
    storage.full = true;
    keepGame("g1", { mine: MINE });
    expect(keptGame("g1")?.mine).toEqual(MINE);
    expect(keptGames()).toHaveLength(1);
  });

  it("is stored when there is room again", () => {
    storage.full = true;
    keep("name", "Ana");
    storage.full = false;
    keep("name", "Ben");
    expect(kept("name")).toBe("Ben");
    expect(storage.getItem("conquian.name")).toBe("Ben");
  });
});

it("goes on from what a page knows where another one has forgotten the game", () => {
  const known = keepGame("g3", { mine: MINE });
  forgetGame("g3");
  expect(keepGame("g3", { over: true }, known)).toMatchObject({ mine: MINE, over: true });
  forgetGame("g3");
});

it("keeps where storage is forbidden", () => {
  vi.stubGlobal("localStorage", undefined);
  keepGame("g2", { mine: MINE });
  expect(keptGame("g2")?.mine).toEqual(MINE);
  expect(keptGames().map(({ gameId }) => gameId)).toEqual(["g2"]);
  vi.unstubAllGlobals();
});
