"""How much of everything a run measures: one place to make it longer or shorter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

_FEWEST = 3
"""Pairs that say anything about a spread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """The sizes of one run. A pair is ours and the other side, one right after the other."""

    patience: float
    """Seconds after which a row of pairs is cut short: a busy machine takes longer for each."""

    engine_pairs: int
    engine_seconds: float
    """Of processor time for each side of a pair."""
    ruleset_pairs: int
    ruleset_seconds: float

    move_pairs: int
    move_calls: int
    in_flight: int
    paced_pairs: int
    paced_seconds: float
    paced_rate: int
    """Moves a second."""

    http_rounds: int
    """Rounds in which every door is measured once."""

    games_weighed: int
    start_pairs: int

    crowds: tuple[int, int, int]
    """Numbers of stored games that are compared."""
    crowd_pairs: int
    crowd_calls: int
    logs: tuple[int, int]
    """Lengths of log that are compared."""
    log_pairs: int
    log_games: int
    log_calls: int
    """Moves played in each of those games in each pair."""


def within(pairs: int, sizes: Sizes) -> Iterator[int]:
    """Numbers of pairs, as many as wanted or as there is patience for; three at least."""
    began = monotonic()
    for pair in range(pairs):
        if pair >= _FEWEST and monotonic() - began > sizes.patience:
            return
        yield pair


FULL = Sizes(
    patience=40.0,
    engine_pairs=9,
    engine_seconds=1.0,
    ruleset_pairs=3,
    ruleset_seconds=0.5,
    move_pairs=9,
    move_calls=6000,
    in_flight=64,
    paced_pairs=5,
    paced_seconds=3.0,
    paced_rate=1000,
    http_rounds=9,
    games_weighed=200,
    start_pairs=7,
    crowds=(1, 1000, 100_000),
    crowd_pairs=7,
    crowd_calls=1000,
    logs=(50, 2000),
    log_pairs=7,
    log_games=16,
    log_calls=50,
)

QUICK = Sizes(
    patience=8.0,
    engine_pairs=3,
    engine_seconds=0.4,
    ruleset_pairs=1,
    ruleset_seconds=0.1,
    move_pairs=3,
    move_calls=1500,
    in_flight=64,
    paced_pairs=2,
    paced_seconds=1.0,
    paced_rate=1000,
    http_rounds=3,
    games_weighed=100,
    start_pairs=2,
    crowds=(1, 1000, 20_000),
    crowd_pairs=3,
    crowd_calls=400,
    logs=(50, 1000),
    log_pairs=3,
    log_games=8,
    log_calls=50,
)

SMOKE = Sizes(
    patience=1.0,
    engine_pairs=1,
    engine_seconds=0.02,
    ruleset_pairs=1,
    ruleset_seconds=0.01,
    move_pairs=1,
    move_calls=60,
    in_flight=8,
    paced_pairs=1,
    paced_seconds=0.2,
    paced_rate=100,
    http_rounds=1,
    games_weighed=2,
    start_pairs=1,
    crowds=(1, 3, 10),
    crowd_pairs=1,
    crowd_calls=10,
    logs=(5, 20),
    log_pairs=1,
    log_games=2,
    log_calls=3,
)
"""Shows that everything works; its numbers mean nothing."""
