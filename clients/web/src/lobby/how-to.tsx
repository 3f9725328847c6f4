// How a ruleset is played, in the service's own words.
import type { Ruleset } from "@conquian/client";
import { texts } from "../app/language.js";

export function HowTo({ ruleset, open }: { ruleset: Ruleset; open: boolean }) {
  return (
    <section aria-label={texts.value.how_to_play}>
      <details class="how-to" open={open}>
        <summary>{texts.value.how_to_play}</summary>
        {ruleset.howToPlay.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </details>
    </section>
  );
}
