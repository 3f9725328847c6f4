// One game in this page: what it shows of it, how it follows it, and what its player does.
import {
  type Event,
  GameStatus,
  type GameUpdate,
  type GameView,
  isOver,
  type Move,
  newRequestId,
  type Seat,
  SeatKind,
  StaleDecision,
  Unauthenticated,
} from "@conquian/client";
import { batch, computed, signal } from "@preact/signals";
import { attempt, hex, isUnanswered } from "../app/attempt.js";
import { inPlay } from "../app/catalogue.js";
import { type KeptGame, keepGame, keptGame, whenKeptElsewhere } from "../app/keep.js";
import { say } from "../app/language.js";
import { client } from "../app/service.js";
import { dismissAll, dismissAway, tell } from "../app/trouble.js";
import { Computers } from "./opponent.js";

/** What one revision brought. */
export interface Told {
  readonly revision: number;
  readonly events: readonly Event[];
}

/** Milliseconds after which a change is asked about whose answer was lost. */
const AGAIN = 3000;

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
  #seat: Seat | undefined;

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
    // Anew whenever the language changes: the client is then another one.
    this.#stop.signal.addEventListener(
      "abort",
      client.subscribe(() => this.#follow()),
    );
  }

  /** The player's own seat; undefined for who only watches. */
  get seat(): Seat | undefined {
    return this.#seat;
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

  get ended(): boolean {
    return this.#stop.signal.aborted;
  }

  #keep(change: Partial<KeptGame>): void {
    this.kept.value = keepGame(this.gameId, change, this.kept.peek());
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
    if (!this.#seat || this.#sending.value) return false;
    // Its token is to die, and the watch would tell of that as of a fault.
    this.#watch?.abort();
    const left = await this.#change(async (seat) => await seat.leave());
    if (left) this.#keep({ mine: undefined });
    this.#follow();
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
      const token = this.#key;
      const begin = () => ({
        name,
        entropy: crypto.getRandomValues(new Uint8Array(32)),
        commitment: this.view.peek()?.shuffle?.commitment,
        requestId: newRequestId(),
      });
      const { seat, commitment, entropy } = await attempt(this.#joining, begin, async (asked) => ({
        ...asked,
        seat: await client.value.join(this.gameId, { ...asked, token }),
      }));
      const mine = { seat: seat.number ?? 0, token: seat.token };
      const ruleset = this.view.value?.ruleset ?? "";
      this.#keep({ mine, ruleset, inviteToken: token, commitment, entropy: hex(entropy) });
      this.#follow();
    });
  }

  /** Lets the computer take a free seat; this page plays for it. */
  async seatComputer(): Promise<void> {
    await this.#try(async () => {
      const before =
        this.view.value?.seats.filter((seat) => seat.kind === SeatKind.BOT).length ?? 0;
      const begin = () => ({
        name: `${say("computer")}${before ? ` ${before + 1}` : ""}`,
        requestId: newRequestId(),
      });
      const { number: seat = 0, token } = await attempt(this.#seating, begin, (asked) =>
        client.value.join(this.gameId, { ...asked, kind: SeatKind.BOT, token: this.#key }),
      );
      const known = keptGame(this.gameId) ?? this.kept.value;
      this.#keep({ bots: [...(known?.bots ?? []), { seat, token }] });
      this.#wakeComputers();
    });
  }

  get #joining(): string {
    return `join ${this.gameId}`;
  }

  get #seating(): string {
    return `computer ${this.gameId}`;
  }

  /** Fetches seats whose answers got lost. Once the game runs none is free, so none is taken anew. */
  async #askAgain(): Promise<void> {
    if (this.ended || this.view.peek()?.status !== GameStatus.RUNNING) return;
    if (isUnanswered(this.#seating)) await this.seatComputer();
    if (isUnanswered(this.#joining) && !this.kept.peek()?.mine) await this.join("");
  }

  #wakeComputers(): void {
    const view = this.view.peek();
    if (view) this.#computers.act(this.kept.peek()?.bots ?? [], view);
  }

  async #change(call: (seat: Seat) => Promise<GameUpdate>): Promise<boolean> {
    const seat = this.#seat;
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
      if (!(error instanceof StaleDecision) || !this.ended) tell(error);
      setTimeout(() => this.#askAgain(), AGAIN);
      return false;
    } finally {
      this.#sending.value = false;
    }
  }

  /**
   * Follows the game from its first revision on, as whoever the player is now. What it shows stays
   * until the newest view has come.
   */
  #follow(): void {
    this.#watch?.abort();
    if (this.ended) return;
    const watch = new AbortController();
    const token = this.kept.peek()?.mine?.token;
    this.#watch = watch;
    this.#seat = token ? client.peek().resume(this.gameId, token) : undefined;
    this.#awaited.value = 0;
    this.closed.value = undefined;
    void this.#watchAs(this.#seat, watch.signal);
  }

  async #watchAs(seat: Seat | undefined, signal: AbortSignal): Promise<void> {
    const options = {
      afterRevision: 0,
      signal,
      onConnection: (line: Line) => {
        if (line === "live" && this.line.peek() === "waiting") dismissAway();
        this.line.value = line;
      },
    };
    // A seat that is watched and played knows when revisions it was shown are lost.
    const news = seat
      ? seat.watch(options)
      : client.peek().watch(this.gameId, { ...options, token: this.#key });
    let told: Told[] = [];
    try {
      for await (const item of news) {
        if (signal.aborted) return;
        const { view } = item;
        if (item.type === "update") {
          told.push({ revision: item.revision, events: item.events });
        } else {
          told = told.filter(({ revision }) => revision <= item.view.revision);
          this.#awaited.value = 0;
        }
        if (view)
          batch(() => {
            this.story.value = [...told];
            this.#show(view);
          });
      }
    } catch (error) {
      if (signal.aborted) return;
      if (seat && error instanceof Unauthenticated && error.reason === "CREDENTIAL_REVOKED") {
        // Somebody else has the seat now; what anybody may see can still be seen.
        this.#lose(seat, error);
        this.#follow();
      } else {
        this.closed.value = error;
      }
    }
  }

  /** Forgets a seat whose token is dead, unless another page has left it or taken a new one. */
  #lose(seat: Seat, error: unknown): void {
    const stored = keptGame(this.gameId);
    if (stored && stored.mine?.token !== seat.token) {
      this.kept.value = stored;
    } else {
      tell(error);
      this.#keep({ mine: undefined });
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
    if (isOver(view) && this.kept.value && !this.kept.value.over) this.#keep({ over: true });
    void this.#askAgain();
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
