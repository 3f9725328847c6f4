// The sign over the door: the name of the game and a hand of the deck that is chosen.
import type { Ruleset } from "@conquian/client";
import { texts } from "../app/language.js";
import { type Deck, deckOf } from "../cards/card.js";
import { CardFace } from "../cards/face.js";

const HANDS: Record<Deck, readonly string[]> = {
  french: ["5H", "6H", "7H", "JH", "QH", "KS", "KC"],
  spanish: ["5O", "6O", "7O", "SO", "CO", "RC", "RE"],
};

export function Hero({ ruleset }: { ruleset: Ruleset | undefined }) {
  const deck = deckOf(ruleset?.options.find((option) => option.name === "pack")?.defaultValue);
  return (
    <section class="hero">
      <div>
        <h1>Conquian</h1>
        <p>{texts.value.tagline}</p>
      </div>
      <div class="hero-hand" aria-hidden="true">
        {HANDS[deck].map((card, at) => (
          <span key={card} class="card" style={{ "--offset": at - 3, "--drop": (at - 3) ** 2 }}>
            <CardFace card={card} deck={deck} />
          </span>
        ))}
      </div>
    </section>
  );
}
