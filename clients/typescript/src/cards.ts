/**
 * Cards and melds.
 *
 * A card is its text: rank then suit, read in the game's pack: "7H", "TC" (ten), "SC" (the sota of
 * copas). A joker is "JK", in a run on a table "JK=8C", and "JK*=8C" once it was moved. Cards come
 * from the service and go back to it unchanged; nothing here needs to know the pack.
 */

import { create } from "@bufbuild/protobuf";
import { type Meld, MeldSchema } from "./gen/conquian/v1/cards_pb.js";

const CARD = /^(?:[A2-9TJQK][CDHS]|[1-7SCR][OCEB]|JK(?:\*?=[A2-9TJQK][CDHS])?)$/;

/** Some cards: their texts, or one text with spaces between them, "5C 5D 5S". */
export type CardsInit = string | readonly string[];

/** A meld: its cards, or the message that the service sent. */
export type MeldInit = CardsInit | Meld;

/** Reads a card in either case; SyntaxError if no pack has it. */
export function parseCard(text: string): string {
  const card = text.trim().toUpperCase();
  if (!CARD.test(card)) {
    throw new SyntaxError(`"${text}" is not a card, such as 7H or SC`);
  }
  return card;
}

/** Whether a card is a joker, whatever it stands for. */
export function isJoker(card: string): boolean {
  return card.startsWith("JK");
}

/** All of a card but the suit: "7", "T", "K"; "JK" for a joker. */
export function rankOf(card: string): string {
  return isJoker(card) ? "JK" : card.slice(0, -1);
}

/** A card's last letter: C D H S in French packs, O C E B in Spanish ones; "" for a joker. */
export function suitOf(card: string): string {
  return isJoker(card) ? "" : card.slice(-1);
}

/** The card that a joker in a run stands for; undefined for anything else. */
export function standsFor(card: string): string | undefined {
  return isJoker(card) && card.includes("=") ? card.slice(card.indexOf("=") + 1) : undefined;
}

/** Cards as a list; SyntaxError if one in a text is none. A list is taken as it is. */
export function cardsOf(cards: CardsInit): string[] {
  if (typeof cards !== "string") {
    return [...cards];
  }
  const words = cards.split(/\s+/).filter((word) => word !== "");
  return words.map(parseCard);
}

/** A meld as a message. */
export function meldOf(meld: MeldInit): Meld {
  const cards = typeof meld === "object" && "cards" in meld ? meld.cards : cardsOf(meld);
  return create(MeldSchema, { cards: [...cards] });
}

/** A meld as text, "5C 5D 5S". */
export function meldText(meld: Meld): string {
  return meld.cards.join(" ");
}
