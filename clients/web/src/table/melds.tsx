// Melds as they lie: a few overlapping cards each.
import type { Meld } from "@conquian/client";
import { cardName, cardNames } from "../app/catalogue.js";
import { say, texts } from "../app/language.js";
import { type Deck, keyed } from "../cards/card.js";
import { CardFace } from "../cards/face.js";

export function Melds(props: { melds: readonly Meld[]; deck: Deck; label: string }) {
  if (props.melds.length === 0) return <p class="no-melds">{texts.value.no_melds}</p>;
  return (
    <ul class="melds" aria-label={props.label}>
      {props.melds.map((meld) => (
        <li key={meld.cards.join(" ")}>
          <MeldCards cards={meld.cards} deck={props.deck} />
        </li>
      ))}
    </ul>
  );
}

/** The cards of one meld; those in `fresh` are marked as new. */
export function MeldCards(props: {
  cards: readonly string[];
  deck: Deck;
  fresh?: readonly string[];
}) {
  const marked = new Set(props.fresh);
  return (
    <span
      class="meld"
      role="img"
      aria-label={say("meld", { cards: cardNames(props.cards) })}
      data-cards={props.cards.join(" ")}
    >
      {keyed(props.cards).map(({ key, card }) => (
        <span key={key} class={`card ${marked.has(card) ? "is-fresh" : ""}`} title={cardName(card)}>
          <CardFace card={card} deck={props.deck} small />
        </span>
      ))}
    </span>
  );
}
