// The middle of the table: stock, upcard or discards, dead cards.
import { type DealView, type GameView, type Move, UpcardOrigin } from "@conquian/client";
import { cardName } from "../app/catalogue.js";
import { say, texts } from "../app/language.js";
import { CardBack, CardFace } from "../cards/face.js";
import type { Sitting } from "./sitting.js";
import { deckIn, playerName } from "./who.js";

export function Middle({ sitting, view }: { sitting: Sitting; view: GameView }) {
  const deal = view.deal as DealView;
  const moves = view.you?.legalMoves ?? [];
  const draw = moves.find((move) => move.kind.case === "drawStock");
  const held = say("stock_cards", { count: deal.stockSize });
  return (
    <section class="middle" aria-label={texts.value.centre}>
      <Pile
        label={texts.value.stock}
        count={deal.stockSize}
        spoken={draw ? `${say("draw_stock")}; ${held}` : held}
        move={draw}
        sitting={sitting}
      />
      {deal.rummy ? (
        <Discards sitting={sitting} view={view} />
      ) : (
        <UpcardPlace view={view} lively={moves.some((move) => move.kind.case === "take")} />
      )}
      {!deal.rummy && (
        <Pile
          label={texts.value.dead}
          count={deal.deadSize}
          spoken={say("dead_cards", { count: deal.deadSize })}
          sitting={sitting}
          flat
        />
      )}
      <p class="deal-facts">
        <span>{say("deal_number", { number: deal.number })}</span>
        {deal.stake > 1 && <span>{say("stake", { count: deal.stake })}</span>}
      </p>
    </section>
  );
}

function Pile(props: {
  label: string;
  count: number;
  spoken: string;
  move?: Move;
  sitting: Sitting;
  flat?: boolean;
}) {
  const { move, count } = props;
  const depth = count === 0 ? "is-empty" : props.flat ? "is-flat" : count > 12 ? "is-thick" : "";
  const cards = <span class={`card pile ${depth}`}>{count > 0 && <CardBack />}</span>;
  return (
    <figure class="place">
      {move ? (
        <button
          type="button"
          class="card-button is-lively"
          aria-label={props.spoken}
          disabled={props.sitting.busy.value}
          onClick={() => props.sitting.play(move)}
        >
          {cards}
        </button>
      ) : (
        <span role="img" aria-label={props.spoken}>
          {cards}
        </span>
      )}
      <figcaption aria-hidden="true">
        {props.label} <b>{count}</b>
      </figcaption>
    </figure>
  );
}

function UpcardPlace({ view, lively }: { view: GameView; lively: boolean }) {
  const upcard = view.deal?.upcard;
  if (!upcard)
    return (
      <figure class="place place-upcard">
        <span class="card pile is-empty" role="img" aria-label={texts.value.upcard_none} />
        <figcaption>{texts.value.upcard_none}</figcaption>
      </figure>
    );
  const who = playerName(view, upcard.bySeat);
  const origin =
    upcard.origin === UpcardOrigin.OPENING
      ? texts.value.upcard_opening
      : say(upcard.origin === UpcardOrigin.TURNED ? "upcard_turned" : "upcard_discarded", { who });
  return (
    <figure class="place place-upcard">
      <span
        key={upcard.card}
        class={`card upcard ${lively ? "is-lively" : ""}`}
        role="img"
        aria-label={say("upcard_is", { card: cardName(upcard.card) })}
        data-card={upcard.card}
      >
        <CardFace card={upcard.card} deck={deckIn(view)} />
      </span>
      <figcaption>{origin}</figcaption>
    </figure>
  );
}

function Discards({ sitting, view }: { sitting: Sitting; view: GameView }) {
  const { discards = [], discardsSize = 0 } = view.deal?.rummy ?? {};
  const deck = deckIn(view);
  const top = discards[0];
  const take = view.you?.legalMoves.find(
    (move) => move.kind.case === "drawDiscards" && move.kind.value.count <= 1,
  );
  const face = top ? <CardFace card={top} deck={deck} /> : null;
  return (
    <figure class="place place-upcard">
      {take && top ? (
        <button
          type="button"
          class="card-button is-lively"
          aria-label={say("draw_discard", { card: cardName(top) })}
          disabled={sitting.busy.value}
          onClick={() => sitting.play(take)}
        >
          <span class="card upcard">{face}</span>
        </button>
      ) : (
        <span
          class={`card upcard ${top ? "" : "pile is-empty"}`}
          role="img"
          aria-label={top ? cardName(top) : texts.value.discards}
        >
          {face}
        </span>
      )}
      <figcaption>
        {texts.value.discards} <b>{discardsSize}</b>
      </figcaption>
      {discards.length > 1 && (
        <span class="bank" role="img" aria-label={discards.map(cardName).join(", ")}>
          {discards.slice(1, 9).map((card, at) => (
            <span key={`${card}.${discards.length - at}`} class="card">
              <CardFace card={card} deck={deck} small />
            </span>
          ))}
        </span>
      )}
    </figure>
  );
}
