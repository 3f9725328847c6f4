/** Following a game: each revision once, in order, over any number of lost connections. */

import type { Calls } from "./calls.js";
import { ConquianError } from "./errors.js";
import type { WatchGameResponse } from "./gen/conquian/v1/game_service_pb.js";
import type { GameView } from "./gen/conquian/v1/view_pb.js";
import { getGame } from "./reading.js";
import { Backoff, mayResume } from "./retry.js";
import { lost } from "./status.js";
import { Stream } from "./stream.js";
import { isOver, type Resynced, type Update, updateOf, type WatchItem } from "./views.js";

/** Skipped revisions in a row after which a watch starts over from a view. */
const GAPS = 3;

/** Milliseconds without a word on a new stream after which its watch asks whether it is heard. */
const QUIET = 500;

/** Whether a watch hears the service, or waits to hear it again. */
export type Connection = "live" | "waiting";

/** How a game is followed. */
export interface WatchOptions {
  /** The bearer; a seat sends its own token. */
  readonly token?: string;
  /** Updates start after this revision, 0 gives all; left out, they start with the newest. */
  readonly afterRevision?: number;
  /** Whether views list the viewer's legal moves; false if left out, but true for a seat. */
  readonly legalMoves?: boolean;
  /** Ends the watch, also while it waits. */
  readonly signal?: AbortSignal;
  /** Is told whenever the connection is lost and found; first when it is found. */
  readonly onConnection?: (connection: Connection) => void;
  /** Milliseconds of trying in vain before the watch throws; it tries for ever if left out. */
  readonly patienceMillis?: number;
}

/** What a seat adds to a watch of its own. */
export interface Viewer {
  /** Greatest revision that was shown by something else than the watch. */
  readonly shown: () => number;
  /** Takes each view; `startOver` where revisions before it may be lost. */
  readonly onView: (view: GameView, startOver: boolean) => void;
}

/** A watch; see `Client.watch`. */
export function watchGame(
  calls: Calls,
  gameId: string,
  { signal, ...options }: WatchOptions,
  viewer?: Viewer,
): AsyncIterableIterator<WatchItem> {
  const watch = new Watch(calls, gameId, options, viewer);
  const items = itemsOf(watch, signal);
  const leave = items.return.bind(items);
  items.return = () => {
    watch.end(); // else the generator would wait for the item that a reader waits for
    return leave();
  };
  return items;
}

async function* itemsOf(
  watch: Watch,
  signal: AbortSignal | undefined,
): AsyncGenerator<WatchItem, void, undefined> {
  // Also while nobody waits for the next item: perhaps nobody will again.
  const end = (): void => watch.end();
  signal?.addEventListener("abort", end, { once: true });
  if (signal?.aborted) {
    end();
  }
  try {
    while (!watch.over) {
      const item = await watch.step();
      if (item !== undefined) {
        yield item;
      }
    }
  } catch (thrown) {
    if (!watch.ended) {
      throw thrown;
    }
  } finally {
    signal?.removeEventListener("abort", end);
    watch.drop();
  }
  watch.throwIfBroken();
}

class Watch {
  readonly #backoff = new Backoff();
  #after: number | undefined;
  #stream: Stream | undefined;
  #connection: Connection | undefined;
  #lostSince: number | undefined;
  #gaps = 0;
  #resyncDue = false;
  #over = false;
  /** Ends whatever the watch waits for. */
  readonly #ending = new AbortController();
  /** What the listener threw where no reader was to catch it. */
  #broken: { readonly by: unknown } | undefined;

  constructor(
    readonly calls: Calls,
    readonly gameId: string,
    readonly options: Omit<WatchOptions, "signal">,
    readonly viewer: Viewer | undefined,
  ) {
    this.#after = options.afterRevision;
  }

  get over(): boolean {
    return this.#over || this.ended;
  }

  /** Whether it was ended before the game's end. */
  get ended(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Ends it, also while it waits. */
  end(): void {
    this.#ending.abort();
    this.drop();
  }

  /** Throws the error of the listener that ended it, if one did. */
  throwIfBroken(): void {
    if (this.#broken !== undefined) {
      throw this.#broken.by;
    }
  }

  /** The next item, or undefined where the step gave none. */
  async step(): Promise<WatchItem | undefined> {
    try {
      if (this.#resyncDue) {
        return await this.#resync();
      }
      this.#stream ??= this.#open();
      const message = await this.#stream.next(this.#ending.signal);
      return message === undefined ? await this.#atTheEnd() : await this.#heard(message);
    } catch (thrown) {
      if (!(thrown instanceof ConquianError) || !mayResume(thrown)) {
        throw thrown;
      }
      await this.#resume(thrown);
      return undefined;
    }
  }

  drop(): void {
    this.#stream?.drop();
    this.#stream = undefined;
  }

  #open(): Stream {
    const request = {
      gameId: this.gameId,
      afterRevision: this.#after,
      includeLegalMoves: this.options.legalMoves ?? false,
    };
    const stream = new Stream(this.calls, request, this.calls.headers(this.options.token));
    if (this.options.onConnection !== undefined && this.#connection !== "live") {
      void this.#seeIfLive(stream);
    }
    return stream;
  }

  /** Where there is no news a stream begins with ten seconds of silence: asks by another call. */
  async #seeIfLive(stream: Stream): Promise<void> {
    const { token } = this.options;
    try {
      await this.calls.clock.sleep(QUIET, stream.signal);
      await getGame(this.calls, this.gameId, { token, signal: stream.signal });
    } catch {
      return; // what is wrong the stream itself will tell
    }
    if (this.#stream === stream) {
      try {
        this.#tell("live");
      } catch (thrown) {
        this.#broken = { by: thrown }; // the watch is to throw it, whose reader waits
        this.end();
      }
    }
  }

  async #heard({ kind }: WatchGameResponse): Promise<WatchItem | undefined> {
    switch (kind.case) {
      case "update":
        return this.#take(updateOf(kind.value));
      case "heartbeat":
        if (this.#after !== undefined && kind.value.revision > this.#after) {
          throw lost("the stream left out a revision");
        }
        if (kind.value.revision < (this.viewer?.shown() ?? 0)) {
          return await this.#wentBack();
        }
        this.#goOn();
        return undefined;
      case "resync":
        this.#resyncDue = true;
        throw lost("the server asks to start over");
      case "closing":
        throw lost("the server is going away");
      default:
        return undefined; // newer than this client
    }
  }

  /** Yields an update if it is the next one; resumes if some are missing before it. */
  #take(update: Update): Update | undefined {
    if (this.#after !== undefined) {
      if (update.revision <= this.#after) {
        return undefined;
      }
      if (update.revision > this.#after + 1) {
        this.#gaps += 1;
        this.#resyncDue = this.#gaps >= GAPS;
        throw lost("the stream left out a revision");
      }
    }
    this.#goOn();
    this.#arrive(update.revision, update.view, false);
    return update;
  }

  /** Sees why the stream ended without a word: the game is over, or something cut it. */
  async #atTheEnd(): Promise<undefined> {
    this.drop();
    const view = await this.#view();
    if (!isOver(view) || view.revision !== this.#after) {
      throw lost("the stream ended early");
    }
    this.#over = true;
  }

  async #resync(): Promise<Resynced> {
    const view = await this.#view();
    this.#resyncDue = false;
    this.#gaps = 0;
    this.#arrive(view.revision, view, true);
    return { type: "resynced", view };
  }

  /**
   * Sees whether the store has lost what an answer showed before this stream did. Else the
   * heartbeat is only older than the answer.
   */
  async #wentBack(): Promise<Resynced | undefined> {
    const shown = this.viewer?.shown() ?? 0;
    const view = await this.#view();
    if (view.revision >= shown) {
      return undefined;
    }
    this.drop();
    this.#arrive(view.revision, view, true);
    return { type: "resynced", view };
  }

  #arrive(revision: number, view: GameView | undefined, startOver: boolean): void {
    this.#after = revision;
    if (view !== undefined) {
      this.viewer?.onView(view, startOver);
      if (isOver(view)) {
        this.#over = true;
        this.drop();
      }
    }
  }

  /** All is well: what goes wrong next is the first time again. */
  #goOn(): void {
    this.#gaps = 0;
    this.#lostSince = undefined;
    this.#backoff.reset();
    this.#tell("live");
  }

  async #view(): Promise<GameView> {
    const { token, legalMoves = false } = this.options;
    const { signal } = this.#ending;
    return await getGame(this.calls, this.gameId, { token, legalMoves, signal });
  }

  /** Lets the stream go and waits before the next one is opened. */
  async #resume(error: ConquianError): Promise<void> {
    this.drop();
    this.#tell("waiting");
    const now = this.calls.clock.now();
    this.#lostSince ??= now;
    if (now - this.#lostSince >= (this.options.patienceMillis ?? Number.POSITIVE_INFINITY)) {
      throw error;
    }
    await this.calls.clock.sleep(this.#backoff.nextDelay(error), this.#ending.signal);
  }

  #tell(connection: Connection): void {
    if (connection !== this.#connection) {
      this.#connection = connection;
      this.options.onConnection?.(connection);
    }
  }
}
