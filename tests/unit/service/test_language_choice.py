"""The language of an answer, by `accept-language` (RFC 9110, section 12.5.4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conquian_service.texts import choose_language, languages


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("es", "es"),
        ("ES", "es"),
        ("es-MX", "es"),
        ("es-419;q=0.9", "es"),
        ("es_MX", "es"),
        ("ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", "ru"),
        ("fr, es;q=0.5", "es"),
        ("fr;q=0.9, en;q=0.8, es;q=0.8", "en"),
        ("es;q=0.8, en;q=0.8", "es"),
        ("en;q=0.2, ru;q=0.25", "ru"),
        ("ru;q=0.001", "ru"),
        ("zh-Hant-TW, ru-Latn", "ru"),
        ("es ; q=0.4 , ru ; Q=0.5", "ru"),
        (",,es,", "es"),
    ],
)
def test_the_heaviest_range_that_there_is_a_language_for(header: str, chosen: str) -> None:
    """Of equal ones the first; a kind of a language is content with the language."""
    assert choose_language([header]) == chosen


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("*", "en"),
        ("fr, *;q=0.1", "en"),
        ("*, es;q=0.5", "en"),
        ("es;q=0.5, *;q=0.1", "es"),
        ("en;q=0, *", "es"),
        ("en;q=0, es;q=0, *;q=0.3", "ru"),
        ("*;q=0", "en"),
        ("es;q=0", "en"),
        ("es-MX;q=0, es", "es"),
        ("es;q=0, es-MX", "es"),
    ],
)
def test_a_star_and_a_weight_of_nought(header: str, chosen: str) -> None:
    """A star is whatever is not named, English first; nought rules a language out."""
    assert choose_language([header]) == chosen


@pytest.mark.parametrize(
    "header",
    [
        "", " ", ",", ";", "q=1", "fr", "de-DE", "es;q=2", "es;q=-1", "es;q=0.1234", "es;q=", "es;",
        "es;level=1", "es;q=0.5;q=1", "-es", "es-", "spanish language", "e", "\0", "español",
        "x" * 100_000, "*-MX", "es/MX",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_passed_over(header: str) -> None:
    """A header never fails a call: English it is, or whatever the rest of it asks for."""
    assert choose_language([header]) == "en"
    assert choose_language([header, "ru"]) == "ru"
    assert choose_language([f"ru, {header}"]) == "ru"


def test_all_values_of_the_header_count() -> None:
    """Sent several times, as bytes or as text, or not at all."""
    assert choose_language(["fr;q=0.9", "es;q=0.3", b"ru;q=0.4"]) == "ru"
    assert choose_language([b"\xff\xfe"]) == "en"
    assert choose_language([]) == "en"


@given(st.lists(st.text() | st.binary(), max_size=5))
def test_nothing_that_is_sent_fails(values: list[str | bytes]) -> None:
    """Whatever it is, a language comes out."""
    assert choose_language(values) in languages()


@given(st.lists(st.sampled_from(["en", "es-MX", "ru", "*", "fr"]), min_size=1), st.data())
def test_no_language_is_chosen_over_a_heavier_one(ranges: list[str], data: st.DataObject) -> None:
    """Of well formed headers too."""
    weights = [data.draw(st.integers(0, 1000)) / 1000 for _ in ranges]
    header = ", ".join(f"{tag};q={weight}" for tag, weight in zip(ranges, weights, strict=True))
    chosen = choose_language([header])

    def weight_of(language: str) -> float:
        # "es-MX;q=0" rules out the Spanish of Mexico only, which no text here is.
        said = [(tag, w) for tag, w in zip(ranges, weights, strict=True) if w or "-" not in tag]
        named = [w for tag, w in said if tag[:2] == language]
        stars = [w for tag, w in said if tag == "*"]
        return max(named or stars or [0.0])

    best = max(map(weight_of, languages()))
    assert best in (0.0, weight_of(chosen))
