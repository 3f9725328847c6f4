// The moves of the game, the newest first, and a voice that tells each as it happens.
import type { GameView } from "@conquian/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { texts } from "../app/language.js";
import { Sentence, spoken } from "../table/sentence.js";
import type { Told as Revision } from "../table/sitting.js";
import { deckIn, playerName } from "../table/who.js";
import { listed } from "../texts/index.js";
import { sentences, type Told, type Words } from "./story.js";

const SHOWN = 60;

interface Entry extends Told {
  readonly id: string;
}

function entriesOf(story: readonly Revision[], view: GameView): Entry[] {
  const words: Words = {
    texts: texts.value,
    name: (seat) => playerName(view, seat),
    and: (names) => listed(names, texts.value.and),
  };
  return story.flatMap(({ revision, events }) =>
    events
      .flatMap((event) => sentences(event, words))
      .map((told, at) => ({ ...told, id: `${revision}.${at}` })),
  );
}

export function Log({ story, view }: { story: readonly Revision[]; view: GameView }) {
  const [whole, setWhole] = useState(false);
  const entries = entriesOf(story, view).reverse();
  const shown = whole ? entries : entries.slice(0, SHOWN);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: by keyboard it could not be scrolled otherwise
    <section class="log" aria-labelledby="log-title" tabIndex={0}>
      <h2 id="log-title">{texts.value.log}</h2>
      <ol reversed>
        {shown.map(({ id, key, parts }) => (
          <li key={id} class={key.startsWith("log_deal") ? "log-deal" : undefined}>
            <Sentence text={key} parts={parts} deck={deckIn(view)} />
          </li>
        ))}
      </ol>
      {shown.length < entries.length && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          {texts.value.ways_more.replace("{count}", String(entries.length))}
        </button>
      )}
    </section>
  );
}

/** Tells what has just happened to who does not see it. */
export function Voice({ story, view }: { story: readonly Revision[]; view: GameView }) {
  const heard = useRef<number | undefined>(undefined);
  const [told, setTold] = useState({ revision: 0, text: "" });
  const last = story[story.length - 1]?.revision ?? 0;
  useEffect(() => {
    const since = heard.current;
    heard.current = last;
    if (since === undefined || since >= last) return;
    const fresh = story.filter(({ revision }) => revision > since);
    const said = entriesOf(fresh, view).map(({ key, parts }) => spoken(key, parts));
    setTold({ revision: last, text: said.join(" ") });
  }, [last]);
  return (
    <p class="unseen" role="log" aria-live="polite">
      {/* Another element each time: the same text in the same one would not be told again. */}
      <span key={told.revision}>{told.text}</span>
    </p>
  );
}
