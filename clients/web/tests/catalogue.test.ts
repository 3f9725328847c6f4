import { NotFound, type Ruleset, Unavailable } from "@conquian/client";
import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const told = vi.fn();
const found = vi.fn();
const service = () => ({ rulesets: vi.fn(), ruleset: found });
const client = signal(service());

vi.mock("../src/app/service.js", () => ({ client }));
vi.mock("../src/app/trouble.js", () => ({ tell: told, dismissAway: () => {} }));

const { bringRulesets, inPlay, ruleset, rulesets } = await import("../src/app/catalogue.js");

const AWAY = new Unavailable({ code: 14, message: "" });

function named(name: string): Ruleset {
  return { name, packs: [] } as unknown as Ruleset;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

it("is asked for again while the service is away, which is told once", async () => {
  const { rulesets: list } = client.value;
  list
    .mockRejectedValueOnce(AWAY)
    .mockRejectedValueOnce(AWAY)
    .mockResolvedValueOnce([named("a")]);
  void bringRulesets();
  await vi.runAllTimersAsync();
  expect(rulesets.value).toEqual([named("a")]);
  expect(told.mock.calls).toEqual([[AWAY]]);
});

it("is not asked for again in a language that is no longer the page's", async () => {
  const { rulesets: list } = client.value;
  list.mockRejectedValueOnce(AWAY);
  void bringRulesets();
  await vi.advanceTimersByTimeAsync(0);
  client.value = service();
  await vi.runAllTimersAsync();
  expect(list).toHaveBeenCalledTimes(1);
});

it("is not asked for again when the answer was a refusal", async () => {
  const { rulesets: list } = client.value;
  list.mockRejectedValueOnce(new NotFound({ code: 5, message: "" }));
  void bringRulesets();
  await vi.runAllTimersAsync();
  expect(list).toHaveBeenCalledTimes(1);
  expect(told).toHaveBeenCalledTimes(1);
});

it("has the ruleset in play, whichever answer comes last", async () => {
  const answers = new Map<string, (ruleset: Ruleset) => void>();
  found.mockImplementation((name) => new Promise((done) => answers.set(name, done)));
  inPlay.value = { ruleset: "colonel", pack: "" };
  inPlay.value = { ruleset: "classic", pack: "" };
  answers.get("classic")?.(named("classic"));
  await vi.runAllTimersAsync();
  answers.get("colonel")?.(named("colonel"));
  await vi.runAllTimersAsync();
  expect(ruleset.value?.name).toBe("classic");
});
