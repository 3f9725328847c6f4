"""Options and rulesets of family H: from texts to a profile, and back.

Each ruleset has a few options of its own; what else sets it apart is its profile. Of the
options of game length exactly one is in force (R3.4, R3.30).

Source: R3, "Options of R3".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from conquian_engine.option_specs import (
    NONE,
    OptionSpec,
    RulesetSpec,
    choice,
    flag,
    length_in_force,
    number,
    option_text,
)
from conquian_engine.rummy.rules import (
    Ace,
    BankDepth,
    OnStop,
    Restock,
    RummyRules,
    SetJoker,
    Settlement,
    Values,
)

_OFF = "off"
_LENGTHS = ("deals", "points_target", "minus_target")
"""Options of which one is in force (R3.4, R3.30)."""

_DEALS = number("deals", "1", 1, 1000, "R3.4", allows_none=True)
_ON_DEMAND = number("deals", NONE, 1, 1000, "R3.4", allows_none=True)
_POINTS = number("points_target", NONE, 1, 100_000, "R3.4", allows_none=True)
_MAX_DEALS = number("max_deals", "50", 1, 1000, "R2.27")
_LENGTH = (_DEALS, _POINTS, _MAX_DEALS)

_SPECS = (
    RulesetSpec(
        "colonel",
        (2,),
        (
            choice("pack", ("full52", "short40", "courtless40", "spanish40"), "R3.10"),
            choice("ace", (Ace.BOTH, Ace.LOW), "R3.10"),
            *_LENGTH,
        ),
    ),
    RulesetSpec(
        "coo_can",
        (2, 3, 4, 5, 6),
        (
            number("game_fee", "100", 0, 1_000_000, "R3.20"),
            number("spot_fee", "2", 0, 1_000_000, "R3.20"),
            *_LENGTH,
        ),
    ),
    RulesetSpec(
        "kunken",
        (2, 3, 4, 5, 6, 7, 8),
        (
            choice("dealt", ("12", "10", "13"), "R3.30"),
            choice("opening", ("40", "50"), "R3.30"),
            flag("opening_single", "R3.30"),
            choice("bank_depth", BankDepth, "R3.30"),
            choice("values", Values, "R3.30"),
            choice("set_joker", SetJoker, "R3.30"),
            choice("joker_minus", (_OFF, "10", "11", "12"), "R3.30"),
            flag("express_on_empty_table", "R3.30"),
            number("minus_target", "100", 1, 100_000, "R3.30"),
            flag("lowest_deals", "R3.30"),
            _ON_DEMAND,
            _MAX_DEALS,
        ),
    ),
    RulesetSpec("coon_can", (2, 3, 4, 5, 6), _LENGTH),
)

RUMMY_RULESETS: Mapping[str, RulesetSpec] = MappingProxyType({spec.name: spec for spec in _SPECS})
"""The rulesets of family H by name, in the order of RULES.md."""

_PROFILES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "colonel": {"rule": "R3.10", "challenge": True, "on_stop": OnStop.LOWER_COUNT},
        "coo_can": {
            "rule": "R3.20",
            "pack": "double104",
            "shortest": 4,
            "ace": Ace.LOW,
            "suits_differ": False,
            "new_runs": (4, 10),
            "dealer_begins": True,
            "last_card_draws_stock": True,
            "restock": Restock.SHUFFLE,
            "one_play": True,
            "closing_discard": True,
            "declared": (4, 1),
            "settlement": Settlement.FEES,
        },
        "kunken": {
            "rule": "R3.30",
            "pack": "double108",
            "ace": Ace.ROUND,
            "redeal": True,
            "discards_for_use": True,
            "restock": Restock.TURN_OVER,
            "joker_taking": True,
            "closing_discard": True,
            "settlement": Settlement.MINUS,
        },
        "coon_can": {
            "rule": "R3.40",
            "pack": "double106",
            "suits_differ": False,
            "moving_jokers": True,
            "ace_points": 11,
            "joker_points": 15,
        },
    }
)
"""What each ruleset fixes; all else is as in `RummyRules`."""

_READ: Mapping[str, Callable[[str], Any]] = MappingProxyType(
    {
        "pack": str,
        "ace": Ace,
        "bank_depth": BankDepth,
        "values": Values,
        "set_joker": SetJoker,
        "opening_single": "true".__eq__,
        "express_on_empty_table": "true".__eq__,
        "lowest_deals": "true".__eq__,
    }
)
"""How the text of an option becomes its value; all others are numbers."""


def resolve_rummy(
    ruleset: str, seats: int, given: Mapping[str, str], options: Mapping[str, str]
) -> RummyRules:
    """The rules of a game from the text of every option, and the options that were asked for.

    Raises:
        OptionsRefused: no game length is in force, or several are.
    """
    lengths = tuple(name for name in _LENGTHS if name in given)
    usual = "minus_target" if "minus_target" in given else "deals"
    length = length_in_force(lengths, usual, options)
    values = {
        name: _value(name, text)
        for name, text in given.items()
        if name not in lengths or name == length
    }
    return RummyRules(ruleset=ruleset, seats=seats, **{**_PROFILES[ruleset], **values})


def rummy_options(rules: RummyRules) -> dict[str, str]:
    """Every resolved option as text, of those of game length only the one in force."""
    values = {option.name: getattr(rules, option.name) for option in _options(rules)}
    return {
        name: option_text(value, none=_OFF)
        for name, value in values.items()
        if name not in _LENGTHS or value is not None
    }


def _options(rules: RummyRules) -> tuple[OptionSpec, ...]:
    return RUMMY_RULESETS[rules.ruleset].options


def _value(name: str, text: str) -> Any:
    return _READ[name](text) if name in _READ else None if text in (NONE, _OFF) else int(text)
