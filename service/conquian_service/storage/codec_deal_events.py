"""Deals and their ends as they are stored (`log.proto`), written and read."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from typing import Literal, assert_never

from conquian_engine import (
    BySeat,
    Card,
    DealEnded,
    DealStarted,
    GameEnded,
    Pack,
    Seat,
    SeatResigned,
)
from conquian_service.storage.codec_names import BONUS, CAUSE, seats_in
from conquian_service.storage.codec_rummy_events import cards_from_bytes, cards_to_bytes
from conquian_storage.v1 import log_pb2 as pb

__all__ = ["DealEvent", "DealKind", "read_deal_event", "write_deal_event"]

DealEvent = DealStarted | SeatResigned | DealEnded | GameEnded
"""The events that both families have and that hold whole hands, or none of the cards."""

DealKind = Literal["deal_started", "seat_resigned", "deal_ended", "game_ended"]


def write_deal_event(event: DealEvent, message: pb.Event, pack: Pack) -> None:
    """Write an event of a game with this pack into a message."""
    match event:
        case DealStarted(deal, dealer, stake, order, hands, _, stock_size):
            started = message.deal_started
            started.deal = deal
            started.dealer = dealer
            started.stake = stake
            started.order = bytes([pack.index[card] for card in _whole(order)])
            _write_hands(map(_whole, hands), started.hands, started.double_hands, pack)
            started.stock_size = stock_size
        case SeatResigned(seat, cause):
            message.seat_resigned.seat = seat
            message.seat_resigned.cause = CAUSE.numbers[cause]
        case DealEnded(deal, cause, winner, points, scores, hands, bonus):
            ended = message.deal_ended
            ended.deal = deal
            ended.cause = CAUSE.numbers[cause]
            if winner is not None:
                ended.winner = winner
            ended.points.extend(points)
            ended.scores.extend(scores)
            counted = {seat: hand for seat, hand in enumerate(hands) if hand is not None}
            ended.counted_seats = bytes(counted)
            _write_hands(counted.values(), ended.counted_hands, ended.counted_double_hands, pack)
            if bonus is not None:
                ended.bonus = BONUS.numbers[bonus]
        case GameEnded(cause, winners, scores):
            over = message.game_ended
            over.cause = CAUSE.numbers[cause]
            over.winners = bytes(winners)
            over.scores.extend(scores)
        case _:
            assert_never(event)


def read_deal_event(kind: DealKind, message: pb.Event, pack: Pack) -> DealEvent:
    """The event that was stored; its cards are texts of the pack."""
    match kind:
        case "deal_started":
            started = message.deal_started
            hands = _read_hands(started.hands, started.double_hands, pack)
            return DealStarted(
                started.deal,
                Seat(started.dealer),
                started.stake,
                tuple([pack.cards[bit] for bit in started.order]),
                BySeat(hands),
                BySeat(map(len, hands)),
                started.stock_size,
            )
        case "seat_resigned":
            resigned = message.seat_resigned
            return SeatResigned(Seat(resigned.seat), CAUSE.words[resigned.cause])
        case "deal_ended":
            ended = message.deal_ended
            shown = _read_hands(ended.counted_hands, ended.counted_double_hands, pack)
            counted = dict(zip(ended.counted_seats, shown, strict=True))
            return DealEnded(
                ended.deal,
                CAUSE.words[ended.cause],
                Seat(ended.winner) if ended.HasField("winner") else None,
                BySeat(ended.points),
                BySeat(ended.scores),
                BySeat(counted.get(seat) for seat in range(len(ended.scores))),
                BONUS.words[ended.bonus] if ended.bonus else None,
            )
        case "game_ended":
            over = message.game_ended
            return GameEnded(CAUSE.words[over.cause], seats_in(over.winners), BySeat(over.scores))
        case _:
            assert_never(kind)


def _write_hands(
    hands: Iterable[tuple[Card, ...]],
    masks: MutableSequence[int],
    doubles: MutableSequence[bytes],
    pack: Pack,
) -> None:
    """Write hands: a mask cannot tell that a card is held twice."""
    if pack.copies == 1:
        masks.extend(map(pack.mask, hands))
    else:
        doubles.extend(cards_to_bytes(hand, pack) for hand in hands)


def _read_hands(
    masks: Sequence[int], doubles: Sequence[bytes], pack: Pack
) -> list[tuple[Card, ...]]:
    if pack.copies == 1:
        return [pack.cards_in(mask) for mask in masks]
    return [cards_from_bytes(hand, pack) for hand in doubles]


def _whole(cards: tuple[Card, ...] | None) -> tuple[Card, ...]:
    if cards is None:
        raise ValueError("a viewer's copy of an event has no place in the log")
    return cards
