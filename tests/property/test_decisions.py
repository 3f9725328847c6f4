"""Decision keys: what a service compares to tell a stale move from a late one."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given

from conquian_engine import MoveMade, Resigned, Seat, decision_key, seats_to_act, view_for
from tests.property.games import Play, plays


@given(plays())
def test_only_seats_to_act_have_a_decision(play: Play) -> None:
    """A seat has a key exactly while it has to act."""
    for state in play.states:
        for seat in map(Seat, range(play.options.seats)):
            assert (seat in seats_to_act(state)) == (decision_key(state, seat) is not None)


@given(plays())
def test_a_decision_made_never_comes_back(play: Play) -> None:
    """After its move a seat never meets the same key again, in no later deal either."""
    spent: set[tuple[Seat, tuple[int | str, ...]]] = set()
    for made, (before, after) in zip(play.made, pairwise(play.states), strict=True):
        if isinstance(made, MoveMade):
            key = decision_key(before, made.seat)
            assert key is not None
            spent.add((made.seat, key))
        for seat in seats_to_act(after):
            key = decision_key(after, seat)
            assert key is not None
            assert (seat, key) not in spent


@given(plays())
def test_resignation_of_another_seat_keeps_a_decision(play: Play) -> None:
    """A seat that owes the same kind of decision on the same upcard keeps its key (R4.1)."""
    for made, (before, after) in zip(play.made, pairwise(play.states), strict=True):
        if not isinstance(made, Resigned):
            continue
        for seat in seats_to_act(before):
            same = (
                seat in seats_to_act(after)
                and type(before.phase) is type(after.phase)
                and before.upcards == after.upcards
                and view_for(before, None).trade_round == view_for(after, None).trade_round
            )
            kept = decision_key(before, seat) == decision_key(after, seat)
            assert same == kept
