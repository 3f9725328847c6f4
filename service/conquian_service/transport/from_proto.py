"""Requests of the API, read into what the use cases ask for.

Only what the messages alone can tell is judged here: a field that is missing, an enum
value or a kind of move that this build does not know. Ranges that are rules of the game
or of the service are judged by the use cases, for every door alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from conquian.v1 import cards_pb2, game_service_pb2, rules_service_pb2, view_pb2
from conquian_engine import Card, MoveKind, Seat
from conquian_service.application import requests as ask
from conquian_service.application.game import Access, SeatKind, Status
from conquian_service.application.rulebook import Melds, Position
from conquian_service.transport.enums import ACCESS, MOVE_KIND, SEAT_KIND, STATUS
from conquian_service.transport.errors import refuse_field
from conquian_service.transport.move_from_proto import read_move

_ACCESS: Mapping[int, Access] = {
    view_pb2.ACCESS_UNSPECIFIED: Access.UNLISTED,
    **{number: access for access, number in ACCESS.items()},
}
_SEAT_KIND: Mapping[int, SeatKind] = {
    view_pb2.SEAT_KIND_UNSPECIFIED: SeatKind.HUMAN,
    **{number: kind for kind, number in SEAT_KIND.items()},
}
_STATUS: Mapping[int, Status | None] = {
    view_pb2.GAME_STATUS_UNSPECIFIED: None,
    **{number: status for status, number in STATUS.items()},
}
_MOVE_KIND: Mapping[int, MoveKind] = {number: kind for kind, number in MOVE_KIND.items()}


def _names(known: Iterable[Enum]) -> str:
    return ", ".join(value.name for value in known)


def create_game(request: game_service_pb2.CreateGameRequest) -> ask.CreateGame:
    """Read a CreateGameRequest."""
    access = _ACCESS.get(request.access)
    if access is None:
        raise refuse_field("access", request.access, _names(ACCESS))
    return ask.CreateGame(
        ruleset=request.ruleset,
        options=dict(request.options),
        seats=request.seats or None,
        access=access,
        first_dealer=request.first_dealer if request.HasField("first_dealer") else None,
        pinned_orders=tuple(tuple(order.cards) for order in request.pinned_orders),
        request_id=request.request_id,
    )


def join_game(request: game_service_pb2.JoinGameRequest) -> ask.JoinGame:
    """Read a JoinGameRequest."""
    kind = _SEAT_KIND.get(request.kind)
    if kind is None:
        raise refuse_field("kind", request.kind, _names(SEAT_KIND))
    return ask.JoinGame(
        game_id=request.game_id,
        seat=request.seat if request.HasField("seat") else None,
        name=request.name,
        kind=kind,
        player=request.player,
        entropy=request.entropy,
        commitment=request.commitment,
        request_id=request.request_id,
    )


def table_call(
    request: game_service_pb2.LeaveGameRequest
    | game_service_pb2.CancelGameRequest
    | game_service_pb2.ResignRequest,
) -> ask.TableCall:
    """Read a request that names a game and nothing else."""
    return ask.TableCall(request.game_id, request.request_id)


def seat_call(
    request: game_service_pb2.FreeSeatRequest | game_service_pb2.IssueSeatTokenRequest,
) -> ask.SeatCall:
    """Read a request about one seat."""
    if not request.HasField("seat"):
        raise refuse_field("seat", missing=True)
    return ask.SeatCall(request.game_id, Seat(request.seat), request.request_id)


def play_move(request: game_service_pb2.PlayMoveRequest) -> ask.PlayMove:
    """Read a PlayMoveRequest."""
    if not request.HasField("move"):
        raise refuse_field("move", missing=True)
    return ask.PlayMove(
        game_id=request.game_id,
        revision=request.revision,
        move=read_move(request.move),
        request_id=request.request_id,
        validate_only=request.validate_only,
    )


def list_legal_moves(request: game_service_pb2.ListLegalMovesRequest) -> ask.ListLegalMoves:
    """Read a ListLegalMovesRequest."""
    kinds = [_MOVE_KIND.get(kind) for kind in request.kinds]
    known = frozenset(kind for kind in kinds if kind is not None)
    if None in kinds:
        raise refuse_field("kinds")
    return ask.ListLegalMoves(
        game_id=request.game_id,
        page_size=request.page_size,
        page_token=request.page_token,
        kinds=known,
        card=Card(request.card) if request.card else None,
    )


def read_game(request: game_service_pb2.GetGameRequest) -> ask.ReadGame:
    """Read a GetGameRequest."""
    return ask.ReadGame(request.game_id, request.include_legal_moves)


def listed_status(request: game_service_pb2.ListGamesRequest) -> Status | None:
    """Read the status that a ListGamesRequest asks for; None for any that is listed."""
    if request.status not in _STATUS:
        raise refuse_field("status", request.status, "WAITING, RUNNING")
    return _STATUS[request.status]


def list_events(request: game_service_pb2.ListEventsRequest) -> ask.ListEvents:
    """Read a ListEventsRequest."""
    return ask.ListEvents(
        game_id=request.game_id,
        after_revision=request.after_revision,
        page_size=request.page_size,
        wait_millis=request.wait_millis,
        include_legal_moves=request.include_legal_moves,
    )


def watch_game(request: game_service_pb2.WatchGameRequest) -> ask.WatchGame:
    """Read a WatchGameRequest."""
    return ask.WatchGame(
        game_id=request.game_id,
        after_revision=request.after_revision if request.HasField("after_revision") else None,
        include_legal_moves=request.include_legal_moves,
        ticket=request.ticket,
    )


def position(request: rules_service_pb2.AnalyzePositionRequest) -> Position:
    """Read an AnalyzePositionRequest."""
    return Position(
        ruleset=request.ruleset,
        options=dict(request.options),
        table=_melds(request.table),
        hand=tuple(request.hand),
        upcard=request.upcard,
        layout=_melds(request.layout),
        opponents=tuple(meld for table in request.opponent_tables for meld in _melds(table.melds)),
        opponent_sizes=tuple(len(table.melds) for table in request.opponent_tables),
    )


def _melds(melds: Iterable[cards_pb2.Meld]) -> Melds:
    return tuple(tuple(meld.cards) for meld in melds)
