"""Enumerations of the API and what they mean inside; one table each."""

from __future__ import annotations

from collections.abc import Mapping

from conquian.v1 import cards_pb2, events_pb2, view_pb2
from conquian_engine import Cause, MoveKind, Origin, PhaseName
from conquian_service.application.game import Access, SeatKind, Status

STATUS: Mapping[Status, view_pb2.GameStatus.ValueType] = {
    Status.WAITING: view_pb2.GAME_STATUS_WAITING,
    Status.RUNNING: view_pb2.GAME_STATUS_RUNNING,
    Status.FINISHED: view_pb2.GAME_STATUS_FINISHED,
    Status.CANCELLED: view_pb2.GAME_STATUS_CANCELLED,
}
ACCESS: Mapping[Access, view_pb2.Access.ValueType] = {
    Access.PUBLIC: view_pb2.ACCESS_PUBLIC,
    Access.UNLISTED: view_pb2.ACCESS_UNLISTED,
    Access.PRIVATE: view_pb2.ACCESS_PRIVATE,
}
SEAT_KIND: Mapping[SeatKind, view_pb2.SeatKind.ValueType] = {
    SeatKind.HUMAN: view_pb2.SEAT_KIND_HUMAN,
    SeatKind.BOT: view_pb2.SEAT_KIND_BOT,
}
PHASE: Mapping[PhaseName, view_pb2.Phase.ValueType] = {
    PhaseName.OFFERED: view_pb2.PHASE_OFFER,
    PhaseName.FORCE_ASKED: view_pb2.PHASE_FORCE_ASKED,
    PhaseName.TAKE_FORCED: view_pb2.PHASE_TAKE_FORCED,
    PhaseName.DISCARD_DUE: view_pb2.PHASE_DISCARD,
    PhaseName.TRADING: view_pb2.PHASE_TRADING,
    PhaseName.DRAW_DUE: view_pb2.PHASE_DRAW,
    PhaseName.CHALLENGE_ASKED: view_pb2.PHASE_CHALLENGE_ASKED,
    PhaseName.PLAY_DUE: view_pb2.PHASE_PLAY,
}
"""The phases of a running deal; in the others there is no deal to show."""
ORIGIN: Mapping[Origin, view_pb2.UpcardOrigin.ValueType] = {
    Origin.OPENING: view_pb2.UPCARD_ORIGIN_OPENING,
    Origin.TURNED: view_pb2.UPCARD_ORIGIN_TURNED,
    Origin.DISCARDED: view_pb2.UPCARD_ORIGIN_DISCARDED,
}
CAUSE: Mapping[Cause, view_pb2.Cause.ValueType] = {
    Cause.WENT_OUT: view_pb2.CAUSE_WENT_OUT,
    Cause.STOCK_EXHAUSTED: view_pb2.CAUSE_STOCK_EXHAUSTED,
    Cause.RESIGNATION: view_pb2.CAUSE_RESIGNATION,
    Cause.DEAL_LIMIT: view_pb2.CAUSE_DEAL_LIMIT,
    Cause.TIME: view_pb2.CAUSE_TIME,
    Cause.FORFEIT: view_pb2.CAUSE_FORFEIT,
    Cause.VOID: view_pb2.CAUSE_VOID,
    Cause.CHALLENGE: view_pb2.CAUSE_CHALLENGE,
    Cause.NO_PROGRESS: view_pb2.CAUSE_NO_PROGRESS,
}
BONUS: Mapping[str, events_pb2.Bonus.ValueType] = {
    "cooch": events_pb2.BONUS_COOCH,
    "express": events_pb2.BONUS_EXPRESS,
}
MOVE_KIND: Mapping[MoveKind, cards_pb2.MoveKind.ValueType] = {
    MoveKind.TAKE: cards_pb2.MOVE_KIND_TAKE,
    MoveKind.PASS: cards_pb2.MOVE_KIND_PASS,
    MoveKind.FORCE: cards_pb2.MOVE_KIND_FORCE,
    MoveKind.LET_GO: cards_pb2.MOVE_KIND_LET_GO,
    MoveKind.DISCARD: cards_pb2.MOVE_KIND_DISCARD,
    MoveKind.LAY: cards_pb2.MOVE_KIND_LAY_FROM_HAND,
    MoveKind.TRADE: cards_pb2.MOVE_KIND_TRADE,
    MoveKind.DRAW_STOCK: cards_pb2.MOVE_KIND_DRAW_STOCK,
    MoveKind.DRAW_DISCARDS: cards_pb2.MOVE_KIND_DRAW_DISCARDS,
    MoveKind.CHALLENGE: cards_pb2.MOVE_KIND_CHALLENGE,
    MoveKind.ACCEPT_CHALLENGE: cards_pb2.MOVE_KIND_ACCEPT_CHALLENGE,
    MoveKind.REFUSE_CHALLENGE: cards_pb2.MOVE_KIND_REFUSE_CHALLENGE,
    MoveKind.STOP: cards_pb2.MOVE_KIND_STOP,
    MoveKind.MELD: cards_pb2.MOVE_KIND_LAY_MELD,
    MoveKind.LAY_OFF: cards_pb2.MOVE_KIND_LAY_OFF,
    MoveKind.TAKE_JOKER: cards_pb2.MOVE_KIND_TAKE_JOKER,
}
