"""Everything that people read has a text, in every language there is."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

import pytest

from conquian_engine import PACKS, RULESETS, Reason
from conquian_service.application.errors import CallReason, Detail
from conquian_service.handbook.description import SOURCES
from conquian_service.texts import DEFAULT_LANGUAGE, languages, texts_in
from tests.support.tree import ROOT, python_files

LANGUAGES = languages()
OTHERS = [language for language in LANGUAGES if language != DEFAULT_LANGUAGE]
FACTS = {
    *("field", "rule", "cards", "options", "revision", "incident"),  # of the error's metadata
    *("value", "allowed", "limit", "closest"),
    *("seats", "dealt", "extra", "needed", "pack"),  # of the sum that is too great
}
DETAILED = {
    **dict.fromkeys(
        (Detail.PACK_TOO_SMALL, Detail.NO_BLACK_TWOS, Detail.TWO_LENGTHS, Detail.NO_LENGTH),
        CallReason.OPTIONS_CONFLICT,
    ),
    Detail.SIZE: Reason.NOT_A_MELD,
    **dict.fromkeys((Detail.ADDED_SIZE, Detail.ONE_END), Reason.DOES_NOT_FIT),
    Detail.SINGLE: Reason.OPENING_TOO_LOW,
}
"""Reason of each detail that is not one of FIELD_INVALID."""
REASONS = {reason.value for reason in (*CallReason, *Reason)} | {
    f"{DETAILED.get(detail, CallReason.FIELD_INVALID)}.{detail}" for detail in Detail
}
SPECS = RULESETS.values()
OPTIONS = {option.name for spec in SPECS for option in spec.options}


def file_of(language: str) -> dict[str, Any]:
    """What stands in the file of a language, by its path in it."""
    raw = resources.files("conquian_service.texts").joinpath(f"{language}.toml").read_text("utf-8")

    def leaves(table: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
        for key, value in table.items():
            if isinstance(value, dict):
                yield from leaves(value, f"{path}{key}/")
            else:
                yield f"{path}{key}", value

    return dict(leaves(tomllib.loads(raw), ""))


def names_in(text: str) -> set[str]:
    """The facts that a text names."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def shape_of(text: str | list[str]) -> list[tuple[set[str], str]]:
    """What must be the same in every language: the facts, and which paragraphs are shared."""
    texts = [text] if isinstance(text, str) else text
    return [(names_in(each), each if each.startswith("@") else "") for each in texts]


def test_the_languages_are_known() -> None:
    """The three that are promised; English, by which the others are measured, first."""
    assert LANGUAGES == ("en", "es", "ru")


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_texts(language: str) -> None:
    """None is missing, none is left over, and each names the same facts in the same forms."""
    english, other = file_of(DEFAULT_LANGUAGE), file_of(language)
    assert set(other) == set(english)
    shapes = {key: shape_of(text) for key, text in english.items()}
    assert {key: shape_of(text) for key, text in other.items()} == shapes


@pytest.mark.parametrize("language", OTHERS)
def test_texts_are_translated(language: str) -> None:
    """No sentence is the English one: it was forgotten."""
    english, other = file_of(DEFAULT_LANGUAGE), file_of(language)
    told = ("reasons/", "options/", "values/", "packs/", "rulesets/", "paragraphs/", "words/")
    same = {key for key, text in english.items() if key.startswith(told) and other[key] == text}
    shared_alone = {key for key in same if all(part.startswith("@") for part in english[key])}
    assert same - shared_alone - {"words/command", "rulesets/kunken/title"} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_option_value_and_ruleset_has_a_text(language: str) -> None:
    """All that the API can name, and nothing that it no longer can."""
    texts = texts_in(language)
    assert set(texts.reasons) == REASONS
    overrides = {key for key in texts.options if "." in key}
    assert set(texts.options) - overrides == OPTIONS
    for key in overrides:
        ruleset, _, option = key.partition(".")
        assert RULESETS[ruleset].option(option) is not None
    assert set(texts.rulesets) == set(RULESETS) == set(SOURCES)
    assert set(texts.packs) == set(PACKS)
    assert set(texts.sources) == {source for named in SOURCES.values() for source in named}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_that_is_no_number_has_a_text(language: str) -> None:
    """Of choices and flags, and "none"; numbers speak for themselves."""
    needed: dict[str, set[str]] = {}
    for option in (option for spec in SPECS for option in spec.options):
        values = set(option.choices) | ({"none"} if option.allows_none else set())
        values |= {"true", "false"} if option.kind == "bool" else set()
        needed.setdefault(option.name, set()).update(
            value for value in values if not value.isdigit()
        )
    told = {option: set(values) for option, values in texts_in(language).values.items()}
    assert told == {option: values for option, values in needed.items() if values}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_title(language: str) -> None:
    """Each number that RULES.md defines, so each that anything can cite."""
    rules = (ROOT / "engine/RULES.md").read_text(encoding="utf-8")
    defined = set(re.findall(r"^#* ?(R\d+(?:\.\d+)?)[. ]", rules, re.MULTILINE))
    assert set(texts_in(language).rules) == defined
    cited = {
        number
        for folder in ("engine/conquian_engine", "service/conquian_service")
        for file in python_files(folder)
        for number in re.findall(r'"(R\d+(?:\.\d+)?)"', file.read_text(encoding="utf-8"))
    }
    assert cited <= defined


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_of_every_pack_have_names(language: str) -> None:
    """Ranks and suits of French and of Spanish packs, and no others."""
    texts = texts_in(language)
    for deck, suits in (("french", "CDHS"), ("spanish", "OCEB")):
        packs = [pack for pack in PACKS.values() if set(pack.suits) == set(suits)]
        assert set(texts.cards[deck].suits) == set(suits)
        assert set(texts.cards[deck].ranks) == {rank for pack in packs for rank in pack.ranks}


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_sentences(language: str) -> None:
    """They end as sentences do and have no space too many; values are phrases."""
    texts = texts_in(language)
    every = [
        *(text for forms in texts.reasons.values() for text in forms),
        *texts.options.values(),
        *(told.text for told in texts.rulesets.values()),
        *(paragraph for told in texts.rulesets.values() for paragraph in told.play),
    ]
    ends = (".", "?")
    assert [text for text in every if not text.endswith(ends) or text != text.strip()] == []
    assert [text for text in every if "  " in text or " ." in text or " ," in text] == []
    phrases = [text for values in texts.values.values() for text in values.values()]
    assert [text for text in phrases if text.endswith(".") or text != text.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", sorted(REASONS))
def test_a_reason_s_text_never_fails_for_want_of_a_fact(language: str, reason: str) -> None:
    """Only known facts are named, and there is a form that names none."""
    texts, (plain, _, detail) = texts_in(language), reason.partition(".")
    forms = texts.reasons[reason]
    assert set().union(*map(names_in, forms)) <= FACTS
    assert names_in(texts.reasons[plain][-1]) == set()
    assert texts.reason(plain, {}, detail=detail) in (forms[-1], texts.reasons[plain][-1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_never_speak_of_what_other_games_call_it(language: str) -> None:
    """One word for one thing, a card player's."""
    wrong = {"es": r"\bbazas?\b|\btalón\b", "ru": r"взятк|козыр", "en": r"\btricks?\b|\bbooks?\b"}
    raw = resources.files("conquian_service.texts").joinpath(f"{language}.toml").read_text("utf-8")
    assert re.findall(wrong[language], raw, re.IGNORECASE) == []


def test_english_is_plain_ascii() -> None:
    """Its sentence is also the message of the gRPC status, where all else would be escaped."""
    forms = texts_in("en").reasons.values()
    assert [text for texts in forms for text in texts if not text.isascii()] == []


def test_the_most_telling_form_is_taken() -> None:
    """The first one whose facts are all known; a detail's own before the reason's."""
    texts = texts_in("en")
    reason = Reason.NOT_A_MELD
    assert texts.reason(reason, {"cards": "QS KS AS"}) == "Neither a set nor a run: QS KS AS."
    assert texts.reason(reason, {}) == "Some cards are neither a set nor a run."
    facts = {"field": "name", "value": "50", "limit": "40", "allowed": "0-40"}
    told = texts.reason(CallReason.FIELD_INVALID, facts, detail=Detail.TOO_LONG)
    assert told == "name has 50 characters; at most 40 are allowed."
    told = texts.reason(CallReason.FIELD_INVALID, {"field": "name"}, detail=Detail.TOO_LONG)
    assert told == "The field name has a value outside its range."


@pytest.mark.parametrize(
    ("language", "why", "rule"),
    [
        ("en", "Neither a set nor a run: QS KS AS.", "See rule R2.13: sets and runs."),
        (
            "es",
            "Ni trío, ni cuarteto, ni escalera: QS KS AS.",
            "Véase la regla R2.13: tríos, cuartetos y escaleras.",
        ),
        (
            "ru",
            "Это не набор и не последовательность: QS KS AS.",
            "См. правило R2.13: наборы и последовательности.",
        ),
    ],
)
def test_a_refusal_names_its_rule(language: str, why: str, rule: str) -> None:
    """By number and by what it is about."""
    facts = {"cards": "QS KS AS", "rule": "R2.13"}
    assert texts_in(language).reason(Reason.NOT_A_MELD, facts) == f"{why} {rule}"


def test_a_rule_that_has_no_title_is_not_spoken_of() -> None:
    """A newer engine's, at worst."""
    told = texts_in("en").reason(Reason.NOT_YOUR_TURN, {"rule": "newer"})
    assert told == "Another seat has to act."


def test_an_option_may_mean_something_else_in_a_ruleset() -> None:
    """`dealt` says how many go out in one family and not in the other."""
    texts = texts_in("en")
    assert texts.option("classic", "dealt").endswith("goes out.")
    assert texts.option("kunken", "dealt") == "Cards dealt to each seat."


def test_values_that_speak_for_themselves_have_no_text() -> None:
    """A number is what it says."""
    texts = texts_in("en")
    assert texts.value("max_run", "none") == "runs of any length"
    assert texts.value("max_run", "8") == ""
    assert texts.value("dealt", "12") == ""
