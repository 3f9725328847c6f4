"""What a request's messages alone can tell is judged at the door."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conquian.v1 import cards_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from conquian_engine import Discard, DrawDiscards, Force, LetGo, Move, Pass, Take
from conquian_service.application.errors import CallReason, CallRefused
from conquian_service.application.game import Access, SeatKind, Status
from conquian_service.transport import from_proto
from conquian_service.transport.move_from_proto import read_move

MISSING, INVALID = CallReason.FIELD_MISSING, CallReason.FIELD_INVALID
UNHEARD_OF: Any = 99
MELD = cards_pb2.Meld(cards=["7H", "8H", "9H"])
FROM_THE_FUTURE = b"\xaa\x06\x00"
"""Field 101, an empty message."""


@pytest.mark.parametrize(
    ("read", "request_message", "reason", "field"),
    [
        (from_proto.create_game, pb.CreateGameRequest(access=UNHEARD_OF), INVALID, "access"),
        (from_proto.join_game, pb.JoinGameRequest(kind=UNHEARD_OF), INVALID, "kind"),
        (from_proto.listed_status, pb.ListGamesRequest(status=UNHEARD_OF), INVALID, "status"),
        (from_proto.seat_call, pb.FreeSeatRequest(), MISSING, "seat"),
        (from_proto.seat_call, pb.IssueSeatTokenRequest(), MISSING, "seat"),
        (from_proto.play_move, pb.PlayMoveRequest(), MISSING, "move"),
        (read_move, cards_pb2.Move(), MISSING, "move.kind"),
        (read_move, cards_pb2.Move.FromString(FROM_THE_FUTURE), INVALID, "move.kind"),
        (read_move, cards_pb2.Move(take=cards_pb2.Take()), MISSING, "move.take.layout"),
        (read_move, cards_pb2.Move(force=cards_pb2.Force()), MISSING, "move.force.seat"),
        (
            read_move,
            cards_pb2.Move(discard=cards_pb2.Discard()),
            MISSING,
            "move.discard.card",
        ),
        (read_move, cards_pb2.Move(lay_meld=cards_pb2.LayMeld()), MISSING, "move.lay_meld.meld"),
        (read_move, cards_pb2.Move(lay_off=cards_pb2.LayOff()), MISSING, "move.lay_off.seat"),
        (
            read_move,
            cards_pb2.Move(lay_off=cards_pb2.LayOff(seat=0, meld=MELD)),
            MISSING,
            "move.lay_off.result",
        ),
        (
            read_move,
            cards_pb2.Move(take_joker=cards_pb2.TakeJoker(seat=0, result=MELD)),
            MISSING,
            "move.take_joker.meld",
        ),
        (
            read_move,
            cards_pb2.Move(draw_discards=cards_pb2.DrawDiscards(count=-1)),
            INVALID,
            "move.draw_discards.count",
        ),
        (
            from_proto.list_legal_moves,
            pb.ListLegalMovesRequest(kinds=[cards_pb2.MOVE_KIND_UNSPECIFIED]),
            INVALID,
            "kinds",
        ),
        (
            from_proto.list_legal_moves,
            pb.ListLegalMovesRequest(kinds=[UNHEARD_OF]),
            INVALID,
            "kinds",
        ),
    ],
)
def test_malformed_fields_are_named(
    read: Callable[[Any], object], request_message: Any, reason: CallReason, field: str
) -> None:
    """Each names its reason and its field, as the caller knows it."""
    with pytest.raises(CallRefused) as refused:
        read(request_message)
    assert (refused.value.reason, refused.value.field) == (reason, field)


@pytest.mark.parametrize(
    ("sent", "move"),
    [
        ({"take": {"layout": [{"cards": ["3C", "3D"]}, {}]}}, Take((("3C", "3D"), ()))),  # type: ignore[arg-type]
        ({"pass": {}}, Pass()),
        ({"force": {"seat": 0}}, Force(0)),  # type: ignore[arg-type]
        ({"let_go": {}}, LetGo()),
        ({"discard": {"card": "KH"}}, Discard("KH")),  # type: ignore[arg-type]
        ({"draw_discards": {}}, DrawDiscards(1)),
        ({"draw_discards": {"count": 3}}, DrawDiscards(3)),
    ],
    ids=["take", "pass", "force", "let go", "discard", "the top discard", "three discards"],
)
def test_moves_are_read(sent: dict[str, Any], move: Move) -> None:
    """Each kind; seat 0 is a seat, and nonsense is left to the rules."""
    assert read_move(cards_pb2.Move(**sent)) == move


def test_absent_numbers_are_not_zero() -> None:
    """A seat, dealer or revision that is absent is None; one that is 0 is 0."""
    assert from_proto.join_game(pb.JoinGameRequest()).seat is None
    assert from_proto.join_game(pb.JoinGameRequest(seat=0)).seat == 0
    assert from_proto.create_game(pb.CreateGameRequest()).first_dealer is None
    assert from_proto.create_game(pb.CreateGameRequest(first_dealer=0)).first_dealer == 0
    assert from_proto.watch_game(pb.WatchGameRequest()).after_revision is None
    assert from_proto.watch_game(pb.WatchGameRequest(after_revision=0)).after_revision == 0


def test_unspecified_takes_the_documented_default() -> None:
    """UNLISTED, HUMAN, any listed status, and the fewest seats."""
    created = from_proto.create_game(pb.CreateGameRequest())
    assert (created.access, created.seats) == (Access.UNLISTED, None)
    assert from_proto.join_game(pb.JoinGameRequest()).kind is SeatKind.HUMAN
    assert from_proto.listed_status(pb.ListGamesRequest()) is None
    assert (
        from_proto.listed_status(pb.ListGamesRequest(status=view_pb2.GAME_STATUS_WAITING))
        is Status.WAITING
    )
