"""What `rearrange` = `ends_only` lets a taker do with old melds (R2.15)."""

from __future__ import annotations

import pytest

from conquian_engine import (
    Card,
    Offered,
    Pass,
    Reason,
    Seat,
    Take,
    can_be_forced,
    judge_taking,
    legal_moves,
    takings,
)
from tests.unit.engine.table import cards, layout, rules_for, state_with, upcard

RULES = rules_for("courtless", rearrange="ends_only", max_run="none")


@pytest.mark.parametrize(
    ("table", "hand", "upcard", "expected"),
    [
        pytest.param(
            ("4S 5S 6S",), "", "7S", {("4S 5S 6S 7S",)}, id="the upcard is added"
        ),
        pytest.param(
            ("4S 5S 6S",), "8S", "7S", {("4S 5S 6S 7S",), ("4S 5S 6S 7S 8S",)}, id="hand card too"
        ),
        pytest.param(
            ("7C 7D 7H 7S",),
            "5S",
            "6S",
            {("7C 7D 7H", "5S 6S 7S")},
            id="a set of four lends one",
        ),
        pytest.param(
            ("7C 7D 7H",),
            "5D 6D",
            "7S",
            {("7C 7D 7H 7S",), ("7C 7H 7S", "5D 6D 7D")},
            id="a set that now has four",
        ),
        pytest.param(("7C 7D 7H",), "5D", "6D", set(), id="a set of three lends none"),
        pytest.param(
            ("2S 3S 4S 5S 6S",),
            "2H",
            "2D",
            {("3S 4S 5S 6S", "2D 2H 2S")},
            id="the low end of a run",
        ),
        pytest.param(("2S 3S 4S",), "4H", "4D", set(), id="a run of three lends none"),
        pytest.param(
            ("2S 3S 4S 5S 6S",),
            "2H 6H 6D",
            "2D",
            {("3S 4S 5S 6S", "2D 2H 2S"), ("3S 4S 5S", "2D 2H 2S", "6D 6H 6S")},
            id="both ends",
        ),
        pytest.param(
            ("2S 3S 4S 5S",), "6H", "6S", {("2S 3S 4S 5S 6S",)}, id="never split nor joined"
        ),
        pytest.param(
            ("2S 3S 4S", "6S 7S 8S"), "", "5S",
            {("2S 3S 4S 5S", "6S 7S 8S"), ("2S 3S 4S", "5S 6S 7S 8S")},
            id="old melds are not joined",
        ),
        pytest.param(
            ("2S 3S 4S 5S 6S",), "", "7S",
            {("2S 3S 4S 5S 6S 7S",), ("2S 3S 4S", "5S 6S 7S")},
            id="ends go with the upcard into a new run",
        ),
    ],
)  # fmt: skip
def test_takings(
    table: tuple[str, ...], hand: str, upcard: str, expected: set[tuple[str, ...]]
) -> None:
    """Old melds grow, then lend one of four or ends of a run; nothing else (R2.15)."""
    found = takings(RULES, layout(*table), cards(hand), Card(upcard))
    assert len(set(found)) == len(found)
    assert {_plain(taking) for taking in found} == {_plain(layout(*melds)) for melds in expected}


def _plain(melds: tuple[tuple[Card, ...], ...]) -> frozenset[frozenset[Card]]:
    return frozenset(map(frozenset, melds))


def test_longest_run_bounds_what_may_be_added() -> None:
    """A run at `max_run` does not grow even to lend its other end (R2.13, R2.15)."""
    rules = rules_for("courtless", rearrange="ends_only", max_run="4")
    table = layout("2S 3S 4S 5S")
    assert not takings(rules, table, cards("2H 2D"), Card("6S"))
    assert takings(RULES, table, cards("2H 2D"), Card("6S"))


@pytest.mark.parametrize(
    ("table", "hand", "upcard", "melds", "reason", "named"),
    [
        pytest.param(
            ("4S 5S 6S",), "7H", "7S", ("4S 5S 6S",), Reason.UPCARD_NOT_USED, "7S", id="upcard"
        ),
        pytest.param(
            ("4S 5S 6S 7S",), "", "8S", ("4S 5S 6S 8S",), Reason.TABLE_CARD_MISSING, "7S",
            id="left out",
        ),
        pytest.param(
            ("4S 5S 6S", "9S 9H 9D"), "", "7S", ("4S 5S 6S 7S",), Reason.TABLE_CARD_MISSING,
            "9S 9H 9D", id="whole meld left out",
        ),
        pytest.param(
            ("4S 5S 6S 7S",), "", "8S", ("4S 5S 6S", "7S 8S"), Reason.NOT_A_MELD, "7S 8S",
            id="no meld",
        ),
        pytest.param(
            ("4S 5S 6S", "5H 5D 5C"), "6H", "6D",
            ("4S 5S 5H", "6S 6H 6D"), Reason.MELD_NOT_KEPT, "5H 5D 5C", id="rebuilt",
        ),
        pytest.param(
            ("2S 3S 4S", "6S 7S 8S"), "", "5S", ("2S 3S 4S 5S 6S 7S 8S",), Reason.MELD_NOT_KEPT,
            "2S 3S 4S 6S 7S 8S", id="joined",
        ),
    ],
)  # fmt: skip
def test_refused_layouts(  # noqa: PLR0917 - a row of the table
    table: tuple[str, ...],
    hand: str,
    upcard: str,
    melds: tuple[str, ...],
    reason: Reason,
    named: str,
) -> None:
    """The refusal names the old meld that is not kept, or what is amiss before (R4.3)."""
    refusal = judge_taking(RULES, layout(*table), cards(hand), Card(upcard), layout(*melds))
    assert refusal is not None
    assert (reason, set(cards(named))) == (refusal.reason, set(refusal.cards))


def test_extra_hand_cards_are_judged_too() -> None:
    """With `extra_hand_cards` off hand cards stand with the upcard only (R2.12)."""
    rules = rules_for("courtless", rearrange="ends_only", extra_hand_cards="false")
    table, hand = layout("4S 5S 6S"), cards("9S 9H 9D")
    assert takings(rules, table, hand, Card("7S")) == (layout("4S 5S 6S 7S"),)
    refusal = judge_taking(rules, table, hand, Card("7S"), layout("4S 5S 6S 7S", "9D 9H 9S"))
    assert refusal is not None
    assert refusal.reason is Reason.EXTRA_HAND_CARD


def test_forcing_by_rearranging_is_bound_too() -> None:
    """`forcing` rearrange asks for a legal taking, so ends only may be lent (R2.18)."""
    table = layout("2C 3C 4C 5C", "2D 3D 4D 5D")
    free = rules_for("courtless", forcing="rearrange")
    ends = rules_for("courtless", forcing="rearrange", rearrange="ends_only")
    assert can_be_forced(free, table, Card("5S"))
    assert can_be_forced(ends, table, Card("5S"))
    inner = layout("2C 3C 4C 5C 6C 7C 8C", "2D 3D 4D 5D 6D 7D 8D")
    assert can_be_forced(free, inner, Card("5S"))
    assert not can_be_forced(ends, inner, Card("5S"))


def test_the_moves_of_a_game_are_these_takings() -> None:
    """In the order of the analysis, and the pass."""
    offer = Offered(upcard(RULES, "2D", 0), Seat(0))
    table, hand = ("2S 3S 4S 5S 6S",), "2H 6H 6D"
    state = state_with(RULES, offer, hands=[hand], tables=[table])
    found = takings(RULES, layout(*table), cards(hand), Card("2D"))
    assert len(found) == 2
    assert legal_moves(state, Seat(0)) == (*map(Take, found), Pass())
