"""Opponents' cards in a taking, `borrow_from_opponents` (R2.31)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from conquian_engine import (
    Card,
    CardTurned,
    DealEnded,
    DiscardDue,
    Layout,
    Offered,
    Reason,
    Rules,
    Seat,
    State,
    Take,
    Taken,
    apply,
    can_be_forced,
    cards_that_go_out,
    judge_taking,
    legal_moves,
    takings,
    view_for,
    why_illegal,
)
from tests.support.families import upcard_state
from tests.unit.engine.table import cards, layout, rules_for, state_with, upcard

RULES = rules_for(borrow_from_opponents="true")


def _offered(
    card: str,
    hands: Sequence[str],
    tables: Sequence[Sequence[str]],
    *,
    rules: Rules = RULES,
    resigned: Sequence[int] = (),
) -> State:
    offer = Offered(upcard(rules, card, 0), Seat(0))
    return state_with(rules, offer, hands=hands, tables=tables, stock="3H 4H", resigned=resigned)


@pytest.mark.parametrize(
    ("theirs", "lends"),
    [
        pytest.param("4S 5S 6S 7S", True, id="the end of a run of four"),
        pytest.param("5S 6S 7S", False, id="a run of three"),
        pytest.param("4S 5S 6S 7S JS QS KS", True, id="the middle of seven"),
        pytest.param("5S 6S 7S JS QS KS", False, id="what leaves two and three"),
        pytest.param("7S 7D 7H 7C", True, id="one of a set of four"),
        pytest.param("7S 7D 7H", False, id="a set of three"),
    ],
)
def test_what_is_left_must_be_melds(theirs: str, lends: bool) -> None:
    """What is left of an opponent's meld must be one or more valid melds (R2.31)."""
    run = "7" not in theirs.split(maxsplit=1)[0]
    hand, up, laid = ("7H", "7C", "7C 7H 7S") if run else ("5S", "6S", "5S 6S 7S")
    position = (layout(), cards(hand), Card(up))
    found = takings(RULES, *position, opponents=layout(theirs))
    assert (layout(laid) in found) == lends
    refusal = judge_taking(RULES, *position, layout(laid), opponents=layout(theirs))
    assert (refusal is None) == lends
    if refusal is not None:
        assert (refusal.reason, refusal.rule) == (Reason.OPPONENT_MELD_BROKEN, "R2.31")
        assert refusal.cards == cards("7S")


def test_ends_only_binds_opponents_melds_too() -> None:
    """Under `ends_only` a run lends ends only, and no piece that is a meld itself (R2.31)."""
    rules = rules_for(borrow_from_opponents="true", rearrange="ends_only")
    inner = layout("4S 5S 6S 7S JS QS KS")
    position = (layout(), cards("7H"), Card("7C"))
    assert takings(RULES, *position, opponents=inner)
    assert not takings(rules, *position, opponents=inner)
    refusal = judge_taking(rules, *position, layout("7C 7H 7S"), opponents=inner)
    assert refusal is not None
    assert refusal.reason is Reason.OPPONENT_MELD_BROKEN
    position = (layout(), cards("7H"), Card("KC"))
    melds = layout("KC KD KS", "AH 2H 3H")
    assert not takings(rules, *position, opponents=melds)


def test_opponents_cards_stay_away_by_default() -> None:
    """Without the option a taking has nothing of theirs (R2.10)."""
    rules = rules_for()
    position = (layout(), cards("7H"), Card("7C"))
    assert not takings(rules, *position, opponents=layout("4S 5S 6S 7S"))
    refusal = judge_taking(rules, *position, layout("7C 7H 7S"), opponents=layout("4S 5S 6S 7S"))
    assert refusal is not None
    assert refusal.reason is Reason.CARD_NOT_IN_HAND


@pytest.mark.parametrize(
    ("theirs", "left"),
    [
        (["4S 5S 6S 7S", "KC KD KH"], layout("4S 5S 6S", "KC KD KH")),
        (["KC KD KH", "4S 5S 6S 7S JS QS KS"], layout("KC KD KH", "4S 5S 6S", "JS QS KS")),
    ],
)
def test_card_is_the_borrower_s_from_then_on(theirs: list[str], left: Layout) -> None:
    """The card moves from one table to the other; the event names it (R2.31)."""
    state = _offered("7C", ["7H AC 2D", "AH"], [[], theirs])
    step = apply(state, Seat(0), Take(layout("7C 7H 7S")))

    assert step.events == (
        Taken(Seat(0), Card("7C"), layout("7C 7H 7S"), cards("7H"), cards("7S")),
    )
    assert step.state.phase == DiscardDue(Seat(0))
    assert set(_table(step.state, 1)) == set(left)
    assert _table(step.state, 0) == layout("7C 7H 7S")


def _table(state: State, seat: int) -> Layout:
    return view_for(state, None).tables[seat]


def test_melds_of_a_seat_that_resigned_lend_too() -> None:
    """Its melds stay in play (R2.31, R4.1)."""
    rules = rules_for("three_player", borrow_from_opponents="true")
    state = _offered("7C", ["7H AC"], [[], [], ["4S 5S 6S 7S"]], rules=rules, resigned=(2,))
    assert Take(layout("7C 7H 7S")) in legal_moves(state, Seat(0))


def test_out_with_the_target_on_the_table_and_cards_in_hand() -> None:
    """At least `target` on the own table goes out, whatever is still held (R2.31)."""
    rules = rules_for(borrow_from_opponents="true", dealt="7")
    own = ["AC 2C 3C 4C", "KC KD KH"]
    state = _offered("KS", ["2H 3H 4D"], [own, ["JS QS"]], rules=rules)
    step = apply(state, Seat(0), Take(layout("AC 2C 3C 4C", "KC KD KH KS")))
    assert isinstance(step.events[1], DealEnded)
    assert step.events[1].winner == 0


def test_borrowing_can_pass_the_target() -> None:
    """The table may hold more than the target, for others' cards come on top (R2.31)."""
    rules = rules_for(borrow_from_opponents="true", dealt="7")
    state = _offered(
        "7C",
        ["7H AC"],
        [
            [
                "AD 2D 3D 4D 5D",
            ],
            ["4S 5S 6S 7S"],
        ],
        rules=rules,
    )
    assert cards_that_go_out(
        rules, layout("AD 2D 3D 4D 5D"), cards("7H AC"), opponents=layout("4S 5S 6S 7S")
    ) == cards("7C 7D")
    step = apply(state, Seat(0), Take(layout("AD 2D 3D 4D 5D", "7C 7H 7S")))
    assert isinstance(step.events[1], DealEnded)


def test_taker_with_an_empty_hand_does_not_discard() -> None:
    """No hand card, no upcard: the seat after it turns the next card (R2.31)."""
    state = _offered("7C", ["7H", "AH"], [[], ["4S 5S 6S 7S"]])
    step = apply(state, Seat(0), Take(layout("7C 7H 7S")))
    assert isinstance(step.events[1], CardTurned)
    assert (step.events[1].seat, upcard_state(step.state).dead) == (1, 0)


def test_opponents_cards_never_make_a_force_possible() -> None:
    """A force looks at the own table only (R2.18, R2.31)."""
    rules = rules_for(borrow_from_opponents="true", forcing="rearrange")
    assert not can_be_forced(rules, layout("KC KD KH"), Card("7C"))
    state = _offered("7C", ["AH"], [["KC KD KH"], ["4S 5S 6S 7S"]], rules=rules)
    refusal = why_illegal(state, Seat(0), Take(layout("KC KD KH", "7C 7D 7S")))
    assert refusal is not None
    assert (refusal.reason, refusal.cards) == (Reason.CARD_NOT_IN_HAND, cards("7D"))


def test_extra_hand_cards_count_hand_cards_only() -> None:
    """A further meld of borrowed cards alone is no extra hand card (R2.12, R2.31)."""
    rules = rules_for(borrow_from_opponents="true", extra_hand_cards="false")
    theirs = layout("AS 2S 3S 4S 5S 6S 7S JS")
    found = takings(rules, layout(), cards("7H 7D KD"), Card("7C"), opponents=theirs)
    assert layout("7C 7D 7H", "AS 2S 3S") in map(_in_order, found)


def _in_order(melds: Layout) -> Layout:
    return tuple(sorted(melds, key=lambda meld: meld[0][1]))


def test_going_out_may_need_what_others_lend() -> None:
    """A hand card that finds no meld may be made up for by a card on loan (R2.16, R2.31)."""
    rules = rules_for(borrow_from_opponents="true")
    table, hand = layout("AH 2H 3H 4H", "QC QD QS"), cards("KD 7D 7C")
    lending = layout("4S 5S 6S 7S", "JC JD JH")
    assert cards_that_go_out(rules, table, hand) == ()
    assert cards_that_go_out(rules, table, hand, opponents=lending) == cards("5H 7H QH")
    assert cards_that_go_out(rules, table, cards("7D"), opponents=lending) == ()
