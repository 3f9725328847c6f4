// A table in whatever stage it is: waiting for players, being played, over.
import { GameStatus, isOver } from "@conquian/client";
import { useEffect } from "preact/hooks";
import { texts } from "../app/language.js";
import { go } from "../app/route.js";
import { wordsOf } from "../app/trouble.js";
import { Builder } from "../layout/builder.js";
import { Log, Voice } from "../log/log.js";
import { DealOver } from "./deal-over.js";
import { Ending } from "./ending.js";
import { Fairness } from "./fairness.js";
import { Play } from "./play.js";
import { Rules } from "./rules.js";
import type { Sitting } from "./sitting.js";
import { Waiting } from "./waiting.js";

export function TableScreen({ sitting }: { sitting: Sitting }) {
  const view = sitting.view.value;
  const text = texts.value;
  const title = view?.you?.toAct ? `● ${text.your_turn}` : "Conquian";
  // Seen on the tab while the reader is elsewhere.
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = "Conquian";
    };
  }, [title]);
  if (sitting.closed.value !== undefined)
    return (
      <section class="waiting">
        <h1>{text.no_game}</h1>
        <p>{wordsOf(sitting.closed.value)}</p>
        <button type="button" class="primary" onClick={() => go({})}>
          {text.home}
        </button>
      </section>
    );
  if (!view) return <p class="waiting">{text.connecting}</p>;
  const over = isOver(view);
  return (
    <>
      <p class="line" role="status">
        {sitting.line.value === "waiting" && !over && <span>{text.reconnecting}</span>}
      </p>
      {view.status === GameStatus.WAITING ? (
        <Waiting sitting={sitting} view={view} />
      ) : (
        <div class="table-screen">
          <div class="felt">
            {over && <Ending sitting={sitting} view={view} />}
            {!over && <DealOver sitting={sitting} view={view} />}
            {view.status !== GameStatus.CANCELLED && <Play sitting={sitting} view={view} />}
          </div>
          <Log story={sitting.story.value} view={view} />
          <div class="below">
            {!over && <Rules view={view} />}
            <Fairness view={view} kept={sitting.kept.value} />
          </div>
        </div>
      )}
      <Voice story={sitting.story.value} view={view} />
      {sitting.building.value && !over && <Builder sitting={sitting} view={view} />}
    </>
  );
}
