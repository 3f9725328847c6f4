"""Events read from their messages."""

from __future__ import annotations

from collections.abc import Iterable

from conquian import events
from conquian._rummy_event_reader import rummy_event_from_proto
from conquian.cards import Card, layout_from_proto, to_cards
from conquian.enums import (
    Access,
    Bonus,
    Cause,
    SeatKind,
    UpcardOrigin,
    enum_from_proto,
    given_enum_from_proto,
)
from conquian.v1 import events_pb2
from conquian.view import GameResult


def event_from_proto(message: events_pb2.Event) -> events.Event:
    """The event of a message; `UnknownEvent` for a kind newer than this client."""
    match message.WhichOneof("kind"):
        case "game_created":
            return _game_created(message.game_created)
        case "game_started":
            return events.GameStarted(dealer=message.game_started.dealer)
        case "game_cancelled":
            return events.GameCancelled()
        case "game_ended":
            return events.GameEnded(result=GameResult.from_proto(message.game_ended.result))
        case None:
            return events.UnknownEvent()
        case _:
            return _seat_event(message)


def _game_created(message: events_pb2.GameCreated) -> events.GameCreated:
    return events.GameCreated(
        ruleset=message.ruleset,
        options=dict(message.options),
        seats=message.seats,
        access=enum_from_proto(Access, message.access),
        first_dealer=message.first_dealer if message.HasField("first_dealer") else None,
        pinned_deals=message.pinned_deals,
    )


def _seat_event(message: events_pb2.Event) -> events.Event:
    match message.WhichOneof("kind"):
        case "seat_taken":
            taken = message.seat_taken
            return events.SeatTaken(
                seat=taken.seat,
                name=taken.name,
                kind=enum_from_proto(SeatKind, taken.kind),
                player=taken.player,
                entropy=taken.entropy,
            )
        case "seat_freed":
            return events.SeatFreed(seat=message.seat_freed.seat)
        case "seat_token_issued":
            return events.SeatTokenIssued(seat=message.seat_token_issued.seat)
        case "seat_resigned":
            return events.SeatResigned(
                seat=message.seat_resigned.seat,
                cause=enum_from_proto(Cause, message.seat_resigned.cause),
            )
        case _:
            return _deal_event(message)


def _deal_event(message: events_pb2.Event) -> events.Event:
    match message.WhichOneof("kind"):
        case "deal_started":
            return _deal_started(message.deal_started)
        case "card_turned":
            turned = message.card_turned
            return events.CardTurned(
                card=Card(turned.card),
                origin=enum_from_proto(UpcardOrigin, turned.origin),
                seat=turned.seat,
                stock_size=turned.stock_size,
            )
        case "card_died":
            return events.CardDied(card=Card(message.card_died.card))
        case "deal_ended":
            return _deal_ended(message.deal_ended)
        case _:
            return _move_event(message)


def _move_event(message: events_pb2.Event) -> events.Event:
    match message.WhichOneof("kind"):
        case "passed":
            return events.Passed(seat=message.passed.seat)
        case "forced":
            return events.Forced(seat=message.forced.seat, by_seat=message.forced.by_seat)
        case "waived_force":
            return events.WaivedForce(seat=message.waived_force.seat)
        case "taken":
            return events.Taken(
                seat=message.taken.seat,
                upcard=Card(message.taken.upcard),
                layout=layout_from_proto(message.taken.layout),
                from_hand=to_cards(message.taken.from_hand),
                borrowed=to_cards(message.taken.borrowed),
            )
        case "discarded":
            return events.Discarded(seat=message.discarded.seat, card=Card(message.discarded.card))
        case _:
            return _rare_event(message)


def _rare_event(message: events_pb2.Event) -> events.Event:
    match message.WhichOneof("kind"):
        case "laid_from_hand":
            return events.LaidFromHand(
                seat=message.laid_from_hand.seat,
                layout=layout_from_proto(message.laid_from_hand.layout),
                from_hand=to_cards(message.laid_from_hand.from_hand),
            )
        case "trade_chosen":
            chosen = message.trade_chosen
            return events.TradeChosen(seat=chosen.seat, card=_known(chosen.card))
        case "cards_traded":
            traded = message.cards_traded
            cards = [
                events.TradedCard(each.from_seat, each.to_seat, _known(each.card))
                for each in traded.cards
            ]
            return events.CardsTraded(round=traded.round, cards=tuple(cards))
        case _:
            return rummy_event_from_proto(message)


def _known(card: str) -> Card | None:
    return Card(card) if card else None


def _deal_started(message: events_pb2.DealStarted) -> events.DealStarted:
    return events.DealStarted(
        number=message.number,
        dealer=message.dealer,
        stake=message.stake,
        hand_sizes=tuple(message.hand_sizes),
        stock_size=message.stock_size,
        hands=_hands(message.hands),
        order=to_cards(message.order),
    )


def _deal_ended(message: events_pb2.DealEnded) -> events.DealEnded:
    return events.DealEnded(
        number=message.number,
        cause=enum_from_proto(Cause, message.cause),
        winner_seat=message.winner_seat if message.HasField("winner_seat") else None,
        points=tuple(message.points),
        scores=tuple(message.scores),
        counted_hands=_hands(message.counted_hands),
        bonus=given_enum_from_proto(Bonus, message.bonus),
    )


def _hands(messages: Iterable[events_pb2.DealtHand]) -> tuple[events.DealtHand, ...]:
    return tuple(events.DealtHand(seat=hand.seat, cards=to_cards(hand.cards)) for hand in messages)
