"""Events, as a viewer may see them, written into messages of the API."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from conquian.v1 import events_pb2
from conquian_engine import (
    CardDied,
    CardsTraded,
    CardTurned,
    DealEnded,
    DealStarted,
    Discarded,
    Forced,
    GameEnded,
    LaidFromHand,
    Passed,
    SeatResigned,
    Taken,
    TradeChosen,
    WaivedForce,
    rules_options,
)
from conquian_service.application.log import (
    GameCancelled,
    GameStarted,
    SeatFreed,
    SeatTaken,
    SeatTokenIssued,
)
from conquian_service.application.views import ShownEvent, TableSet
from conquian_service.transport.enums import ACCESS, BONUS, CAUSE, ORIGIN, SEAT_KIND
from conquian_service.transport.meld_to_proto import meld_protos
from conquian_service.transport.rummy_event_to_proto import WRITE_RUMMY


def write_event(to: events_pb2.Event, event: ShownEvent) -> None:
    """Write one event."""
    _WRITE[type(event)](to, event)


def _table_set(to: events_pb2.Event, event: TableSet) -> None:
    created, rules = to.game_created, event.rules
    created.ruleset = rules.ruleset
    created.options.update(rules_options(rules))
    created.seats = rules.seats
    created.access = ACCESS[event.access]
    if event.first_dealer is not None:
        created.first_dealer = event.first_dealer
    created.pinned_deals = event.pinned_deals


def _seat_taken(to: events_pb2.Event, event: SeatTaken) -> None:
    taken, holder = to.seat_taken, event.holder
    taken.seat = event.seat
    taken.name = holder.name
    taken.kind = SEAT_KIND[holder.kind]
    taken.player = holder.player
    taken.entropy = holder.entropy


def _seat_freed(to: events_pb2.Event, event: SeatFreed) -> None:
    to.seat_freed.seat = event.seat


def _seat_token_issued(to: events_pb2.Event, event: SeatTokenIssued) -> None:
    to.seat_token_issued.seat = event.seat


def _game_started(to: events_pb2.Event, event: GameStarted) -> None:
    to.game_started.dealer = event.dealer


def _game_cancelled(to: events_pb2.Event, _: GameCancelled) -> None:
    to.game_cancelled.SetInParent()


def _deal_started(to: events_pb2.Event, event: DealStarted) -> None:
    started = to.deal_started
    started.number = event.deal
    started.dealer = event.dealer
    started.stake = event.stake
    started.hand_sizes.extend(event.hand_sizes)
    started.stock_size = event.stock_size
    _write_hands(started.hands, event.hands)
    if event.order is not None:
        started.order.extend(event.order)


def _card_turned(to: events_pb2.Event, event: CardTurned) -> None:
    turned = to.card_turned
    turned.card = event.card
    turned.origin = ORIGIN[event.origin]
    turned.seat = event.seat
    turned.stock_size = event.stock_size


def _passed(to: events_pb2.Event, event: Passed) -> None:
    to.passed.seat = event.seat


def _forced(to: events_pb2.Event, event: Forced) -> None:
    to.forced.seat = event.seat
    to.forced.by_seat = event.by


def _waived_force(to: events_pb2.Event, event: WaivedForce) -> None:
    to.waived_force.seat = event.seat


def _taken(to: events_pb2.Event, event: Taken) -> None:
    taken = to.taken
    taken.seat = event.seat
    taken.upcard = event.upcard
    taken.layout.extend(meld_protos(event.layout))
    taken.from_hand.extend(event.from_hand)
    if event.borrowed:
        taken.borrowed.extend(event.borrowed)


def _laid_from_hand(to: events_pb2.Event, event: LaidFromHand) -> None:
    laid = to.laid_from_hand
    laid.seat = event.seat
    laid.layout.extend(meld_protos(event.layout))
    laid.from_hand.extend(event.from_hand)


def _trade_chosen(to: events_pb2.Event, event: TradeChosen) -> None:
    to.trade_chosen.seat = event.seat
    to.trade_chosen.card = event.card or ""


def _cards_traded(to: events_pb2.Event, event: CardsTraded) -> None:
    traded = to.cards_traded
    traded.round = event.round
    for each in event.cards:
        traded.cards.add(from_seat=each.giver, to_seat=each.receiver, card=each.card or "")


def _discarded(to: events_pb2.Event, event: Discarded) -> None:
    to.discarded.seat = event.seat
    to.discarded.card = event.card


def _card_died(to: events_pb2.Event, event: CardDied) -> None:
    to.card_died.card = event.card


def _seat_resigned(to: events_pb2.Event, event: SeatResigned) -> None:
    to.seat_resigned.seat = event.seat
    to.seat_resigned.cause = CAUSE[event.cause]


def _deal_ended(to: events_pb2.Event, event: DealEnded) -> None:
    ended = to.deal_ended
    ended.number = event.deal
    ended.cause = CAUSE[event.cause]
    if event.winner is not None:
        ended.winner_seat = event.winner
    ended.points.extend(event.points)
    ended.scores.extend(event.scores)
    _write_hands(ended.counted_hands, event.counted_hands)
    if event.bonus is not None:
        ended.bonus = BONUS[event.bonus]


def _game_ended(to: events_pb2.Event, event: GameEnded) -> None:
    result = to.game_ended.result
    result.cause = CAUSE[event.cause]
    result.winner_seats.extend(event.winners)
    result.scores.extend(event.scores)


def _write_hands(to: Any, hands: Iterable[tuple[str, ...] | None]) -> None:
    for seat, hand in enumerate(hands):
        if hand is not None:
            to.add(seat=seat, cards=hand)


_WRITE: Mapping[type[ShownEvent], Callable[[events_pb2.Event, Any], None]] = {
    TableSet: _table_set,
    SeatTaken: _seat_taken,
    SeatFreed: _seat_freed,
    SeatTokenIssued: _seat_token_issued,
    GameStarted: _game_started,
    GameCancelled: _game_cancelled,
    DealStarted: _deal_started,
    CardTurned: _card_turned,
    Passed: _passed,
    Forced: _forced,
    WaivedForce: _waived_force,
    Taken: _taken,
    LaidFromHand: _laid_from_hand,
    TradeChosen: _trade_chosen,
    CardsTraded: _cards_traded,
    Discarded: _discarded,
    CardDied: _card_died,
    SeatResigned: _seat_resigned,
    DealEnded: _deal_ended,
    GameEnded: _game_ended,
    **WRITE_RUMMY,
}
