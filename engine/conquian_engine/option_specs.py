"""Options as they are offered: names, accepted texts, defaults, and what is asked of them.

An option value is text: `"8"`, `"none"`, `"true"`, `"simple"`. A ruleset is a name for
seats and a few values that differ from its family's defaults. Of the options that say how
long a game lasts exactly one is in force.

Source: "Options of R2", "Options of R3", R2.27.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from conquian_engine.refusals import OptionsRefused

Kind = Literal["int", "bool", "choice"]

NONE = "none"
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
        if text == NONE:
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


def choice(name: str, values: type[StrEnum] | tuple[str, ...], rule: str) -> OptionSpec:
    """An option with a few values, the default first."""
    choices = tuple(str(value) for value in values)
    return OptionSpec(name, "choice", choices[0], rule, choices=choices)


def number(
    name: str, default: str, low: int, high: int, rule: str, *, allows_none: bool = False
) -> OptionSpec:
    """An option that is a number in a range."""
    return OptionSpec(name, "int", default, rule, low=low, high=high, allows_none=allows_none)


def flag(name: str, rule: str, *, default: str = "false") -> OptionSpec:
    """An option that is on or off."""
    return OptionSpec(name, "bool", default, rule)


def ruleset_of(
    options: tuple[OptionSpec, ...], name: str, seats: tuple[int, ...], differs: Mapping[str, str]
) -> RulesetSpec:
    """A ruleset whose options are a family's, with some other defaults."""
    changed = (
        _with_default(option, differs.get(option.name, option.default)) for option in options
    )
    return RulesetSpec(name, seats, tuple(changed))


def given_values(
    spec: RulesetSpec, options: Mapping[str, str], seats: int | None
) -> dict[str, str]:
    """The text of every option of a ruleset, the given ones or its defaults.

    Raises:
        OptionsRefused: an unknown number of seats, option or value.
    """
    if seats is not None and seats not in spec.seats:
        raise OptionsRefused(("seats",), f"{spec.name} is not played by {seats}")
    for name, text in options.items():
        option = spec.option(name)
        if option is None:
            raise OptionsRefused((name,), "no such option")
        if not option.accepts(text):
            raise OptionsRefused((name,), "not a value of this option")
    return {option.name: options.get(option.name, option.default) for option in spec.options}


def length_in_force(lengths: tuple[str, ...], usual: str, options: Mapping[str, str]) -> str:
    """Which of the options of game length is in force: the one asked for or the usual one.

    Raises:
        OptionsRefused: several were asked for, or the usual one was switched off.
    """
    asked = tuple(name for name in lengths if options.get(name, NONE) not in (NONE, "false"))
    if len(asked) > 1:
        raise OptionsRefused(asked, "only one game length can be in force")
    if not asked and usual in options:
        raise OptionsRefused(lengths, "no game length is in force")
    return asked[0] if asked else usual


def option_text(value: object, *, none: str = NONE) -> str:
    """A resolved value as the text of its option."""
    match value:
        case None:
            return none
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)


def _with_default(option: OptionSpec, default: str) -> OptionSpec:
    others = (choice for choice in option.choices if choice != default)
    choices = (default, *others) if option.choices else ()
    return replace(option, default=default, choices=choices)
