// What the rules say of a draft, asked a moment after the last change.
import { type GameView, IllegalMove, InvalidRequest, moves } from "@conquian/client";
import { useEffect, useState } from "preact/hooks";
import { client } from "../app/service.js";
import { wordsOf } from "../app/trouble.js";
import type { Sitting } from "../table/sitting.js";
import { type Draft, isUntouched, meldsIn, usesUpcard } from "./layout.js";

export type Verdict =
  | { readonly is: "empty" | "asking" | "legal" }
  | { readonly is: "illegal"; readonly why: string; readonly cards: readonly string[] }
  /** Nobody could say; the move itself will be judged. */
  | { readonly is: "unjudged"; readonly why: string };

const PAUSE = 250;
/** Milliseconds after which a verdict is asked for that could not be had. */
const AGAIN = 3000;

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
    const judge = async () => {
      try {
        const found = await ask(sitting, view, draft, ending.signal);
        if (!ending.signal.aborted) setVerdict(found);
      } catch (error) {
        if (ending.signal.aborted) return;
        setVerdict({ is: "unjudged", why: wordsOf(error) });
        timer = setTimeout(judge, AGAIN);
      }
    };
    let timer = setTimeout(judge, PAUSE);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [draft, view.revision]);
  return verdict;
}

/** Throws what says nothing of the draft and passes. */
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
    if (!(error instanceof IllegalMove || error instanceof InvalidRequest)) throw error;
    const { message: why, reason, cards } = error;
    if (reason === "POSITION_TOO_COMPLEX") return { is: "unjudged", why };
    return { is: "illegal", why, cards };
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
