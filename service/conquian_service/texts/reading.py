"""The texts of a language, read from its file and looked up."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

DEFAULT_LANGUAGE = "en"
_PACKAGE = "conquian_service.texts"
_SHARED = "@"


@dataclass(frozen=True, slots=True)
class CardNames:
    """Names of the cards of one kind of pack."""

    card: str
    """A card by its `{rank}` and `{suit}`."""
    ranks: Mapping[str, str]
    suits: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RulesetTexts:
    """What one ruleset is."""

    title: str
    text: str
    """A sentence."""
    play: tuple[str, ...]
    """How it is played, paragraph by paragraph; may name options in braces."""


@dataclass(frozen=True, slots=True)
class Texts:
    """All texts of one language."""

    language: str
    """Its tag, such as "es"."""
    name: str
    """What its speakers call it."""
    cited: str
    """A `{text}` with the `{rule}` it comes from and that rule's `{title}`."""
    reasons: Mapping[str, tuple[str, ...]]
    """The forms of each reason, or reason and detail, the most telling first."""
    rules: Mapping[str, str]
    options: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]]
    packs: Mapping[str, str]
    joker: str
    cards: Mapping[str, CardNames]
    rulesets: Mapping[str, RulesetTexts]
    sources: Mapping[str, str]
    words: Mapping[str, str]

    def reason(self, reason: str, facts: Mapping[str, str], *, detail: str = "") -> str:
        """The sentence that tells a person why, and by which rule if `facts` has one."""
        text, rule = self._reason(reason, facts, detail), facts.get("rule", "")
        title = self.rules.get(rule)
        return text if title is None else self.cited.format(text=text, rule=rule, title=title)

    def _reason(self, reason: str, facts: Mapping[str, str], detail: str) -> str:
        told = self.reasons.get(f"{reason}.{detail}", ()) if detail else ()
        for text in (*told, *self.reasons[reason]):
            try:
                return text.format_map(facts)
            except KeyError:
                continue
        raise LookupError(reason)

    def option(self, ruleset: str, option: str) -> str:
        """What an option of a ruleset changes, in a sentence."""
        return self.options.get(f"{ruleset}.{option}") or self.options[option]

    def value(self, option: str, value: str) -> str:
        """What a value of an option means; empty for one that speaks for itself, as numbers do."""
        return self.values.get(option, {}).get(value, "")


@cache
def languages() -> tuple[str, ...]:
    """The languages there are, the default first."""
    files = (file.name for file in resources.files(_PACKAGE).iterdir())
    found = {name.removesuffix(".toml") for name in files if name.endswith(".toml")}
    return (DEFAULT_LANGUAGE, *sorted(found - {DEFAULT_LANGUAGE}))


@cache
def texts_in(language: str) -> Texts:
    """The texts of one of `languages`; read once."""
    file = resources.files(_PACKAGE).joinpath(f"{language}.toml")
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    shared = read["paragraphs"]
    return Texts(
        language=language,
        name=read["language"]["name"],
        cited=read["frames"]["cited"],
        reasons={
            reason: tuple(found) if isinstance(found, list) else (found,)
            for reason, found in read["reasons"].items()
        },
        rules=read["rules"],
        options=read["options"],
        values=read["values"],
        packs=read["packs"],
        joker=read["cards"].pop("joker"),
        cards={deck: CardNames(**names) for deck, names in read["cards"].items()},
        rulesets={name: _ruleset(found, shared) for name, found in read["rulesets"].items()},
        sources=read["sources"],
        words=read["words"],
    )


def _ruleset(found: Mapping[str, Any], shared: Mapping[str, str]) -> RulesetTexts:
    play = tuple(
        shared[text.removeprefix(_SHARED)] if text.startswith(_SHARED) else text
        for text in found["play"]
    )
    return RulesetTexts(found["title"], found["text"], play)
