"""Everything that people read has a text, in every language there is."""

from __future__ import annotations

import string

import pytest

from conquian_engine import RULESETS, Reason
from conquian_service.application.errors import CallReason
from conquian_service.texts import (
    DEFAULT_LANGUAGE,
    languages,
    option_text,
    ruleset_text,
    text_for,
    texts_in,
)

LANGUAGES = languages()
PLACEHOLDERS = {"field", "rule", "cards", "options", "revision", "incident"}
REASONS = {reason.value for reason in (*CallReason, *Reason)}
OPTIONS = {option.name for spec in RULESETS.values() for option in spec.options}


def _names(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_there_is_english() -> None:
    """The language that every other one is measured by."""
    assert DEFAULT_LANGUAGE in LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_option_and_ruleset_has_a_text(language: str) -> None:
    """None is missing, and none is left of something that is gone."""
    texts = texts_in(language)
    assert set(texts.reasons) == REASONS
    assert set(texts.options) == OPTIONS
    assert set(texts.rulesets) == set(RULESETS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_sentences(language: str) -> None:
    """They begin with a capital letter or a name, and end with a full stop."""
    texts = texts_in(language)
    every = [
        *(text for forms in texts.reasons.values() for text in forms),
        *texts.options.values(),
        *texts.rulesets.values(),
    ]
    assert [text for text in every if not text.endswith(".") or text != text.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", sorted(REASONS))
def test_a_reason_s_text_never_fails_for_want_of_a_fact(language: str, reason: str) -> None:
    """Only known facts are named, and the last form names none."""
    forms = texts_in(language).reasons[reason]
    assert set().union(*map(_names, forms)) <= PLACEHOLDERS
    assert _names(forms[-1]) == set()
    assert text_for(reason, {}, language=language) == forms[-1]


def test_the_most_telling_form_is_taken() -> None:
    """The first one whose facts are all known."""
    reason = Reason.NOT_A_MELD
    assert text_for(reason, {"cards": "QS KS AS"}) == "Neither a set nor a run: QS KS AS."
    assert text_for(reason, {"rule": "R2.13"}) == "Some cards are neither a set nor a run."


def test_options_and_rulesets_are_described() -> None:
    """What GetRuleset shows."""
    assert option_text("max_run") == "The longest run, or none for no limit."
    assert ruleset_text("classic").startswith("Two players")
