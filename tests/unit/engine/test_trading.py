"""Trading before the first upcard: a secret simultaneous choice (R2.3)."""

from __future__ import annotations

from itertools import permutations

import pytest

from conquian_engine import (
    Card,
    CardsTraded,
    CardTurned,
    Cause,
    Discard,
    IllegalMove,
    Move,
    Pass,
    PhaseName,
    Reason,
    Seat,
    Take,
    Trade,
    TradeChosen,
    TradedCard,
    decision_key,
    event_for,
    why_illegal,
)
from tests.unit.rules.sitting import Sitting

A, B, C = 0, 1, 2
HANDS = {A: "1O 2O 3O", B: "1C 2C 3C", C: "1E 2E 3E"}
GIVEN = {A: "1O", B: "1C", C: "1E"}


def _dealt(**options: str) -> Sitting:
    sitting = Sitting("mexican", options, dealer=C, seats=3)
    sitting.deal(HANDS)
    return sitting


def _hand(sitting: Sitting, seat: int) -> set[str]:
    return set(sitting.view(seat).hand or ())


@pytest.mark.parametrize(("direction", "step"), [("next", 1), ("previous", 2)])
@pytest.mark.parametrize("order", list(permutations((A, B, C))))
def test_cards_move_when_all_have_chosen(order: tuple[int, ...], direction: str, step: int) -> None:
    """In whatever order they choose, all cards move at once to the neighbour (R2.3)."""
    sitting = _dealt(trade_direction=direction)
    for seat in order[:2]:
        sitting.trades(seat, GIVEN[seat])
        assert (TradeChosen(Seat(seat), Card(GIVEN[seat])),) == sitting.last
        assert GIVEN[seat] in _hand(sitting, seat)
    sitting.trades(order[2], GIVEN[order[2]])

    for seat in (A, B, C):
        receiver = (seat + step) % 3
        assert GIVEN[seat] not in _hand(sitting, seat)
        assert GIVEN[seat] in _hand(sitting, receiver)
    kinds = [type(event) for event in sitting.last]
    assert [TradeChosen, CardsTraded, CardTurned] == kinds
    assert [8, 8, 8] == list(sitting.view().hand_sizes)


def test_every_seat_that_has_not_chosen_may_choose() -> None:
    """Who has chosen has no move until all have; every other seat has one a hand card (R4.2)."""
    sitting = _dealt()
    assert [A, B, C] == list(sitting.to_act)
    sitting.trades(B, "1C")

    assert [A, C] == list(sitting.to_act)
    assert set() == sitting.legal(B)
    assert {("trade", card) for card in _hand(sitting, C)} == sitting.legal(C)
    with pytest.raises(IllegalMove) as refused:
        sitting.trades(B, "2C")
    assert Reason.NOT_YOUR_TURN == refused.value.refusal.reason


def test_rounds_follow_each_other() -> None:
    """A card just received may go on in the next round; then the first card is turned (R2.3)."""
    sitting = _dealt(trade_rounds="2")
    for seat in (A, B, C):
        sitting.trades(seat, GIVEN[seat])
    assert (PhaseName.TRADING, 2) == (sitting.view().phase, sitting.view().trade_round)
    for seat in (A, B, C):
        sitting.trades(seat, GIVEN[(seat - 1) % 3])

    assert PhaseName.OFFERED == sitting.view().phase
    assert GIVEN[A] in _hand(sitting, C)


def test_opening_upcard_comes_after_the_trades() -> None:
    """Trading is before the opening upcard (R2.3, R2.4)."""
    sitting = Sitting("classic", {"trade_rounds": "1"})
    sitting.deal()
    assert sitting.view().upcard is None
    sitting.trades(0, sitting.first_card(0))
    sitting.trades(1, sitting.first_card(1))

    upcard = sitting.view().upcard
    assert upcard is not None
    assert ("opening", 0) == (upcard.origin, upcard.by)


@pytest.mark.parametrize(
    ("move", "reason", "rule", "named"),
    [
        (Trade(Card("1C")), Reason.CARD_NOT_IN_HAND, "R2.3", ("1C",)),
        (Trade(Card("8C")), Reason.UNKNOWN_CARD, "R1", ("8C",)),
        (Pass(), Reason.WRONG_PHASE, "R2.3", ()),
        (Take(()), Reason.WRONG_PHASE, "R2.3", ()),
        (Discard(Card("1O")), Reason.WRONG_PHASE, "R2.3", ()),
    ],
)
def test_what_else_is_refused(
    move: Move, reason: Reason, rule: str, named: tuple[str, ...]
) -> None:
    """Only a card of the own hand may be chosen, and nothing else done (R2.3, R4.3)."""
    refusal = why_illegal(_dealt().state, Seat(A), move)
    assert refusal is not None
    assert (reason, rule, named) == (refusal.reason, refusal.rule, refusal.cards)


def test_choice_of_another_seat_leaves_a_decision_as_it_was() -> None:
    """Nothing another seat chooses in secret makes a choice stale (decision 0.4)."""
    sitting = _dealt(trade_rounds="2")
    before = decision_key(sitting.state, Seat(A))
    sitting.trades(C, "1E")
    assert before == decision_key(sitting.state, Seat(A))
    sitting.trades(B, "1C")
    sitting.trades(A, "1O")
    assert before != decision_key(sitting.state, Seat(A))


def test_view_shows_who_has_chosen_but_not_what() -> None:
    """Only the own choice is shown, until the cards move (R2.3, R4.4)."""
    sitting = _dealt()
    sitting.trades(B, "1C")
    views = {seat: sitting.view(seat) for seat in (None, A, B)}

    assert {(B,)} == {view.traders for view in views.values()}
    assert (None, None, "1C") == tuple(view.chosen for view in views.values())


def test_traded_card_is_known_to_giver_and_receiver_alone() -> None:
    """Events show a card to who gave it, and on the exchange to who got it (R2.3)."""
    sitting = _dealt()
    sitting.trades(B, "1C")
    chosen = sitting.last[0]
    shown = [event_for(chosen, seat) for seat in (Seat(B), Seat(C), Seat(A), None)]
    hidden = TradeChosen(Seat(B), None)
    assert [chosen, hidden, hidden, hidden] == shown

    sitting.trades(A, "1O")
    sitting.trades(C, "1E")
    traded = sitting.last[1]
    seen = event_for(traded, Seat(A))
    assert isinstance(seen, CardsTraded)
    assert (
        TradedCard(Seat(A), Seat(B), Card("1O")),
        TradedCard(Seat(B), Seat(C), None),
        TradedCard(Seat(C), Seat(A), Card("1E")),
    ) == seen.cards
    watched = event_for(traded, None)
    assert isinstance(watched, CardsTraded)
    assert {None} == {each.card for each in watched.cards}


def test_last_choice_missing_is_settled_by_a_resignation() -> None:
    """The rest trades on; what the leaver chose stays in his hand, laid by unseen (R4.1)."""
    sitting = _dealt()
    sitting.trades(A, "1O")
    sitting.trades(C, "1E")
    sitting.resigns(B, Cause.TIME)

    assert "1O" in _hand(sitting, C)
    assert "1E" in _hand(sitting, A)
    assert (A,) == sitting.to_act


def test_leaver_who_has_chosen_gives_nothing() -> None:
    """The choice of a seat that resigned is void; the others still have to choose (R4.1)."""
    sitting = _dealt()
    sitting.trades(B, "1C")
    sitting.resigns(B)
    assert (A, C) == sitting.to_act
    assert () == sitting.view().traders
    sitting.trades(C, "1E")
    sitting.trades(A, "1O")

    assert "1C" in _hand(sitting, B)
    assert "1O" in _hand(sitting, C)
