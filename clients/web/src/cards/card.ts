// Cards as the API writes them: rank and suit ("7H", "SC"), a joker with what it stands for.

export const FRENCH_SUITS = ["C", "D", "H", "S"] as const;
export const SPANISH_SUITS = ["O", "C", "E", "B"] as const;

export type Deck = "french" | "spanish";

export interface Face {
  /** The text it was read from. */
  readonly text: string;
  /** "A", "7", "T", "S" ...; empty for a joker. */
  readonly rank: string;
  /** "H", "O" ...; empty for a joker. */
  readonly suit: string;
  readonly joker: boolean;
  /** Of a joker in a run: the card it stands for. */
  readonly standsFor?: Face;
  /** Of a joker: whether it was moved and so stays (rule R3.40). */
  readonly moved: boolean;
}

const JOKER = /^JK(\*?)(?:=(.+))?$/;

/** Reads a card's text; what it means as a picture is up to the deck. */
export function readCard(text: string): Face {
  const joker = JOKER.exec(text);
  if (!joker)
    return { text, rank: text.slice(0, -1), suit: text.slice(-1), joker: false, moved: false };
  const face = { text, rank: "", suit: "", joker: true, moved: joker[1] === "*" };
  return joker[2] ? { ...face, standsFor: readCard(joker[2]) } : face;
}

/** The card as it is in a hand: a joker there stands for nothing. */
export function inHand(text: string): string {
  return JOKER.test(text) ? "JK" : text;
}

/** The deck of a game, by the name of its pack. */
export function deckOf(pack: string | undefined): Deck {
  return pack?.startsWith("spanish") ? "spanish" : "french";
}

/** What is printed in a card's corner. */
export function indexOf(rank: string): string {
  return rank === "T" ? "10" : rank;
}

/** Whether a suit is printed in red. */
export function isRed(suit: string): boolean {
  return suit === "D" || suit === "H";
}

const RANKS = { french: "A23456789TJQK", spanish: "123456789SCR" };

/** Hands come suit by suit; sorted by rank the suits stay in order within a rank. */
export function byRank(cards: readonly string[], deck: Deck): string[] {
  const place = (text: string) => {
    const face = readCard(text);
    return face.joker ? 99 : RANKS[deck].indexOf(face.rank);
  };
  return [...cards].sort((one, other) => place(one) - place(other));
}

/** Cards with keys that tell copies apart: "7H", and in a double pack a second "7H#2". */
export function keyed(cards: readonly string[]): { key: string; card: string }[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const count = (seen.get(card) ?? 0) + 1;
    seen.set(card, count);
    return { key: count === 1 ? card : `${card}#${count}`, card };
  });
}

/** What is left of some cards when others are taken away, copies counted. */
export function without(cards: readonly string[], gone: readonly string[]): string[] {
  const left = [...cards];
  for (const card of gone) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
