"""(e) Whether a move costs more among many stored games, or after a long log.

For the crowds three stores with a server each are sent the same moves of the same game,
one at a time; they differ only in how many other games are stored. For the logs one
server plays games with short and with long logs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bench.figures import Figure, Goal, Spread
from bench.games import ENDLESS, SEATED, Call, PlannedGame, crowd, plan_game, seed
from bench.ground import Ground, Server
from bench.metering import PLAY_MOVE, Cost, Meter
from bench.sizes import Sizes, within
from conquian_service.storage.lanes import Lane

_SAME = Goal.at_most(1.1)
"""What is called the same, given that nothing can be measured more exactly here."""
_LOG_CALLERS = 4


@dataclass(frozen=True, slots=True)
class Place:
    """A store with its server."""

    server: Server
    lane: Lane
    store_pid: int

    @classmethod
    async def make(cls, ground: Ground) -> Place:
        store = await ground.store()
        return cls(await ground.service(store), ground.lane(store), store.pid)

    async def cost(self, meter: Meter, games: Sequence[Sequence[Call]], calls: int) -> Cost:
        """What these moves cost here."""
        return await meter.cost(
            self.server, PLAY_MOVE, games, store_pid=self.store_pid, calls=calls
        )


async def measure(ground: Ground, sizes: Sizes) -> list[Figure]:
    """Crowds first; then logs, on the place with the smallest one."""
    load = await ground.load()
    alone = Meter(load, ground.folder, in_flight=1)
    places = [await Place.make(ground) for _ in sizes.crowds]
    figures = await _crowds(places, alone, sizes)
    several = Meter(load, ground.folder, in_flight=_LOG_CALLERS)
    return [*figures, *await _logs(places[0], several, sizes)]


async def _crowds(places: Sequence[Place], meter: Meter, sizes: Sizes) -> list[Figure]:
    warm_up = sizes.crowd_calls // 4
    needed = warm_up + sizes.crowd_calls * sizes.crowd_pairs
    game = await asyncio.to_thread(plan_game, 700_000_000, calls=needed, options=ENDLESS)
    for place, size in zip(places, sizes.crowds, strict=True):
        await crowd(place.lane, size - 1)
        await seed(place.lane, [game])
        await place.cost(meter, [game.calls[:warm_up]], warm_up)
    costs: list[list[Cost]] = [[] for _ in places]
    for pair in within(sizes.crowd_pairs, sizes):
        first = warm_up + pair * sizes.crowd_calls
        calls = game.calls[first : first + sizes.crowd_calls]
        for turn in range(len(places)):
            at = (turn + pair) % len(places)
            costs[at].append(await places[at].cost(meter, [calls], len(calls)))
    fewest, *others = zip(sizes.crowds, costs, strict=True)
    return [
        figure
        for crowded in others
        for figure in _figures(f"{crowded[0]:,} stored games", crowded[1], fewest[0], fewest[1])
    ]


async def _logs(place: Place, meter: Meter, sizes: Sizes) -> list[Figure]:
    short, long = sizes.logs
    needed = sizes.log_calls * sizes.log_pairs
    long_games = await _games(800_000_000, long, needed, sizes.log_games)
    await seed(place.lane, long_games)
    costs: tuple[list[Cost], list[Cost]] = ([], [])
    for pair in within(sizes.log_pairs, sizes):
        first = 810_000_000 + pair * sizes.log_games
        fresh = await _games(first, short, sizes.log_calls, sizes.log_games)
        await seed(place.lane, fresh)
        span = slice(pair * sizes.log_calls, (pair + 1) * sizes.log_calls)
        sides = ([game.calls for game in fresh], [game.calls[span] for game in long_games])
        for side in (0, 1) if pair % 2 else (1, 0):
            calls = sum(map(len, sides[side]))
            costs[side].append(await place.cost(meter, sides[side], calls))
    return list(_figures(f"a log of {long:,}", costs[1], short, costs[0]))


async def _games(first: int, revision: int, calls: int, number: int) -> list[PlannedGame]:
    games = []
    for game in range(first, first + number):
        at = max(revision, SEATED)
        games.append(plan_game(game, revision=at, calls=calls, options=ENDLESS))
        await asyncio.sleep(0)  # a Ctrl-C is heard here
    return games


def _figures(
    what: str, many: Sequence[Cost], fewer: int, few: Sequence[Cost]
) -> tuple[Figure, Figure]:
    server = [cost.server_us for cost in many], [cost.server_us for cost in few]
    store = [cost.store_us for cost in many], [cost.store_us for cost in few]
    return (
        Figure(
            section="e",
            what=f"server CPU per move with {what}",
            ratio=Spread.of_ratios(*server),
            relative_to=f"with {fewer:,}",
            goal=_SAME,
            measured=_micros(*server),
        ),
        Figure(
            section="e",
            what=f"store CPU per move with {what}",
            ratio=Spread.of_ratios(*store),
            relative_to=f"with {fewer:,}",
            measured=_micros(*store),
        ),
    )


def _micros(many: list[float], few: list[float]) -> str:
    return f"{Spread.of(many).median:.0f} and {Spread.of(few).median:.0f} us"
