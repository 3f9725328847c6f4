// What the browser keeps for its owner: seats with their tokens, a name, a language. Where
// storage is refused or full, it lasts as long as the page.

const PREFIX = "conquian.";
const MONTH = 30 * 24 * 3600 * 1000;
/** What could not be stored; newer than what the storage still has of the same name. */
const instead = new Map<string, string>();

export function kept(name: string): string | undefined {
  try {
    return instead.get(name) ?? localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
    instead.delete(name);
  } catch {
    instead.set(name, value);
  }
}

function drop(name: string): void {
  instead.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // It was never stored.
  }
}

/** A seat's place and what acts for it. */
export interface KeptSeat {
  readonly seat: number;
  readonly token: string;
}

/** All that this browser holds of one game. */
export interface KeptGame {
  readonly gameId: string;
  readonly ruleset: string;
  /** When it was last touched, in milliseconds. */
  readonly time: number;
  readonly mine?: KeptSeat;
  /** Seats that this page plays for the computer. */
  readonly bots: readonly KeptSeat[];
  readonly hostToken?: string;
  readonly inviteToken?: string;
  readonly over?: boolean;
  /** What the shuffle was committed to before this player joined. */
  readonly commitment?: string;
  /** What he brought to the shuffle, in hexadecimal digits. */
  readonly entropy?: string;
}

export function keptGame(gameId: string): KeptGame | undefined {
  const text = kept(`game.${gameId}`);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as KeptGame;
  } catch {
    return undefined;
  }
}

/**
 * Changes what is kept of a game, and returns it; `known` is what counts where another page has
 * forgotten it.
 */
export function keepGame(gameId: string, change: Partial<KeptGame>, known?: KeptGame): KeptGame {
  const before = keptGame(gameId) ?? known ?? { gameId, ruleset: "", time: 0, bots: [] };
  const after = { ...before, ...change, gameId, time: Date.now() };
  keep(`game.${gameId}`, JSON.stringify(after));
  return after;
}

/** Tells when another page of this browser changes what is kept of a game. */
export function whenKeptElsewhere(gameId: string, tell: () => void, signal: AbortSignal): void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === `${PREFIX}game.${gameId}` && newValue !== null) tell();
  };
  addEventListener("storage", heard, { signal });
}

export function forgetGame(gameId: string): void {
  drop(`game.${gameId}`);
}

/** The games this browser has seats in, latest first; those of more than a month are dropped. */
export function keptGames(): KeptGame[] {
  const names = new Set(instead.keys());
  try {
    for (let at = 0; at < localStorage.length; at++) {
      const key = localStorage.key(at);
      if (key?.startsWith(PREFIX)) names.add(key.slice(PREFIX.length));
    }
  } catch {
    // Nothing was ever stored.
  }
  const start = "game.";
  const ids = [...names].filter((name) => name.startsWith(start));
  const games = ids
    .map((name) => keptGame(name.slice(start.length)))
    .filter((game) => game !== undefined);
  for (const game of games) if (Date.now() - game.time > MONTH) forgetGame(game.gameId);
  return games
    .filter((game) => Date.now() - game.time <= MONTH)
    .sort((one, other) => other.time - one.time);
}
