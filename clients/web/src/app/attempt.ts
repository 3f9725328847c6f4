// Calls that take something once, a seat or a table: if the answer is lost, trying again is the same
// call again and not a second one.
import { ConquianError, RateLimited, Unavailable } from "@conquian/client";

const unanswered = new Map<string, unknown>();

/** Bytes in hexadecimal digits. */
export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether a call was made and nobody knows what became of it. */
export function isUnanswered(about: string): boolean {
  return unanswered.has(about);
}

/**
 * Makes a call with what `begin` gives; with the same as the last time, if nobody knows what became
 * of that.
 *
 * @param about - what the call is for: the same text, the same call.
 * @param inParts - whether it makes several calls, of which some may be through when one fails.
 */
export async function attempt<A, T>(
  about: string,
  begin: () => A,
  call: (asked: A) => Promise<T>,
  inParts = false,
): Promise<T> {
  const inDoubt = inParts || unanswered.has(about);
  const asked = unanswered.has(about) ? (unanswered.get(about) as A) : begin();
  unanswered.set(about, asked);
  try {
    const answer = await call(asked);
    unanswered.delete(about);
    return answer;
  } catch (error) {
    // That this attempt was not made says nothing of those before it.
    const isOpen = mayHaveHappened(error) || (inDoubt && isPassing(error));
    if (!isOpen) unanswered.delete(about);
    throw error;
  }
}

function mayHaveHappened(error: unknown): boolean {
  return error instanceof ConquianError && error.mayHaveHappened;
}

function isPassing(error: unknown): boolean {
  return error instanceof Unavailable || error instanceof RateLimited;
}
