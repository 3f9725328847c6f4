"""Events of family H, as a viewer may see them, written into messages of the API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from conquian.v1 import events_pb2
from conquian_engine import (
    BankTurnedOver,
    CardDrawn,
    ChallengeAccepted,
    Challenged,
    ChallengeRefused,
    DealStopped,
    Declared,
    DiscardsStarted,
    DiscardsTaken,
    JokerTaken,
    LaidOff,
    MeldLaid,
    Opened,
    Redealt,
    StockShuffled,
)
from conquian_service.transport.meld_to_proto import meld_proto


def _redealt(to: events_pb2.Event, event: Redealt) -> None:
    to.redealt.seats.extend(event.seats)


def _discards_started(to: events_pb2.Event, event: DiscardsStarted) -> None:
    to.discards_started.card = event.card
    to.discards_started.stock_size = event.stock_size


def _card_drawn(to: events_pb2.Event, event: CardDrawn) -> None:
    drawn = to.card_drawn
    drawn.seat = event.seat
    if event.card is not None:
        drawn.card = event.card
    drawn.stock_size = event.stock_size


def _discards_taken(to: events_pb2.Event, event: DiscardsTaken) -> None:
    to.discards_taken.seat = event.seat
    to.discards_taken.cards.extend(event.cards)


def _stock_shuffled(to: events_pb2.Event, event: StockShuffled) -> None:
    if event.order is not None:
        to.stock_shuffled.order.extend(event.order)
    to.stock_shuffled.stock_size = event.stock_size


def _bank_turned_over(to: events_pb2.Event, event: BankTurnedOver) -> None:
    to.bank_turned_over.stock_size = event.stock_size


def _meld_laid(to: events_pb2.Event, event: MeldLaid) -> None:
    to.meld_laid.seat = event.seat
    to.meld_laid.meld.CopyFrom(meld_proto(event.meld))


def _laid_off(to: events_pb2.Event, event: LaidOff) -> None:
    off = to.laid_off
    off.seat = event.seat
    off.owner_seat = event.owner
    off.meld.CopyFrom(meld_proto(event.old))
    off.result.CopyFrom(meld_proto(event.meld))


def _joker_taken(to: events_pb2.Event, event: JokerTaken) -> None:
    taken = to.joker_taken
    taken.seat = event.seat
    taken.owner_seat = event.owner
    taken.meld.CopyFrom(meld_proto(event.old))
    taken.result.CopyFrom(meld_proto(event.meld))
    taken.jokers = event.jokers


def _opened(to: events_pb2.Event, event: Opened) -> None:
    to.opened.seat = event.seat
    to.opened.value = event.value


def _declared(to: events_pb2.Event, event: Declared) -> None:
    to.declared.seat = event.seat
    to.declared.cards_left = event.cards_left


def _challenged(to: events_pb2.Event, event: Challenged) -> None:
    to.challenged.seat = event.seat


def _challenge_accepted(to: events_pb2.Event, event: ChallengeAccepted) -> None:
    to.challenge_accepted.seat = event.seat


def _challenge_refused(to: events_pb2.Event, event: ChallengeRefused) -> None:
    to.challenge_refused.seat = event.seat


def _deal_stopped(to: events_pb2.Event, event: DealStopped) -> None:
    to.deal_stopped.seat = event.seat


WRITE_RUMMY: Mapping[type[Any], Callable[[events_pb2.Event, Any], None]] = {
    Redealt: _redealt,
    DiscardsStarted: _discards_started,
    CardDrawn: _card_drawn,
    DiscardsTaken: _discards_taken,
    StockShuffled: _stock_shuffled,
    BankTurnedOver: _bank_turned_over,
    MeldLaid: _meld_laid,
    LaidOff: _laid_off,
    JokerTaken: _joker_taken,
    Opened: _opened,
    Declared: _declared,
    Challenged: _challenged,
    ChallengeAccepted: _challenge_accepted,
    ChallengeRefused: _challenge_refused,
    DealStopped: _deal_stopped,
}
"""How each is written."""
