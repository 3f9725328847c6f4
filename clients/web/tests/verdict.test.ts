import { IllegalMove, InvalidRequest, RateLimited, Unavailable } from "@conquian/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Draft } from "../src/layout/layout.js";
import { rendered, unmount } from "./hooks.js";

const validate = vi.fn();

vi.mock("preact/hooks", () => import("./hooks.js"));
vi.mock("../src/app/service.js", () => ({ client: {} }));
vi.mock("../src/app/trouble.js", () => ({ wordsOf: (error: Error) => error.message }));

const { useVerdict } = await import("../src/layout/verdict.js");

type Asked = Parameters<typeof useVerdict>;

const SITTING = { seat: { validate } } as unknown as Asked[0];
const VIEW = { revision: 7 } as unknown as Asked[1];
const THREES = ["3C", "3D", "3S"].map((card) => ({ id: card, card, from: "hand" }));
const DRAFT = { groups: [THREES], rest: [] } as unknown as Draft;

const verdict = () => rendered(() => useVerdict(SITTING, VIEW, DRAFT));
const after = async (millis: number) => {
  await vi.advanceTimersByTimeAsync(millis);
  return verdict();
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  unmount();
  vi.useRealTimers();
  vi.resetAllMocks();
});

it.each([
  ["nobody answers", new Unavailable({ code: 14, message: "away" })],
  ["the service is busy", new RateLimited({ code: 8, message: "away", reason: "RATE_LIMITED" })],
])("is asked again for as long as %s", async (_, passing) => {
  validate.mockRejectedValueOnce(passing).mockRejectedValueOnce(passing).mockResolvedValue({});
  expect(verdict().is).toBe("empty");
  expect(await after(300)).toEqual({ is: "unjudged", why: "away" });
  expect(await after(3000)).toEqual({ is: "unjudged", why: "away" });
  expect(await after(3000)).toEqual({ is: "legal" });
  await after(60_000);
  expect(validate).toHaveBeenCalledTimes(3);
});

it("is not asked again once nobody wants it", async () => {
  validate.mockRejectedValue(new Unavailable({ code: 14, message: "away" }));
  verdict();
  await after(300);
  unmount();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(validate).toHaveBeenCalledTimes(1);
});

it("is final where the rules refuse", async () => {
  const refusal = { code: 9, message: "no meld", reason: "NOT_A_MELD" };
  validate.mockRejectedValue(new IllegalMove(refusal));
  verdict();
  expect(await after(60_000)).toEqual({ is: "illegal", why: "no meld", cards: [] });
  expect(validate).toHaveBeenCalledTimes(1);
});

it("leaves to the move itself what takes too long to judge", async () => {
  const refusal = { code: 3, message: "too long", reason: "POSITION_TOO_COMPLEX" };
  validate.mockRejectedValue(new InvalidRequest(refusal));
  verdict();
  expect(await after(60_000)).toEqual({ is: "unjudged", why: "too long" });
  expect(validate).toHaveBeenCalledTimes(1);
});
