// The end of a game: who has won and how, the score, and once more.
import { GameStatus, type GameView } from "@conquian/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { say, texts } from "../app/language.js";
import { go } from "../app/route.js";
import { tell } from "../app/trouble.js";
import { nameToUse } from "../lobby/lobby.js";
import { openRematch } from "../lobby/opening.js";
import { causeKey } from "../log/story.js";
import { listed } from "../texts/index.js";
import { CountedHands } from "./counted.js";
import { lastDealEnded } from "./deal-over.js";
import type { Sitting } from "./sitting.js";
import { playerName } from "./who.js";

export function Ending({ sitting, view }: { sitting: Sitting; view: GameView }) {
  const text = texts.value;
  const title = useRef<HTMLHeadingElement>(null);
  const busy = useSignal(false);
  const ended = lastDealEnded(sitting.story.value, 2);
  // Whoever played by keyboard has lost the button he stood on.
  useEffect(() => title.current?.focus(), []);
  const again = async () => {
    busy.value = true;
    try {
      const name = view.you ? view.seats[view.you.seat]?.name || nameToUse() : nameToUse();
      await openRematch(view, name, sitting.kept.value?.bots.length ?? 0);
    } catch (error) {
      tell(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <section class="ending" aria-labelledby="ending-title">
      <h1 id="ending-title" ref={title} tabIndex={-1}>
        {headline(view)}
      </h1>
      {view.result && <p>{text[causeKey(view.result.cause)]}</p>}
      {view.result && (
        <table class="scores">
          <caption>{text.final_score}</caption>
          <tbody>
            {view.result.scores.map((score, seat) => (
              <tr
                key={playerName(view, seat)}
                class={view.result?.winnerSeats.includes(seat) ? "is-winner" : ""}
              >
                <th scope="row">{playerName(view, seat)}</th>
                <td>{score}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {ended && <CountedHands ended={ended} view={view} />}
      <div class="buttons">
        {sitting.kept.value?.mine && view.status === GameStatus.FINISHED && (
          <button
            type="button"
            class="primary"
            disabled={busy.value}
            title={text.rematch_note}
            onClick={again}
          >
            {text.rematch}
          </button>
        )}
        <button type="button" onClick={() => go({})}>
          {text.home}
        </button>
      </div>
    </section>
  );
}

function headline(view: GameView): string {
  const text = texts.value;
  if (view.status === GameStatus.CANCELLED) return text.called_off;
  const winners = view.result?.winnerSeats ?? [];
  const names = winners.map((seat) => playerName(view, seat));
  if (winners.length === 0) return text.won_nobody;
  if (winners.length > 1) return say("won_shared", { who: listed(names, text.and) });
  return winners[0] === view.you?.seat ? text.won_you : say("won", { who: names[0] ?? "" });
}
