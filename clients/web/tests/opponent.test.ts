import { type GameView, InvalidRequest, parseMove, StaleDecision } from "@conquian/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const seat = { view: vi.fn(), legalMoves: vi.fn(), play: vi.fn() };
const told = vi.fn();

vi.mock("../src/app/service.js", () => ({ client: { peek: () => ({ resume: () => seat }) } }));
vi.mock("../src/app/language.js", () => ({ say: (key: string) => key }));
vi.mock("../src/app/trouble.js", () => ({ tell: told, wordsOf: String }));

const { Computers } = await import("../src/table/opponent.js");

const KEPT = { seat: 1, token: "cqs1.x" };

function due(revision: number, moreLegalMoves: boolean): GameView {
  return {
    revision,
    seats: [],
    deal: { seatsToAct: [1] },
    you: {
      seat: 1,
      toAct: true,
      decisionRevision: revision,
      hand: [],
      legalMoves: [parseMove("pass")],
      moreLegalMoves,
    },
  } as unknown as GameView;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

it("goes on when another page has moved while it read its moves", async () => {
  const ending = new AbortController();
  const computers = new Computers("g", ending.signal);
  seat.view.mockResolvedValueOnce(due(5, true));
  seat.legalMoves.mockRejectedValueOnce(
    new StaleDecision({ code: 10, message: "", reason: "STALE_REVISION" }),
  );
  computers.act([KEPT], due(5, true));
  await vi.runAllTimersAsync();
  expect(seat.play).not.toHaveBeenCalled();

  seat.view.mockResolvedValueOnce(due(7, false));
  computers.act([KEPT], due(7, false));
  await vi.runAllTimersAsync();
  expect(seat.play).toHaveBeenCalledTimes(1);
  expect(told).not.toHaveBeenCalled();
  ending.abort();
});

it("goes on when the decision has ended while it read its moves", async () => {
  const ending = new AbortController();
  const computers = new Computers("g", ending.signal);
  seat.view.mockResolvedValueOnce(due(5, true));
  seat.legalMoves.mockResolvedValueOnce([]);
  computers.act([KEPT], due(5, true));
  await vi.runAllTimersAsync();
  expect(seat.play).not.toHaveBeenCalled();
  expect(told).not.toHaveBeenCalled();

  seat.view.mockResolvedValueOnce(due(7, false));
  computers.act([KEPT], due(7, false));
  await vi.runAllTimersAsync();
  expect(seat.play).toHaveBeenCalledTimes(1);
  ending.abort();
});

it("chooses from the moves shown where finding all would take too long", async () => {
  const ending = new AbortController();
  const computers = new Computers("g", ending.signal);
  seat.view.mockResolvedValueOnce(due(5, true));
  seat.legalMoves.mockRejectedValueOnce(
    new InvalidRequest({ code: 3, message: "", reason: "POSITION_TOO_COMPLEX" }),
  );
  computers.act([KEPT], due(5, true));
  await vi.runAllTimersAsync();
  expect(seat.play).toHaveBeenCalledTimes(1);
  expect(told).not.toHaveBeenCalled();
  ending.abort();
});

it("leaves nothing behind of its pauses", async () => {
  const { signal } = new AbortController();
  const [added, removed] = [
    vi.spyOn(signal, "addEventListener"),
    vi.spyOn(signal, "removeEventListener"),
  ];
  const computers = new Computers("g", signal);
  for (const revision of [5, 7, 9]) {
    seat.view.mockResolvedValueOnce(due(revision, false));
    computers.act([KEPT], due(revision, false));
    await vi.runAllTimersAsync();
  }
  expect(added.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
    added.mock.calls.map(([, listener]) => listener),
  );
});
