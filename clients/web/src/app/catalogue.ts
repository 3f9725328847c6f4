// The rulesets in the page's language, and what the cards of the game in view are called.
import { type Ruleset, Unavailable } from "@conquian/client";
import { computed, effect, signal } from "@preact/signals";
import { readCard } from "../cards/card.js";
import { client } from "./service.js";
import { dismissAway, tell } from "./trouble.js";

/** Every ruleset, without its packs; empty until they have come. */
export const rulesets = signal<readonly Ruleset[]>([]);

/** The rules that the cards in view belong to. */
export const inPlay = signal<{ ruleset: string; pack: string } | undefined>(undefined);

const whole = signal<Ruleset | undefined>(undefined);

/** The ruleset in play with all its texts, once it has come. */
export const ruleset = computed(() =>
  whole.value?.name === inPlay.value?.ruleset ? whole.value : undefined,
);

/** Milliseconds after which a service that was away is asked again. */
const AGAIN = 3000;

/** Asks until there is an answer or nobody wants it any more; tells of the first failure alone. */
async function bring<T>(ask: () => Promise<T>, isWanted: () => boolean, take: (found: T) => void) {
  for (let told = false; isWanted(); told = true) {
    try {
      const found = await ask();
      if (told) dismissAway();
      if (isWanted()) take(found);
      return;
    } catch (error) {
      if (!told && isWanted()) tell(error);
      if (!(error instanceof Unavailable)) return;
    }
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

/** Brings the list of rulesets, in the language of the moment. */
export async function bringRulesets(): Promise<void> {
  const service = client.value;
  await bring(
    () => service.rulesets(),
    () => service === client.peek(),
    (found) => {
      rulesets.value = found;
    },
  );
}

const wanted = computed(() => inPlay.value?.ruleset);

effect(() => {
  const name = wanted.value;
  const service = client.value;
  if (!name) return;
  void bring(
    () => service.ruleset(name),
    () => service === client.peek() && name === wanted.peek(),
    (found) => {
      whole.value = found;
    },
  );
});

const names = computed(() => {
  const packs = ruleset.value?.packs ?? [];
  const pack = packs.find((one) => one.name === inPlay.value?.pack) ?? packs[0];
  return new Map(pack?.cards.map((one) => [one.card, one.name]));
});

/** What a card is called, such as "seven of hearts"; its text until names have come. */
export function cardName(text: string): string {
  const face = readCard(text);
  if (!face.joker) return names.value.get(text) ?? text;
  const joker = names.value.get("JK") ?? "JK";
  return face.standsFor ? `${joker} (${cardName(face.standsFor.text)})` : joker;
}

/** The names of cards in a row. */
export function cardNames(cards: readonly string[]): string {
  return cards.map(cardName).join(", ");
}

/** The title of a ruleset; its name where it is not known. */
export function titleOf(name: string): string {
  const found = rulesets.value.find((one) => one.name === name) ?? whole.value;
  return found?.name === name ? found.title : name;
}
