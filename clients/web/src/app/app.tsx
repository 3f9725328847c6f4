// The page: a header, the lobby or a table, and what went wrong.
import { effect } from "@preact/signals";
import { SuitSigns } from "../cards/suits.js";
import { Lobby } from "../lobby/lobby.js";
import { TableScreen } from "../table/screen.js";
import { attend, sitting } from "../table/sitting.js";
import { bringRulesets } from "./catalogue.js";
import { Header } from "./header.js";
import { language } from "./language.js";
import { route } from "./route.js";
import { inDialog, Troubles } from "./trouble.js";

effect(() => attend(route.value.gameId, route.value.invite));

effect(() => {
  if (language.value) void bringRulesets();
});

export function App() {
  const game = sitting.value;
  return (
    <>
      <SuitSigns />
      <Header />
      <main>{game ? <TableScreen key={game.gameId} sitting={game} /> : <Lobby />}</main>
      {!inDialog.value && <Troubles />}
    </>
  );
}
