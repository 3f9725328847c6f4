"""Leaving a game of family H before its end.

Source: R3.5, R4.1, R4.5.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from conquian_engine.events import Event, SeatResigned, Step
from conquian_engine.refusals import IllegalMove
from conquian_engine.resigning import OVER, why_gone
from conquian_engine.rummy.flow import end_game, turn_of
from conquian_engine.rummy.phases import actor
from conquian_engine.rummy.state import (
    ChallengeAsked,
    DrawDue,
    PlayDue,
    ReshuffleDue,
    RummyDecision,
    RummyState,
)
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
    gone = replace(state, resigned=(*state.resigned, seat), idle=_idle_without(state, seat))
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


def _idle_without(state: RummyState, seat: Seat) -> int:
    """The turns in a row without a play, once a seat has gone (R3.5).

    None, if it goes after a play, in the midst of its turn. Else its own turns go with it,
    so that what is left are whole rounds of the others **(ours)**. The turns were made in
    playing order, the last by the seat before the one whose turn it is.
    """
    match state.phase:
        case DrawDue(seat=on_turn) | ChallengeAsked(by=on_turn):
            pass
        case PlayDue(turn=turn) | ReshuffleDue(turn=turn):
            on_turn = turn.seat
            if on_turn == seat and turn.plays:
                return 0
        case AwaitingOrder() | GameOver():  # between deals nothing is counted
            return 0
        case _:
            assert_never(state.phase)
    order = (on_turn, *seats_after(on_turn, state.rules.seats, out=state.resigned))
    rounds, over = divmod(state.idle, len(order))
    return state.idle - rounds - (order[::-1].index(seat) < over)
