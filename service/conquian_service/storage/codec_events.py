"""Events as they are stored (`log.proto`), written and read.

What is read equals what was written, types included, for `fold` compares events. Setting
a field of a kind, be it to its default, chooses that kind.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, assert_never

from conquian_engine import (
    Card,
    CardDied,
    CardsTraded,
    CardTurned,
    DealEnded,
    DealStarted,
    Discarded,
    Forced,
    GameEnded,
    LaidFromHand,
    NewerRules,
    Pack,
    Passed,
    Seat,
    SeatResigned,
    Taken,
    TradeChosen,
    TradedCard,
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
)
from conquian_service.storage.codec_deal_events import read_deal_event, write_deal_event
from conquian_service.storage.codec_names import ORIGIN
from conquian_service.storage.codec_rummy_events import read_rummy_event, write_rummy_event
from conquian_service.storage.codec_table_events import read_table_event, write_table_event
from conquian_storage.v1 import log_pb2 as pb

__all__ = ["read_event", "write_event"]

_RareMove = Forced | WaivedForce | TradeChosen | CardsTraded | LaidFromHand
_RareKind = Literal["forced", "waived_force", "trade_chosen", "cards_traded", "laid_from_hand"]


def write_event(event: LoggedEvent, message: pb.Event, pack: Pack) -> None:
    """Write an event of a game with this pack into a message."""
    match event:
        case Passed(seat):
            message.passed.seat = seat
        case Discarded(seat, card):
            discarded = message.discarded
            discarded.seat = seat
            discarded.card = pack.index[card]
        case CardTurned(card, origin, seat, stock_size):
            turned = message.card_turned
            turned.card = pack.index[card]
            turned.origin = ORIGIN.numbers[origin]
            turned.seat = seat
            turned.stock_size = stock_size
        case CardDied(card):
            message.card_died.card = pack.index[card]
        case Taken(seat, card, layout, from_hand, borrowed):
            taken = message.taken
            taken.seat = seat
            taken.upcard = pack.index[card]
            taken.layout.extend([pack.mask(meld) for meld in layout])
            taken.from_hand = pack.mask(from_hand)
            if borrowed:
                taken.borrowed = pack.mask(borrowed)
        case Forced() | WaivedForce() | TradeChosen() | CardsTraded() | LaidFromHand():
            _write_rare_move(event, message, pack)
        case DealStarted() | SeatResigned() | DealEnded() | GameEnded():
            write_deal_event(event, message, pack)
        case (
            GameCreated()
            | SeatTaken()
            | SeatFreed()
            | SeatTokenIssued()
            | GameStarted()
            | GameCancelled()
        ):
            write_table_event(event, message)
        case _:
            write_rummy_event(event, message, pack)


def read_event(message: pb.Event, pack: Pack) -> LoggedEvent:
    """The event that was stored; its cards are texts of the pack."""
    kind = message.WhichOneof("kind")
    match kind:
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
                _cards_in(pack.name, taken.borrowed),
            )
        case "forced" | "waived_force" | "trade_chosen" | "cards_traded" | "laid_from_hand":
            return _read_rare_move(kind, message, pack)
        case "deal_started" | "seat_resigned" | "deal_ended" | "game_ended":
            return read_deal_event(kind, message, pack)
        case (
            "game_created"
            | "seat_taken"
            | "seat_freed"
            | "seat_token_issued"
            | "game_started"
            | "game_cancelled"
        ):
            return read_table_event(kind, message)
        case None:
            raise NewerRules("an event")
        case _:
            return read_rummy_event(kind, message, pack)


def _write_rare_move(event: _RareMove, message: pb.Event, pack: Pack) -> None:
    match event:
        case Forced(seat, by):
            message.forced.seat = seat
            message.forced.by = by
        case WaivedForce(seat):
            message.waived_force.seat = seat
        case TradeChosen(seat, card):
            message.trade_chosen.seat = seat
            message.trade_chosen.card = pack.index[_told(card)]
        case CardsTraded(number, cards):
            traded = message.cards_traded
            traded.round = number
            traded.givers = bytes([each.giver for each in cards])
            traded.receivers = bytes([each.receiver for each in cards])
            traded.cards = bytes([pack.index[_told(each.card)] for each in cards])
        case LaidFromHand(seat, layout, from_hand):
            laid = message.laid_from_hand
            laid.seat = seat
            laid.layout.extend([pack.mask(meld) for meld in layout])
            laid.from_hand = pack.mask(from_hand)
        case _:
            assert_never(event)


def _read_rare_move(kind: _RareKind, message: pb.Event, pack: Pack) -> _RareMove:
    match kind:
        case "forced":
            return Forced(Seat(message.forced.seat), Seat(message.forced.by))
        case "waived_force":
            return WaivedForce(Seat(message.waived_force.seat))
        case "trade_chosen":
            chosen = message.trade_chosen
            return TradeChosen(Seat(chosen.seat), pack.cards[chosen.card])
        case "cards_traded":
            traded = message.cards_traded
            ways = zip(traded.givers, traded.receivers, traded.cards, strict=True)
            cards = [TradedCard(Seat(by), Seat(to), pack.cards[bit]) for by, to, bit in ways]
            return CardsTraded(traded.round, tuple(cards))
        case "laid_from_hand":
            laid = message.laid_from_hand
            return LaidFromHand(
                Seat(laid.seat),
                tuple([_cards_in(pack.name, mask) for mask in laid.layout]),
                _cards_in(pack.name, laid.from_hand),
            )
        case _:
            assert_never(kind)


def _told(card: Card | None) -> Card:
    if card is None:
        raise ValueError("a viewer's copy of an event has no place in the log")
    return card


@lru_cache(maxsize=8192)
def _cards_in(pack: str, mask: int) -> tuple[Card, ...]:
    """The cards of a mask; melds and layings come again and again."""
    return pack_named(pack).cards_in(mask)
