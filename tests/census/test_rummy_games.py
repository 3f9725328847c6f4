"""Engine and oracle agree step by step on random whole games of family H, 2 to 8 seats."""

from __future__ import annotations

from random import Random

import pytest

from tests.census.rummy import SIZE, Pair
from tests.oracle.rummy.accounts import score_from_events, told
from tests.oracle.rummy.chance import random_options, random_play

GAMES = {
    "colonel": {2: 60},
    "coo_can": {2: 20, 3: 10, 4: 8, 6: 6},
    "kunken": {2: 16, 3: 10, 4: 6, 6: 4, 8: 2},
    "coon_can": {2: 24, 3: 12, 4: 8, 6: 4},
}
"""Games by ruleset and seats."""
CHUNK = 4
MOST_CARDS = 16
"""Seats take no discards beyond so many hand cards: the oracle would search for too long."""
CASES = [
    (ruleset, seats, start)
    for ruleset, sizes in GAMES.items()
    for seats, games in sizes.items()
    for start in range(0, SIZE * games, CHUNK)
]


def play(ruleset: str, seats: int, number: int) -> Pair:
    """One game on both, compared after every step."""
    rng = Random(f"game {ruleset} {seats} {number}")
    options = random_options(rng, ruleset, seats)
    pair = Pair(options, rng.randrange(seats))
    resigns = rng.choice([0.0, 0.0, 0.003, 0.01])
    pair.follow(random_play(pair.oracle, rng, resigns=resigns, hand_limit=MOST_CARDS))
    return pair


@pytest.mark.timeout(60 + 60 * (SIZE > 1))
@pytest.mark.parametrize(("ruleset", "seats", "start"), CASES)
def test_games(ruleset: str, seats: int, start: int) -> None:
    """Games run alike on both, from the first order to the result.

    Draws, plays and discards (R3.1), what they owe (R3.2), lay-offs (R3.3), deals and the
    game's length (R3.4), the empty stock and no progress (R3.5), each ruleset's own rules
    (R3.10, R3.20, R3.30, R3.40), chance (R1.3) and resignations (R4.1).
    """
    for number in range(start, start + CHUNK):
        pair = play(ruleset, seats, number)
        facts = pair.facts
        assert told(facts) == score_from_events(pair.oracle.options, facts), pair.story()
