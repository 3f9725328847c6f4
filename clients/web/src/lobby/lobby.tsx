// Where one begins: a new game, tables that wait, and the games one is in.
import { Access, type Ruleset } from "@conquian/client";
import { useSignal } from "@preact/signals";
import { rulesets } from "../app/catalogue.js";
import { keep, kept } from "../app/keep.js";
import { say, texts } from "../app/language.js";
import { dismissAll, tell } from "../app/trouble.js";
import { type Changes, toSend } from "./choice.js";
import { Hero } from "./hero.js";
import { HowTo } from "./how-to.js";
import { openTable } from "./opening.js";
import { Options } from "./options.js";
import { OpenTables, YourGames } from "./tables.js";

const WIDE = matchMedia("(min-width: 801px)");

/** The reader's name, as kept; a guest's where there is none. */
export function nameToUse(): string {
  return kept("name")?.trim() || texts.value.guest;
}

export function NameField() {
  return (
    <label class="field">
      <span>{texts.value.your_name}</span>
      <input
        type="text"
        maxLength={40}
        autocomplete="nickname"
        placeholder={texts.value.guest}
        defaultValue={kept("name") ?? ""}
        onInput={(event) => keep("name", event.currentTarget.value.trim())}
      />
    </label>
  );
}

export function Lobby() {
  const chosen = useSignal(kept("ruleset") ?? "classic");
  const changes = useSignal<Changes>({});
  const found = rulesets.value.find((one) => one.name === chosen.value) ?? rulesets.value[0];
  return (
    <div class="lobby">
      <Hero ruleset={found} />
      <section class="new-game" aria-labelledby="new-title">
        <h2 id="new-title">{texts.value.new_game}</h2>
        {found ? (
          <NewGame
            ruleset={found}
            changes={changes.value}
            onRuleset={(name) => {
              chosen.value = name;
              changes.value = {};
              keep("ruleset", name);
            }}
            onChange={(to) => {
              changes.value = to;
            }}
          />
        ) : (
          <p>{texts.value.connecting}</p>
        )}
      </section>
      <div class="beside">
        <YourGames />
        <OpenTables />
        {found && <HowTo ruleset={found} open={WIDE.matches} />}
      </div>
    </div>
  );
}

const ACCESSES = [
  [Access.UNLISTED, "access_unlisted"],
  [Access.PRIVATE, "access_private"],
  [Access.PUBLIC, "access_public"],
] as const;

function NewGame(props: {
  ruleset: Ruleset;
  changes: Changes;
  onRuleset: (name: string) => void;
  onChange: (changes: Changes) => void;
}) {
  const { ruleset, changes } = props;
  const text = texts.value;
  const seats = useSignal(0);
  const access = useSignal<Access>(Access.UNLISTED);
  const busy = useSignal(false);
  const size = Math.min(Math.max(seats.value, ruleset.minSeats), ruleset.maxSeats);
  const open = async (computers: number) => {
    if (busy.value) return;
    busy.value = true;
    dismissAll();
    try {
      await openTable({
        ruleset: ruleset.name,
        options: toSend(ruleset, changes),
        seats: size,
        access: computers ? Access.UNLISTED : access.value,
        name: nameToUse(),
        computers,
      });
    } catch (error) {
      tell(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <NameField />
      <label class="field">
        <span>{text.ruleset}</span>
        <select
          value={ruleset.name}
          onChange={(event) => props.onRuleset(event.currentTarget.value)}
        >
          {rulesets.value.map((one) => (
            <option key={one.name} value={one.name}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      <p class="about-ruleset">{ruleset.text}</p>
      {ruleset.maxSeats > ruleset.minSeats && (
        <label class="field">
          <span>{text.seats}</span>
          <select
            value={size}
            onChange={(event) => {
              seats.value = Number(event.currentTarget.value);
            }}
          >
            {Array.from({ length: ruleset.maxSeats - ruleset.minSeats + 1 }, (_, at) => (
              <option key={at + ruleset.minSeats} value={at + ruleset.minSeats}>
                {at + ruleset.minSeats}
              </option>
            ))}
          </select>
        </label>
      )}
      <Options ruleset={ruleset} changes={changes} onChange={props.onChange} />
      <button type="button" class="primary" disabled={busy.value} onClick={() => open(size - 1)}>
        {text.play_computer}
      </button>
      <fieldset class="with-friend">
        <legend>{text.invite_friend}</legend>
        <label class="field">
          <span>{text.access}</span>
          <select
            value={access.value}
            onChange={(event) => {
              access.value = Number(event.currentTarget.value);
            }}
          >
            {ACCESSES.map(([value, key]) => (
              <option key={value} value={value}>
                {text[key]}
              </option>
            ))}
          </select>
        </label>
        <button type="button" disabled={busy.value} onClick={() => open(0)}>
          {say("invite_friend")}
        </button>
      </fieldset>
    </form>
  );
}
