"""Enumerations of the API and what they mean inside; one table each."""

from __future__ import annotations

from collections.abc import Mapping

from conquian.v1 import view_pb2
from conquian_engine import Cause, Origin, PhaseName
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
}
