/** A seat at a table: what its player sees and does. */

import type { AttemptOptions, CallOptions, Calls } from "./calls.js";
import type { Move, MoveKind } from "./gen/conquian/v1/cards_pb.js";
import type { GameUpdate } from "./gen/conquian/v1/events_pb.js";
import type { GameView } from "./gen/conquian/v1/view_pb.js";
import { getGame, present } from "./reading.js";
import { newRequestId, PAGE, pages } from "./requests.js";
import type { WatchItem } from "./views.js";
import { type WatchOptions, watchGame } from "./watch.js";

/** Options of calls that change something. */
export interface ChangeOptions extends CallOptions {
  /**
   * A random UUID that makes the call one with an earlier one, whose answer was lost with the
   * program; a new one if left out.
   */
  readonly requestId?: string;
}

/** Options of {@link Seat.play} and {@link Seat.validate}. */
export interface PlayOptions extends ChangeOptions {
  /**
   * The decision the move is for: `you.decisionRevision` of the view it was chosen from, or any
   * later revision seen. If left out, the newest the seat was shown; give it where another task may
   * have been shown a newer one than the move was chosen from.
   */
  readonly revision?: number;
}

/**
 * One seat of one game, with the token that acts for it; made by `join` and `resume` of a client.
 *
 * Remembers the newest view it has been shown, so that `play` can be called with the move alone.
 * Every method that calls the service rejects with a `ConquianError`.
 */
export class Seat {
  readonly #calls: Calls;
  #lastView: GameView | undefined;
  #revision = 0;
  #number: number | undefined;

  /** The game's id. */
  readonly gameId: string;
  /** Acts for the seat. Keep it secret; `resume` takes it after a restart of the program. */
  readonly token: string;
  /** What the join changed; undefined for a seat that was resumed. */
  readonly joined?: GameUpdate;

  /** Is called by the client. */
  constructor(calls: Calls, gameId: string, token: string, joined?: GameUpdate, number?: number) {
    this.#calls = calls;
    this.gameId = gameId;
    this.token = token;
    this.joined = joined;
    this.#number = number;
    if (joined !== undefined) {
      this.#noteUpdate(joined);
    }
  }

  /** Number of the seat, from 0 in playing order; of a resumed seat known from its first view on. */
  get number(): number | undefined {
    return this.#number;
  }

  /** The newest view this object has been shown. */
  get lastView(): GameView | undefined {
    return this.#lastView;
  }

  /** The newest revision it has been shown in a view or with legal moves; 0 before any. */
  get revision(): number {
    return this.#revision;
  }

  /** The game now, as the seat sees it, with its legal moves. */
  async view({
    legalMoves = true,
    ...options
  }: CallOptions & { readonly legalMoves?: boolean } = {}): Promise<GameView> {
    const seen = this.#revision;
    const view = await getGame(this.#calls, this.gameId, {
      ...options,
      token: this.token,
      legalMoves,
    });
    // Older than what was seen before the call: a failover of the store has lost revisions.
    this.#note(view, view.revision < seen);
    return view;
  }

  /**
   * Plays a move and returns what it changed.
   *
   * @throws IllegalMove - the rules refuse it; `rule` and `cards` say why.
   * @throws StaleDecision - the decision is over; read the view and decide again.
   * @throws NotNow - another seat has to act, or the game is over.
   */
  async play(move: Move, options: PlayOptions = {}): Promise<GameUpdate> {
    const requestId = options.requestId ?? newRequestId();
    return this.#noteUpdate(await this.#playMove(move, options, { requestId }));
  }

  /** Judges a move without playing it; throws as `play` does. The answer has only the revision. */
  async validate(move: Move, options: Omit<PlayOptions, "requestId"> = {}): Promise<GameUpdate> {
    return await this.#playMove(move, options, { validateOnly: true });
  }

  /**
   * Every legal move of the seat now, in a stable order; none when it has not to act.
   *
   * @param options - `kinds`: only moves of these; `card`: only moves that name this card.
   * @throws StaleDecision - a move came in between; ask again.
   */
  async legalMoves({
    kinds = [],
    card = "",
    ...options
  }: CallOptions & { readonly kinds?: readonly MoveKind[]; readonly card?: string } = {}): Promise<
    Move[]
  > {
    const moves: Move[] = [];
    const filter = { gameId: this.gameId, pageSize: PAGE, kinds: [...kinds], card };
    for await (const page of pages((pageToken) =>
      this.#call(
        (attempt) => this.#calls.games.listLegalMoves({ ...filter, pageToken }, attempt),
        options,
      ),
    )) {
      moves.push(...page.moves);
      this.#revision = Math.max(this.#revision, page.revision);
    }
    return moves;
  }

  /** Gives up the game, at any time (R4.1). */
  async resign(options: ChangeOptions = {}): Promise<GameUpdate> {
    const request = { gameId: this.gameId, requestId: options.requestId ?? newRequestId() };
    const answer = await this.#call(
      (attempt) => this.#calls.games.resign(request, attempt),
      options,
    );
    return this.#noteUpdate(present(answer.update));
  }

  /** Frees the seat before the start; its token dies. `NotNow` once the game runs. */
  async leave(options: ChangeOptions = {}): Promise<GameUpdate> {
    const request = { gameId: this.gameId, requestId: options.requestId ?? newRequestId() };
    const answer = await this.#call(
      (attempt) => this.#calls.games.leaveGame(request, attempt),
      options,
    );
    return present(answer.update);
  }

  /** Follows the game as the seat sees it; see `Client.watch`. Views list the legal moves. */
  watch(options: WatchOptions = {}): AsyncIterableIterator<WatchItem> {
    const ofSeat = { ...options, legalMoves: options.legalMoves ?? true, token: this.token };
    return watchGame(this.#calls, this.gameId, ofSeat, {
      shown: () => this.#revision,
      onView: (view, startOver) => this.#note(view, startOver),
    });
  }

  async #playMove(
    move: Move,
    { revision = this.#revision, ...options }: PlayOptions,
    how: { requestId: string } | { validateOnly: true },
  ): Promise<GameUpdate> {
    const request = { gameId: this.gameId, revision, move, ...how };
    const answer = await this.#call(
      (attempt) => this.#calls.games.playMove(request, attempt),
      options,
    );
    return present(answer.update);
  }

  #call<T>(
    attempt: (options: AttemptOptions) => Promise<T>,
    { timeoutMillis, signal }: CallOptions,
  ): Promise<T> {
    return this.#calls.call(attempt, { token: this.token, timeoutMillis, signal });
  }

  #noteUpdate(update: GameUpdate): GameUpdate {
    if (update.view !== undefined) {
      this.#note(update.view, false);
    }
    return update;
  }

  /** Remembers a view if it is the newest, or if revisions after it are lost. */
  #note(view: GameView, startOver: boolean): void {
    if (startOver || view.revision >= (this.#lastView?.revision ?? 0)) {
      this.#lastView = view;
      this.#revision = startOver ? view.revision : Math.max(this.#revision, view.revision);
      this.#number ??= view.you?.seat;
    }
  }
}
