"""Leaving before the end: resignation, which time and forfeit act as, and void games.

A seat may resign at any time, out of turn too. It is no move: it is not among the legal
moves and needs no decision to be due.

Source: R4.1, R4.5.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from conquian_engine.events import Event, SeatResigned, Step
from conquian_engine.families import GameState
from conquian_engine.flow import after_refusal, ask_forces, end_game, in_phase, let_die, turn_up
from conquian_engine.refusals import IllegalMove, Reason, Refusal
from conquian_engine.seats import Seat
from conquian_engine.state import (
    RESIGNATIONS,
    AwaitingOrder,
    Cause,
    Decision,
    DiscardDue,
    ForceAsked,
    GameOver,
    Offered,
    Origin,
    State,
    TakeForced,
    Trading,
)
from conquian_engine.trading import go_on_trading, without_choice
from conquian_engine.turns import active_seats, next_active

OVER = Refusal(Reason.GAME_OVER, "R4.2")


def resign(state: State, seat: Seat, *, cause: Cause = Cause.RESIGNATION) -> Step:
    """Give up the game for a seat, at any time, out of turn too (R4.1).

    Of two seats left the other wins, the totals as they stand. Otherwise a decision the
    seat owed falls to a refusal and the deal goes on without it. The cause may also be
    TIME or FORFEIT, which act as the seat's resignation (R4.5).

    Raises:
        IllegalMove: the game is over, or the seat has resigned or does not exist.
    """
    phase = running_phase(state)
    refusal = why_gone(state, seat)
    if refusal is not None:
        raise IllegalMove(refusal)
    if cause not in RESIGNATIONS:
        raise ValueError(f"{cause} is not a way to resign")
    events: list[Event] = [SeatResigned(seat, cause)]
    gone = replace(state, resigned=(*state.resigned, seat))
    left = active_seats(gone)
    if len(left) == 1:
        after = end_game(gone, GameOver(cause, left), gone.scores, events)
    else:
        after = _without(gone, phase, seat, events)
    return Step(after, tuple(events))


def void(state: State) -> Step:
    """End the game without a winner; nothing is scored (R4.5).

    Raises:
        IllegalMove: the game is over.
    """
    running_phase(state)
    events: list[Event] = []
    after = end_game(state, GameOver(Cause.VOID, ()), state.scores, events)
    return Step(after, tuple(events))


def running_phase(state: State) -> AwaitingOrder | Decision:
    """The phase of a game that is not over; `IllegalMove` if it is."""
    if isinstance(state.phase, GameOver):
        raise IllegalMove(OVER)
    return state.phase


def why_gone(state: GameState, seat: Seat) -> Refusal | None:
    """Why a seat has no say in the game at all, now or later."""
    if not 0 <= seat < state.rules.seats:
        return Refusal(Reason.NO_SUCH_SEAT, "R0")
    if seat in state.resigned:
        return Refusal(Reason.SEAT_RESIGNED, "R4.1")
    return None


def _without(
    state: State, phase: AwaitingOrder | Decision, seat: Seat, events: list[Event]
) -> State:
    """Go on after a seat has resigned and others are left to play (R4.1)."""
    match phase:
        case AwaitingOrder():
            if state.dealer == seat:
                return replace(state, dealer=next_active(state, seat))
            return state
        case Trading():
            return go_on_trading(state, without_choice(phase, seat), events)
        case Offered():
            passed = tuple(other for other in phase.passed if other != seat)
            if phase.to == seat:
                return after_refusal(state, phase.upcard, seat, passed, events)
            return in_phase(state, Offered(phase.upcard, phase.to, passed))
        case ForceAsked():
            passed = tuple(other for other in phase.passed if other != seat)
            return ask_forces(state, phase.upcard, passed, events, start=phase.asked)
        case TakeForced():
            return let_die(state, phase.upcard, events) if phase.seat == seat else state
        case DiscardDue():
            if phase.seat != seat:
                return state
            turner = next_active(state, seat)
            return turn_up(state, turner, events, origin=Origin.TURNED, dead=state.dead)
        case _:
            assert_never(phase)
