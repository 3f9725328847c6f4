// The name of the game, the way back, and what a reader may set.

import { choosePace, PACES, type Pace, pace } from "../table/opponent.js";
import { sitting } from "../table/sitting.js";
import type { Texts } from "../texts/index.js";
import { LANGUAGES, type Language, TEXTS } from "../texts/index.js";
import { chooseLanguage, language, texts } from "./language.js";
import { go, route } from "./route.js";

export function Header() {
  const text = texts.value;
  return (
    <header class="header">
      <a
        class="brand"
        href={location.pathname}
        aria-label={route.value.gameId ? `Conquian, ${text.home}` : "Conquian"}
        onClick={(event) => {
          event.preventDefault();
          go({});
        }}
      >
        <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
          <use href="#sign-spanish-O" />
        </svg>
        <span>Conquian</span>
      </a>
      <div class="settings">
        {(sitting.value?.kept.value?.bots.length ?? 0) > 0 && (
          <label class="setting">
            <span class="unseen">{text.speed}</span>
            <select
              value={pace.value}
              title={text.speed}
              onChange={(event) => choosePace(event.currentTarget.value as Pace)}
            >
              {(Object.keys(PACES) as Pace[]).map((one) => (
                <option key={one} value={one}>
                  {text[`speed_${one}` as keyof Texts]}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="setting">
          <span class="unseen">{text.language}</span>
          <select
            value={language.value}
            title={text.language}
            onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
          >
            {LANGUAGES.map((one) => (
              <option key={one} value={one} lang={one}>
                {TEXTS[one].language_name}
              </option>
            ))}
          </select>
        </label>
      </div>
    </header>
  );
}
