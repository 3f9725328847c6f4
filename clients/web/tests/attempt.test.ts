import { NotNow, RateLimited, Unavailable } from "@conquian/client";
import { expect, it, vi } from "vitest";
import { attempt, isUnanswered } from "../src/app/attempt.js";

const LOST = new Unavailable({ code: 14, message: "", mayHaveHappened: true });
const AWAY = new Unavailable({ code: 14, message: "" });
const BUSY = new RateLimited({ code: 8, message: "", reason: "RATE_LIMITED" });
const REFUSED = new NotNow({ code: 9, message: "", reason: "GAME_STARTED" });

/** What each call asked, if these are the answers, one after the other. */
async function asked(about: string, ...answers: readonly unknown[]): Promise<number[]> {
  let begun = 0;
  const call = vi.fn((_: number) => Promise.resolve("ok"));
  for (const answer of answers) {
    if (answer instanceof Error) call.mockRejectedValueOnce(answer);
    await attempt(about, () => ++begun, call).catch(() => {});
  }
  return call.mock.calls.map(([one]) => one);
}

it.each([
  ["nobody answers", AWAY],
  ["the service is busy", BUSY],
])("stays the same call while %s after a lost answer", async (_, passing) => {
  expect(await asked("passing", LOST, passing, "ok", "ok")).toEqual([1, 1, 1, 2]);
});

it("is another call after a refusal", async () => {
  expect(await asked("refused", LOST, REFUSED, "ok")).toEqual([1, 1, 2]);
});

it("is not in doubt when its first attempt was not made", async () => {
  expect(await asked("not made", AWAY, BUSY)).toEqual([1, 2]);
  expect(isUnanswered("not made")).toBe(false);
});
