"""Pack orders, the deal and the opening upcard."""

from __future__ import annotations

import pytest

from conquian_engine import (
    AwaitingOrder,
    BadOrder,
    CardTurned,
    DealStarted,
    IllegalMove,
    Offered,
    Origin,
    Reason,
    Seat,
    State,
    give_order,
    new_game,
    order_due,
    pack_named,
    seats_to_act,
    void,
)
from tests.support.families import upcard_state
from tests.unit.engine.table import rules_for, state_with


def test_new_game_waits_for_its_first_order() -> None:
    """A game begins at a chance point (R1.3)."""
    state = new_game(rules_for("three_player"), dealer=Seat(2))
    assert order_due(state)
    assert (state.deal, state.dealer, state.stake) == (0, 2, 1)
    assert seats_to_act(state) == ()


@pytest.mark.parametrize("dealer", [-1, 2])
def test_dealer_sits_at_the_table(dealer: int) -> None:
    """The first dealer is one of the seats (R2.28)."""
    with pytest.raises(ValueError, match="no seat"):
        new_game(rules_for(), dealer=Seat(dealer))


@pytest.mark.parametrize(
    ("options", "first_hand"),
    [
        pytest.param({}, [0, 1, 4, 5, 8, 9, 12, 13, 16, 17], id="packets of two"),
        pytest.param({"packet": "1"}, [0, 2, 4, 6, 8, 10, 12, 14, 16, 18], id="singly"),
        pytest.param({"packet": "3"}, [0, 1, 2, 6, 7, 8, 12, 13, 14, 18], id="odd one singly"),
        pytest.param({"packet": "4"}, [0, 1, 2, 3, 8, 9, 10, 11, 16, 18], id="two over, singly"),
        pytest.param(
            {"packet": "10", "dealt": "7"}, [0, 2, 4, 6, 8, 10, 12], id="packet above the hand"
        ),
        pytest.param({"dealt": "9"}, [0, 1, 4, 5, 8, 9, 12, 13, 16], id="nine in packets of two"),
    ],
)
def test_hands_are_dealt_in_packets(options: dict[str, str], first_hand: list[int]) -> None:
    """The seat after the dealer is dealt to first, in packets, what is over singly (R2.1)."""
    rules = rules_for(**options)
    order = pack_named(rules.pack).cards
    started = give_order(new_game(rules, dealer=Seat(0)), order).events[0]
    assert isinstance(started, DealStarted)
    dealt = 2 * rules.dealt
    others = [place for place in range(dealt) if place not in first_hand]
    assert started.hands[1] == tuple(order[place] for place in first_hand)
    assert started.hands[0] == tuple(order[place] for place in others)
    assert started.hand_sizes == (rules.dealt, rules.dealt)
    assert started.stock_size == 40 - dealt
    assert started.order == order


@pytest.mark.parametrize(
    ("options", "origin", "by"),
    [
        pytest.param({}, Origin.OPENING, 0, id="opening upcard of the dealer"),
        pytest.param({"opening_upcard": "false"}, Origin.TURNED, 1, id="first turn"),
    ],
)
def test_first_upcard_is_offered_to_the_seat_after_the_dealer(
    options: dict[str, str], origin: Origin, by: int
) -> None:
    """With or without the opening upcard the same seat has the first say (R2.4)."""
    rules = rules_for(**options)
    order = pack_named(rules.pack).cards
    step = give_order(new_game(rules, dealer=Seat(0)), order)
    phase = step.state.phase
    assert isinstance(phase, Offered)
    assert (phase.upcard.card, phase.upcard.origin, phase.upcard.by) == (20, origin, by)
    assert phase.to == 1
    assert step.events[1] == CardTurned(order[20], origin, Seat(by), 19)
    assert step.state.deal == 1


def _short_order() -> tuple[str, ...]:
    return pack_named("short40").cards[1:]


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(_short_order(), id="a card short"),
        pytest.param((*_short_order(), "8H"), id="a foreign card"),
        pytest.param((*_short_order(), "KS"), id="a card twice"),
        pytest.param((*_short_order(), "AC", "AC"), id="a card too many"),
    ],
)
def test_order_is_exactly_the_pack(order: tuple[str, ...]) -> None:
    """The order of the pack comes as a complete list (R1.2)."""
    with pytest.raises(BadOrder):
        give_order(new_game(rules_for(), dealer=Seat(0)), order)  # type: ignore[arg-type]


def _over(state: State) -> State:
    return upcard_state(void(state).state)


def test_order_is_refused_when_none_is_due() -> None:
    """A pack order is given at a chance point only (R1.3)."""
    rules = rules_for()
    order = pack_named(rules.pack).cards
    running = upcard_state(give_order(new_game(rules, dealer=Seat(0)), order).state)
    for state, reason in ((running, Reason.WRONG_PHASE), (_over(running), Reason.GAME_OVER)):
        with pytest.raises(IllegalMove) as caught:
            give_order(state, order)
        assert caught.value.refusal.reason == reason


def test_resigned_seats_are_not_dealt_in() -> None:
    """A seat that resigned gets no hand; `dealt` stays (R4.1)."""
    rules = rules_for("four_player")
    order = pack_named(rules.pack).cards
    state = state_with(rules, AwaitingOrder(), dealer=3, deal=0, resigned=(0,))
    step = give_order(state, order)
    started = step.events[0]
    assert isinstance(started, DealStarted)
    assert started.hand_sizes == (0, 7, 7, 7)
    assert set(order[:2]) <= set(started.hands[1] or ())
    assert seats_to_act(step.state) == (1,)
