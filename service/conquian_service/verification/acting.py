"""One act of a seat, or of the host, played again: who may, whether he may, what follows."""

from __future__ import annotations

from conquian_engine import (
    GameEnded,
    GameState,
    IllegalMove,
    Move,
    Seat,
    SeatResigned,
    Step,
    apply,
    format_move,
    resign,
    seats_to_act,
    void,
    why_illegal,
)
from conquian_service.application.made_moves import made_move
from conquian_service.verification.comparing import words_of
from conquian_service.verification.transcript import Recorded
from conquian_service.verification.verdict import Fault, FaultKind, Found


def act(state: GameState, first: Recorded) -> Step:
    """Play what an entry begins with.

    Raises:
        Found: the rules do not allow it, or it is no act.
    """
    if isinstance(first, GameEnded):
        return void(state)
    if isinstance(first, SeatResigned):
        return _leave(state, first)
    made = made_move(first)
    if made is None:
        text = f"it begins with {words_of(first)}: the move that led to it is missing"
        raise Found(Fault(FaultKind.MOVE, text))
    return _move(state, *made)


def _leave(state: GameState, event: SeatResigned) -> Step:
    try:
        return resign(state, event.seat, cause=event.cause)
    except (IllegalMove, ValueError):
        text = f"seat {event.seat} cannot leave the game, by {event.cause}"
        raise Found(Fault(FaultKind.MOVE, text, seat=event.seat)) from None


def _move(state: GameState, seat: Seat, move: Move) -> Step:
    acting = seats_to_act(state)
    if seat not in acting:
        due = " or ".join(f"seat {other}" for other in acting)
        text = f"seat {seat} acts ({format_move(move)}), but {due} has to act"
        raise Found(Fault(FaultKind.MOVER, text, seat=seat))
    refusal = why_illegal(state, seat, move)
    if refusal is not None:
        about = f" {' '.join(refusal.cards)}" if refusal.cards else ""
        text = (
            f"seat {seat} cannot {format_move(move)}: {refusal.reason}{about} (rule {refusal.rule})"
        )
        raise Found(Fault(FaultKind.MOVE, text, seat=seat, cards=refusal.cards))
    return apply(state, seat, move)
