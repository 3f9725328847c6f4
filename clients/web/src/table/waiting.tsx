// Before the start: who sits where, a link for those who are missing, and the free seats.
import { type GameView, SeatKind } from "@conquian/client";
import { useRef, useState } from "preact/hooks";
import { titleOf } from "../app/catalogue.js";
import { say, texts } from "../app/language.js";
import { go, linkTo } from "../app/route.js";
import { NameField, nameToUse } from "../lobby/lobby.js";
import { Fairness } from "./fairness.js";
import { Rules } from "./rules.js";
import type { Sitting } from "./sitting.js";

export function Waiting({ sitting, view }: { sitting: Sitting; view: GameView }) {
  const text = texts.value;
  const kept = sitting.kept.value;
  const seated = kept?.mine !== undefined;
  const busy = sitting.busy.value;
  return (
    <section class="waiting" aria-labelledby="waiting-title">
      <h1 id="waiting-title">{text.waiting_title}</h1>
      <p class="tagline">{titleOf(view.ruleset)}</p>
      <ol class="seat-list">
        {view.seats.map((seat) => (
          <li key={seat.seat} class={seat.taken ? "is-taken" : ""}>
            <span>
              {seat.taken ? seat.name || say("seat", { number: seat.seat + 1 }) : text.seat_free}
            </span>
            {seat.seat === kept?.mine?.seat && <small>{text.seat_you}</small>}
            {seat.kind === SeatKind.BOT && <small>{text.seat_bot}</small>}
          </li>
        ))}
      </ol>
      <p class="note">{text.waiting_note}</p>
      {seated ? (
        <>
          <Link
            link={linkTo({ gameId: view.gameId, invite: sitting.invite ?? kept?.inviteToken })}
          />
          <div class="buttons">
            <button
              type="button"
              class="primary"
              disabled={busy}
              onClick={() => sitting.seatComputer()}
            >
              {text.add_bot}
            </button>
            <button
              type="button"
              disabled={busy}
              onClick={async () => {
                if ((await sitting.leave()) && !sitting.ended) go({});
              }}
            >
              {text.leave}
            </button>
            {kept?.hostToken && (
              <button type="button" disabled={busy} onClick={() => sitting.callOff()}>
                {text.call_off}
              </button>
            )}
          </div>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void sitting.join(nameToUse());
          }}
        >
          <NameField />
          <button type="submit" class="primary" disabled={busy}>
            {text.take_seat}
          </button>
        </form>
      )}
      <Rules view={view} />
      <Fairness view={view} kept={kept} />
    </section>
  );
}

function Link({ link }: { link: string }) {
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // Pages that did not come by https have no clipboard; the old way works in most.
      document.execCommand("copy");
    }
    setCopied(true);
  };
  return (
    <div class="link">
      <label class="field">
        <span>{texts.value.link}</span>
        <input
          ref={field}
          type="text"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <button type="button" onClick={copy}>
        {copied ? texts.value.copied : texts.value.copy}
      </button>
      <p class="note">{texts.value.link_note}</p>
    </div>
  );
}
