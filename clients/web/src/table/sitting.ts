// One game in this page: what it shows of it, how it follows it, and what its player does.
import {
  type Event,
  type GameUpdate,
  type GameView,
  isOver,
  type Move,
  type Seat,
  SeatKind,
  StaleDecision,
  Unauthenticated,
} from "@conquian/client";
import { computed, signal } from "@preact/signals";
import { inPlay } from "../app/catalogue.js";
import { type KeptGame, keepGame, keptGame, whenKeptElsewhere } from "../app/keep.js";
import { say } from "../app/language.js";
import { client } from "../app/service.js";
import { dismissAll, tell } from "../app/trouble.js";
import { Computers } from "./opponent.js";

/** What one revision brought. */
export interface Told {
  readonly revision: number;
  readonly events: readonly Event[];
}

export type Line = "connecting" | "live" | "waiting";

export class Sitting {
  readonly view = signal<GameView | undefined>(undefined);
  readonly story = signal<readonly Told[]>([]);
  readonly line = signal<Line>("connecting");
  /** Why the game cannot be shown. */
  readonly closed = signal<unknown>(undefined);
  readonly kept = signal<KeptGame | undefined>(undefined);
  /** Keys of the hand cards that are selected. */
  readonly selected = signal<readonly string[]>([]);
  /** Whether the player builds a layout. */
  readonly building = signal(false);
  readonly #sending = signal(false);
  readonly #awaited = signal(0);
  readonly #stop = new AbortController();
  readonly #computers: Computers;
  #watch: AbortController | undefined;

  /** Whether a move is on its way, or its effect has not been seen yet. */
  readonly busy = computed(
    () => this.#sending.value || this.#awaited.value > (this.view.value?.revision ?? 0),
  );

  constructor(
    readonly gameId: string,
    readonly invite: string | undefined,
  ) {
    // Touched whenever it is opened: a slow game may last longer than what nobody opens is kept.
    this.kept.value = keptGame(gameId) && keepGame(gameId, {});
    this.#computers = new Computers(gameId, this.#stop.signal);
    whenKeptElsewhere(gameId, () => this.#kept(), this.#stop.signal);
    this.#follow();
  }

  /** The player's own seat; undefined for who only watches. */
  get seat(): Seat | undefined {
    const token = this.kept.value?.mine?.token;
    return token ? client.value.resume(this.gameId, token) : undefined;
  }

  /** What opens this table, for joining and watching. */
  get #key(): string | undefined {
    return this.invite ?? this.kept.value?.inviteToken;
  }

  /** Stops all that it does. */
  end(): void {
    this.#stop.abort();
    this.#watch?.abort();
  }

  /** Another page of this browser has taken a seat of this game, or left one. */
  #kept(): void {
    const before = this.kept.value?.mine?.token;
    this.kept.value = keptGame(this.gameId);
    if (this.kept.value?.mine?.token !== before) this.#follow();
    else this.#wakeComputers();
  }

  async play(move: Move): Promise<boolean> {
    const revision = this.view.value?.you?.decisionRevision;
    return await this.#change(async (seat) => await seat.play(move, { revision }));
  }

  async resign(): Promise<void> {
    await this.#change(async (seat) => await seat.resign());
  }

  async leave(): Promise<boolean> {
    const left = await this.#change(async (seat) => await seat.leave());
    if (left) {
      this.kept.value = keepGame(this.gameId, { mine: undefined });
      this.#follow();
    }
    return left;
  }

  async callOff(): Promise<void> {
    const token = this.kept.value?.hostToken;
    if (!token) return;
    await this.#try(async () => {
      await client.value.cancelGame(this.gameId, { token });
    });
  }

  async join(name: string): Promise<void> {
    await this.#try(async () => {
      const seat = await client.value.join(this.gameId, {
        name,
        token: this.#key,
        entropy: crypto.getRandomValues(new Uint8Array(32)),
      });
      const mine = { seat: seat.number ?? 0, token: seat.token };
      this.kept.value = keepGame(this.gameId, { mine, ruleset: this.view.value?.ruleset ?? "" });
      this.#follow();
    });
  }

  /** Lets the computer take a free seat; this page plays for it. */
  async seatComputer(): Promise<void> {
    await this.#try(async () => {
      const before =
        this.view.value?.seats.filter((seat) => seat.kind === SeatKind.BOT).length ?? 0;
      const name = `${say("computer")}${before ? ` ${before + 1}` : ""}`;
      const seat = await client.value.join(this.gameId, {
        name,
        kind: SeatKind.BOT,
        token: this.#key,
      });
      const bots = [
        ...(keptGame(this.gameId)?.bots ?? []),
        { seat: seat.number ?? 0, token: seat.token },
      ];
      this.kept.value = keepGame(this.gameId, { bots });
      this.#wakeComputers();
    });
  }

  #wakeComputers(): void {
    const view = this.view.peek();
    if (view) this.#computers.act(this.kept.peek()?.bots ?? [], view);
  }

  async #change(call: (seat: Seat) => Promise<GameUpdate>): Promise<boolean> {
    const seat = this.seat;
    if (!seat || this.#sending.value) return false;
    return await this.#try(async () => {
      this.#awaited.value = (await call(seat)).revision;
      this.selected.value = [];
      this.building.value = false;
    });
  }

  async #try(change: () => Promise<void>): Promise<boolean> {
    if (this.#sending.value) return false;
    this.#sending.value = true;
    dismissAll();
    try {
      await change();
      return true;
    } catch (error) {
      if (!(error instanceof StaleDecision) || !this.#stop.signal.aborted) tell(error);
      return false;
    } finally {
      this.#sending.value = false;
    }
  }

  /** Follows the game from its first revision on, as whoever the player is now. */
  #follow(): void {
    this.#watch?.abort();
    const watch = new AbortController();
    this.#watch = watch;
    this.story.value = [];
    void this.#watchAs(this.kept.value?.mine?.token, watch.signal);
  }

  async #watchAs(seatToken: string | undefined, signal: AbortSignal): Promise<void> {
    const news = client.value.watch(this.gameId, {
      token: seatToken ?? this.#key,
      afterRevision: 0,
      legalMoves: seatToken !== undefined,
      signal,
      onConnection: (line) => {
        this.line.value = line;
      },
    });
    try {
      for await (const item of news) {
        if (signal.aborted) return;
        if (item.type === "update") {
          this.story.value = [
            ...this.story.value,
            { revision: item.revision, events: item.events },
          ];
        } else {
          this.#awaited.value = 0;
        }
        if (item.view) this.#show(item.view);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (seatToken !== undefined && error instanceof Unauthenticated) {
        // Somebody else has the seat now; what anybody may see can still be seen.
        tell(error);
        this.kept.value = keepGame(this.gameId, { mine: undefined });
        this.#follow();
      } else {
        this.closed.value = error;
      }
    }
  }

  #show(view: GameView): void {
    const before = this.view.value;
    this.view.value = view;
    inPlay.value = { ruleset: view.ruleset, pack: view.options.pack ?? "" };
    if (before?.you?.decisionRevision !== view.you?.decisionRevision) {
      this.selected.value = [];
      this.building.value = false;
    }
    this.#wakeComputers();
    if (isOver(view) && this.kept.value && !this.kept.value.over) {
      this.kept.value = keepGame(this.gameId, { over: true });
    }
  }
}

/** The game in view. */
export const sitting = signal<Sitting | undefined>(undefined);

/** Sits down before a game, or before none. */
export function attend(gameId: string | undefined, invite: string | undefined): void {
  const before = sitting.peek();
  if (before && before.gameId === gameId && before.invite === invite) return;
  before?.end();
  sitting.value = gameId ? new Sitting(gameId, invite) : undefined;
}
