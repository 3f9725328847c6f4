// Cards within a sentence: rank and sign, and the whole name for who cannot see them.
import { cardName } from "../app/catalogue.js";
import { type Deck, indexOf, isRed, readCard } from "./card.js";
import { Sign } from "./suits.js";

export function Chip({ card, deck }: { card: string; deck: Deck }) {
  const face = readCard(card);
  const shown = face.standsFor ?? face;
  const red = deck === "french" && isRed(shown.suit);
  return (
    <span class={`chip ${red ? "red" : "black"}`}>
      <span class="unseen">{cardName(card)}</span>
      <span class="chip-face" aria-hidden="true">
        {face.joker && "★"}
        {shown.rank && indexOf(shown.rank)}
        {shown.suit && (
          <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
            <Sign deck={deck} suit={shown.suit} x={50} y={50} size={100} />
          </svg>
        )}
      </span>
    </span>
  );
}

/** Cards in a row; the names between them are told apart by commas for who hears them. */
export function Chips({ cards, deck }: { cards: readonly string[]; deck: Deck }) {
  return (
    <span class="chips">
      {cards.map((card, at) => (
        <span key={`${card}.${cards.indexOf(card) === at ? 0 : at}`}>
          {at > 0 && <span class="unseen">, </span>}
          <Chip card={card} deck={deck} />
        </span>
      ))}
    </span>
  );
}
