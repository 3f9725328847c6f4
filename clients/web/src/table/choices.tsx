// What one may do now: a button for each plain move, and the layings as pictures of melds.
import type { GameView, Move } from "@conquian/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { focusIfLost } from "../app/keys.js";
import { say, texts } from "../app/language.js";
import { tell } from "../app/trouble.js";
import { keyed } from "../cards/card.js";
import { Layings } from "./layings.js";
import { GIVINGS, grouped, type Kind, LAYINGS, narrowed } from "./moves.js";
import { Sentence } from "./sentence.js";
import type { Sitting } from "./sitting.js";
import { deckIn, playerName } from "./who.js";

export function Choices({ sitting, view }: { sitting: Sitting; view: GameView }) {
  const you = view.you;
  const all = useAllMoves(sitting, view);
  const place = useRef<HTMLElement>(null);
  // The button of the last move is gone; whoever pressed it by key goes on from here.
  useEffect(() => {
    const gives =
      all.length > 0 && all.every(({ kind }) => kind.case && GIVINGS.includes(kind.case));
    const card = document.querySelector<HTMLElement>(".hand-card[tabindex='0']");
    focusIfLost(gives ? card : place.current);
  }, [you?.decisionRevision]);
  if (!you?.toAct) return <div class="choices" />;
  const text = texts.value;
  const keys = sitting.selected.value;
  const selected = keyed(you.hand)
    .filter(({ key }) => keys.includes(key))
    .map(({ card }) => card);
  const groups = grouped(narrowed(all, selected, view));
  const layings = groups.filter(({ kind }) => LAYINGS.includes(kind));
  const givings = groups.filter(({ kind }) => GIVINGS.includes(kind)).flatMap(({ moves }) => moves);
  const plain = groups
    .filter(({ kind }) => !LAYINGS.includes(kind) && !GIVINGS.includes(kind))
    .flatMap(({ moves }) => moves);
  const builds = all.some(({ kind }) => kind.case === "take" || kind.case === "layFromHand");
  const lays = all.some(({ kind }) => kind.case && LAYINGS.includes(kind.case));
  return (
    <section
      class={`choices ${sitting.busy.value ? "is-busy" : ""}`}
      ref={place}
      tabIndex={-1}
      aria-label={text.your_moves}
    >
      <Owed view={view} />
      {layings.map(({ kind, moves }) => (
        <Layings key={kind} kind={kind} moves={moves} sitting={sitting} view={view} />
      ))}
      {lays && layings.length === 0 && selected.length > 0 && (
        <p class="note">{text.ways_none_selected}</p>
      )}
      <div class="buttons">
        {givings.length > 0 && selected.length === 1
          ? givings.map((move) => (
              <MoveButton key={nameOf(move)} move={move} sitting={sitting} view={view} main />
            ))
          : givings.length > 0 && <p class="note">{text.discard_hint}</p>}
        {builds && (
          <button
            type="button"
            class="build"
            onClick={() => {
              sitting.building.value = true;
            }}
          >
            {text.build}
          </button>
        )}
        {plain.map((move) => (
          <MoveButton key={nameOf(move)} move={move} sitting={sitting} view={view} main={!lays} />
        ))}
        {selected.length > 0 && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              sitting.selected.value = [];
            }}
          >
            {text.unselect}
          </button>
        )}
      </div>
      {you.moreLegalMoves && selected.length === 0 && <p class="note">{text.more_moves}</p>}
    </section>
  );
}

/** The moves of the view, and where there are too many, all that use the selected card. */
function useAllMoves(sitting: Sitting, view: GameView): readonly Move[] {
  const listed = view.you?.legalMoves ?? [];
  const [found, setFound] = useState<{ moves: readonly Move[]; about: string }>();
  const key = sitting.selected.value[0];
  const card = key?.split("#")[0] ?? "";
  const about = `${view.revision} ${card}`;
  const more = view.you?.moreLegalMoves === true && card !== "";
  useEffect(() => {
    if (!more) return;
    const ending = new AbortController();
    sitting.seat?.legalMoves({ card, signal: ending.signal }).then(
      (moves) => setFound({ moves, about }),
      (error: unknown) => ending.signal.aborted || tell(error),
    );
    return () => ending.abort();
  }, [more, about]);
  return more && found?.about === about ? found.moves : listed;
}

/** What a turn of family H still owes. */
function Owed({ view }: { view: GameView }) {
  const rummy = view.deal?.rummy;
  const deck = deckIn(view);
  if (!rummy) return null;
  return (
    <>
      {rummy.mustUse && (
        <p class="note">
          <Sentence text="due_must_use" parts={{ card: { cards: [rummy.mustUse] } }} deck={deck} />
        </p>
      )}
      {rummy.openingNeeded > 0 && (
        <p class="note">{say("due_opening", { count: rummy.openingNeeded })}</p>
      )}
    </>
  );
}

function MoveButton(props: { move: Move; sitting: Sitting; view: GameView; main?: boolean }) {
  const { move, sitting, view } = props;
  const kind = move.kind.case ?? "none";
  const main = props.main && !["challenge", "stop", "refuseChallenge", "letGo"].includes(kind);
  return (
    <button
      type="button"
      class={main ? "primary" : ""}
      data-move={kind}
      disabled={sitting.busy.value}
      onClick={() => sitting.play(move)}
    >
      <MoveWords move={move} view={view} />
    </button>
  );
}

const PLAIN: Partial<Record<Kind, keyof ReturnType<typeof plainTexts>>> = {
  pass: "pass",
  letGo: "let_go",
  drawStock: "draw_stock",
  challenge: "challenge",
  acceptChallenge: "accept_challenge",
  refuseChallenge: "refuse_challenge",
  stop: "stop",
};

const plainTexts = () => texts.value;

function MoveWords({ move, view }: { move: Move; view: GameView }) {
  const { kind } = move;
  const deck = deckIn(view);
  switch (kind.case) {
    case "force":
      return <>{say("force", { who: playerName(view, kind.value.seat ?? 0) })}</>;
    case "discard":
    case "trade":
      return (
        <Sentence text={kind.case} parts={{ card: { cards: [kind.value.card] } }} deck={deck} />
      );
    case "drawDiscards": {
      const count = Math.max(1, kind.value.count);
      const card = { cards: [view.deal?.rummy?.discards[count - 1] ?? ""] };
      const text = count === 1 ? "draw_discard" : "draw_discards";
      return <Sentence text={text} parts={{ count, card }} deck={deck} />;
    }
    default: {
      const key = kind.case && PLAIN[kind.case];
      return <>{key ? texts.value[key] : texts.value.unknown_move}</>;
    }
  }
}

function nameOf(move: Move): string {
  return JSON.stringify(move.kind);
}
