"""Options that make no game are refused with the range or the sum that fails."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from conquian_engine import RULESETS
from conquian_service.application.errors import CallReason, CallRefused, Detail
from conquian_service.application.option_refusals import allowed_seats, allowed_values
from conquian_service.application.rulebook import get_ruleset, resolve
from conquian_service.transport.errors import failure_of


def refusal(
    ruleset: str, options: Mapping[str, str] | None = None, *, seats: int | None = None
) -> CallRefused:
    """Why there is no such game."""
    with pytest.raises(CallRefused) as refused:
        resolve(ruleset, options or {}, seats=seats)
    return refused.value


def told(refused: CallRefused) -> str:
    """The English sentence, without the rule it cites."""
    return failure_of(refused).text.partition(" See rule ")[0]


@pytest.mark.parametrize(
    ("ruleset", "option", "value", "sentence"),
    [
        ("classic", "dealt", "3", "dealt: 3 is not one of 7-10."),
        ("classic", "max_run", "2", "max_run: 2 is not one of 3-13, none."),
        ("classic", "max_run", "08", "max_run: 08 is not one of 3-13, none."),
        ("classic", "rearrange", "no", "rearrange: no is not one of free, ends_only."),
        ("classic", "opening_upcard", "yes", "opening_upcard: yes is not one of true, false."),
        ("foster_cooncan", "rearrange", "no", "rearrange: no is not one of ends_only, free."),
        ("kunken", "opening", "45", "opening: 45 is not one of 40, 50."),
        ("coo_can", "game_fee", "-1", "game_fee: -1 is not one of 0-1000000."),
    ],
)
def test_a_value_is_refused_with_its_range(
    ruleset: str, option: str, value: str, sentence: str
) -> None:
    """And with the rule that the option belongs to."""
    refused = refusal(ruleset, {option: value})
    assert refused.reason is CallReason.OPTION_INVALID
    assert (refused.field, refused.options) == ("options", (option,))
    spec = RULESETS[ruleset].option(option)
    assert spec is not None
    assert refused.rule == spec.rule
    assert told(refused) == sentence


@pytest.mark.parametrize(
    ("ruleset", "seats", "sentence"),
    [("classic", 3, "seats must be 2, not 3."), ("mexican", 4, "seats: 4 is not one of 2-3.")],
)
def test_a_number_of_seats_is_refused_with_its_range(
    ruleset: str, seats: int, sentence: str
) -> None:
    """As a field, and as an option, which it is to those who create games."""
    refused = refusal(ruleset, seats=seats)
    assert refused.reason is CallReason.FIELD_INVALID
    assert (refused.field, refused.options) == ("seats", ("seats",))
    assert told(refused) == sentence
    assert failure_of(refused).metadata["options"] == "seats"


def test_an_unknown_option_is_refused_with_the_closest_one() -> None:
    """Before any value is looked at; several are all named."""
    refused = refusal("classic", {"max_runs": "8"})
    assert refused.reason is CallReason.OPTION_UNKNOWN
    assert told(refused) == "The ruleset has no option max_runs; did you mean max_run?"
    refused = refusal("classic", {"zzz": "1"})
    assert told(refused) == "The ruleset has no option zzz; GetRuleset lists them."
    refused = refusal("classic", {"b": "1", "a": "1", "dealt": "3"})
    assert refused.options == ("a", "b")
    assert told(refused) == "The ruleset has no option a b; GetRuleset lists them."


@pytest.mark.parametrize(
    ("ruleset", "options", "sentence", "value"),
    [
        (
            "four_player",
            {"dealt": "10"},
            "4 seats x 10 + 2 = 42 cards, but short40 has 40 (dealt pack).",
            "4 x 10 + 2 = 42",
        ),
        (
            "four_player",
            {"dealt": "10", "opening_upcard": "false", "pack": "courtless40"},
            "4 seats x 10 + 1 = 41 cards, but courtless40 has 40 (dealt pack).",
            "4 x 10 + 1 = 41",
        ),
    ],
)
def test_a_pack_that_is_too_small_is_refused_with_the_sum(
    ruleset: str, options: dict[str, str], sentence: str, value: str
) -> None:
    """Every term of it."""
    refused = refusal(ruleset, options)
    assert refused.reason is CallReason.OPTIONS_CONFLICT
    assert (refused.detail, refused.rule) == (Detail.PACK_TOO_SMALL, "R2.1")
    assert told(refused) == sentence
    metadata = failure_of(refused).metadata
    assert (metadata["value"], metadata["allowed"]) == (value, "0-40")
    assert metadata["options"] == "dealt pack"


def test_the_other_conflicts_say_what_is_wrong() -> None:
    """Wild twos without twos; two lengths of a game, or none."""
    refused = refusal("spanish", {"black_twos_wild": "true"})
    assert (refused.detail, refused.rule) == (Detail.NO_BLACK_TWOS, "R2.30")
    assert told(refused).startswith("spanish40 has no black twos")
    refused = refusal("classic", {"deals": "3", "points_target": "50"})
    assert (refused.detail, refused.rule) == (Detail.TWO_LENGTHS, "R2.27")
    sentence = "Only one of these can set the length of a game: deals points_target."
    assert told(refused) == sentence
    refused = refusal("classic", {"until_won": "false"})
    assert refused.detail is Detail.NO_LENGTH
    refused = refusal("kunken", {"deals": "3", "minus_target": "50"})
    assert refused.detail is Detail.TWO_LENGTHS


def test_an_unknown_ruleset_is_refused_with_those_there_are() -> None:
    """All of them."""
    with pytest.raises(CallRefused) as refused:
        get_ruleset("canasta")
    sentence = told(refused.value)
    assert sentence.startswith("There is no such ruleset; there are classic, ")
    assert all(name in sentence for name in RULESETS)


def test_every_range_can_be_told() -> None:
    """Of every option of every ruleset, briefly."""
    for spec in RULESETS.values():
        assert allowed_seats(spec)
        for option in spec.options:
            told_range = allowed_values(option)
            assert option.default in told_range or option.kind == "int"
            assert len(told_range) <= 60
