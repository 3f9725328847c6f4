// Tables that wait for players, and the games that this browser has seats in.
import { GameStatus, type GameView } from "@conquian/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { titleOf } from "../app/catalogue.js";
import { forgetGame, type KeptGame, keptGames } from "../app/keep.js";
import { say, texts } from "../app/language.js";
import { fragmentOf } from "../app/route.js";
import { client } from "../app/service.js";
import { tell } from "../app/trouble.js";

const MOST = 20;

export function OpenTables() {
  const games = useSignal<readonly GameView[]>([]);
  const look = async () => {
    try {
      const found: GameView[] = [];
      for await (const game of client.value.games({ status: GameStatus.WAITING })) {
        found.push(game);
        if (found.length === MOST) break;
      }
      games.value = found;
    } catch (error) {
      tell(error);
    }
  };
  useEffect(() => {
    void look();
  }, []);
  return (
    <section aria-labelledby="open-title">
      <div class="section-head">
        <h2 id="open-title">{texts.value.open_tables}</h2>
        <button type="button" class="quiet" onClick={look}>
          {texts.value.refresh}
        </button>
      </div>
      {games.value.length === 0 && <p class="note">{texts.value.open_none}</p>}
      <ul class="tables">
        {games.value.map((game) => (
          <li key={game.gameId}>
            <OpenTable game={game} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenTable({ game }: { game: GameView }) {
  const taken = game.seats.filter((seat) => seat.taken);
  const names = taken.map((seat) => seat.name).join(", ");
  const free = game.seats.length - taken.length;
  return (
    <a class="table-card" href={fragmentOf({ gameId: game.gameId })}>
      <strong>{titleOf(game.ruleset)}</strong>
      <span>{names}</span>
      <small>{say("seats_free", { free, all: game.seats.length })}</small>
    </a>
  );
}

export function YourGames() {
  const games = useSignal<readonly KeptGame[]>(keptGames().filter((game) => game.mine));
  if (games.value.length === 0) return null;
  return (
    <section aria-labelledby="your-title">
      <h2 id="your-title">{texts.value.your_games}</h2>
      <ul class="tables">
        {games.value.map((game) => (
          <li key={game.gameId} class="your-game">
            <a
              class={`table-card ${game.over ? "is-over" : ""}`}
              href={fragmentOf({ gameId: game.gameId, invite: game.inviteToken })}
            >
              <strong>{titleOf(game.ruleset)}</strong>
              <small>{new Date(game.time).toLocaleString(document.documentElement.lang)}</small>
            </a>
            <button
              type="button"
              class="quiet"
              aria-label={say("forget_game", { name: titleOf(game.ruleset) })}
              title={texts.value.forget}
              onClick={() => {
                forgetGame(game.gameId);
                games.value = games.value.filter((one) => one !== game);
              }}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
