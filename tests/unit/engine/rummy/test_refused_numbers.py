"""Refusals that tell numbers: what a meld may be of, what may be added, what opens."""

from __future__ import annotations

import pytest

from conquian_engine.refusals import Detail, Reason, Refusal
from tests.unit.engine.rummy.table import (
    adds,
    cards,
    lays,
    playing,
    refused,
    rules_for,
    state_with,
)

NINE = "5C 5C 5D 5D 5H 5H 5S 5S JK"


@pytest.mark.parametrize(
    ("ruleset", "laid", "value", "allowed"),
    [
        ("coo_can", "5C 5D", "2", "4"),
        ("coo_can", "5C 5C 5D", "3", "4"),
        ("coo_can", "7H 8H 9H", "3", "4, 10"),
        ("coo_can", "5C 5C 5D 5D 5H", "5", "4"),
        ("coo_can", "4C 5C 6C 7C 8C", "5", "4, 10"),
        ("coon_can", NINE, "9", "3-8"),
        ("coon_can", "7H 8H", "2", "3-13"),
        ("kunken", "5C 5D 5H 5S JK", "5", "3-4"),
        ("kunken", "5C", "1", "3-13"),
        ("colonel", "5C 5D", "2", "3-4"),
    ],
)
def test_so_many_cards_are_no_meld(ruleset: str, laid: str, value: str, allowed: str) -> None:
    """The number that is wrong, and what it may be (R3.10 to R3.40)."""
    rules = rules_for(ruleset)
    state = state_with(rules, playing(), hands=(f"{laid} KC",))
    expected = Refusal(
        Reason.NOT_A_MELD, rules.rule, cards(laid), Detail.SIZE, value=value, allowed=allowed
    )
    assert refused(state, 0, lays(laid)) == expected


@pytest.mark.parametrize(
    ("ruleset", "laid"),
    [
        ("coo_can", "5C 6D 7H 9S"),
        ("kunken", "7H 7H 7D"),
        ("kunken", "7H 7H 7D 7S JK"),
        ("colonel", "2C 3C 4D"),
        ("colonel", ""),
    ],
)
def test_other_cards_are_no_meld_of_any_number(ruleset: str, laid: str) -> None:
    """Then no number is told."""
    rules = rules_for(ruleset)
    state = state_with(rules, playing(), hands=(f"{laid} KC",))
    assert refused(state, 0, lays(laid)) == Refusal(Reason.NOT_A_MELD, rules.rule, cards(laid))


def test_a_set_on_the_table_does_not_grow_beyond_its_cap() -> None:
    """Eight cards are the most of a set, jokers included (R3.40)."""
    rules = rules_for("coon_can")
    eight = NINE.removesuffix(" JK")
    state = state_with(rules, playing(), hands=("JK KC",), tables=((eight,),))
    refusal = refused(state, 0, adds(0, eight, NINE))
    assert (refusal.reason, refusal.detail) == (Reason.NOT_A_MELD, Detail.SIZE)
    assert (refusal.value, refusal.allowed) == ("9", "3-8")


@pytest.mark.parametrize(
    ("result", "detail", "value"),
    [
        ("5C 6C 7C 8C 9C TC", Detail.ADDED_SIZE, "2"),
        ("3C 4C 5C 6C 7C 8C 9C", Detail.ADDED_SIZE, "3"),
        ("3C 4C 5C 6C 7C 8C 9C TC", Detail.ONE_END, ""),
    ],
)
def test_how_many_cards_are_added_in_coo_can(result: str, detail: Detail, value: str) -> None:
    """One, or a four at one end of a run (R3.20)."""
    rules = rules_for("coo_can")
    hands = ("3C 4C 9C TC JC QC KD KH",)
    state = state_with(rules, playing(), hands=hands, tables=(("5C 6C 7C 8C",),), opened=(0,))
    refusal = refused(state, 0, adds(0, "5C 6C 7C 8C", result))
    assert (refusal.reason, refusal.rule) == (Reason.DOES_NOT_FIT, "R3.20")
    assert (refusal.detail, refusal.value) == (detail, value)


def test_what_an_opening_lacks() -> None:
    """How much would be laid, and how much is needed (R3.2, R3.30)."""
    rules = rules_for("kunken")
    state = state_with(rules, playing(), hands=("KS KD KC 3S 3D 3C 2H 5D 7S 9H",))
    refusal = refused(state, 0, lays("KC KD KS"))
    assert (refusal.reason, refusal.rule, refusal.detail) == (
        Reason.OPENING_TOO_LOW,
        "R3.2",
        None,
    )
    assert (refusal.value, refusal.allowed) == ("30", "40")


def test_what_a_single_opening_lacks() -> None:
    """Under `opening_single` it is the first meld that is measured (R3.30)."""
    rules = rules_for("kunken", opening_single="true", opening="50")
    state = state_with(rules, playing(), hands=("KC KD KH KS 5D 5H 5S 2H",))
    refusal = refused(state, 0, lays("KC KD KH KS"))
    assert (refusal.reason, refusal.rule, refusal.detail) == (
        Reason.OPENING_TOO_LOW,
        "R3.30",
        Detail.SINGLE,
    )
    assert (refusal.value, refusal.allowed) == ("40", "50")
