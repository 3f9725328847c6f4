// One's own hand, fanned. Arrow keys move within it, Space selects, Enter plays.
import type { GameView } from "@conquian/client";
import { signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { cardName } from "../app/catalogue.js";
import { keep, kept } from "../app/keep.js";
import { texts } from "../app/language.js";
import { byRank, keyed } from "../cards/card.js";
import { CardFace } from "../cards/face.js";
import { givingOf, usable } from "./moves.js";
import type { Sitting } from "./sitting.js";
import { deckIn } from "./who.js";

const sort = signal(kept("sort") ?? "suit");

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

export function Hand({ sitting, view }: { sitting: Sitting; view: GameView }) {
  const at = useSignal(0);
  const fan = useRef<HTMLUListElement>(null);
  const deck = deckIn(view);
  const moves = view.you?.legalMoves ?? [];
  const hand = view.you?.hand ?? [];
  const cards = keyed(sort.value === "rank" ? byRank(hand, deck) : hand);
  const fit = usable(moves, view);
  const selected = sitting.selected.value;
  const current = Math.min(at.value, cards.length - 1);

  const toggle = (key: string) => {
    const single =
      moves.length > 0 &&
      moves.every((move) => move.kind.case === "discard" || move.kind.case === "trade");
    const others = single ? [] : selected.filter((one) => one !== key);
    sitting.selected.value = selected.includes(key) ? others : [...others, key];
  };
  const focus = (to: number) => {
    at.value = Math.max(0, Math.min(cards.length - 1, to));
    fan.current?.querySelectorAll("button")[at.value]?.focus();
  };
  const onKey = (event: KeyboardEvent, key: string, card: string) => {
    const step = STEPS[event.key];
    if (step) focus(current + step);
    else if (event.key === "Home") focus(0);
    else if (event.key === "End") focus(cards.length - 1);
    else if (event.key === "Enter") {
      const move = givingOf(moves, card);
      if (move && !sitting.busy.value) void sitting.play(move);
      else toggle(key);
    } else return;
    event.preventDefault();
  };

  return (
    <section class="hand" aria-labelledby="hand-title">
      <h2 id="hand-title" class="unseen">
        {texts.value.hand}
      </h2>
      <p id="hand-keys" class="unseen">
        {texts.value.hand_keys}
      </p>
      <ul class={`fan ${cards.length > 11 ? "is-full" : ""}`} ref={fan}>
        {cards.map(({ key, card }, place) => {
          const offset = place - (cards.length - 1) / 2;
          return (
            <li key={key} style={{ "--offset": offset, "--drop": offset * offset }}>
              <button
                type="button"
                class={`card hand-card ${fit.has(card) ? "is-usable" : ""}`}
                data-card={card}
                tabIndex={place === current ? 0 : -1}
                aria-pressed={selected.includes(key)}
                aria-label={
                  fit.has(card) ? `${cardName(card)}, ${texts.value.playable}` : cardName(card)
                }
                aria-describedby="hand-keys"
                onFocus={() => {
                  at.value = place;
                }}
                onClick={() => toggle(key)}
                onKeyDown={(event) => onKey(event, key, card)}
              >
                <CardFace card={card} deck={deck} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function SortButton() {
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => {
        sort.value = sort.value === "suit" ? "rank" : "suit";
        keep("sort", sort.value);
      }}
    >
      {sort.value === "suit" ? texts.value.sort_rank : texts.value.sort_suit}
    </button>
  );
}
