/** One call: deadlines, repeats and typed errors, the same for every method. */

import {
  type CallOptions as AttemptOptions,
  type Client as ConnectClient,
  createClient,
} from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { type Clock, systemClock, within } from "./clock.js";
import type { ConquianError } from "./errors.js";
import { GameService } from "./gen/conquian/v1/game_service_pb.js";
import { RulesService } from "./gen/conquian/v1/rules_service_pb.js";
import { ATTEMPTS_PER_TIMEOUT, Backoff, LONGEST_ATTEMPT, mayRepeat } from "./retry.js";
import { errorFrom } from "./status.js";

/** How a client speaks with its service. */
export interface ConnectOptions {
  /**
   * Language of the texts that the service tells, errors and rulesets: a tag such as "es", or a
   * list as in `accept-language`, "es-MX, ru;q=0.5". English, or in a browser its languages, if
   * left out.
   */
  readonly language?: string;
  /** Milliseconds for a call with all its attempts, where the call names none; 10,000 if left out. */
  readonly timeoutMillis?: number;
  /** Makes the HTTP requests; the global `fetch` if left out. */
  readonly fetch?: typeof globalThis.fetch;
  /** Time, for tests. */
  readonly clock?: Clock;
}

/** What every call may be told. */
export interface CallOptions {
  /** Milliseconds for all attempts and the waits between them; the client's if left out. */
  readonly timeoutMillis?: number;
  /** Ends the call, which then rejects with the signal's reason. A change may be made all the same. */
  readonly signal?: AbortSignal;
}

/** {@link CallOptions} of calls that anybody may make, or a bearer. */
export interface BearerOptions extends CallOptions {
  /** Sent as the bearer: a seat, host, invite or watch token. */
  readonly token?: string;
}

export type { AttemptOptions };

interface Attempts extends BearerOptions {
  /** Milliseconds that the service may hold the call on purpose, on top of the timeout. */
  readonly heldMillis?: number;
}

const TIMEOUT = 10_000;

/** The way to one service, and how calls are made on it. */
export class Calls {
  readonly clock: Clock;
  readonly games: ConnectClient<typeof GameService>;
  readonly rules: ConnectClient<typeof RulesService>;
  readonly #timeoutMillis: number;
  readonly #language: string | undefined;

  constructor(baseUrl: string, options: ConnectOptions = {}) {
    const transport = createConnectTransport({
      baseUrl,
      useBinaryFormat: true,
      fetch: options.fetch,
    });
    this.clock = options.clock ?? systemClock;
    this.games = createClient(GameService, transport);
    this.rules = createClient(RulesService, transport);
    this.#timeoutMillis = options.timeoutMillis ?? TIMEOUT;
    this.#language = options.language || undefined;
  }

  /** What is sent beside a request; TypeError for a token or language that no header can carry. */
  headers(token: string | undefined): Headers {
    const headers = new Headers();
    if (token) {
      headers.set("authorization", `Bearer ${token}`);
    }
    if (this.#language) {
      headers.set("accept-language", this.#language);
    }
    return headers;
  }

  /**
   * Makes one call; repeats it while another attempt may mend it and time is left.
   *
   * @param attempt - makes the call once, by the options given. What it sends must be the same each
   *   time, request id included.
   * @throws ConquianError - the last attempt's error. It says that the change may have happened if
   *   that is so of any attempt, unless it is the service's own refusal, which settles it.
   */
  async call<T>(
    attempt: (options: AttemptOptions) => Promise<T>,
    { token, timeoutMillis = this.#timeoutMillis, signal, heldMillis = 0 }: Attempts = {},
  ): Promise<T> {
    const longest = heldMillis + Math.min(timeoutMillis / ATTEMPTS_PER_TIMEOUT, LONGEST_ATTEMPT);
    const deadline = this.clock.now() + timeoutMillis + heldMillis;
    const backoff = new Backoff();
    const headers = this.headers(token);
    let mayHaveHappened = false;
    for (;;) {
      const share = Math.max(1, Math.min(deadline - this.clock.now(), longest));
      headers.set("connect-timeout-ms", String(Math.ceil(share)));
      let error: ConquianError;
      try {
        return await within(this.clock, share, signal, (ending) =>
          attempt({ headers, signal: ending }),
        );
      } catch (thrown) {
        signal?.throwIfAborted();
        error = errorFrom(thrown);
      }
      if (!mayRepeat(error)) {
        // What the service itself says settles the attempts before; what a proxy says does not.
        throw mayHaveHappened && error.reason === "" ? error.thatMayHaveHappened() : error;
      }
      mayHaveHappened ||= error.mayHaveHappened;
      const delay = backoff.nextDelay(error);
      if (this.clock.now() + delay >= deadline) {
        throw mayHaveHappened ? error.thatMayHaveHappened() : error;
      }
      await this.clock.sleep(delay, signal);
    }
  }
}
