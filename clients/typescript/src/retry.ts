/**
 * When to try again, and how long to wait before it.
 *
 * Every call of the service is safe to repeat: reads change nothing and each mutating call carries
 * a request id. What is repeated is what another attempt may mend.
 */

import { Code } from "@connectrpc/connect";
import { type ConquianError, RateLimited, ServiceFault, Unavailable } from "./errors.js";

/** Milliseconds before the second attempt, before jitter. */
const FIRST_DELAY = 50;

/** Milliseconds that no wait exceeds, unless the service asks for more. */
const GREATEST_DELAY = 2_000;

/** An attempt gets this share of a call's timeout, so that a lost one leaves time for others. */
export const ATTEMPTS_PER_TIMEOUT = 3;

/** Milliseconds that no attempt exceeds, however patient its caller is. */
export const LONGEST_ATTEMPT = 5_000;

/** Waits that double, each shortened by chance so that clients do not return in step. */
export class Backoff {
  #next = FIRST_DELAY;

  /** Milliseconds to wait now: at least what the error asks for. */
  nextDelay(error?: ConquianError): number {
    const step = Math.min(GREATEST_DELAY, this.#next);
    this.#next = step * 2;
    return (error?.retryDelayMillis ?? 0) + step * (0.5 + Math.random() / 2);
  }

  /** Starts over after a success. */
  reset(): void {
    this.#next = FIRST_DELAY;
  }
}

/** Whether another attempt of the same call may succeed. An ABORTED call is for its caller. */
export function mayRepeat(error: ConquianError): boolean {
  if (error instanceof Unavailable) {
    return error.code !== Code.Aborted;
  }
  return error instanceof RateLimited && error.retryDelayMillis !== undefined;
}

/**
 * Whether a watch that ended with this error may go on from where it stood.
 *
 * Beside what a call may repeat: a server that has its fill of watchers, and streams cut by
 * something on the way, which shows as a fault without the service's word.
 */
export function mayResume(error: ConquianError): boolean {
  if (error instanceof ServiceFault) {
    return error.reason === "" && error.code !== Code.Unimplemented;
  }
  return error instanceof Unavailable || error instanceof RateLimited;
}
