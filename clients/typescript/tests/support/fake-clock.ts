/** A clock that stands still until a test lets time pass. */

import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../src/clock.js";

interface Timer {
  readonly due: number;
  readonly ring: () => void;
}

/** Turns of the event loop in which everything that waits for no clock gets done. */
const TURNS = 30;

export class FakeClock implements Clock {
  #now = 1_000;
  readonly #timers = new Set<Timer>();
  /** What was slept for, in order, whether to the end or not. */
  readonly asked: number[] = [];

  now(): number {
    return this.#now;
  }

  get waiting(): number {
    return this.#timers.size;
  }

  sleep(millis: number, signal?: AbortSignal): Promise<void> {
    this.asked.push(millis);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const stop = (): void => {
        this.#timers.delete(timer);
        reject(signal?.reason);
      };
      const ring = (): void => {
        signal?.removeEventListener("abort", stop);
        resolve();
      };
      const timer = { due: this.#now + millis, ring };
      this.#timers.add(timer);
      signal?.addEventListener("abort", stop, { once: true });
    });
  }

  /** Lets everything happen that needs no time. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) {
      await setImmediate();
    }
  }

  /** Lets time pass, but only as much as is waited for, until the work is done. */
  async run<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const end = (): void => {
      done = true;
    };
    work.then(end, end);
    for (let steps = 0; ; steps += 1) {
      await this.settle();
      if (done) {
        return await work;
      }
      if (this.#timers.size === 0 || steps > 1_000) {
        throw new Error("the work waits for something else than time");
      }
      this.#ringNext();
    }
  }

  /** Lets so much time pass, alarms ringing in their order. */
  async pass(millis: number): Promise<void> {
    const until = this.#now + millis;
    await this.settle();
    while ([...this.#timers].some((timer) => timer.due <= until)) {
      this.#ringNext();
      await this.settle();
    }
    this.#now = until;
  }

  #ringNext(): void {
    const [next] = [...this.#timers].sort((one, other) => one.due - other.due);
    if (next !== undefined) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.due);
      next.ring();
    }
  }
}
