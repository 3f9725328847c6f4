// What the rules say of a draft, asked a moment after the last change.
import { ConquianError, type GameView, IllegalMove, InvalidRequest, moves } from "@conquian/client";
import { useEffect, useState } from "preact/hooks";
import { client } from "../app/service.js";
import { wordsOf } from "../app/trouble.js";
import type { Sitting } from "../table/sitting.js";
import { type Draft, isUntouched, meldsIn, usesUpcard } from "./layout.js";

export type Verdict =
  | { readonly is: "empty" | "asking" | "legal" }
  | { readonly is: "illegal"; readonly why: string; readonly cards: readonly string[] };

const PAUSE = 250;

/** The verdict on a draft; it is asked anew whenever the draft changes. */
export function useVerdict(sitting: Sitting, view: GameView, draft: Draft): Verdict {
  const [verdict, setVerdict] = useState<Verdict>({ is: "empty" });
  useEffect(() => {
    if (isUntouched(draft) && !usesUpcard(draft)) {
      setVerdict({ is: "empty" });
      return;
    }
    setVerdict({ is: "asking" });
    const ending = new AbortController();
    const timer = setTimeout(async () => {
      const found = await ask(sitting, view, draft, ending.signal);
      if (!ending.signal.aborted) setVerdict(found);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [draft, view.revision]);
  return verdict;
}

async function ask(
  sitting: Sitting,
  view: GameView,
  draft: Draft,
  signal: AbortSignal,
): Promise<Verdict> {
  try {
    return usesUpcard(draft)
      ? await asTaking(view, draft, signal)
      : await asLaying(sitting, view, draft, signal);
  } catch (error) {
    const cards = error instanceof ConquianError ? error.cards : [];
    if (error instanceof IllegalMove || error instanceof InvalidRequest)
      return { is: "illegal", why: error.message, cards };
    return { is: "illegal", why: wordsOf(error), cards };
  }
}

/** With the upcard the position alone decides. */
async function asTaking(view: GameView, draft: Draft, signal: AbortSignal): Promise<Verdict> {
  const own = view.you?.seat ?? 0;
  const tables = view.seats.map((seat) => seat.table.map((meld) => meld.cards));
  const { verdict } = await client.value.analyze(
    {
      ruleset: view.ruleset,
      options: view.options,
      table: tables[own],
      hand: view.you?.hand,
      upcard: view.deal?.upcard?.card,
      layout: meldsIn(draft),
      opponentTables: tables.filter((_, seat) => seat !== own),
      pageSize: 1,
    },
    { signal },
  );
  if (!verdict || verdict.legal) return { is: "legal" };
  return { is: "illegal", why: verdict.text, cards: verdict.cards };
}

/** Without it the turn decides too, so the game itself is asked. */
async function asLaying(
  sitting: Sitting,
  view: GameView,
  draft: Draft,
  signal: AbortSignal,
): Promise<Verdict> {
  const revision = view.you?.decisionRevision;
  await sitting.seat?.validate(moves.layFromHand(meldsIn(draft)), { revision, signal });
  return { is: "legal" };
}
