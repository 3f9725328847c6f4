// How the last deal ended: shown over the next one until it is read or a move is made.
import type { DealEnded, GameView } from "@conquian/client";
import { useSignal } from "@preact/signals";
import { say, texts } from "../app/language.js";
import { causeKey } from "../log/story.js";
import { CountedHands } from "./counted.js";
import { Sentence } from "./sentence.js";
import type { Sitting, Told } from "./sitting.js";
import { deckIn, playerName } from "./who.js";

/** Moves after which the end of a deal is old news. */
const NEWS = 6;

/** The end of the last deal, if it is among the last so many revisions. */
export function lastDealEnded(story: readonly Told[], within: number): DealEnded | undefined {
  for (const { events } of story.slice(-within).reverse()) {
    for (const { kind } of events) if (kind.case === "dealEnded") return kind.value;
  }
  return undefined;
}

export function DealOver({ sitting, view }: { sitting: Sitting; view: GameView }) {
  const read = useSignal(0);
  const ended = lastDealEnded(sitting.story.value, NEWS);
  if (!ended || ended.number <= read.value) return null;
  const scores = ended.scores.map((score, seat) => `${playerName(view, seat)} ${score}`).join(", ");
  const parts = { number: ended.number, cause: texts.value[causeKey(ended.cause)], scores };
  const won = ended.winnerSeat !== undefined;
  return (
    <section class="deal-over" aria-label={say("deal_over", { number: ended.number })}>
      <p>
        <Sentence
          text={won ? "log_deal_won" : "log_deal_drawn"}
          parts={won ? { ...parts, who: playerName(view, ended.winnerSeat ?? 0) } : parts}
          deck={deckIn(view)}
        />
      </p>
      <CountedHands ended={ended} view={view} />
      <button
        type="button"
        onClick={() => {
          read.value = ended.number;
        }}
      >
        {texts.value.close}
      </button>
    </section>
  );
}
