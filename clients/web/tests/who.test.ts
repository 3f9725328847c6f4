import { create } from "@bufbuild/protobuf";
import { GameViewSchema } from "@conquian/client";
import { expect, it, vi } from "vitest";

vi.mock("../src/app/language.js", () => ({ say: (key: string) => key }));

const { targetOf } = await import("../src/table/who.js");

it.each([
  ["classic", { dealt: "10", forcing: "off" }, 11],
  ["kunken, which counts no cards on the table", { dealt: "12", opening: "40" }, undefined],
  ["a ruleset that deals as many as it says nowhere", { ace: "both" }, undefined],
])("what goes out in %s is known without a deal", (_, options, target) => {
  expect(targetOf(create(GameViewSchema, { options }))).toBe(target);
});
