// Hands that were counted for the score, and so are shown.
import type { DealEnded, GameView } from "@conquian/client";
import { texts } from "../app/language.js";
import { MeldCards } from "./melds.js";
import { deckIn, playerName } from "./who.js";

export function CountedHands({ ended, view }: { ended: DealEnded; view: GameView }) {
  const hands = ended.countedHands.filter((hand) => hand.cards.length > 0);
  if (hands.length === 0) return null;
  return (
    <div class="counted">
      <h3>{texts.value.hands_shown}</h3>
      {hands.map((hand) => (
        <p key={hand.seat}>
          <span>{playerName(view, hand.seat)}</span>
          <MeldCards cards={hand.cards} deck={deckIn(view)} />
        </p>
      ))}
    </div>
  );
}
