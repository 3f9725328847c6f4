// The rules of a table: what was agreed otherwise than usual, and how its ruleset is played.
import type { GameView } from "@conquian/client";
import { ruleset } from "../app/catalogue.js";
import { texts } from "../app/language.js";
import { differing } from "../lobby/choice.js";
import { HowTo } from "../lobby/how-to.js";
import { meaning } from "../lobby/options.js";

export function Rules({ view }: { view: GameView }) {
  const played = ruleset.value;
  if (!played) return null;
  const otherwise = differing(played.options, view.options);
  return (
    <div class="rules">
      {otherwise.length > 0 && (
        <section class="house" aria-labelledby="house-title">
          <h2 id="house-title">{texts.value.house_rules}</h2>
          <dl>
            {otherwise.map((option) => (
              <div key={option.name}>
                <dt>{option.text}</dt>
                <dd>{meaning(option, view.options[option.name] ?? "")}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <HowTo ruleset={played} open={false} />
    </div>
  );
}
