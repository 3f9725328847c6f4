"""A whole game between two players, move by move: what `conquian demo` runs."""

from __future__ import annotations

import asyncio
from typing import Protocol

from conquian.aio import AsyncClient, connect, play_to_end
from conquian.players import GreedyPlayer, Player, RandomPlayer
from conquian.text import event_text
from conquian.updates import Update
from conquian.view import GameView

__all__ = ["run_demo"]

GREEDY = "Ana (greedy)"
RANDOM = "Ben (random)"


class TextOutput(Protocol):
    """Where lines are printed: a file, `sys.stdout`."""

    def write(self, text: str, /) -> object: ...


async def run_demo(target: str, out: TextOutput, *, ruleset: str = "classic") -> GameView:
    """Play a game at the service at `target`, print it to `out`, return its last view.

    Two clients, each with a connection of its own, play one seat each; a watcher without any token
    tells what everybody may see.

    Raises:
        ConquianError: the service refused or stayed away.
    """
    async with connect(target) as ana, connect(target) as ben:
        game_id = (await ana.create_game(ruleset)).game_id
        print(f"Game {game_id}, {ruleset}.", file=out)
        seats = [await ana.join(game_id, name=GREEDY), await ben.join(game_id, name=RANDOM)]
        players: list[Player] = [GreedyPlayer(), RandomPlayer()]
        for number in range(len(seats), len((await ana.get_game(game_id)).seats)):
            seats.append(await ben.join(game_id, name=f"Guest {number} (random)"))
            players.append(RandomPlayer())
        telling = _tell(ana, game_id, out)
        playing = map(play_to_end, seats, players)
        last, *_ = await asyncio.gather(telling, *playing)
        return last


async def _tell(client: AsyncClient, game_id: str, out: TextOutput) -> GameView:
    """Print a game from its first revision to its end; return its last view."""
    last = await client.get_game(game_id)
    names = last.names(range(len(last.seats)))
    async with client.watch(game_id, after_revision=0) as updates:
        async for item in updates:
            last = item.view or last
            for event in item.events if isinstance(item, Update) else ():
                print(event_text(event, names), file=out)
    return last
