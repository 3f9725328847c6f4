"""Options and rulesets: from names and texts to resolved rules, and back.

Here stand the options of family U and the functions for both families; those of family H
are in `rummy.options`. Of `until_won`, `deals` and `points_target` exactly one is in force
(R2.27).

Source: R2, "Options of R2" and "Rulesets of family U".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from conquian_engine.cards import SINGLE_PACKS, pack_named, wild_twos
from conquian_engine.families import GameRules
from conquian_engine.option_specs import (
    NONE,
    OptionSpec,
    RulesetSpec,
    choice,
    given_values,
    length_in_force,
    number,
    option_text,
    ruleset_of,
)
from conquian_engine.refusals import NewerRules, OptionsRefused
from conquian_engine.rules import (
    ForceScope,
    Forcing,
    HandOnlyMelds,
    OnDrawn,
    Rearrange,
    Rules,
    Scoring,
    TradeDirection,
)
from conquian_engine.rummy.options import RUMMY_RULESETS, resolve_rummy, rummy_options
from conquian_engine.rummy.rules import RummyRules

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})

_LENGTHS = ("until_won", "deals", "points_target")
"""Options of which one is in force (R2.27)."""

_OPTIONS = (
    choice("pack", tuple(SINGLE_PACKS), "R1"),
    number("dealt", "10", 7, 10, "R2.1"),
    number("packet", "2", 1, 10, "R2.1"),
    number("trade_rounds", "0", 0, 9, "R2.3"),
    choice("trade_direction", TradeDirection, "R2.3"),
    OptionSpec("opening_upcard", "bool", "true", "R2.4"),
    OptionSpec("extra_hand_cards", "bool", "true", "R2.12"),
    choice("hand_only_melds", HandOnlyMelds, "R2.12"),
    number("max_run", "8", 3, 13, "R2.13", allows_none=True),
    choice("rearrange", Rearrange, "R2.15"),
    choice("forcing", Forcing, "R2.18"),
    choice("force_scope", ForceScope, "R2.21"),
    choice("on_drawn", OnDrawn, "R2.24"),
    choice("scoring", Scoring, "R2.25"),
    OptionSpec("until_won", "bool", "true", "R2.27"),
    number("deals", NONE, 1, 1000, "R2.27", allows_none=True),
    number("points_target", NONE, 1, 100_000, "R2.27", allows_none=True),
    number("max_deals", "50", 1, 1000, "R2.27"),
    OptionSpec("black_twos_wild", "bool", "false", "R2.30"),
    OptionSpec("borrow_from_opponents", "bool", "false", "R2.31"),
)
"""The options of family U with the family's defaults, in the order of RULES.md."""

_MEXICAN = {"packet": "1", "trade_rounds": "1", "opening_upcard": "false"}
_FOSTER = {"max_run": "none", "rearrange": "ends_only"}
_POINTS = {"scoring": "hand_points", "until_won": "false", "points_target": "100"}


def _ruleset(name: str, *seats: int, **differs: str) -> RulesetSpec:
    return ruleset_of(_OPTIONS, name, seats, differs)


RULESETS: Mapping[str, RulesetSpec] = MappingProxyType(
    {
        spec.name: spec
        for spec in (
            _ruleset("classic", 2),
            _ruleset("classic_points", 2, **_POINTS),
            _ruleset("spanish", 2, pack="spanish40"),
            _ruleset("courtless", 2, pack="courtless40"),
            _ruleset("full_pack", 2, pack="full52"),
            _ruleset("nine_ten", 2, dealt="9"),
            _ruleset("three_player", 3, dealt="8"),
            _ruleset("four_player", 4, dealt="7"),
            _ruleset("mexican", 2, 3, pack="spanish40", dealt="8", **_MEXICAN),
            _ruleset("foster_cooncan", 2, pack="courtless40", **_FOSTER),
            *RUMMY_RULESETS.values(),
        )
    }
)
"""The rulesets of both families by name, in the order of RULES.md."""


def resolve_rules(
    ruleset: str, options: Mapping[str, str] = NO_OPTIONS, *, seats: int | None = None
) -> GameRules:
    """The rules of a game: the ruleset's values, changed by the options given.

    Raises:
        OptionsRefused: an unknown ruleset, number of seats, option or value, or options
            that are impossible together; it names them all.
    """
    spec = RULESETS.get(ruleset)
    if spec is None:
        raise OptionsRefused(("ruleset",), "no such ruleset")
    given = given_values(spec, options, seats)
    at_table = spec.seats[0] if seats is None else seats
    if ruleset in RUMMY_RULESETS:
        return resolve_rummy(ruleset, at_table, given, options)
    return _resolve(ruleset, at_table, given, options)


def rules_options(rules: GameRules) -> dict[str, str]:
    """Every resolved option as text, in the order of RULES.md.

    Of the options of game length only the one in force.
    """
    if isinstance(rules, RummyRules):
        return rummy_options(rules)
    length = "until_won"
    if rules.deals is not None:
        length = "deals"
    elif rules.points_target is not None:
        length = "points_target"
    return {
        option.name: option_text(getattr(rules, option.name, True))
        for option in _OPTIONS
        if option.name not in _LENGTHS or option.name == length
    }


def restore_rules(ruleset: str, seats: int, options: Mapping[str, str]) -> GameRules:
    """The rules of a stored game, from `rules_options`.

    Raises:
        NewerRules: the ruleset, an option or a value is unknown to this build.
    """
    try:
        return resolve_rules(ruleset, options, seats=seats)
    except OptionsRefused as refused:
        raise NewerRules(str(refused)) from refused


def _resolve(
    ruleset: str, seats: int, given: Mapping[str, str], options: Mapping[str, str]
) -> Rules:
    """The rules of a game of family U."""
    rules = Rules(
        ruleset=ruleset,
        seats=seats,
        pack=given["pack"],
        dealt=int(given["dealt"]),
        packet=int(given["packet"]),
        trade_rounds=int(given["trade_rounds"]),
        trade_direction=TradeDirection(given["trade_direction"]),
        opening_upcard=given["opening_upcard"] == "true",
        extra_hand_cards=given["extra_hand_cards"] == "true",
        hand_only_melds=HandOnlyMelds(given["hand_only_melds"]),
        max_run=_number(given["max_run"]),
        rearrange=Rearrange(given["rearrange"]),
        forcing=Forcing(given["forcing"]),
        force_scope=ForceScope(given["force_scope"]),
        on_drawn=OnDrawn(given["on_drawn"]),
        scoring=Scoring(given["scoring"]),
        max_deals=int(given["max_deals"]),
        black_twos_wild=given["black_twos_wild"] == "true",
        borrow_from_opponents=given["borrow_from_opponents"] == "true",
    )
    _refuse_impossible(rules)
    return _with_length(rules, options)


def _number(text: str) -> int | None:
    return None if text == NONE else int(text)


def _refuse_impossible(rules: Rules) -> None:
    """Refuse what makes no game together ("Options of R2").

    A deal has to leave a card to turn up, and wild twos have to be in the pack.
    """
    if rules.black_twos_wild and not wild_twos(pack_named(rules.pack)):
        raise OptionsRefused(("black_twos_wild", "pack"), "the pack has no black twos")
    needed = rules.seats * rules.dealt + 1 + rules.opening_upcard
    cards = len(pack_named(rules.pack).cards)
    if needed > cards:
        why = f"{rules.seats} seats need {needed} cards, the pack has {cards}"
        raise OptionsRefused(("dealt", "pack"), why)


def _with_length(rules: Rules, options: Mapping[str, str]) -> Rules:
    """Set the one game length in force: the one asked for or the scoring's (R2.27)."""
    usual = "points_target" if rules.scoring is Scoring.HAND_POINTS else "until_won"
    match length_in_force(_LENGTHS, usual, options):
        case "deals":
            return replace(rules, deals=int(options["deals"]))
        case "points_target":
            target = options.get("points_target", _POINTS["points_target"])
            return replace(rules, points_target=int(target))
        case _:
            return rules
