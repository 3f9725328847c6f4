"""Options and rulesets: from names and texts to resolved `Rules`, and back.

An option value is text: `"8"`, `"none"`, `"true"`, `"simple"`. A ruleset is a name for
seats and a few values that differ from the defaults. Of `until_won`, `deals` and
`points_target` exactly one is in force (R2.27).

Source: R2, "Options of R2" and "Rulesets of family U".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from conquian_engine.cards import PACKS, pack_named, wild_twos
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

Kind = Literal["int", "bool", "choice"]

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})

_NONE = "none"
_LENGTHS = ("until_won", "deals", "points_target")
"""Options of which one is in force (R2.27)."""
_LONGEST_NUMBER = 9
"""Digits beyond this are out of every range."""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option: the texts it accepts, its default and the rule that gives it meaning."""

    name: str
    kind: Kind
    default: str
    rule: str
    choices: tuple[str, ...] = ()
    """Accepted texts of a choice, the default first."""
    low: int = 0
    """Lowest number of an int."""
    high: int = 0
    """Highest number of an int."""
    allows_none: bool = False
    """Whether an int may also be `none`."""

    def accepts(self, text: str) -> bool:
        """Whether a text is one of this option's values, written the one right way."""
        if self.kind == "choice":
            return text in self.choices
        if self.kind == "bool":
            return text in ("true", "false")
        if text == _NONE:
            return self.allows_none
        plain = text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER
        return plain and text == str(int(text)) and self.low <= int(text) <= self.high


@dataclass(frozen=True, slots=True)
class RulesetSpec:
    """A named ruleset: how many may play it and its options with its own defaults."""

    name: str
    seats: tuple[int, ...]
    """Numbers of seats it is played with, the usual one first."""
    options: tuple[OptionSpec, ...]

    def option(self, name: str) -> OptionSpec | None:
        """The option of that name, if the ruleset has it."""
        return next((option for option in self.options if option.name == name), None)


def _choice(name: str, values: type[StrEnum] | tuple[str, ...], rule: str) -> OptionSpec:
    choices = tuple(str(value) for value in values)
    return OptionSpec(name, "choice", choices[0], rule, choices=choices)


def _int(
    name: str, default: str, low: int, high: int, rule: str, *, allows_none: bool = False
) -> OptionSpec:
    return OptionSpec(name, "int", default, rule, low=low, high=high, allows_none=allows_none)


_OPTIONS = (
    _choice("pack", tuple(PACKS), "R1"),
    _int("dealt", "10", 7, 10, "R2.1"),
    _int("packet", "2", 1, 10, "R2.1"),
    _int("trade_rounds", "0", 0, 9, "R2.3"),
    _choice("trade_direction", TradeDirection, "R2.3"),
    OptionSpec("opening_upcard", "bool", "true", "R2.4"),
    OptionSpec("extra_hand_cards", "bool", "true", "R2.12"),
    _choice("hand_only_melds", HandOnlyMelds, "R2.12"),
    _int("max_run", "8", 3, 13, "R2.13", allows_none=True),
    _choice("rearrange", Rearrange, "R2.15"),
    _choice("forcing", Forcing, "R2.18"),
    _choice("force_scope", ForceScope, "R2.21"),
    _choice("on_drawn", OnDrawn, "R2.24"),
    _choice("scoring", Scoring, "R2.25"),
    OptionSpec("until_won", "bool", "true", "R2.27"),
    _int("deals", _NONE, 1, 1000, "R2.27", allows_none=True),
    _int("points_target", _NONE, 1, 100_000, "R2.27", allows_none=True),
    _int("max_deals", "50", 1, 1000, "R2.27"),
    OptionSpec("black_twos_wild", "bool", "false", "R2.30"),
    OptionSpec("borrow_from_opponents", "bool", "false", "R2.31"),
)
"""The options of family U with the family's defaults, in the order of RULES.md."""

_MEXICAN = {"packet": "1", "trade_rounds": "1", "opening_upcard": "false"}
_FOSTER = {"max_run": "none", "rearrange": "ends_only"}
_POINTS = {"scoring": "hand_points", "until_won": "false", "points_target": "100"}


def _ruleset(name: str, *seats: int, **differs: str) -> RulesetSpec:
    options = (
        _with_default(option, differs.get(option.name, option.default)) for option in _OPTIONS
    )
    return RulesetSpec(name, seats, tuple(options))


def _with_default(option: OptionSpec, default: str) -> OptionSpec:
    others = (choice for choice in option.choices if choice != default)
    choices = (default, *others) if option.choices else ()
    return replace(option, default=default, choices=choices)


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
        )
    }
)
"""The rulesets of family U by name, in the order of RULES.md."""


def resolve_rules(
    ruleset: str, options: Mapping[str, str] = NO_OPTIONS, *, seats: int | None = None
) -> Rules:
    """The rules of a game: the ruleset's values, changed by the options given.

    Raises:
        OptionsRefused: an unknown ruleset, number of seats, option or value, or options
            that are impossible together; it names them all.
    """
    spec = RULESETS.get(ruleset)
    if spec is None:
        raise OptionsRefused(("ruleset",), "no such ruleset")
    if seats is not None and seats not in spec.seats:
        raise OptionsRefused(("seats",), f"{ruleset} is not played by {seats}")
    for name, text in options.items():
        option = spec.option(name)
        if option is None:
            raise OptionsRefused((name,), "no such option")
        if not option.accepts(text):
            raise OptionsRefused((name,), "not a value of this option")
    given = {option.name: options.get(option.name, option.default) for option in spec.options}
    rules = Rules(
        ruleset=ruleset,
        seats=spec.seats[0] if seats is None else seats,
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


def rules_options(rules: Rules) -> dict[str, str]:
    """Every resolved option as text, in the order of RULES.md.

    Of `until_won`, `deals` and `points_target` only the one in force.
    """
    length = "until_won"
    if rules.deals is not None:
        length = "deals"
    elif rules.points_target is not None:
        length = "points_target"
    return {
        option.name: _text(getattr(rules, option.name, True))
        for option in _OPTIONS
        if option.name not in _LENGTHS or option.name == length
    }


def restore_rules(ruleset: str, seats: int, options: Mapping[str, str]) -> Rules:
    """The rules of a stored game, from `rules_options`.

    Raises:
        NewerRules: the ruleset, an option or a value is unknown to this build.
    """
    try:
        return resolve_rules(ruleset, options, seats=seats)
    except OptionsRefused as refused:
        raise NewerRules(str(refused)) from refused


def _number(text: str) -> int | None:
    return None if text == _NONE else int(text)


def _text(value: object) -> str:
    match value:
        case None:
            return _NONE
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)


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
    asked = tuple(name for name in _LENGTHS if options.get(name, _NONE) not in (_NONE, "false"))
    if len(asked) > 1:
        raise OptionsRefused(asked, "only one game length can be in force")
    usual = "points_target" if rules.scoring is Scoring.HAND_POINTS else "until_won"
    if not asked and usual in options:
        raise OptionsRefused(_LENGTHS, "no game length is in force")
    length = asked[0] if asked else usual
    match length:
        case "deals":
            return replace(rules, deals=int(options["deals"]))
        case "points_target":
            target = options.get("points_target", _POINTS["points_target"])
            return replace(rules, points_target=int(target))
        case _:
            return rules
