"""Takings: listed, and judged one by one."""

from __future__ import annotations

import pytest

from conquian_engine import (
    Card,
    Reason,
    Refusal,
    UnknownCard,
    can_be_forced,
    cards_that_go_out,
    hand_points,
    judge_meld,
    judge_taking,
    takings,
)
from tests.unit.engine.table import cards, layout, rules_for


@pytest.mark.parametrize(
    ("table", "hand", "upcard", "expected"),
    [
        pytest.param((), "5C KH 2D", "5D", (), id="no meld"),
        pytest.param((), "5C 5S", "5D", (("5C 5D 5S",),), id="one set"),
        pytest.param(
            ("3D 4D 5D 6D",), "3C", "3S", (("3C 3D 3S", "4D 5D 6D"),), id="borrowed from a run"
        ),
        pytest.param(
            (), "5C 5S 2H 2D 2S", "5D", (("5C 5D 5S",), ("5C 5D 5S", "2D 2H 2S")), id="hand meld"
        ),
        pytest.param(
            ("AS 2S 3S 4S 5S 6S",),
            "",
            "7S",
            (("AS 2S 3S 4S 5S 6S 7S",), ("AS 2S 3S", "4S 5S 6S 7S"), ("AS 2S 3S 4S", "5S 6S 7S")),
            id="three splits of one run",
        ),
    ],
)
def test_every_taking_is_listed_once(
    table: tuple[str, ...], hand: str, upcard: str, expected: tuple[tuple[str, ...], ...]
) -> None:
    """A taking is a valid layout of table, upcard and hand cards (R2.10-R2.15)."""
    found = takings(rules_for(), layout(*table), cards(hand), Card(upcard))
    assert len(found) == len(set(found))
    assert set(found) == {layout(*melds) for melds in expected}


def test_takings_are_sorted_by_their_masks() -> None:
    """The order is that of `legal_moves`: meld by meld, by mask."""
    found = takings(rules_for(), layout("AS 2S 3S 4S 5S 6S"), (), Card("7S"))
    assert [len(melds[0]) for melds in found] == [3, 4, 7]


def test_without_extra_hand_cards_only_the_upcards_meld_may_hold_any() -> None:
    """`extra_hand_cards` off: hand cards stand in the upcard's own meld (R2.12)."""
    rules = rules_for(extra_hand_cards="false")
    hand = cards("5C 5S 2H 2D 2S 6D")
    assert takings(rules, (), hand, Card("5D")) == (layout("5C 5D 5S"),)
    # The king and the queens could only be laid beside the upcard's run.
    table = layout("6H 7H JH QH")
    assert takings(rules, table, cards("KH QD QS"), Card("5H")) == (
        layout("5H 6H 7H JH QH"),
        layout("5H 6H 7H JH QH KH"),
    )


@pytest.mark.parametrize(
    ("named", "reason", "rule", "about"),
    [
        pytest.param(("3C 4C 8C",), Reason.UNKNOWN_CARD, "R1", "8C", id="not in the pack"),
        pytest.param(
            ("3C 4C 5C 6C", "6C 6D 6H"), Reason.CARD_REPEATED, "R2.14", "6C", id="named twice"
        ),
        pytest.param(
            ("3C 4C 5C 6C", "3C 4C 5C 6C"),
            Reason.CARD_REPEATED,
            "R2.14",
            "3C 4C 5C 6C",
            id="meld named twice",
        ),
        pytest.param(("3C 4C 5C 6C 7C",), Reason.CARD_NOT_IN_HAND, "R2.10", "7C", id="not in hand"),
        pytest.param(
            ("3C 4C 5C", "KC KD KH"), Reason.UPCARD_NOT_USED, "R2.10", "6C", id="upcard left out"
        ),
        pytest.param((), Reason.UPCARD_NOT_USED, "R2.10", "6C", id="nothing"),
        pytest.param(
            ("6C 6D 6H", "KC KD KH"),
            Reason.TABLE_CARD_MISSING,
            "R2.10",
            "3C 4C 5C",
            id="table left out",
        ),
        pytest.param(
            ("3C 4C 5C KC KD KH", "6C 6D 6H"),
            Reason.NOT_A_MELD,
            "R2.13",
            "3C 4C 5C KC KD KH",
            id="no meld",
        ),
        pytest.param(
            ("3C 4C 5C 6C", "KC KD KH", ""), Reason.NOT_A_MELD, "R2.13", "", id="empty meld"
        ),
    ],
)
def test_refusal_names_reason_rule_and_cards(
    named: tuple[str, ...], reason: Reason, rule: str, about: str
) -> None:
    """A refused layout is told why, with the cards (R4.3)."""
    rules = rules_for()
    table = layout("3C 4C 5C")
    refusal = judge_taking(rules, table, cards("6D 6H KC KD KH"), Card("6C"), layout(*named))
    assert refusal == Refusal(reason, rule, cards(about))


def test_run_beyond_the_longest_is_refused_as_such() -> None:
    """A run of nine is too long, not no run (R2.13)."""
    run = "AH 2H 3H 4H 5H 6H 7H JH"
    refusal = judge_taking(rules_for(), layout(run), (), Card("QH"), layout(run + " QH"))
    assert refusal == Refusal(Reason.RUN_TOO_LONG, "R2.13", cards(run + " QH"))


def test_extra_hand_card_is_refused_under_its_option() -> None:
    """`extra_hand_cards` off: the melds that came along are named (R2.12)."""
    hand = cards("5C 5S 2H 2D 2S")
    named = layout("5C 5D 5S", "2D 2H 2S")
    strict = rules_for(extra_hand_cards="false")
    assert judge_taking(rules_for(), (), hand, Card("5D"), named) is None
    assert judge_taking(strict, (), hand, Card("5D"), named) == Refusal(
        Reason.EXTRA_HAND_CARD, "R2.12", cards("2D 2H 2S")
    )
    assert judge_taking(strict, (), hand, Card("5D"), layout("5C 5D 5S")) is None


def test_layout_is_judged_by_meaning() -> None:
    """Cards and melds of a proposed layout may stand in any order (R2.10)."""
    named = layout("6D 5D 4D", "3S 3C 3D")
    assert judge_taking(rules_for(), layout("3D 4D 5D 6D"), cards("3C"), Card("3S"), named) is None


@pytest.mark.parametrize(
    ("meld", "reason"),
    [("5C 5D 5S", None), ("6H 7H 8H", Reason.UNKNOWN_CARD), ("5C 5C 5D", Reason.CARD_REPEATED)],
)
def test_meld_is_judged_by_its_cards(meld: str, reason: Reason | None) -> None:
    """A meld holds known cards, each once (R1, R2.13, R2.14)."""
    refusal = judge_meld(rules_for(), cards(meld))
    assert (refusal and refusal.reason) == reason


@pytest.mark.parametrize(
    ("forcing", "table", "upcard", "answer"),
    [
        ("simple", ("4C 5C 6C",), "7C", True),
        ("simple", ("4C 5C 6C",), "2C", False),
        ("simple", ("2C 3C 4C 5C", "2D 3D 4D 5D"), "5S", False),
        ("rearrange", ("2C 3C 4C 5C", "2D 3D 4D 5D"), "5S", True),
        ("rearrange", ("2C 3C 4C", "2D 3D 4D"), "5S", False),
        ("rearrange", (), "5S", False),
        ("off", ("4C 5C 6C",), "7C", False),
    ],
)
def test_who_can_be_forced(forcing: str, table: tuple[str, ...], upcard: str, answer: bool) -> None:
    """A force needs the table alone, as `forcing` has it (R2.18)."""
    rules = rules_for(forcing=forcing)
    assert can_be_forced(rules, layout(*table), Card(upcard)) is answer


@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        (("4C 5C 6C 7C", "2C 2D 2H 2S"), "QS KS", "JS"),
        (("KD KH KS", "5C 5D 5H", "AC 2C 3C 4C"), "", "KC 5S"),
        (("4C 5C 6C 7C", "2C 2D 2H 2S"), "QS", ""),
    ],
)
def test_which_cards_go_out(table: tuple[str, ...], hand: str, expected: str) -> None:
    """A card goes out if all of the hand can be laid with it (R2.16, R2.17)."""
    assert cards_that_go_out(rules_for(), layout(*table), cards(hand)) == cards(expected)


def test_position_is_made_of_the_packs_cards() -> None:
    """A card of no pack is refused (R1)."""
    with pytest.raises(UnknownCard):
        takings(rules_for(), (), cards("5C 5S"), Card("8H"))


def test_hand_points_count_the_hand() -> None:
    """Card points of a hand (R2.26)."""
    assert hand_points(rules_for(), cards("AS 2D JH")) == 27
