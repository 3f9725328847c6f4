import { create } from "@bufbuild/protobuf";
import { EventSchema, GameViewSchema } from "@conquian/client";
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { afterEach, expect, it, vi } from "vitest";
import type { Told } from "../src/table/sitting.js";
import { TEXTS } from "../src/texts/index.js";
import { rendered, unmount } from "./hooks.js";

vi.mock("preact/hooks", () => import("./hooks.js"));
vi.mock("../src/app/language.js", () => ({ texts: signal(TEXTS.en), say: (key: string) => key }));
vi.mock("../src/table/sentence.js", () => ({ spoken: (key: string) => key }));
vi.mock("../src/table/who.js", () => ({ playerName: () => "Ben" }));

const { Voice } = await import("../src/log/log.js");

afterEach(unmount);

it("tells the same twice as two things", () => {
  const story: Told[] = [];
  const view = create(GameViewSchema);
  const passed = create(EventSchema, { kind: { case: "passed", value: { seat: 1 } } });
  const heard = () => {
    rendered(() => Voice({ story: [...story], view }));
    const place = rendered(() => Voice({ story: [...story], view })) as VNode<{ children: VNode }>;
    return place.props.children;
  };
  const told = [1, 2, 3].map((revision) => {
    story.push({ revision, events: [passed] });
    const { key, props } = heard();
    return { key, text: props.children };
  });
  expect(told.map(({ text }) => text)).toEqual(["", "log_passed", "log_passed"]);
  expect(new Set(told.map(({ key }) => key)).size).toBe(3);
});
