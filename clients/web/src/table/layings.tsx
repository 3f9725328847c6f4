// Moves that lay melds down, each as a picture of what would lie there, the greatest first.
import type { GameView, Move } from "@conquian/client";
import { useRef, useState } from "preact/hooks";
import { cardNames } from "../app/catalogue.js";
import { say, texts } from "../app/language.js";
import { MeldCards } from "./melds.js";
import { greatestFirst, type Kind, laidBy, meldsOf } from "./moves.js";
import type { Sitting } from "./sitting.js";
import { deckIn, playerName, targetOf } from "./who.js";

const FEW = 3;

const TITLES = {
  take: "take",
  layFromHand: "lay_from_hand",
  layMeld: "lay_meld",
  layOff: "lay_off",
  takeJoker: "take_joker",
} as const;

export function Layings(props: {
  kind: Kind;
  moves: readonly Move[];
  sitting: Sitting;
  view: GameView;
}) {
  const { kind, sitting, view } = props;
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const moves = greatestFirst(props.moves);
  const shown = all || moves.length <= FEW + 1 ? moves : moves.slice(0, FEW);
  const title = texts.value[TITLES[kind as keyof typeof TITLES]];
  const id = `layings-${kind}`;
  return (
    <section class="layings" aria-labelledby={id}>
      <h3 id={id}>
        {title}
        {moves.length > 1 && <small>{say("ways", { count: moves.length })}</small>}
      </h3>
      <ul ref={list}>
        {shown.map((move) => (
          <li key={JSON.stringify(move.kind)}>
            <Laying move={move} title={title} sitting={sitting} view={view} />
          </li>
        ))}
      </ul>
      {shown.length < moves.length && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            setAll(true);
            list.current?.querySelector("button")?.focus();
          }}
        >
          {say("ways_more", { count: moves.length })}
        </button>
      )}
    </section>
  );
}

function Laying(props: { move: Move; title: string; sitting: Sitting; view: GameView }) {
  const { move, title, sitting, view } = props;
  const { kind } = move;
  const melds = meldsOf(move);
  const fresh = laidBy(move, view);
  const size = melds.reduce((sum, meld) => sum + meld.cards.length, 0);
  const target = targetOf(view);
  const wins =
    (kind.case === "take" || kind.case === "layFromHand") && target !== undefined && size >= target;
  const whose =
    kind.case === "layOff" || kind.case === "takeJoker"
      ? say("lay_off_of", { who: playerName(view, kind.value.seat ?? 0) })
      : undefined;
  const spoken = [
    title,
    ...melds.map((meld) => cardNames(meld.cards)),
    whose,
    wins && texts.value.goes_out,
  ];
  return (
    <button
      type="button"
      class={`laying ${wins ? "is-winning" : ""}`}
      data-move={kind.case}
      aria-label={spoken.filter(Boolean).join("; ")}
      disabled={sitting.busy.value}
      onClick={() => sitting.play(move)}
    >
      {melds.map((meld) => (
        <MeldCards
          key={meld.cards.join(" ")}
          cards={meld.cards}
          deck={deckIn(view)}
          fresh={fresh}
        />
      ))}
      {whose && <small>{whose}</small>}
      {wins && <strong class="wins">{texts.value.goes_out}</strong>}
    </button>
  );
}
