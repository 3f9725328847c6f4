// The builder: one's table put together by hand, with the verdict of the rules beside it.
import { type GameView, moves } from "@conquian/client";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { cardName } from "../app/catalogue.js";
import { say, texts } from "../app/language.js";
import { inDialog, Troubles } from "../app/trouble.js";
import { WithCards } from "../table/sentence.js";
import type { Sitting } from "../table/sitting.js";
import { deckIn, targetOf } from "../table/who.js";
import { type Drag, startDrag } from "./drag.js";
import {
  beginning,
  type Draft,
  meldsIn,
  moved,
  nextPlace,
  type Piece,
  type Place,
  placeOf,
  usesUpcard,
} from "./layout.js";
import { Ghost, PieceButton } from "./pieces.js";
import { useVerdict, type Verdict } from "./verdict.js";

export function Builder({ sitting, view }: { sitting: Sitting; view: GameView }) {
  const text = texts.value;
  const deck = deckIn(view);
  const dialog = useRef<HTMLDialogElement>(null);
  const start = useMemo(() => beginning(view), [view.you?.decisionRevision]);
  const [draft, setDraft] = useState<Draft>(start);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [drag, setDrag] = useState<Drag>();
  const [told, setTold] = useState("");
  const verdict = useVerdict(sitting, view, draft);
  const takes = usesUpcard(draft);
  const wins =
    verdict.is === "legal" && takes && draft.groups.flat().length >= (targetOf(view) ?? 99);

  // Before a key can come: one pressed between drawing and opening would go to the page behind.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    inDialog.value = true;
    return () => {
      inDialog.value = false;
    };
  }, []);

  // Closed, not taken away: so the focus goes back to where it came from.
  const close = () => dialog.current?.close();
  const put = (ids: readonly string[], to: Place) => {
    const after = moved(draft, ids, to);
    setDraft(after);
    setSelected([]);
    const names = [...after.groups.flat(), ...after.rest].filter((one) => ids.includes(one.id));
    // Not where they were put: a meld before it may have become empty and gone.
    const at = placeOf(after, ids[0] ?? "");
    const place =
      typeof at === "number" ? say("builder_group", { number: at + 1 }) : text.builder_rest;
    setTold(
      say("builder_moved", { card: names.map(({ card }) => cardName(card)).join(", "), place }),
    );
  };
  const piece = (one: Piece) => (
    <PieceButton
      key={one.id}
      piece={one}
      deck={deck}
      selected={selected.includes(one.id)}
      faulty={verdict.is === "illegal" && verdict.cards.includes(one.card)}
      dragged={drag?.id === one.id}
      onToggle={() =>
        setSelected(
          selected.includes(one.id)
            ? selected.filter((id) => id !== one.id)
            : [...selected, one.id],
        )
      }
      onStep={(step) => put([one.id], nextPlace(draft, one.id, step))}
      onDown={(event) => {
        const group = selected.includes(one.id) ? selected : [one.id];
        startDrag(event, one.id, setDrag, (_, place) => put(group, placeNamed(place)));
      }}
    />
  );
  const over = (place: string) => (drag?.over === place ? "is-over" : "");

  return (
    <dialog
      ref={dialog}
      class="builder"
      aria-labelledby="builder-title"
      onClose={() => {
        sitting.building.value = false;
      }}
    >
      <header>
        <h2 id="builder-title">{text.builder_title}</h2>
        <button type="button" class="quiet" aria-label={text.close} onClick={close}>
          ✕
        </button>
      </header>
      <p class="note">{text.builder_note}</p>
      <ul class="groups">
        {draft.groups.map((group, at) => (
          <li key={at} data-place={String(at)} class={`group ${over(String(at))}`}>
            <h3>{say("builder_group", { number: at + 1 })}</h3>
            <div class="pieces">{group.map(piece)}</div>
            <Put
              label={say("builder_put_in", { number: at + 1 })}
              on={selected.length > 0}
              onPut={() => put(selected, at)}
            />
          </li>
        ))}
        <li data-place="new" class={`group group-new ${over("new")}`}>
          <h3>{text.builder_new}</h3>
          <div class="pieces" />
          <Put
            label={text.builder_put_new}
            on={selected.length > 0}
            onPut={() => put(selected, "new")}
          />
        </li>
      </ul>
      <div class={`rest ${over("rest")}`} data-place="rest">
        <h3>{text.builder_rest}</h3>
        <div class="pieces">{draft.rest.map(piece)}</div>
        <Put
          label={text.builder_put_rest}
          on={selected.length > 0}
          onPut={() => put(selected, "rest")}
        />
      </div>
      <footer>
        <p class={`verdict is-${verdict.is}`} role="status">
          {verdict.is === "illegal" ? (
            <WithCards text={verdict.why} cards={verdict.cards} deck={deck} />
          ) : verdict.is === "unjudged" ? (
            verdict.why
          ) : (
            verdictText(verdict.is, wins)
          )}
        </p>
        <div class="buttons">
          <button
            type="button"
            class="primary"
            data-move="take"
            disabled={(verdict.is !== "legal" && verdict.is !== "unjudged") || sitting.busy.value}
            onClick={() => {
              const melds = meldsIn(draft);
              void sitting.play(takes ? moves.take(melds) : moves.layFromHand(melds));
            }}
          >
            {takes || view.options.hand_only_melds !== "after_turn_up"
              ? text.builder_take
              : text.builder_lay}
          </button>
          <button
            type="button"
            onClick={() => {
              setDraft(start);
              setSelected([]);
            }}
          >
            {text.builder_reset}
          </button>
          <button type="button" onClick={close}>
            {text.cancel}
          </button>
        </div>
      </footer>
      <p class="unseen" role="status">
        {told}
      </p>
      {inDialog.value && <Troubles />}
      {drag && <Ghost drag={drag} draft={draft} deck={deck} />}
    </dialog>
  );
}

function placeNamed(name: string): Place {
  return name === "new" || name === "rest" ? name : Number(name);
}

function Put({ label, on, onPut }: { label: string; on: boolean; onPut: () => void }) {
  return (
    <button type="button" class="put" aria-label={label} disabled={!on} onClick={onPut}>
      {texts.value.builder_put}
    </button>
  );
}

function verdictText(is: Exclude<Verdict["is"], "illegal" | "unjudged">, wins: boolean): string {
  const text = texts.value;
  switch (is) {
    case "empty":
      return text.builder_empty;
    case "asking":
      return text.builder_asking;
    case "legal":
      return wins ? text.builder_wins : text.builder_legal;
  }
}
