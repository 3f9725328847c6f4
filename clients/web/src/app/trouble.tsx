// What went wrong, told until it is dismissed or has been read.
import { ConquianError, StaleDecision, Unavailable } from "@conquian/client";
import { signal } from "@preact/signals";
import { say, texts } from "./language.js";

interface Trouble {
  readonly id: number;
  readonly text: string;
  /** Whether it is only that nobody answered. */
  readonly away: boolean;
}

const troubles = signal<readonly Trouble[]>([]);
let last = 0;

/** Whether a dialog is open: then it tells troubles itself, for all else is hidden by it. */
export const inDialog = signal(false);

/** What an error says to people. */
export function wordsOf(error: unknown): string {
  if (error instanceof StaleDecision) return texts.value.stale;
  // Without a reason it is the browser that speaks, in words of its own.
  if (isAway(error)) return texts.value.no_answer;
  if (error instanceof ConquianError && error.message) return error.message;
  return error instanceof Error ? error.message : String(error);
}

function isAway(error: unknown): boolean {
  return error instanceof Unavailable && error.reason === "";
}

/** Shows an error; the same text is shown once. */
export function tell(error: unknown): void {
  const text =
    error instanceof StaleDecision ? wordsOf(error) : say("failed", { why: wordsOf(error) });
  if (troubles.value.some((one) => one.text === text)) return;
  last += 1;
  troubles.value = [...troubles.value.slice(-2), { id: last, text, away: isAway(error) }];
}

/** Takes away what has been told: things have gone on. */
export function dismissAll(): void {
  if (troubles.value.length) troubles.value = [];
}

/** Takes away that nobody answered: somebody does again. */
export function dismissAway(): void {
  if (troubles.value.some(({ away }) => away))
    troubles.value = troubles.value.filter(({ away }) => !away);
}

export function Troubles() {
  return (
    <div class="troubles" role="alert">
      {troubles.value.map(({ id, text }) => (
        <p key={id} class="trouble">
          <span>{text}</span>
          <button
            type="button"
            class="quiet"
            aria-label={texts.value.close}
            onClick={() => {
              troubles.value = troubles.value.filter((one) => one.id !== id);
            }}
          >
            ✕
          </button>
        </p>
      ))}
    </div>
  );
}
