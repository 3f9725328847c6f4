import { Access, RateLimited, Unavailable } from "@conquian/client";
import { signal } from "@preact/signals";
import { afterEach, expect, it, vi } from "vitest";

const createGame = vi.fn();
const join = vi.fn();
const go = vi.fn();
const route = signal({});

vi.mock("../src/app/service.js", () => ({ client: signal({ createGame, join }) }));
vi.mock("../src/app/language.js", () => ({ say: (key: string) => key }));
vi.mock("../src/app/route.js", () => ({ go, route }));

const { keptGame } = await import("../src/app/keep.js");
const { openTable } = await import("../src/lobby/opening.js");

const PLAN = { ruleset: "classic", options: {}, access: Access.UNLISTED, name: "Ana" };
const VIEW = { shuffle: { commitment: "5eed" } };
const LOST = new Unavailable({ code: 14, message: "", mayHaveHappened: true });

afterEach(() => {
  vi.resetAllMocks();
});

it("opens one table, however often its answers are lost", async () => {
  const plan = { ...PLAN, computers: 2 };
  createGame.mockResolvedValue({
    game: VIEW,
    gameId: "g1",
    hostToken: "cqh1.x",
    inviteToken: "cqi1.x",
  });
  const seats = [0, 1, 2].map((number) => ({ number, token: `cqs1.${number}` }));
  const [own, first, second] = seats;
  join.mockResolvedValueOnce(own).mockResolvedValueOnce(first).mockRejectedValueOnce(LOST);
  await expect(openTable(plan)).rejects.toBe(LOST);
  expect(go).not.toHaveBeenCalled();

  join.mockResolvedValueOnce(own).mockResolvedValueOnce(first).mockResolvedValueOnce(second);
  await openTable(plan);
  expect(createGame.mock.calls[1]).toEqual(createGame.mock.calls[0]);
  expect(join.mock.calls.slice(3)).toEqual(join.mock.calls.slice(0, 3));
  expect(new Set(join.mock.calls.map(([, asked]) => asked.requestId)).size).toBe(3);
  expect(keptGame("g1")).toMatchObject({
    mine: { seat: 0, token: "cqs1.0" },
    commitment: "5eed",
    entropy: expect.stringMatching(/^[0-9a-f]{64}$/),
    bots: [
      { seat: 1, token: "cqs1.1" },
      { seat: 2, token: "cqs1.2" },
    ],
  });
  expect(go).toHaveBeenCalledTimes(1);
});

it.each([
  ["nobody answers", new Unavailable({ code: 14, message: "" })],
  ["the service is busy", new RateLimited({ code: 8, message: "", reason: "RATE_LIMITED" })],
])("opens one table where %s once it is created", async (name, passing) => {
  const plan = { ...PLAN, name, computers: 0 };
  createGame.mockResolvedValue({
    game: VIEW,
    gameId: "g4",
    hostToken: "cqh1.x",
    inviteToken: "cqi1.x",
  });
  join.mockRejectedValueOnce(passing).mockResolvedValue({ number: 0, token: "cqs1.x" });
  await expect(openTable(plan)).rejects.toBe(passing);
  await openTable(plan);
  expect(createGame.mock.calls[1]).toEqual(createGame.mock.calls[0]);
  expect(join.mock.calls[1]).toEqual(join.mock.calls[0]);
});

it("opens another where the last one was opened", async () => {
  createGame.mockResolvedValue({
    game: VIEW,
    gameId: "g2",
    hostToken: "cqh1.x",
    inviteToken: "cqi1.x",
  });
  join.mockResolvedValue({ number: 0, token: "cqs1.x" });
  const plan = { ...PLAN, computers: 0 };
  await openTable(plan);
  await openTable(plan);
  const [[, first], [, second]] = createGame.mock.calls as [[string, Ids], [string, Ids]];
  expect(second.requestId).not.toBe(first.requestId);
});

it("goes nowhere when the reader has gone elsewhere meanwhile", async () => {
  createGame.mockImplementationOnce(async () => {
    route.value = { gameId: "another" };
    return { game: VIEW, gameId: "g3", hostToken: "cqh1.x", inviteToken: "cqi1.x" };
  });
  join.mockResolvedValue({ number: 0, token: "cqs1.x" });
  await openTable({ ...PLAN, computers: 0 });
  expect(keptGame("g3")?.mine).toEqual({ seat: 0, token: "cqs1.x" });
  expect(go).not.toHaveBeenCalled();
});

interface Ids {
  readonly requestId: string;
}
