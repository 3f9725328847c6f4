"""Laying hand cards without the upcard, on a card one turned up oneself (R2.12)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from conquian_engine import (
    Card,
    Discard,
    ForceAsked,
    LaidFromHand,
    LayFromHand,
    Move,
    Offered,
    Origin,
    Pass,
    Reason,
    Seat,
    State,
    Take,
    TakeForced,
    apply,
    decision_key,
    legal_moves,
    why_illegal,
)
from tests.support.families import upcard_state
from tests.unit.engine.table import cards, layout, rules_for, state_with, upcard

RULES = rules_for(hand_only_melds="after_turn_up")
KINGS = "KC KD KH"


def _offered(
    hand: str = KINGS + " 2H 5D", table: Sequence[str] = (), *, origin: Origin = Origin.TURNED
) -> State:
    offer = Offered(upcard(RULES, "7C", 0, origin), Seat(0))
    return state_with(RULES, offer, hands=(hand, "AH"), tables=(table,), stock="3S")


def test_hand_cards_are_laid_any_number_of_times_before_the_offer_is_answered() -> None:
    """Melds of the hand first, then take or pass; the upcard stays on offer (R2.12)."""
    seat = Seat(0)
    first = _offered(KINGS + " 2H 2D 2S 5D")
    second = apply(first, seat, LayFromHand(layout(KINGS))).state
    step = apply(second, seat, LayFromHand(layout(KINGS, "2D 2H 2S")))
    state = step.state
    seen = {decision_key(each, seat) for each in (first, second)}
    assert len(seen) == 2
    assert step.events == (LaidFromHand(seat, layout(KINGS, "2D 2H 2S"), cards("2D 2H 2S")),)
    assert decision_key(state, seat) not in seen
    assert legal_moves(state, seat) == (Pass(),)
    assert apply(state, seat, Pass()).state.phase == Offered(
        upcard(RULES, "7C", 0), Seat(1), (seat,)
    )


def test_every_layout_below_the_target_with_a_further_hand_card_is_listed() -> None:
    """Table cards may be rearranged, but a hand card has to be added (R2.12)."""
    state = _offered("6S", ["AS 2S 3S"])
    assert not [m for m in legal_moves(state, Seat(0)) if isinstance(m, LayFromHand)]
    state = _offered("4S 5S KD", ["AS 2S 3S"])
    lays = [move.layout for move in legal_moves(state, Seat(0)) if isinstance(move, LayFromHand)]
    assert lays == [layout("AS 2S 3S 4S"), layout("AS 2S 3S 4S 5S")]


def test_extra_hand_cards_does_not_limit_it() -> None:
    """Hand melds may be laid though they could not come along with a taking (R2.12)."""
    rules = rules_for(hand_only_melds="after_turn_up", extra_hand_cards="false")
    offer = Offered(upcard(rules, "7C", 0), Seat(0))
    state = state_with(rules, offer, hands=(KINGS + " 2H",))
    assert LayFromHand(layout(KINGS)) in legal_moves(state, Seat(0))


@pytest.mark.parametrize(
    ("melds", "reason", "rule", "named"),
    [
        pytest.param(("7C 7D 7H",), Reason.CARD_NOT_IN_HAND, "R2.12", "7C 7D 7H", id="upcard"),
        pytest.param(("8Z 2H 2D",), Reason.UNKNOWN_CARD, "R1", "8Z", id="no card"),
        pytest.param((KINGS,), Reason.TABLE_CARD_MISSING, "R2.10", "AS 2S 3S", id="table"),
        pytest.param(("AS 2S 3S",), Reason.NO_HAND_CARD_LAID, "R2.12", "", id="nothing new"),
        pytest.param(("AS 2S 3S", "2H 5D KC"), Reason.NOT_A_MELD, "R2.13", "2H 5D KC", id="none"),
    ],
)
def test_refused_layouts(melds: tuple[str, ...], reason: Reason, rule: str, named: str) -> None:
    """What is wrong with a layout is named as with a taking (R4.3)."""
    state = _offered(table=["AS 2S 3S"])
    refusal = why_illegal(state, Seat(0), LayFromHand(layout(*melds)))
    assert refusal is not None
    assert (reason, rule) == (refusal.reason, refusal.rule)
    assert set(cards(named)) == set(refusal.cards)


def test_hand_cards_alone_never_go_out() -> None:
    """The table stays below the target, which borrowing puts within reach (R2.12, R2.31)."""
    rules = rules_for(hand_only_melds="after_turn_up", borrow_from_opponents="true", dealt="7")
    offer = Offered(upcard(rules, "JC", 0), Seat(0))
    table = ["AS 2S 3S 4S 5S"]
    state = state_with(rules, offer, hands=(KINGS,), tables=(table,))
    lay = LayFromHand(layout(*table, KINGS))
    refusal = why_illegal(state, Seat(0), lay)
    assert refusal is not None
    assert refusal.reason is Reason.TARGET_REACHED
    assert legal_moves(state, Seat(0)) == (Pass(),)


@pytest.mark.parametrize("origin", [Origin.DISCARDED, Origin.OPENING])
def test_not_on_an_upcard_that_the_seat_did_not_turn(origin: Origin) -> None:
    """Not for discards and the opening upcard (R2.12)."""
    offer = Offered(upcard(RULES, "7C", 1, origin), Seat(0))
    state = state_with(RULES, offer, hands=(KINGS,))
    assert legal_moves(state, Seat(0)) == (Pass(),)
    refusal = why_illegal(state, Seat(0), LayFromHand(layout(KINGS)))
    assert refusal is not None
    assert (refusal.reason, refusal.cards) == (Reason.NOT_TURNED_UP_BY_SEAT, cards("7C"))


def test_not_for_later_seats() -> None:
    """A seat that is offered another's turned card may not (R2.12)."""
    offer = Offered(upcard(RULES, "7C", 1), Seat(0), (Seat(1),))
    state = state_with(RULES, offer, hands=(KINGS,))
    assert legal_moves(state, Seat(0)) == (Pass(),)


def test_off_by_default() -> None:
    """Under `never` hand cards are laid with a taking only (R2.12)."""
    rules = rules_for()
    state = state_with(rules, Offered(upcard(rules, "7C", 0), Seat(0)), hands=(KINGS,))
    assert legal_moves(state, Seat(0)) == (Pass(),)
    refusal = why_illegal(state, Seat(0), LayFromHand(layout(KINGS)))
    assert refusal is not None
    assert refusal.reason is Reason.HAND_ONLY_MELDS_OFF


@pytest.mark.parametrize(
    ("phase", "reason"),
    [
        (TakeForced(upcard(RULES, "7C", 0), Seat(0), Seat(1)), Reason.FORCED_TO_TAKE),
        (ForceAsked(upcard(RULES, "7C", 0), Seat(0), (Seat(0), Seat(1))), Reason.WRONG_PHASE),
    ],
)
def test_not_in_other_phases(phase: TakeForced | ForceAsked, reason: Reason) -> None:
    """A forced taking and the asking after the last pass know no laying (R2.12, R2.19)."""
    refusal = why_illegal(
        state_with(RULES, phase, hands=(KINGS,)), Seat(0), LayFromHand(layout(KINGS))
    )
    assert refusal is not None
    assert refusal.reason is reason


def test_taking_after_laying_counts_both() -> None:
    """The taking names all that lies on the table by then (R2.10, R2.12)."""
    state = _offered(KINGS + " 7D 7H AD")
    state = upcard_state(apply(state, Seat(0), LayFromHand(layout(KINGS))).state)
    step = apply(state, Seat(0), Take(layout(KINGS, "7C 7D 7H")))
    moves: tuple[Move, ...] = (Discard(Card("AD")),)
    assert legal_moves(step.state, Seat(0)) == moves
