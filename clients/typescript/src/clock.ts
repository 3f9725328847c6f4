/** Time, so that waiting can be tested without waiting. */
export interface Clock {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** Waits; rejects with the signal's reason as soon as it is aborted. */
  sleep(millis: number, signal?: AbortSignal): Promise<void>;
}

/** The time of the machine. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (millis, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const end = (): void => {
        signal?.removeEventListener("abort", stop);
        resolve();
      };
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(end, millis);
      signal?.addEventListener("abort", stop, { once: true });
    }),
};

/** What {@link within} throws when time is up. */
export class TimeIsUp extends Error {
  override readonly name = "TimeIsUp";
}

/**
 * Runs work that ends when its signal is aborted, for so long at most.
 *
 * @param outer - aborts the work too; its reason is then what is thrown.
 * @throws TimeIsUp if time is up first.
 */
export async function within<T>(
  clock: Clock,
  millis: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const worker = new AbortController();
  const timer = new AbortController();
  const stop = (): void => timer.abort(outer?.reason);
  outer?.addEventListener("abort", stop, { once: true });
  // Whatever of the two ends first decides; the other is told to end and not listened to.
  const alarm = clock.sleep(millis, timer.signal).then(() => {
    throw new TimeIsUp("no answer in time");
  });
  const answer = work(worker.signal);
  try {
    return await Promise.race([answer, alarm]);
  } finally {
    outer?.removeEventListener("abort", stop);
    answer.catch(() => {});
    alarm.catch(() => {});
    timer.abort();
    worker.abort();
  }
}
