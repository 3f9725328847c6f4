// A text of the page with cards in it.
import { Fragment } from "preact";
import { cardName } from "../app/catalogue.js";
import { texts } from "../app/language.js";
import type { Deck } from "../cards/card.js";
import { Chips } from "../cards/chip.js";
import { type Part, pieces, type Texts } from "../texts/index.js";

export function Sentence(props: { text: keyof Texts; parts: Record<string, Part>; deck: Deck }) {
  const shown = pieces(texts.value[props.text], props.parts).map((piece, at) => {
    if (typeof piece !== "object") return String(piece);
    const melds = "melds" in piece ? piece.melds : [piece.cards];
    return <Melds key={at} melds={melds} deck={props.deck} />;
  });
  return <Fragment>{shown}</Fragment>;
}

function Melds({ melds, deck }: { melds: readonly (readonly string[])[]; deck: Deck }) {
  return (
    <span>
      {melds.map((cards, at) => (
        <span key={cards.join(" ")}>
          {at > 0 && "; "}
          <Chips cards={cards} deck={deck} />
        </span>
      ))}
    </span>
  );
}

/** A text of the service, its cards shown as cards. */
export function WithCards(props: { text: string; cards: readonly string[]; deck: Deck }) {
  const known = new Set(props.cards);
  return (
    <>
      {props.text
        .split(/([A-Z0-9*=]+)/)
        .map((piece, at) =>
          known.has(piece) ? <Chips key={at} cards={[piece]} deck={props.deck} /> : piece,
        )}
    </>
  );
}

/** The same as words alone, for labels and announcements. */
export function spoken(text: keyof Texts, parts: Record<string, Part>): string {
  return pieces(texts.value[text], parts)
    .map((piece) => {
      if (typeof piece !== "object") return String(piece);
      const melds = "melds" in piece ? piece.melds : [piece.cards];
      return melds.map((cards) => cards.map(cardName).join(", ")).join("; ");
    })
    .join("");
}
