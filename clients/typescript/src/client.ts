/** The client: games, seats and rules of one service. */

import { type BearerOptions, type CallOptions, Calls, type ConnectOptions } from "./calls.js";
import { type CardsInit, cardsOf } from "./cards.js";
import type { GameUpdate } from "./gen/conquian/v1/events_pb.js";
import type {
  IssueSeatTokenResponse,
  ListEventsResponse,
} from "./gen/conquian/v1/game_service_pb.js";
import type { AnalyzePositionResponse, Ruleset } from "./gen/conquian/v1/rules_service_pb.js";
import type { Access, GameStatus, GameView, SeatKind } from "./gen/conquian/v1/view_pb.js";
import { getGame, present } from "./reading.js";
import {
  type AnalyzeInit,
  newRequestId,
  type Options,
  optionTexts,
  PAGE,
  pages,
  positionOf,
} from "./requests.js";
import { type ChangeOptions, Seat } from "./seat.js";
import type { CreatedGame, Transcript, WatchItem } from "./views.js";
import { type WatchOptions, watchGame } from "./watch.js";

/** Options of {@link Client.createGame}. */
export interface CreateGameOptions extends ChangeOptions {
  /** Those that differ from the ruleset's defaults, such as `{ max_run: 10 }`. */
  readonly options?: Options;
  /** The fewest the ruleset allows if left out. */
  readonly seats?: number;
  /** UNLISTED if left out. */
  readonly access?: Access;
  /** The first dealer's seat; drawn if left out. */
  readonly firstDealer?: number;
  /** Whole packs, top card first, for the first deals: tests and studies. */
  readonly pinnedOrders?: readonly CardsInit[];
}

/** Options of {@link Client.join}. */
export interface JoinOptions extends ChangeOptions {
  /** To show, at most 40 characters. */
  readonly name?: string;
  /** The first free one if left out. */
  readonly seat?: number;
  /** HUMAN if left out. */
  readonly kind?: SeatKind;
  /** The invite token, if the table is private. */
  readonly token?: string;
  /** Opaque reference of a platform for its player. */
  readonly player?: string;
  /** To add to the shuffle, public: 16 to 64 bytes. */
  readonly entropy?: Uint8Array;
  /** The shuffle commitment seen before; checked if given. */
  readonly commitment?: string;
}

/** Options of calls by which the host manages a table. */
export interface ManageOptions extends ChangeOptions {
  /** The host token. */
  readonly token: string;
}

/** Options of {@link Client.events}. */
export interface EventsOptions extends BearerOptions {
  /** Updates start after it; 0, which gives all, if left out. */
  readonly afterRevision?: number;
  /** Most updates to return, 1 to 200; 50 if left out. */
  readonly pageSize?: number;
  /** Milliseconds, at most 30,000, that the service waits for an update if there is none. */
  readonly waitMillis?: number;
  /** Whether the view lists the bearer's legal moves. */
  readonly legalMoves?: boolean;
}

/**
 * A client of the service at a URL, such as "http://localhost:8080". Nothing is sent before the
 * first call, and nothing is to be closed: watches end by their signals.
 */
export function connect(baseUrl: string, options: ConnectOptions = {}): Client {
  return new Client(new Calls(baseUrl, options));
}

/**
 * All calls of the service that are not made from a seat; made by {@link connect}.
 *
 * A call repeats itself by its request id until its timeout; then, and for every refusal, it
 * rejects with a `ConquianError`.
 */
export class Client {
  readonly #calls: Calls;

  /** Is called by {@link connect}. */
  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** All rulesets that games can be created with, without their packs. */
  async rulesets(options: CallOptions = {}): Promise<Ruleset[]> {
    const found: Ruleset[] = [];
    for await (const page of pages((pageToken) =>
      this.#calls.call(
        (attempt) => this.#calls.rules.listRulesets({ pageSize: PAGE, pageToken }, attempt),
        options,
      ),
    )) {
      found.push(...page.rulesets);
    }
    return found;
  }

  /** One ruleset with all its options, how it is played, and the packs it may be played with. */
  async ruleset(name: string, options: CallOptions = {}): Promise<Ruleset> {
    const answer = await this.#calls.call(
      (attempt) => this.#calls.rules.getRuleset({ ruleset: name }, attempt),
      options,
    );
    return present(answer.ruleset);
  }

  /** What can be laid in a position, and whether a proposed layout is legal. */
  async analyze(
    position: AnalyzeInit,
    options: CallOptions = {},
  ): Promise<AnalyzePositionResponse> {
    const request = positionOf(position);
    return await this.#calls.call(
      (attempt) => this.#calls.rules.analyzePosition(request, attempt),
      options,
    );
  }

  /** Creates a game; it seats nobody and starts with the last join. */
  async createGame(ruleset = "classic", options: CreateGameOptions = {}): Promise<CreatedGame> {
    const request = {
      ruleset,
      options: optionTexts(options.options),
      seats: options.seats,
      access: options.access,
      firstDealer: options.firstDealer,
      pinnedOrders: options.pinnedOrders?.map((order) => ({ cards: cardsOf(order) })),
      requestId: options.requestId ?? newRequestId(),
    };
    const answer = await this.#calls.call(
      (attempt) => this.#calls.games.createGame(request, attempt),
      options,
    );
    const game = present(answer.game);
    const { hostToken, inviteToken, watchToken } = answer;
    return { game, gameId: game.gameId, hostToken, inviteToken, watchToken };
  }

  /** The game as the token's bearer may see it. */
  async game(
    gameId: string,
    options: BearerOptions & { readonly legalMoves?: boolean } = {},
  ): Promise<GameView> {
    return await getGame(this.#calls, gameId, options);
  }

  /**
   * Public games, newest first, read page by page.
   *
   * @param options - `ruleset`: only games of this one; `status`: only WAITING or only RUNNING ones.
   */
  async *games(
    options: CallOptions & { readonly ruleset?: string; readonly status?: GameStatus } = {},
  ): AsyncGenerator<GameView, void, undefined> {
    const { ruleset, status } = options;
    const filter = { pageSize: PAGE, ruleset, status };
    for await (const page of pages((pageToken) =>
      this.#calls.call(
        (attempt) => this.#calls.games.listGames({ ...filter, pageToken }, attempt),
        options,
      ),
    )) {
      yield* page.games;
    }
  }

  /**
   * Takes a seat.
   *
   * @throws SeatUnavailable - the seat is taken.
   * @throws NotNow - the game has started, so no seat is free, or it is over.
   */
  async join(gameId: string, options: JoinOptions = {}): Promise<Seat> {
    const { name, seat, kind, player, entropy, commitment } = options;
    const requestId = options.requestId ?? newRequestId();
    const request = { gameId, name, seat, kind, player, entropy, commitment, requestId };
    const answer = await this.#calls.call(
      (attempt) => this.#calls.games.joinGame(request, attempt),
      options,
    );
    return new Seat(this.#calls, gameId, answer.seatToken, present(answer.update), answer.seat);
  }

  /** The seat of a seat token kept from before; sends nothing. */
  resume(gameId: string, token: string): Seat {
    return new Seat(this.#calls, gameId, token);
  }

  /**
   * Follows a game as the token's bearer may see it: each revision once and in order.
   *
   * Ends after the last update of a finished or cancelled game, and when `signal` is aborted. When
   * the connection is cut, falls silent, or the server goes away, it resumes by itself after the
   * last revision it yielded. Where the service cannot resume there, it yields a `Resynced` with
   * the view to go on from. Nothing is sent before the first item is asked for; leaving the loop
   * closes the connection, and `return()` also does while an item is waited for.
   *
   * @throws Unauthenticated - the seat's token has been replaced.
   * @throws NotFound, NotAllowed - as for `game`.
   */
  watch(gameId: string, options: WatchOptions = {}): AsyncIterableIterator<WatchItem> {
    return watchGame(this.#calls, gameId, options);
  }

  /** A page of a game's updates after a revision; can wait for one. */
  async events(gameId: string, options: EventsOptions = {}): Promise<ListEventsResponse> {
    const { afterRevision, pageSize, waitMillis, legalMoves } = options;
    const request = {
      gameId,
      afterRevision,
      pageSize,
      waitMillis,
      includeLegalMoves: legalMoves,
    };
    return await this.#calls.call((attempt) => this.#calls.games.listEvents(request, attempt), {
      ...options,
      heldMillis: waitMillis,
    });
  }

  /** The complete record of a finished game. */
  async transcript(gameId: string, options: BearerOptions = {}): Promise<Transcript> {
    let game: GameView | undefined;
    const entries: GameUpdate[] = [];
    for await (const page of pages((pageToken) =>
      this.#calls.call(
        (attempt) =>
          this.#calls.games.getTranscript({ gameId, pageSize: PAGE, pageToken }, attempt),
        options,
      ),
    )) {
      game ??= page.game;
      entries.push(...page.entries);
    }
    return { game: present(game), entries };
  }

  /** Calls the game off: cancelled before the start, void when running. */
  async cancelGame(gameId: string, options: ManageOptions): Promise<GameUpdate> {
    const request = { gameId, requestId: options.requestId ?? newRequestId() };
    const answer = await this.#calls.call(
      (attempt) => this.#calls.games.cancelGame(request, attempt),
      options,
    );
    return present(answer.update);
  }

  /** Frees somebody's seat before the start; its token dies. */
  async freeSeat(gameId: string, seat: number, options: ManageOptions): Promise<GameUpdate> {
    const request = { gameId, seat, requestId: options.requestId ?? newRequestId() };
    const answer = await this.#calls.call(
      (attempt) => this.#calls.games.freeSeat(request, attempt),
      options,
    );
    return present(answer.update);
  }

  /**
   * Issues a new token for a taken seat; the old one dies.
   *
   * @param options - `token`: the host token, or the seat's own.
   */
  async issueSeatToken(
    gameId: string,
    seat: number,
    options: ManageOptions,
  ): Promise<IssueSeatTokenResponse> {
    const request = { gameId, seat, requestId: options.requestId ?? newRequestId() };
    return await this.#calls.call(
      (attempt) => this.#calls.games.issueSeatToken(request, attempt),
      options,
    );
  }
}
