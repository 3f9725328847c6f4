// Calls that take something once, a seat or a table: if the answer is lost, trying again is the same
// call again and not a second one.
import { ConquianError } from "@conquian/client";

const unanswered = new Map<string, unknown>();

/** A random UUID, as the service asks for where an answer holds a token. */
export function newRequestId(): string {
  // crypto.randomUUID is missing in pages that did not come by https.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

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
 */
export async function attempt<A, T>(
  about: string,
  begin: () => A,
  call: (asked: A) => Promise<T>,
): Promise<T> {
  const asked = unanswered.has(about) ? (unanswered.get(about) as A) : begin();
  unanswered.set(about, asked);
  try {
    const answer = await call(asked);
    unanswered.delete(about);
    return answer;
  } catch (error) {
    if (!(error instanceof ConquianError && error.mayHaveHappened)) unanswered.delete(about);
    throw error;
  }
}
