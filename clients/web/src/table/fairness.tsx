// How the cards of a table are shuffled, and what a player needs to check the record of his game.
import { Access, GameStatus, type GameView, ShuffleKind } from "@conquian/client";
import type { KeptGame } from "../app/keep.js";
import { say, texts } from "../app/language.js";

export function Fairness({ view, kept }: { view: GameView; kept: KeptGame | undefined }) {
  const text = texts.value;
  const pinned = view.shuffle?.kind === ShuffleKind.PINNED;
  const now = view.shuffle?.commitment ?? "";
  const seen = kept?.commitment;
  const mine = kept?.mine && kept.entropy ? kept : undefined;
  return (
    <section class="fairness" aria-label={text.shuffle}>
      {pinned && <p>{text.shuffle_pinned}</p>}
      {seen !== undefined && now !== seen && (
        <p class="changed">{say("shuffle_changed", { commitment: now })}</p>
      )}
      <details>
        <summary>{text.shuffle}</summary>
        {!pinned && <p>{text.shuffle_drawn}</p>}
        <dl>
          <dt>{text.shuffle_game}</dt>
          <dd>{view.gameId}</dd>
          <dt>{text.shuffle_commitment}</dt>
          <dd>{seen ?? now}</dd>
          {mine && <dt>{text.shuffle_entropy}</dt>}
          {mine && <dd>{mine.entropy}</dd>}
        </dl>
        {view.status === GameStatus.FINISHED && (
          <>
            <p>{text.shuffle_check}</p>
            <pre>{commands(view, seen, mine)}</pre>
          </>
        )}
      </details>
    </section>
  );
}

/** What checks the record; it is held against nothing that this browser has not seen itself. */
function commands(view: GameView, seen: string | undefined, mine: KeptGame | undefined): string {
  const base = location.origin + location.pathname.replace(/\/$/, "");
  const key = view.access === Access.PRIVATE ? " --token TOKEN" : "";
  const commitment = seen === undefined ? "" : ` --commitment ${seen}`;
  const own = mine ? ` --entropy ${mine.mine?.seat}=${mine.entropy}` : "";
  return [
    `conquian transcript ${view.gameId} --target ${base}${key} >game.json`,
    `conquian verify game.json --game ${view.gameId}${commitment}${own}`,
  ].join("\n");
}
