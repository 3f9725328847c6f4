// Another player as one sees him across the table: a name, backs of cards, melds.
import { type GameView, Phase, SeatKind, type SeatView } from "@conquian/client";
import { say, texts } from "../app/language.js";
import { CardBack } from "../cards/face.js";
import { Melds } from "./melds.js";
import { cardsOnTable, deckIn, playerName, targetOf } from "./who.js";

export function Opponent({ seat, view }: { seat: SeatView; view: GameView }) {
  const who = playerName(view, seat.seat);
  const due = view.deal?.seatsToAct.includes(seat.seat) ?? false;
  const target = targetOf(view);
  return (
    <section class={`opponent ${due ? "is-due" : ""}`} aria-label={who}>
      <div class="own-head">
        <h2>{who}</h2>
        {seat.kind === SeatKind.BOT && !who.startsWith(texts.value.computer) && (
          <span class="kind">{texts.value.seat_bot}</span>
        )}
        <Tags seat={seat} view={view} />
        {target !== undefined && (
          <span class="count">{say("on_table", { count: cardsOnTable(seat), target })}</span>
        )}
        <span class="count">
          {texts.value.score}: {seat.score}
        </span>
      </div>
      <div class="opponent-cards">
        {seat.handSize > 0 && <Backs count={seat.handSize} who={who} />}
        <Melds melds={seat.table} deck={deckIn(view)} label={say("table_of_seat", { who })} />
      </div>
    </section>
  );
}

function Backs({ count, who }: { count: number; who: string }) {
  return (
    <div class="backs" role="img" aria-label={say("hand_of", { who, count })}>
      {Array.from({ length: Math.min(count, 13) }, (_, at) => (
        <span key={at} class="card back-card">
          <CardBack />
        </span>
      ))}
      <span class="backs-count">{count}</span>
    </div>
  );
}

/** What is to be said of a seat in a word each. */
export function Tags({ seat, view }: { seat: SeatView; view: GameView }) {
  const { deal } = view;
  const text = texts.value;
  const tags = [
    deal?.seatsToAct.includes(seat.seat) && ["turn", text.to_move],
    deal?.forcedSeat === seat.seat && deal.phase === Phase.TAKE_FORCED && ["forced", text.forced],
    deal?.dealer === seat.seat && ["dealer", text.dealer],
    deal?.passedSeats.includes(seat.seat) && ["passed", text.passed],
    deal?.chosenSeats.includes(seat.seat) && ["chosen", text.chosen],
    deal?.rummy?.openedSeats.includes(seat.seat) && ["opened", text.opened],
    seat.resigned && ["resigned", text.resigned],
  ].filter((tag) => tag !== false && tag !== undefined);
  return (
    <span class="tags">
      {tags.map(([kind, word]) => (
        <span key={kind} class={`tag tag-${kind}`}>
          {word}
        </span>
      ))}
    </span>
  );
}
