"""The rulesets by family, and options that random games of them may have."""

from __future__ import annotations

import random
from collections.abc import Mapping

from conquian_engine import RULESETS

FAMILY_U = tuple(name for name, spec in RULESETS.items() if spec.option("max_run"))
"""An upcard is offered (R2)."""
FAMILY_H = tuple(name for name in RULESETS if name not in FAMILY_U)
"""Cards are drawn into the hand (R3)."""

_MOST_SEATS = {"coo_can": 3}
"""Where more seats make random games very long."""


def seats_at_random(ruleset: str) -> tuple[int, ...]:
    """Numbers of seats at which uniform players come to an end in good time."""
    seats = sorted(RULESETS[ruleset].seats)
    return tuple(few for few in seats if few <= _MOST_SEATS.get(ruleset, max(seats)))


_RUMMY: Mapping[str, Mapping[str, list[str]]] = {
    "colonel": {
        "pack": ["full52", "short40", "courtless40", "spanish40"],
        "ace": ["both", "low"],
    },
    "coo_can": {"game_fee": ["100", "0"], "spot_fee": ["2", "1"]},
    "kunken": {
        "dealt": ["12", "10", "13"],
        "opening": ["40", "50"],
        "opening_single": ["false", "false", "true"],
        "bank_depth": ["top", "any"],
        "values": ["face", "flat"],
        "set_joker": ["any", "both"],
        "joker_minus": ["off", "10", "11", "12"],
        "express_on_empty_table": ["false", "true"],
        "lowest_deals": ["false", "true"],
    },
    "coon_can": {},
}
"""Values that each option takes at random."""


def random_seats(ruleset: str, chance: random.Random) -> int:
    """One of the numbers of seats of a ruleset of family H."""
    return chance.choice(seats_at_random(ruleset))


def rummy_options(ruleset: str, chance: random.Random, *, most: int = 3) -> dict[str, str]:
    """Some options of a ruleset of family H, for a game of few deals."""
    values = _RUMMY[ruleset]
    names = chance.sample(sorted(values), min(chance.randint(0, most), len(values)))
    options = {name: chance.choice(values[name]) for name in names}
    return options | {"deals": str(chance.choice([1, 1, 1, 2]))}
