// The cards in the builder: to click, to move by arrow keys, to drag.
import { useLayoutEffect, useRef } from "preact/hooks";
import { cardName } from "../app/catalogue.js";
import { texts } from "../app/language.js";
import type { Deck } from "../cards/card.js";
import { CardFace } from "../cards/face.js";
import type { Texts } from "../texts/index.js";
import type { Drag } from "./drag.js";
import type { Draft, Piece } from "./layout.js";

export function PieceButton(props: {
  piece: Piece;
  deck: Deck;
  selected: boolean;
  faulty: boolean;
  dragged: boolean;
  onToggle: () => void;
  onStep: (step: 1 | -1) => void;
  onDown: (event: PointerEvent) => void;
}) {
  const { piece } = props;
  const from = texts.value[`builder_from_${piece.from}` as keyof Texts];
  const button = useRef<HTMLButtonElement>(null);
  // A piece that was moved by keyboard is drawn anew elsewhere, and keeps the focus,
  // also for a key that follows at once.
  useLayoutEffect(() => {
    if (wantsFocus === piece.id) {
      wantsFocus = undefined;
      button.current?.focus();
    }
  });
  const classes = [
    "card piece",
    `from-${piece.from}`,
    props.faulty && "is-faulty",
    props.dragged && "is-dragged",
  ];
  return (
    <button
      ref={button}
      type="button"
      class={classes.filter(Boolean).join(" ")}
      data-card={piece.card}
      aria-pressed={props.selected}
      aria-label={`${cardName(piece.card)}, ${from}`}
      title={`${cardName(piece.card)}, ${from}`}
      onClick={props.onToggle}
      onPointerDown={props.onDown}
      onKeyDown={(event) => {
        if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
          event.preventDefault();
          step(event.currentTarget, event.key === "ArrowLeft" ? -1 : 1);
        } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
          event.preventDefault();
          wantsFocus = piece.id;
          props.onStep(event.key === "ArrowUp" ? -1 : 1);
        }
      }}
    >
      <CardFace card={piece.card} deck={props.deck} small />
    </button>
  );
}

/** The piece that shall have the focus once it is drawn. */
let wantsFocus: string | undefined;

function step(from: HTMLElement, by: 1 | -1): void {
  const all = [...(from.closest("dialog")?.querySelectorAll<HTMLElement>(".piece") ?? [])];
  all[all.indexOf(from) + by]?.focus();
}

/** What follows the pointer. */
export function Ghost({ drag, draft, deck }: { drag: Drag; draft: Draft; deck: Deck }) {
  const piece = [...draft.groups.flat(), ...draft.rest].find((one) => one.id === drag.id);
  if (!piece) return null;
  return (
    <span class="card ghost" style={{ "--x": `${drag.x}px`, "--y": `${drag.y}px` }}>
      <CardFace card={piece.card} deck={deck} small />
    </span>
  );
}
