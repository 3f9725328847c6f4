"""Leaving a game of family H before its end.

Source: R3.5, R4.1, R4.5.
"""

from __future__ import annotations

from dataclasses import replace

from conquian_engine.events import Event, SeatResigned, Step
from conquian_engine.refusals import IllegalMove
from conquian_engine.resigning import OVER, why_gone
from conquian_engine.rummy.flow import end_game, turn_of
from conquian_engine.rummy.phases import actor
from conquian_engine.rummy.state import RummyDecision, RummyState
from conquian_engine.seats import Seat, seats_after
from conquian_engine.state import RESIGNATIONS, AwaitingOrder, Cause, GameOver
from conquian_engine.turns import active_seats, next_active


def resign(state: RummyState, seat: Seat, cause: Cause) -> Step:
    """Give up the game for a seat (R4.1)."""
    refuse_after_end(state)
    refusal = why_gone(state, seat)
    if refusal is not None:
        raise IllegalMove(refusal)
    if cause not in RESIGNATIONS:
        raise ValueError(f"{cause} is not a way to resign")
    events: list[Event] = [SeatResigned(seat, cause)]
    idle = state.idle - _idle_turns(state, seat)
    gone = replace(state, resigned=(*state.resigned, seat), idle=idle)
    left = active_seats(gone)
    if len(left) == 1:
        after = end_game(gone, GameOver(cause, left), events)
    else:
        after = _without(gone, seat)
    return Step(after, tuple(events))


def void(state: RummyState) -> Step:
    """End the game without a winner; nothing is scored (R4.5)."""
    refuse_after_end(state)
    events: list[Event] = []
    after = end_game(state, GameOver(Cause.VOID, ()), events)
    return Step(after, tuple(events))


def refuse_after_end(state: RummyState) -> None:
    """`IllegalMove` if the game has its result."""
    if isinstance(state.phase, GameOver):
        raise IllegalMove(OVER)


def _without(state: RummyState, seat: Seat) -> RummyState:
    """Go on after a seat has resigned and others are left to play (R4.1).

    What the seat owed falls away and the next one draws. While the discards are due to be
    shuffled they are still, and then the next one draws **(ours)**. A challenge is a matter
    of two seats, whose game is over.
    """
    phase = state.phase
    if isinstance(phase, AwaitingOrder) and state.dealer == seat:
        return replace(state, dealer=next_active(state, seat))
    if isinstance(phase, RummyDecision) and actor(phase) == seat:
        return turn_of(state, next_active(state, seat))
    return state


def _idle_turns(state: RummyState, seat: Seat) -> int:
    """How many of the turns in a row without a play were the seat's own (R3.5).

    They go with it, so that what is left are whole rounds of the others **(ours)**. The
    turns were made in playing order, the last by the seat before the one to act.
    """
    if not isinstance(state.phase, RummyDecision):
        return 0
    acting = actor(state.phase)
    order = (acting, *seats_after(acting, state.rules.seats, out=state.resigned))
    rounds, over = divmod(state.idle, len(order))
    return rounds + (order[::-1].index(seat) < over)
