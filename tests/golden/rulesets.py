"""One whole game of each ruleset, by players who take what they can."""

from __future__ import annotations

from random import Random

from conquian_engine import GameOver, Move, Pass, Take, legal_moves, order_due, seats_to_act
from tests.golden.teller import Teller
from tests.oracle.options import RULESETS
from tests.oracle.orders import shuffled

SEEDS = {
    "classic": 7,
    "classic_points": 8,
    "spanish": 40,
    "courtless": 40,
    "full_pack": 13,
    "nine_ten": 7,
    "three_player": 8,
    "four_player": 19,
    "mexican": 16,
    "foster_cooncan": 20,
}
"""For each ruleset a seed whose game is short and is won."""


def whole_game(ruleset: str) -> Teller:
    """A game of the ruleset's own options, to its end."""
    rng = Random(f"golden {ruleset} {SEEDS[ruleset]}")
    teller = Teller(ruleset, dealer=rng.randrange(RULESETS[ruleset].seats))
    while not isinstance(teller.state.phase, GameOver):
        if order_due(teller.state):
            teller.give(shuffled(RULESETS[ruleset], rng))
        else:
            seat = seats_to_act(teller.state)[0]
            teller.move(seat, _choice(legal_moves(teller.state, seat), rng))
    return teller


def _choice(moves: tuple[Move, ...], rng: Random) -> Move:
    """The taking with the most cards; else any move but, mostly, a pass."""
    takes = [move for move in moves if isinstance(move, Take)]
    if takes:
        return max(takes, key=lambda take: sum(map(len, take.layout)))
    others = [move for move in moves if not isinstance(move, Pass)]
    return rng.choice(others) if others and rng.random() < 0.8 else moves[-1]
