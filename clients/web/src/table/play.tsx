// The table while a game is played: opponents, middle, one's own melds, hand and choices.
import type { GameView } from "@conquian/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { titleOf } from "../app/catalogue.js";
import { say, texts } from "../app/language.js";
import { listed } from "../texts/index.js";
import { Choices } from "./choices.js";
import { dueOf } from "./due.js";
import { Hand, SortButton } from "./hand.js";
import { Melds } from "./melds.js";
import { Middle } from "./middle.js";
import { Opponent, Tags } from "./opponent-seat.js";
import { Sentence } from "./sentence.js";
import type { Sitting } from "./sitting.js";
import { cardsOnTable, deckIn, othersOf, ownSeat, playerName, targetOf } from "./who.js";

export function Play({ sitting, view }: { sitting: Sitting; view: GameView }) {
  const text = texts.value;
  const deck = deckIn(view);
  const own = ownSeat(view);
  const target = targetOf(view);
  const due = dueOf(view, {
    name: (seat) => playerName(view, seat),
    and: (names) => listed(names, text.and),
  });
  return (
    <>
      {view.deal && <h1 class="unseen">{titleOf(view.ruleset)}</h1>}
      <section class={`opponents of-${othersOf(view).length}`} aria-label={text.opponents}>
        {othersOf(view).map((seat) => (
          <Opponent key={seat.seat} seat={seat} view={view} />
        ))}
      </section>
      {view.deal && <Middle sitting={sitting} view={view} />}
      {own && (
        <section class={`own ${view.you?.toAct ? "is-due" : ""}`} aria-label={text.your_table}>
          <div class="own-head">
            <h2>{own.name || text.you}</h2>
            <Tags seat={own} view={view} />
            {target !== undefined && (
              <span class="count">{say("on_table", { count: cardsOnTable(own), target })}</span>
            )}
            <span class="count">
              {text.score}: {own.score}
            </span>
          </div>
          <Melds melds={own.table} deck={deck} label={text.your_table} />
        </section>
      )}
      <p
        class={`due ${view.you?.toAct ? "is-yours" : ""} ${view.deal ? "" : "is-idle"}`}
        role="status"
      >
        {due && <Sentence text={due.key} parts={due.parts} deck={deck} />}
        {!view.you && view.deal && <span class="note"> {text.watching}</span>}
      </p>
      {own && view.deal && (
        <>
          <Hand sitting={sitting} view={view} />
          <Choices sitting={sitting} view={view} />
          <div class="foot">
            <SortButton />
            {!own.resigned && <Resign sitting={sitting} />}
          </div>
        </>
      )}
    </>
  );
}

function Resign({ sitting }: { sitting: Sitting }) {
  const [asked, setAsked] = useState<boolean>();
  const first = useRef<HTMLButtonElement>(null);
  const harmless = useRef<HTMLButtonElement>(null);
  const text = texts.value;
  // Who presses twice has not given up: the answer that does so never comes under the focus by itself.
  useEffect(() => {
    if (asked !== undefined) (asked ? harmless : first).current?.focus();
  }, [asked]);
  if (!asked)
    return (
      <p key="resign" class="resign">
        <button ref={first} type="button" class="quiet" onClick={() => setAsked(true)}>
          {text.resign}
        </button>
      </p>
    );
  return (
    <p key="sure" class="resign">
      <span id="resign-sure">{text.resign_sure}</span>
      <button
        type="button"
        class="danger"
        aria-describedby="resign-sure"
        disabled={sitting.busy.value}
        onClick={() => {
          setAsked(false);
          void sitting.resign();
        }}
      >
        {text.resign_yes}
      </button>
      <button
        ref={harmless}
        type="button"
        aria-describedby="resign-sure"
        onClick={() => setAsked(false)}
      >
        {text.cancel}
      </button>
    </p>
  );
}
