"""Names of decisions."""

from __future__ import annotations

from conquian_engine import (
    Card,
    Discard,
    Force,
    LetGo,
    Offered,
    Pass,
    Seat,
    Take,
    apply,
    decision_key,
    resign,
    seats_to_act,
)
from tests.support.families import upcard_state
from tests.unit.engine.table import layout, rules_for, state_with, upcard


def test_only_the_seat_to_act_has_a_decision() -> None:
    """A seat that owes nothing has no decision to be late for (R4.2)."""
    rules = rules_for()
    state = state_with(rules, Offered(upcard(rules, "7C", 0), Seat(0)))
    assert decision_key(state, Seat(0)) is not None
    assert decision_key(state, Seat(1)) is None


def test_every_decision_of_a_deal_has_its_own_name() -> None:
    """Offer, force, forced taking and discard of one upcard, and the next upcards, differ."""
    rules = rules_for()
    state = state_with(
        rules,
        Offered(upcard(rules, "7C", 0), Seat(0)),
        hands=("KH KD", "JH JD"),
        tables=(["4C 5C 6C"], ["7D 7H 7S"]),
        stock="2H 3H",
    )
    moves = (
        Pass(), Pass(), Force(Seat(1)), Take(layout("7C 7D 7H 7S")), Discard(Card("JH")),
        Pass(), Pass(), Pass(),
    )  # fmt: skip
    keys = set()
    for move in moves:
        (seat,) = seats_to_act(state)
        key = decision_key(state, seat)
        assert (seat, key) not in keys
        keys.add((seat, key))
        state = upcard_state(apply(state, seat, move).state)


def test_decision_outlives_what_others_do() -> None:
    """A third seat's resignation leaves a decision as it was (decision 0.4)."""
    rules = rules_for("four_player")
    state = state_with(
        rules,
        Offered(upcard(rules, "7C", 0), Seat(3), (Seat(0), Seat(1), Seat(2))),
        tables=([], ["4C 5C 6C"], ["7D 7H 7S"]),
        stock="2H",
    )
    asked = apply(state, Seat(3), Pass()).state
    key = decision_key(asked, Seat(0))
    assert key is not None
    assert decision_key(resign(asked, Seat(2)).state, Seat(0)) == key
    assert decision_key(apply(asked, Seat(0), LetGo()).state, Seat(0)) is None
