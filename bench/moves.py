"""(b) What a committed PlayMove costs the server, against a bare handler on the same lane.

Both servers stand on one store and are sent the same bytes. The bare one does one GET and
one scripted compare-and-set a call; values and answers are as large as ours.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from statistics import fmean
from time import process_time

from bench.figures import Figure, Goal, Spread, short
from bench.games import Call, PlannedGame, plan_game, seed
from bench.ground import Ground, Server
from bench.metering import BARE, PLAY_MOVE, Cost, Meter
from bench.path import frozen, path
from bench.processes import on_cores, resident_bytes
from bench.sizes import Sizes, within
from conquian_service.storage.lanes import Lane

_WITHIN_BARE = Goal.at_most(1.4)
_BARE_US = 207
"""What the bare handler cost on the machine of the goals."""
_P99_MS = Goal.at_most(1.5)
_MEMORY = Goal.at_most(110)
_CALLS_A_GAME = 40
_OF_THE_BARE = "bare GET + compare-and-set"


@dataclass(frozen=True, slots=True)
class Pairs:
    """Costs measured side by side."""

    ours: list[Cost]
    bare: list[Cost]


class Match:
    """Our server and the bare one on one store, and games for them."""

    def __init__(self, meter: Meter, lane: Lane, ours: Server, bare: Server, store: int) -> None:
        self._meter = meter
        self._lane = lane
        self._ours = ours
        self._bare = bare
        self._store = store
        self._numbers = count()

    @classmethod
    async def begin(cls, ground: Ground, sizes: Sizes) -> Match:
        """Start everything, and let both servers warm up."""
        store = await ground.store()
        lane = ground.lane(store)
        ours = await ground.service(store)
        meter = Meter(await ground.load(), ground.folder, in_flight=sizes.in_flight)
        games = [plan_game(-2 - number, calls=_CALLS_A_GAME) for number in range(sizes.in_flight)]
        await seed(lane, games)
        calls = [game.calls for game in games]
        enough = min(1000, sizes.move_calls)
        first = await meter.cost(ours, PLAY_MOVE, calls, store_pid=store.pid, calls=enough)
        value, answer = _mean_snapshot(games), round(first.outcome.answer_bytes)
        bare = await ground.peer("bare", store.url, str(value), str(answer))
        await meter.cost(bare, BARE, calls, store_pid=store.pid, calls=enough)
        print(f"  a snapshot is {value} bytes, an answer {answer}")
        return cls(meter, lane, ours, bare, store.pid)

    @property
    def resident_mb(self) -> float:
        """Memory of our server now."""
        return resident_bytes(self._ours.pid) / 1e6

    async def pairs(
        self, pairs: Iterator[int], *, calls: int, games_at_once: int, rate: int = 0
    ) -> Pairs:
        """Measure these pairs, each on games of its own."""
        found = Pairs([], [])
        for pair in pairs:
            games = await self._games(calls, games_at_once)
            for ours in (True, False) if pair % 2 else (False, True):
                server, method = (self._ours, PLAY_MOVE) if ours else (self._bare, BARE)
                cost = await self._meter.cost(
                    server, method, games, store_pid=self._store, calls=calls, rate=rate
                )
                (found.ours if ours else found.bare).append(cost)
        return found

    async def _games(self, calls: int, at_once: int) -> list[tuple[Call, ...]]:
        """Games with as many calls, and some to spare for callers that end unevenly."""
        games = []
        for _ in range(at_once + calls // _CALLS_A_GAME + 1):
            games += self.plan(1)
            await asyncio.sleep(0)  # a Ctrl-C is heard here
        # Random games seldom end so soon, but some do.
        while sum(len(game.calls) for game in games[:-at_once]) < calls:
            games += self.plan(1)
        await seed(self._lane, games)
        return [game.calls for game in games]

    def plan(self, number: int) -> list[PlannedGame]:
        """So many games that nobody has had yet."""
        return [plan_game(next(self._numbers), calls=_CALLS_A_GAME) for _ in range(number)]


async def measure(ground: Ground, sizes: Sizes) -> list[Figure]:
    """At saturation, then at a rate that leaves room."""
    match = await Match.begin(ground, sizes)
    full = await match.pairs(
        within(sizes.move_pairs, sizes), calls=sizes.move_calls, games_at_once=sizes.in_flight
    )
    busy, load_busy = (fmean(values) for values in zip(*map(_busy, full.ours), strict=True))
    print(f"  at saturation the server was {busy:.0%} busy, the load {load_busy:.0%}")
    rate = sizes.paced_rate
    paced = await match.pairs(
        within(sizes.paced_pairs, sizes),
        calls=round(rate * sizes.paced_seconds),
        games_at_once=max(100, rate // 10),
        rate=rate,
    )
    calls = sum(cost.outcome.calls for pairs in (full, paced) for cost in pairs.ours)
    return [
        *_cost_figures(full, "at saturation"),
        _bare_figure(full),
        await _path_figure(ground, match, full, sizes),
        _rate_figure(full),
        *_cost_figures(paced, f"at {rate}/s"),
        *_latency_figures(paced, rate),
        Figure(
            section="b",
            what=f"server's memory after {calls:,} moves",
            ratio=Spread.of([match.resident_mb]),
            relative_to="1 MB",
            goal=_MEMORY,
        ),
    ]


def _cost_figures(pairs: Pairs, when: str) -> list[Figure]:
    server = [cost.server_us for cost in pairs.ours], [cost.server_us for cost in pairs.bare]
    store = [cost.store_us for cost in pairs.ours], [cost.store_us for cost in pairs.bare]
    return [
        Figure(
            section="b",
            what=f"server CPU per PlayMove, {when}",
            ratio=Spread.of_ratios(*server),
            relative_to=_OF_THE_BARE,
            goal=_WITHIN_BARE,
            measured=_micros(*server),
        ),
        Figure(
            section="b",
            what=f"store CPU per PlayMove, {when}",
            ratio=Spread.of_ratios(*store),
            relative_to=_OF_THE_BARE,
            measured=_micros(*store),
        ),
    ]


def _bare_figure(pairs: Pairs) -> Figure:
    costs = [cost.server_us for cost in pairs.bare]
    return Figure(
        section="b",
        what="the bare handler itself, at saturation",
        ratio=Spread.of(cost / _BARE_US for cost in costs),
        relative_to=f"{_BARE_US} us on another machine",
        goal=_WITHIN_BARE,
        measured=f"{Spread.of(costs).median:.0f} us",
    )


async def _path_figure(ground: Ground, match: Match, pairs: Pairs, sizes: Sizes) -> Figure:
    """Of what we cost, the part that gRPC and the way to the store have no share in."""
    bare = Spread.of(cost.server_us for cost in pairs.bare).median
    costs = []
    with path() as ours, on_cores(ground.server_cores):
        for _ in within(sizes.move_pairs, sizes):
            games = match.plan(max(1, sizes.move_calls // 4 // _CALLS_A_GAME))
            for game in games:
                ours.table.put(game)
            with frozen():
                began = process_time()
                made = await ours.go([game.calls for game in games])
                costs.append(1e6 * (process_time() - began) / made)
    return Figure(
        section="b",
        what="our own code alone, per PlayMove",
        ratio=Spread.of(cost / bare for cost in costs),
        relative_to=_OF_THE_BARE,
        measured=f"{Spread.of(costs).median:.0f} and {bare:.0f} us",
    )


def _rate_figure(pairs: Pairs) -> Figure:
    ours, bare = [cost.rate for cost in pairs.ours], [cost.rate for cost in pairs.bare]
    return Figure(
        section="b",
        what="moves/s at saturation, one process",
        ratio=Spread.of_ratios(ours, bare),
        relative_to=_OF_THE_BARE,
        measured=f"{Spread.of(ours).median:,.0f} and {Spread.of(bare).median:,.0f} /s",
    )


def _latency_figures(pairs: Pairs, rate: int) -> list[Figure]:
    halves = [cost.outcome.p50_ms for cost in pairs.ours]
    bare_halves = [cost.outcome.p50_ms for cost in pairs.bare]
    lates = [cost.outcome.p99_ms for cost in pairs.ours]
    bare_lates = [cost.outcome.p99_ms for cost in pairs.bare]
    return [
        Figure(
            section="b",
            what=f"p50 at {rate}/s",
            ratio=Spread.of_ratios(halves, bare_halves),
            relative_to=_OF_THE_BARE,
            measured=f"{_ms(halves)} and {_ms(bare_halves)} ms",
        ),
        Figure(
            section="b",
            what=f"p99 at {rate}/s",
            ratio=Spread.of(lates),
            relative_to="1 ms",
            goal=_P99_MS,
            measured=f"{_ms(lates)} and {_ms(bare_lates)} ms",
        ),
    ]


def _micros(ours: list[float], bare: list[float]) -> str:
    return f"{Spread.of(ours).median:.0f} and {Spread.of(bare).median:.0f} us"


def _ms(values: list[float]) -> str:
    return short(Spread.of(values).median)


def _busy(cost: Cost) -> tuple[float, float]:
    return cost.busy, cost.load_busy


def _mean_snapshot(games: list[PlannedGame]) -> int:
    return round(fmean(game.snapshot_bytes for game in games))
