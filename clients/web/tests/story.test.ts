import { create } from "@bufbuild/protobuf";
import { EventSchema, GameViewSchema, moves, Phase } from "@conquian/client";
import { describe, expect, it } from "vitest";
import { sentences, type Words } from "../src/log/story.js";
import { dueOf } from "../src/table/due.js";
import { listed, places, TEXTS } from "../src/texts/index.js";

const WORDS: Words = {
  texts: TEXTS.en,
  name: (seat) => ["Ana", "Ben"][seat] ?? "?",
  and: (names) => listed(names, "and"),
};

const KINDS = EventSchema.fields.flatMap((field) => (field.message ? [field] : []));

describe("events", () => {
  it.each(KINDS.map((field) => [field.localName, field] as const))(
    "are told, with all that their text has places for: %s",
    (name, field) => {
      const value = create(field.message as NonNullable<typeof field.message>);
      // biome-ignore lint/suspicious/noExplicitAny: every kind in turn, by its name
      const event = create(EventSchema, { kind: { case: name, value } as any });
      const told = sentences(event, WORDS);
      expect(told).not.toEqual([]);
      for (const { key, parts } of told) {
        expect(key).not.toBe("log_unknown");
        expect(Object.keys(parts)).toEqual(expect.arrayContaining(places(TEXTS.en[key])));
      }
    },
  );

  it("of newer services are told as unknown", () => {
    expect(sentences(create(EventSchema), WORDS)).toEqual([{ key: "log_unknown", parts: {} }]);
  });

  it("keep a card that was not shown to themselves", () => {
    const value = { seat: 1, card: "", stockSize: 9 };
    const drawn = create(EventSchema, { kind: { case: "cardDrawn", value } });
    expect(sentences(drawn, WORDS)).toEqual([{ key: "log_drawn", parts: { who: "Ben" } }]);
  });
});

describe("what is due", () => {
  const view = (phase: Phase, you: object, deal: object = {}) =>
    create(GameViewSchema, {
      seats: [
        { seat: 0, name: "Ana" },
        { seat: 1, name: "Ben" },
      ],
      deal: { phase, seatsToAct: [1], upcard: { card: "7H" }, ...deal },
      you: { seat: 0, ...you },
    });
  const due = (...args: Parameters<typeof view>) => dueOf(view(...args), WORDS)?.key;

  it("is told by phase to who has to act", () => {
    const toAct = { toAct: true, legalMoves: [moves.pass()] };
    expect(due(Phase.OFFER, toAct)).toBe("due_offer_pass");
    expect(due(Phase.OFFER, { toAct: true, legalMoves: [moves.take(["7H 7C 7D"])] })).toBe(
      "due_offer",
    );
    expect(due(Phase.TAKE_FORCED, toAct)).toBe("due_forced");
    expect(due(Phase.FORCE_ASKED, toAct)).toBe("due_force_asked");
    expect(due(Phase.DISCARD, toAct)).toBe("due_discard");
    expect(due(Phase.TRADING, toAct)).toBe("due_trade");
    expect(due(Phase.DRAW, toAct)).toBe("due_draw");
    expect(due(Phase.PLAY, { toAct: true, legalMoves: [moves.layMeld("7H JK 9H")] })).toBe(
      "due_play",
    );
    expect(due(Phase.PLAY, { toAct: true, moreLegalMoves: true })).toBe("due_play");
    expect(due(Phase.PLAY, { toAct: true, legalMoves: [moves.discard("7H")] })).toBe("due_discard");
    expect(due(Phase.CHALLENGE_ASKED, toAct)).toBe("due_challenge");
  });

  it("names the others to who waits", () => {
    expect(due(Phase.OFFER, {})).toBe("due_wait");
    expect(due(Phase.TAKE_FORCED, {}, { forcedSeat: 1 })).toBe("due_forced_other");
    expect(due(Phase.TRADING, { chosenCard: "2C" })).toBe("due_trade_done");
    expect(due(Phase.TRADING, {}, { seatsToAct: [0, 1] })).toBe("due_wait_many");
  });
});
