// What the table waits for, as a sentence.
import { type GameView, Phase } from "@conquian/client";
import type { Part, Texts } from "../texts/index.js";
import { LAYINGS } from "./moves.js";

export interface Due {
  readonly key: keyof Texts;
  readonly parts: Record<string, Part>;
}

/** How people are called, one and several. */
export interface Names {
  readonly name: (seat: number) => string;
  readonly and: (names: readonly string[]) => string;
}

/** What is due in the deal, as the viewer is told. */
export function dueOf(view: GameView, names: Names): Due | undefined {
  const { deal, you } = view;
  if (!deal) return undefined;
  const card: Part = { cards: [deal.upcard?.card ?? ""] };
  if (!you?.toAct) return dueOfOthers(view, names);
  switch (deal.phase) {
    case Phase.OFFER: {
      const usable = you.legalMoves.some((move) => move.kind.case === "take");
      return { key: usable ? "due_offer" : "due_offer_pass", parts: { card } };
    }
    case Phase.TAKE_FORCED:
      return { key: "due_forced", parts: { card } };
    case Phase.FORCE_ASKED:
      return { key: "due_force_asked", parts: { card } };
    case Phase.TRADING:
      return { key: "due_trade", parts: {} };
    case Phase.DRAW:
      return { key: "due_draw", parts: {} };
    case Phase.CHALLENGE_ASKED:
      return {
        key: "due_challenge",
        parts: { who: names.name(deal.rummy?.challengerSeat ?? 0) },
      };
    case Phase.PLAY: {
      const lays = you.legalMoves.some(({ kind }) => kind.case && LAYINGS.includes(kind.case));
      return { key: lays || you.moreLegalMoves ? "due_play" : "due_discard", parts: {} };
    }
    default:
      return { key: "due_discard", parts: {} };
  }
}

function dueOfOthers(view: GameView, { name, and }: Names): Due | undefined {
  const { deal, you } = view;
  if (!deal) return undefined;
  if (deal.phase === Phase.TRADING && you?.chosenCard)
    return { key: "due_trade_done", parts: { card: { cards: [you.chosenCard] } } };
  if (deal.phase === Phase.TAKE_FORCED && deal.forcedSeat !== undefined && deal.upcard) {
    const who = name(deal.forcedSeat);
    return { key: "due_forced_other", parts: { who, card: { cards: [deal.upcard.card] } } };
  }
  const names = deal.seatsToAct.map(name);
  return { key: names.length > 1 ? "due_wait_many" : "due_wait", parts: { who: and(names) } };
}
