/** One connection of a watch. */

import type { Calls } from "./calls.js";
import { within } from "./clock.js";
import type { WatchGameResponse } from "./gen/conquian/v1/game_service_pb.js";
import { errorFrom } from "./status.js";

/** Milliseconds without a message after which a stream is given up; heartbeats come each 10 s. */
export const SILENCE = 25_000;

/** What a stream is asked for. */
export interface StreamRequest {
  readonly gameId: string;
  readonly afterRevision: number | undefined;
  readonly includeLegalMoves: boolean;
}

/** The messages of one call of WatchGame, until it ends, is cut, falls silent or is dropped. */
export class Stream {
  readonly #calls: Calls;
  readonly #ending = new AbortController();
  readonly #messages: AsyncIterator<WatchGameResponse>;

  constructor(calls: Calls, request: StreamRequest, headers: Headers) {
    this.#calls = calls;
    const messages = calls.games.watchGame(request, { headers, signal: this.#ending.signal });
    this.#messages = messages[Symbol.asyncIterator]();
  }

  /** Is aborted when the connection is dropped. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /**
   * The next message; undefined at the end.
   *
   * @param signal - stops waiting; its reason is then what is thrown.
   * @throws ConquianError - for everything else that goes wrong, silence included.
   */
  async next(signal: AbortSignal | undefined): Promise<WatchGameResponse | undefined> {
    try {
      const read = () => this.#messages.next();
      const result = await within(this.#calls.clock, SILENCE, signal, read);
      return result.done ? undefined : result.value;
    } catch (thrown) {
      signal?.throwIfAborted();
      throw errorFrom(thrown);
    }
  }

  /** Closes the connection. */
  drop(): void {
    this.#ending.abort();
  }
}
