"""(a) Decisions of the engine a second, against a peer in C++ driven from Python.

One process, one core, the two sides in turn.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

from bench.figures import Figure, Goal, Spread
from bench.ground import Ground
from bench.play import PEER, Pace, load_peer, play_conquian, play_peer
from bench.processes import on_cores
from bench.sizes import Sizes, within
from conquian_engine import RULESETS, resolve_rules

_FIRST = "classic"
_WARM_UP = 0.05


async def measure(ground: Ground, sizes: Sizes) -> list[Figure]:
    """Classic at length, then every ruleset for a while."""
    game = load_peer()
    if game is None:
        print(f"  {PEER} is not installed here (`make bench` has it): measured against classic")
    with on_cores(ground.server_cores):
        figures = await _classic(game, sizes)
        return [*figures, *await _rulesets(game, sizes)]


async def _classic(game: object | None, sizes: Sizes) -> list[Figure]:
    ours, theirs = await _pairs(
        game, _FIRST, within(sizes.engine_pairs, sizes), sizes.engine_seconds
    )
    whole = [pace.rate for pace in ours], [pace.rate for pace in theirs]
    alone = [p.rate_without_chance for p in ours], [p.rate_without_chance for p in theirs]
    other = _other(game)
    return [
        Figure(
            section="a",
            what="decisions/s, classic, whole loop",
            ratio=Spread.of_ratios(*whole),
            relative_to=other,
            goal=None if game is None else Goal.at_least(1.0),
            measured=_rates(*whole),
        ),
        Figure(
            section="a",
            what="the same without dealing",
            ratio=Spread.of_ratios(*alone),
            relative_to=other,
            measured=_rates(*alone),
        ),
        Figure(
            section="a",
            what="games/s, classic",
            ratio=Spread.of_ratios(_games(ours), _games(theirs)),
            relative_to=other,
            measured=_rates(_games(ours), _games(theirs)),
        ),
    ]


async def _rulesets(game: object | None, sizes: Sizes) -> list[Figure]:
    figures = []
    for ruleset in RULESETS:
        pairs = within(sizes.ruleset_pairs, sizes)
        ours, theirs = await _pairs(game, ruleset, pairs, sizes.ruleset_seconds)
        rates = [pace.rate for pace in ours], [pace.rate for pace in theirs]
        figures.append(
            Figure(
                section="a",
                what=f"decisions/s, {ruleset}",
                ratio=Spread.of_ratios(*rates),
                relative_to=_other(game),
                measured=_rates(*rates),
            )
        )
    return figures


async def _pairs(
    game: object | None, ruleset: str, pairs: Iterator[int], seconds: float
) -> tuple[list[Pace], list[Pace]]:
    rules, chance = resolve_rules(ruleset), random.Random(1)

    def other(length: float) -> Pace:
        if game is None:
            return play_conquian(resolve_rules(_FIRST), chance, seconds=length)
        return play_peer(game, chance, seconds=length)

    play_conquian(rules, chance, seconds=min(seconds, _WARM_UP))
    other(min(seconds, _WARM_UP))
    ours, theirs = [], []
    for pair in pairs:
        # Who comes first changes, so that a machine that slows down favours nobody.
        if pair % 2:
            theirs.append(other(seconds))
        ours.append(play_conquian(rules, chance, seconds=seconds))
        if not pair % 2:
            theirs.append(other(seconds))
        await asyncio.sleep(0)  # a Ctrl-C is heard here
    return ours, theirs


def _other(game: object | None) -> str:
    return _FIRST if game is None else PEER


def _games(paces: list[Pace]) -> list[float]:
    return [pace.games / pace.seconds for pace in paces]


def _rates(ours: list[float], theirs: list[float]) -> str:
    return f"{Spread.of(ours).median:,.0f} and {Spread.of(theirs).median:,.0f} /s"
