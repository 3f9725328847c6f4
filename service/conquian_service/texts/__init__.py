"""What people read: texts as data, one file a language (`en.toml`).

A reason's text may name `{field}`, `{rule}`, `{cards}`, `{options}`, `{revision}` or
`{incident}`. Where a reason has several texts, the first whose names are all known is
taken, so the last one names nothing.

A language is added by a file beside this one with every key of `en.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

__all__ = ["DEFAULT_LANGUAGE", "Texts", "languages", "option_text", "ruleset_text", "text_for"]

DEFAULT_LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class Texts:
    """All texts of one language."""

    reasons: Mapping[str, tuple[str, ...]]
    """By reason, the most telling first."""
    options: Mapping[str, str]
    rulesets: Mapping[str, str]


def languages() -> tuple[str, ...]:
    """The languages there are, by the names of their files."""
    files = (file.name for file in resources.files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


@cache
def texts_in(language: str) -> Texts:
    """The texts of a language; read once."""
    file = resources.files(__name__).joinpath(f"{language}.toml")
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    reasons = {
        reason: tuple(found) if isinstance(found, list) else (found,)
        for reason, found in read["reasons"].items()
    }
    return Texts(reasons, read["options"], read["rulesets"])


def text_for(reason: str, facts: Mapping[str, str], *, language: str = DEFAULT_LANGUAGE) -> str:
    """The sentence that tells a person why."""
    for text in texts_in(language).reasons[reason]:
        try:
            return text.format_map(facts)
        except KeyError:
            continue
    raise LookupError(reason)


def option_text(option: str, *, language: str = DEFAULT_LANGUAGE) -> str:
    """What an option changes, in a sentence."""
    return texts_in(language).options[option]


def ruleset_text(ruleset: str, *, language: str = DEFAULT_LANGUAGE) -> str:
    """What a ruleset is, in a sentence."""
    return texts_in(language).rulesets[ruleset]
