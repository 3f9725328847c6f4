"""The play of a game of family H as it is stored (`game.proto`), written and read.

Cards, hands, piles and melds are bytes in the engine already; they are stored as they are.
"""

from __future__ import annotations

from typing import assert_never

from conquian_engine import (
    AwaitingOrder,
    BySeat,
    ChallengeAsked,
    DrawDue,
    GameOver,
    NewerRules,
    PlayDue,
    ReshuffleDue,
    RummyPhase,
    RummyRules,
    RummyState,
    Seat,
    Turn,
)
from conquian_service.storage.codec_names import CAUSE, seats_in, tables_in
from conquian_storage.v1 import game_pb2 as pb

__all__ = ["read_rummy_state", "write_rummy_state"]


def write_rummy_state(state: RummyState, message: pb.RummyState) -> None:
    """Write a state into a message."""
    message.dealer = state.dealer
    message.deal = state.deal
    _write_phase(state.phase, message)
    message.hands.extend(state.hands)
    message.melds.extend([meld for table in state.tables for meld in table])
    message.meld_counts = bytes([len(table) for table in state.tables])
    message.stock = state.stock
    message.discards = state.discards
    if any(state.opened):
        message.opened = bytes([seat for seat, opened in enumerate(state.opened) if opened])
    message.idle = state.idle
    message.turns = state.turns
    message.scores.extend(state.scores)
    if state.resigned:
        message.resigned = bytes(state.resigned)


def read_rummy_state(message: pb.RummyState, rules: RummyRules) -> RummyState:
    """The state that was stored."""
    opened = message.opened
    return RummyState(
        rules,
        Seat(message.dealer),
        message.deal,
        _read_phase(message),
        BySeat(message.hands[:]),
        tables_in(message.melds[:], message.meld_counts),
        message.stock,
        message.discards,
        BySeat([seat in opened for seat in range(rules.seats)]),
        message.idle,
        message.turns,
        BySeat(message.scores[:]),
        seats_in(message.resigned),
    )


def _write_phase(phase: RummyPhase, message: pb.RummyState) -> None:
    match phase:
        case DrawDue(seat, challenged):
            # Setting a field, be it to its default, chooses the phase.
            message.draw_due.seat = seat
            message.draw_due.challenged = challenged
        case PlayDue(turn):
            _write_turn(turn, message.play_due.turn)
        case ChallengeAsked(asked, by):
            message.challenge_asked.asked = asked
            message.challenge_asked.by = by
        case ReshuffleDue(turn):
            _write_turn(turn, message.reshuffle_due.turn)
        case GameOver(cause, winners):
            message.game_over.cause = CAUSE.numbers[cause]
            message.game_over.winners = bytes(winners)
        case AwaitingOrder():
            message.awaiting_order.SetInParent()
        case _:
            assert_never(phase)


def _read_phase(message: pb.RummyState) -> RummyPhase:
    match message.WhichOneof("phase"):
        case "draw_due":
            return DrawDue(Seat(message.draw_due.seat), message.draw_due.challenged)
        case "play_due":
            return PlayDue(_read_turn(message.play_due.turn))
        case "challenge_asked":
            asked = message.challenge_asked
            return ChallengeAsked(Seat(asked.asked), Seat(asked.by))
        case "reshuffle_due":
            return ReshuffleDue(_read_turn(message.reshuffle_due.turn))
        case "game_over":
            over = message.game_over
            return GameOver(CAUSE.words[over.cause], seats_in(over.winners))
        case "awaiting_order":
            return AwaitingOrder()
        case None:
            raise NewerRules("a phase")


def _write_turn(turn: Turn, message: pb.Turn) -> None:
    message.seat = turn.seat
    message.taken = turn.taken
    if turn.must_use is not None:
        message.must_use = turn.must_use
    message.plays = turn.plays
    message.opening = turn.opening
    message.opened_now = turn.opened_now
    message.tables_empty = turn.tables_empty
    message.cooch = turn.cooch
    message.begins = turn.begins


def _read_turn(message: pb.Turn) -> Turn:
    return Turn(
        Seat(message.seat),
        message.taken,
        message.must_use if message.HasField("must_use") else None,
        message.plays,
        message.opening,
        message.opened_now,
        message.tables_empty,
        message.cooch,
        message.begins,
    )
