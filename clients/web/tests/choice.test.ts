import { create } from "@bufbuild/protobuf";
import { OptionType, RulesetSchema } from "@conquian/client";
import { describe, expect, it } from "vitest";
import { changed, choicesOf, chosenValue, differing, toSend } from "../src/lobby/choice.js";

const RULESET = create(RulesetSchema, {
  options: [
    {
      name: "max_run",
      type: OptionType.INTEGER,
      minValue: 3,
      maxValue: 5,
      allowsNone: true,
      defaultValue: "4",
    },
    { name: "deals", type: OptionType.INTEGER, minValue: 1, maxValue: 1000, allowsNone: true },
    { name: "opening_upcard", type: OptionType.BOOLEAN, defaultValue: "true" },
    {
      name: "forcing",
      type: OptionType.CHOICE,
      choices: ["simple", "off"],
      defaultValue: "simple",
    },
  ],
});
const [RUN, DEALS, UPCARD, FORCING] = RULESET.options;

describe("options", () => {
  it("offer their values, or any number where there are many", () => {
    expect(RUN && choicesOf(RUN)).toEqual(["3", "4", "5", "none"]);
    expect(DEALS && choicesOf(DEALS)).toBeUndefined();
    expect(UPCARD && choicesOf(UPCARD)).toEqual(["true", "false"]);
    expect(FORCING && choicesOf(FORCING)).toEqual(["simple", "off"]);
  });

  it("of a game differ where they were chosen otherwise, not where a game has none", () => {
    const chosen = { max_run: "4", deals: "3", forcing: "off", unheard_of: "1" };
    expect(differing(RULESET.options, chosen)).toEqual([DEALS, FORCING]);
  });

  it("count as changed only where they differ from what is usual", () => {
    if (!RUN || !FORCING) throw new Error("no options");
    const changes = changed(changed({}, RUN, "5"), FORCING, "off");
    expect(changes).toEqual({ max_run: "5", forcing: "off" });
    expect(chosenValue(RUN, changes)).toBe("5");
    expect(changed(changes, RUN, "4")).toEqual({ forcing: "off" });
    expect(chosenValue(RUN, {})).toBe("4");
  });

  it("that are cleared are none where that may be, else as usual", () => {
    const [packet] = create(RulesetSchema, {
      options: [{ name: "packet", type: OptionType.INTEGER, defaultValue: "2" }],
    }).options;
    if (!RUN || !DEALS || !packet) throw new Error("no options");
    expect(changed({}, RUN, "")).toEqual({ max_run: "none" });
    expect(changed({ deals: "3" }, DEALS, "")).toEqual({});
    expect(changed({ packet: "3" }, packet, "")).toEqual({});
  });

  it("are sent if the ruleset has them and they say something", () => {
    expect(toSend(RULESET, { max_run: "5", deals: "", of_another: "1" })).toEqual({ max_run: "5" });
  });
});
