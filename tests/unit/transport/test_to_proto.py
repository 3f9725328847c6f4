"""Answers become messages of the API: all of them, and nothing lost."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, get_args

import pytest
from google.protobuf.json_format import MessageToDict

from conquian.v1 import cards_pb2, events_pb2, game_service_pb2, view_pb2
from conquian_engine import (
    AcceptChallenge,
    BySeat,
    CardDied,
    CardsTraded,
    CardTurned,
    Cause,
    Challenge,
    DealEnded,
    DealStarted,
    Discard,
    Discarded,
    DrawDiscards,
    DrawStock,
    Force,
    Forced,
    GameEnded,
    LaidFromHand,
    LayFromHand,
    LayMeld,
    LayOff,
    LetGo,
    Move,
    MoveKind,
    Origin,
    Pass,
    Passed,
    PhaseName,
    RefuseChallenge,
    Seat,
    SeatResigned,
    Stop,
    Take,
    TakeJoker,
    Taken,
    Trade,
    TradeChosen,
    TradedCard,
    WaivedForce,
    resolve_rules,
    rules_options,
)
from conquian_service.application.game import Access, Holder, SeatKind, Status
from conquian_service.application.log import (
    GameCancelled,
    GameStarted,
    SeatFreed,
    SeatTaken,
    SeatTokenIssued,
)
from conquian_service.application.views import ShownEvent, TableSet, Update
from conquian_service.application.watching import Closing, Heartbeat, Resync, Watched
from conquian_service.transport import enums, event_to_proto
from conquian_service.transport.event_to_proto import write_event
from conquian_service.transport.meld_to_proto import meld_protos
from conquian_service.transport.move_from_proto import read_move
from conquian_service.transport.move_to_proto import write_move
from conquian_service.transport.to_proto import write_update, write_watched
from tests.unit.transport.rummy_events import LONGER, RUMMY_PARTS, RUN, cards

LAYOUT = (("3C", "3D", "3S"), ("4H", "5H", "6H"))
PARTS: list[tuple[ShownEvent, dict[str, object]]] = [
    (
        TableSet(resolve_rules("classic"), Access.PUBLIC, Seat(1), 2),
        {
            "gameCreated": {
                "ruleset": "classic",
                "options": rules_options(resolve_rules("classic")),
                "seats": 2,
                "access": "ACCESS_PUBLIC",
                "firstDealer": 1,
                "pinnedDeals": 2,
            }
        },
    ),
    (
        SeatTaken(1, Holder("Ana", SeatKind.BOT, "p-1", b"\1\2"), 7),  # type: ignore[arg-type]
        {
            "seatTaken": {
                "seat": 1,
                "name": "Ana",
                "kind": "SEAT_KIND_BOT",
                "player": "p-1",
                "entropy": "AQI=",
            }
        },
    ),
    (
        TradeChosen(1, "7H"),  # type: ignore[arg-type]
        {"tradeChosen": {"seat": 1, "card": "7H"}},
    ),
    (TradeChosen(1, None), {"tradeChosen": {"seat": 1}}),  # type: ignore[arg-type]
    (
        CardsTraded(2, (TradedCard(0, 1, "7H"), TradedCard(1, 0, None))),  # type: ignore[arg-type]
        {
            "cardsTraded": {
                "round": 2,
                "cards": [{"toSeat": 1, "card": "7H"}, {"fromSeat": 1}],
            }
        },
    ),
    (
        LaidFromHand(1, LAYOUT, ("3C",)),  # type: ignore[arg-type]
        {
            "laidFromHand": {
                "seat": 1,
                "layout": [{"cards": ["3C", "3D", "3S"]}, {"cards": ["4H", "5H", "6H"]}],
                "fromHand": ["3C"],
            }
        },
    ),
    (
        Taken(1, "3C", LAYOUT[:1], ("3D",), ("3S",)),  # type: ignore[arg-type]
        {
            "taken": {
                "seat": 1,
                "upcard": "3C",
                "layout": [{"cards": ["3C", "3D", "3S"]}],
                "fromHand": ["3D"],
                "borrowed": ["3S"],
            }
        },
    ),
    (SeatFreed(Seat(1)), {"seatFreed": {"seat": 1}}),
    (SeatTokenIssued(Seat(1), 700), {"seatTokenIssued": {"seat": 1}}),
    (GameStarted(Seat(1)), {"gameStarted": {"dealer": 1}}),
    (GameCancelled(), {"gameCancelled": {}}),
    (
        DealStarted(
            deal=2,
            dealer=1,  # type: ignore[arg-type]
            stake=3,
            order=("7H", "AC"),  # type: ignore[arg-type]
            hands=BySeat((None, ("AC",))),  # type: ignore[arg-type]
            hand_sizes=BySeat((1, 1)),
            stock_size=9,
        ),
        {
            "dealStarted": {
                "number": 2,
                "dealer": 1,
                "stake": 3,
                "order": ["7H", "AC"],
                "hands": [{"seat": 1, "cards": ["AC"]}],
                "handSizes": [1, 1],
                "stockSize": 9,
            }
        },
    ),
    (
        CardTurned("7H", Origin.TURNED, 1, 9),  # type: ignore[arg-type]
        {
            "cardTurned": {
                "card": "7H",
                "origin": "UPCARD_ORIGIN_TURNED",
                "seat": 1,
                "stockSize": 9,
            }
        },
    ),
    (Passed(1), {"passed": {"seat": 1}}),  # type: ignore[arg-type]
    (Forced(1, 2), {"forced": {"seat": 1, "bySeat": 2}}),  # type: ignore[arg-type]
    (WaivedForce(1), {"waivedForce": {"seat": 1}}),  # type: ignore[arg-type]
    (
        Taken(1, "3C", LAYOUT, ("3D", "3S")),  # type: ignore[arg-type]
        {
            "taken": {
                "seat": 1,
                "upcard": "3C",
                "layout": [{"cards": ["3C", "3D", "3S"]}, {"cards": ["4H", "5H", "6H"]}],
                "fromHand": ["3D", "3S"],
            }
        },
    ),
    (Discarded(1, "KH"), {"discarded": {"seat": 1, "card": "KH"}}),  # type: ignore[arg-type]
    (CardDied("KH"), {"cardDied": {"card": "KH"}}),  # type: ignore[arg-type]
    (
        SeatResigned(1, Cause.TIME),  # type: ignore[arg-type]
        {"seatResigned": {"seat": 1, "cause": "CAUSE_TIME"}},
    ),
    (
        DealEnded(
            deal=2,
            cause=Cause.WENT_OUT,
            winner=0,  # type: ignore[arg-type]
            points=BySeat((1, -1)),
            scores=BySeat((3, -3)),
            counted_hands=BySeat((None, ("AC",))),  # type: ignore[arg-type]
        ),
        {
            "dealEnded": {
                "number": 2,
                "cause": "CAUSE_WENT_OUT",
                "winnerSeat": 0,
                "points": [1, -1],
                "scores": [3, -3],
                "countedHands": [{"seat": 1, "cards": ["AC"]}],
            }
        },
    ),
    (
        DealEnded(
            2,
            Cause.WENT_OUT,
            Seat(1),
            BySeat((-8, 0)),
            BySeat((-8, 0)),
            BySeat((None, None)),
            "express",
        ),
        {
            "dealEnded": {
                "number": 2,
                "cause": "CAUSE_WENT_OUT",
                "winnerSeat": 1,
                "points": [-8, 0],
                "scores": [-8, 0],
                "bonus": "BONUS_EXPRESS",
            }
        },
    ),
    (
        GameEnded(Cause.FORFEIT, (1,), BySeat((3, -3))),  # type: ignore[arg-type]
        {
            "gameEnded": {
                "result": {"cause": "CAUSE_FORFEIT", "winnerSeats": [1], "scores": [3, -3]}
            }
        },
    ),
    *RUMMY_PARTS,
]


@pytest.mark.parametrize(("event", "written"), PARTS, ids=lambda part: type(part).__name__)
def test_each_event_is_written(event: ShownEvent, written: dict[str, object]) -> None:
    """Every field of every kind arrives, seat 0 and empty kinds too."""
    message = events_pb2.Event()
    write_event(message, event)
    assert MessageToDict(message) == written


def test_no_kind_of_event_is_forgotten() -> None:
    """The table of writers, the union of events and the proto's oneof agree."""
    kinds = set(get_args(ShownEvent))
    assert set(event_to_proto._WRITE) == kinds == {type(event) for event, _ in PARTS}
    oneof = events_pb2.Event.DESCRIPTOR.oneofs_by_name["kind"]
    assert {next(iter(written)) for _, written in PARTS} == {
        field.json_name for field in oneof.fields
    }


@pytest.mark.parametrize(
    ("table", "enum", "inner"),
    [
        (enums.STATUS, view_pb2.GameStatus, Status),
        (enums.ACCESS, view_pb2.Access, Access),
        (enums.SEAT_KIND, view_pb2.SeatKind, SeatKind),
        (enums.PHASE, view_pb2.Phase, PhaseName),
        (enums.ORIGIN, view_pb2.UpcardOrigin, Origin),
        (enums.CAUSE, view_pb2.Cause, Cause),
        (enums.MOVE_KIND, cards_pb2.MoveKind, MoveKind),
    ],
    ids=["status", "access", "seat kind", "phase", "origin", "cause", "move kind"],
)
def test_enumerations_agree(table: dict[object, int], enum: Any, inner: type[StrEnum]) -> None:
    """Every value has a number, every number but UNSPECIFIED a value."""
    no_deal = {PhaseName.AWAITING_ORDER, PhaseName.RESHUFFLE_DUE, PhaseName.GAME_OVER}
    assert set(table) == set(inner) - no_deal
    assert {0, *table.values()} == set(enum.values())


@pytest.mark.parametrize(
    "move",
    [
        Take(LAYOUT),  # type: ignore[arg-type]
        LayFromHand(LAYOUT),  # type: ignore[arg-type]
        Pass(),
        Force(Seat(0)),
        LetGo(),
        Discard("KH"),  # type: ignore[arg-type]
        Trade("KH"),  # type: ignore[arg-type]
        DrawStock(),
        DrawDiscards(1),
        DrawDiscards(3),
        Challenge(),
        AcceptChallenge(),
        RefuseChallenge(),
        Stop(),
        LayMeld(RUN),
        LayOff(Seat(0), RUN, LONGER),
        TakeJoker(Seat(1), RUN, cards("5S 6S 7S")),
    ],
    ids=lambda move: type(move).__name__,
)
def test_a_listed_move_can_be_sent_back_unchanged(move: Move) -> None:
    """Writing and reading a move gives the same move."""
    message = cards_pb2.Move()
    write_move(message, move)
    assert read_move(cards_pb2.Move.FromString(message.SerializeToString())) == move


def test_shared_melds_are_copied() -> None:
    """A change of a message that holds a meld does not reach the next one."""
    first, second = (cards_pb2.Take(layout=meld_protos(LAYOUT)) for _ in range(2))  # type: ignore[arg-type]
    first.layout[0].cards.append("KH")
    assert [list(meld.cards) for meld in second.layout] == [list(meld) for meld in LAYOUT]
    assert meld_protos(LAYOUT)[0].cards == ["3C", "3D", "3S"]  # type: ignore[arg-type]


def test_times_keep_their_milliseconds() -> None:
    """Milliseconds since 1970 become seconds and nanoseconds."""
    update = events_pb2.GameUpdate()
    write_update(update, Update(3, 1_700_000_000_123, ()))
    assert update.revision == 3
    assert update.commit_time.ToMilliseconds() == 1_700_000_000_123
    assert not update.HasField("view")


@pytest.mark.parametrize(
    ("watched", "written"),
    [
        (Heartbeat(3), {"heartbeat": {"revision": 3}}),
        (Resync(3), {"resync": {"revision": 3}}),
        (Closing(3), {"closing": {"resumeAfterRevision": 3}}),
        (Update(3, 1000, ()), {"update": {"revision": 3, "commitTime": "1970-01-01T00:00:01Z"}}),
    ],
    ids=["heartbeat", "resync", "closing", "update"],
)
def test_each_message_of_a_stream_is_written(watched: Watched, written: dict[str, object]) -> None:
    """Every kind has its place."""
    message = game_service_pb2.WatchGameResponse()
    write_watched(message, watched)
    assert MessageToDict(message) == written
