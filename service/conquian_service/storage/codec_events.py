"""Events as they are stored (`log.proto`), written and read.

What is read equals what was written, types included, for `fold` compares events. Setting
a field of a kind, be it to its default, chooses that kind.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, assert_never

from conquian_engine import (
    BySeat,
    Card,
    CardDied,
    CardTurned,
    DealEnded,
    DealStarted,
    Discarded,
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
from conquian_service.application.log import LoggedEvent
from conquian_service.storage.codec_names import CAUSE, ORIGIN, seats_in
from conquian_service.storage.codec_table_events import read_table_event, write_table_event
from conquian_storage.v1 import log_pb2 as pb

__all__ = ["read_event", "write_event"]

_DealEvent = DealStarted | SeatResigned | DealEnded | GameEnded
_DealKind = Literal["deal_started", "seat_resigned", "deal_ended", "game_ended"]


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
        case Taken(seat, card, layout, from_hand):
            taken = message.taken
            taken.seat = seat
            taken.upcard = pack.index[card]
            taken.layout.extend([pack.mask(meld) for meld in layout])
            taken.from_hand = pack.mask(from_hand)
        case Forced(seat, by):
            forced = message.forced
            forced.seat = seat
            forced.by = by
        case WaivedForce(seat):
            message.waived_force.seat = seat
        case DealStarted() | SeatResigned() | DealEnded() | GameEnded():
            _write_deal_event(event, message, pack)
        case _:
            write_table_event(event, message)


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
            )
        case "forced":
            return Forced(Seat(message.forced.seat), Seat(message.forced.by))
        case "waived_force":
            return WaivedForce(Seat(message.waived_force.seat))
        case "deal_started" | "seat_resigned" | "deal_ended" | "game_ended":
            return _read_deal_event(kind, message, pack)
        case None:
            raise NewerRules("an event")
        case _:
            return read_table_event(kind, message)


def _write_deal_event(event: _DealEvent, message: pb.Event, pack: Pack) -> None:
    match event:
        case DealStarted(deal, dealer, stake, order, hands, _, stock_size):
            started = message.deal_started
            started.deal = deal
            started.dealer = dealer
            started.stake = stake
            started.order = bytes([pack.index[card] for card in _whole(order)])
            started.hands.extend([pack.mask(_whole(hand)) for hand in hands])
            started.stock_size = stock_size
        case SeatResigned(seat, cause):
            message.seat_resigned.seat = seat
            message.seat_resigned.cause = CAUSE.numbers[cause]
        case DealEnded(deal, cause, winner, points, scores, hands):
            ended = message.deal_ended
            ended.deal = deal
            ended.cause = CAUSE.numbers[cause]
            if winner is not None:
                ended.winner = winner
            ended.points.extend(points)
            ended.scores.extend(scores)
            counted = {seat: hand for seat, hand in enumerate(hands) if hand is not None}
            ended.counted_seats = bytes(counted)
            ended.counted_hands.extend(map(pack.mask, counted.values()))
        case GameEnded(cause, winners, scores):
            over = message.game_ended
            over.cause = CAUSE.numbers[cause]
            over.winners = bytes(winners)
            over.scores.extend(scores)
        case _:
            assert_never(event)


def _read_deal_event(kind: _DealKind, message: pb.Event, pack: Pack) -> _DealEvent:
    match kind:
        case "deal_started":
            started = message.deal_started
            return DealStarted(
                started.deal,
                Seat(started.dealer),
                started.stake,
                tuple([pack.cards[bit] for bit in started.order]),
                BySeat(map(pack.cards_in, started.hands)),
                BySeat(map(int.bit_count, started.hands)),
                started.stock_size,
            )
        case "seat_resigned":
            resigned = message.seat_resigned
            return SeatResigned(Seat(resigned.seat), CAUSE.words[resigned.cause])
        case "deal_ended":
            ended = message.deal_ended
            counted = dict(zip(ended.counted_seats, ended.counted_hands, strict=True))
            return DealEnded(
                ended.deal,
                CAUSE.words[ended.cause],
                Seat(ended.winner) if ended.HasField("winner") else None,
                BySeat(ended.points),
                BySeat(ended.scores),
                BySeat(
                    pack.cards_in(counted[seat]) if seat in counted else None
                    for seat in range(len(ended.scores))
                ),
            )
        case "game_ended":
            over = message.game_ended
            return GameEnded(CAUSE.words[over.cause], seats_in(over.winners), BySeat(over.scores))
        case _:
            assert_never(kind)


def _whole(cards: tuple[Card, ...] | None) -> tuple[Card, ...]:
    if cards is None:
        raise ValueError("a viewer's copy of an event has no place in the log")
    return cards


@lru_cache(maxsize=8192)
def _cards_in(pack: str, mask: int) -> tuple[Card, ...]:
    """The cards of a mask; melds and layings come again and again."""
    return pack_named(pack).cards_in(mask)
