"""Table events as they are stored (`log.proto`), written and read."""

from __future__ import annotations

from typing import Literal, assert_never

from conquian_engine import Seat
from conquian_service.application.log import (
    GameCancelled,
    GameCreated,
    GameStarted,
    SeatFreed,
    SeatTaken,
    SeatTokenIssued,
    TableEvent,
)
from conquian_service.storage.codec_game import (
    read_holder,
    read_orders,
    write_holder,
    write_orders,
)
from conquian_service.storage.codec_names import ACCESS
from conquian_service.storage.codec_rules import read_rules, write_rules
from conquian_storage.v1 import log_pb2 as pb

__all__ = ["TableKind", "read_table_event", "write_table_event"]

TableKind = Literal[
    "game_created",
    "seat_taken",
    "seat_freed",
    "seat_token_issued",
    "game_started",
    "game_cancelled",
]
"""The kinds of a stored event that are of the table."""


def write_table_event(event: TableEvent, message: pb.Event) -> None:
    """Write an event of the table into a message."""
    match event:
        case GameCreated(rules, access, first_dealer, seed, pinned_orders):
            created = message.game_created
            created.rules.CopyFrom(write_rules(rules))
            created.access = ACCESS.numbers[access]
            if first_dealer is not None:
                created.first_dealer = first_dealer
            created.seed = seed
            created.pinned_orders = write_orders(pinned_orders, rules)
        case SeatTaken(seat, holder, epoch):
            message.seat_taken.seat = seat
            message.seat_taken.epoch = epoch
            write_holder(holder, message.seat_taken.holder)
        case SeatFreed(seat):
            message.seat_freed.seat = seat
        case SeatTokenIssued(seat, epoch):
            message.seat_token_issued.seat = seat
            message.seat_token_issued.epoch = epoch
        case GameStarted(dealer):
            message.game_started.dealer = dealer
        case GameCancelled():
            message.game_cancelled.SetInParent()
        case _:
            assert_never(event)


def read_table_event(kind: TableKind, message: pb.Event) -> TableEvent:
    """The event that was stored, of a kind that is of the table."""
    match kind:
        case "game_created":
            created = message.game_created
            rules = read_rules(created.rules)
            return GameCreated(
                rules,
                ACCESS.words[created.access],
                Seat(created.first_dealer) if created.HasField("first_dealer") else None,
                created.seed,
                read_orders(created.pinned_orders, rules),
            )
        case "seat_taken":
            taken = message.seat_taken
            return SeatTaken(Seat(taken.seat), read_holder(taken.holder), taken.epoch)
        case "seat_freed":
            return SeatFreed(Seat(message.seat_freed.seat))
        case "seat_token_issued":
            issued = message.seat_token_issued
            return SeatTokenIssued(Seat(issued.seat), issued.epoch)
        case "game_started":
            return GameStarted(Seat(message.game_started.dealer))
        case "game_cancelled":
            return GameCancelled()
        case _:
            assert_never(kind)
