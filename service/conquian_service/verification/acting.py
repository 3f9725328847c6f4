"""One act of a seat, or of the host, played again: who may, whether he may, what follows."""

from __future__ import annotations

from conquian_engine import (
    Card,
    Discard,
    Discarded,
    Force,
    Forced,
    GameEnded,
    IllegalMove,
    LaidFromHand,
    LayFromHand,
    LetGo,
    Move,
    Pass,
    Passed,
    Seat,
    SeatResigned,
    State,
    Step,
    Take,
    Taken,
    Trade,
    TradeChosen,
    WaivedForce,
    apply,
    format_move,
    resign,
    seats_to_act,
    void,
    why_illegal,
)
from conquian_service.verification.comparing import words_of
from conquian_service.verification.transcript import Recorded
from conquian_service.verification.verdict import Fault, FaultKind, Found


def act(state: State, first: Recorded) -> Step:
    """Play what an entry begins with.

    Raises:
        Found: the rules do not allow it, or it is no act.
    """
    if isinstance(first, GameEnded):
        return void(state)
    if isinstance(first, SeatResigned):
        return _leave(state, first)
    made = _move_of(first)
    if made is None:
        text = f"it begins with {words_of(first)}: the move that led to it is missing"
        raise Found(Fault(FaultKind.MOVE, text))
    return _move(state, *made)


def _leave(state: State, event: SeatResigned) -> Step:
    try:
        return resign(state, event.seat, cause=event.cause)
    except (IllegalMove, ValueError):
        text = f"seat {event.seat} cannot leave the game, by {event.cause}"
        raise Found(Fault(FaultKind.MOVE, text, seat=event.seat)) from None


def _move(state: State, seat: Seat, move: Move) -> Step:
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


def _move_of(first: Recorded) -> tuple[Seat, Move] | None:
    """Who made which move, for an event that is one."""
    match first:
        case Taken(seat=seat, layout=layout):
            return seat, Take(layout)
        case Passed(seat=seat):
            return seat, Pass()
        case Forced(seat=seat, by=by):
            return by, Force(seat)
        case WaivedForce(seat=seat):
            return seat, LetGo()
        case Discarded(seat=seat, card=card):
            return seat, Discard(card)
        case LaidFromHand(seat=seat, layout=layout):
            return seat, LayFromHand(layout)
        case TradeChosen(seat=seat, card=card):
            return seat, Trade(card or Card(""))
        case _:
            return None
