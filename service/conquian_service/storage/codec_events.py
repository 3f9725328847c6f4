"""Events as they are stored (`log.proto`), written and read.

What is read equals what was written to the last type, for `fold` compares events.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

from conquian_engine import (
    BySeat,
    Card,
    CardDied,
    CardTurned,
    DealEnded,
    DealStarted,
    Discarded,
    Event,
    Forced,
    GameEnded,
    NewerRules,
    Pack,
    Passed,
    Seat,
    SeatResigned,
    Taken,
    WaivedForce,
    pack_named,
)
from conquian_service.application.log import (
    GameCancelled,
    GameCreated,
    GameStarted,
    LoggedEvent,
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
from conquian_service.storage.codec_names import ACCESS, CAUSE, ORIGIN, seats_in
from conquian_service.storage.codec_rules import read_rules, write_rules
from conquian_storage.v1 import log_pb2 as pb

__all__ = ["read_event", "write_event"]


def write_event(event: LoggedEvent, pack: Pack) -> pb.Event:
    """The stored form of an event of a game with this pack."""
    index = pack.index
    match event:
        case Passed(seat):
            return pb.Event(passed=pb.Passed(seat=seat))
        case Discarded(seat, card):
            return pb.Event(discarded=pb.Discarded(seat=seat, card=index[card]))
        case CardTurned(card, origin, seat, stock_size):
            turned = pb.CardTurned(
                card=index[card],
                origin=ORIGIN.numbers[origin],
                seat=seat,
                stock_size=stock_size,
            )
            return pb.Event(card_turned=turned)
        case CardDied(card):
            return pb.Event(card_died=pb.CardDied(card=index[card]))
        case Taken(seat, upcard, layout, from_hand):
            taken = pb.Taken(
                seat=seat,
                upcard=index[upcard],
                layout=[pack.mask(meld) for meld in layout],
                from_hand=pack.mask(from_hand),
            )
            return pb.Event(taken=taken)
        case Forced(seat, by):
            return pb.Event(forced=pb.Forced(seat=seat, by=by))
        case WaivedForce(seat):
            return pb.Event(waived_force=pb.WaivedForce(seat=seat))
        case _:
            return _write_rarer(event, pack)


def read_event(message: pb.Event, pack: Pack) -> LoggedEvent:
    """The event that was stored; its cards are texts of the pack."""
    match message.WhichOneof("kind"):
        case "passed":
            return Passed(Seat(message.passed.seat))
        case "discarded":
            discarded = message.discarded
            return Discarded(Seat(discarded.seat), pack.cards[discarded.card])
        case "card_turned":
            turned = message.card_turned
            return CardTurned(
                pack.cards[turned.card],
                ORIGIN.words[turned.origin],
                Seat(turned.seat),
                turned.stock_size,
            )
        case "card_died":
            return CardDied(pack.cards[message.card_died.card])
        case "taken":
            taken = message.taken
            return Taken(
                Seat(taken.seat),
                pack.cards[taken.upcard],
                tuple([_cards_in(pack.name, mask) for mask in taken.layout]),
                _cards_in(pack.name, taken.from_hand),
            )
        case "forced":
            return Forced(Seat(message.forced.seat), Seat(message.forced.by))
        case "waived_force":
            return WaivedForce(Seat(message.waived_force.seat))
        case None:
            raise NewerRules("an event")
        case _:
            return _read_rarer(message, pack)
