"""(c) What a game takes in the store: all its keys after n commits."""

from __future__ import annotations

import asyncio

from bench.figures import Figure, Goal, Spread
from bench.games import PlannedGame, plan_game, seed
from bench.ground import KEYS, Ground
from bench.sizes import Sizes
from conquian_service.storage.lanes import Lane

_BASE, _PER_COMMIT = 800, 80
_COMMITS = (10, 40, 100)
_MILLION_IN = 4e9
_TYPICAL = 40


async def measure(ground: Ground, sizes: Sizes) -> list[Figure]:
    """Write games of each length, and ask the store."""
    lane = ground.lane(await ground.store())
    figures = [await _weigh(lane, commits, sizes.games_weighed) for commits in _COMMITS]
    return [*figures, await _million(lane, sizes.games_weighed)]


async def _weigh(lane: Lane, commits: int, games: int) -> Figure:
    sizes = await _sizes(lane, await _write(lane, commits, games, first=commits * 1_000_000))
    allowed = _BASE + _PER_COMMIT * commits
    return Figure(
        section="c",
        what=f"bytes of all keys after {commits} commits",
        ratio=Spread.of(size / allowed for size in sizes),
        relative_to=f"{_BASE} B + {_PER_COMMIT} B x n",
        goal=Goal.at_most(1.0),
        measured=f"{Spread.of(sizes).median:,.0f} of {allowed:,} B",
    )


async def _million(lane: Lane, games: int) -> Figure:
    """What the store's memory grows by, so with the share of its tables."""
    before = await _used(lane)
    written = await _write(lane, _TYPICAL, games, first=500_000_000)
    each = (await _used(lane) - before) / len(written)
    return Figure(
        section="c",
        what=f"memory for a million games of {_TYPICAL} commits",
        ratio=Spread.of([each * 1e6 / _MILLION_IN]),
        relative_to="4 GB",
        goal=Goal.at_most(1.0),
        measured=f"{each / 1000:.2f} GB",
    )


async def _write(lane: Lane, commits: int, games: int, *, first: int) -> list[str]:
    """Games of exactly so many commits, each with a request record; their ids."""
    planned: list[PlannedGame] = []
    number = first
    while len(planned) < games:
        game = plan_game(number, revision=commits)
        number += 1
        if len(game.commits) == commits:  # some are over before
            planned.append(game)
        await asyncio.sleep(0)
    await seed(lane, planned)
    return [game.game_id for game in planned]


async def _sizes(lane: Lane, game_ids: list[str]) -> list[float]:
    return [await _size(lane, game_id) for game_id in game_ids]


async def _size(lane: Lane, game_id: str) -> float:
    names = (KEYS.snapshot(game_id), KEYS.log(game_id), KEYS.requests(game_id))
    # SAMPLES 0: every element is counted, none estimated.
    asked = [lane.read("MEMORY", "USAGE", name, "SAMPLES", 0) for name in names]
    return float(sum(await asyncio.gather(*asked)))


async def _used(lane: Lane) -> int:
    text: bytes = await lane.read("INFO", "memory")
    facts = dict(line.split(":", 1) for line in text.decode().splitlines() if ":" in line)
    return int(facts["used_memory"])
