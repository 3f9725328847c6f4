"""Events of family H read from their messages."""

from __future__ import annotations

from conquian import rummy_events as events
from conquian.cards import Card, meld_from_proto, to_cards
from conquian.v1 import events_pb2


def rummy_event_from_proto(message: events_pb2.Event) -> events.RummyEvent:
    """The event of a message that is one of family H."""
    match message.WhichOneof("kind"):
        case "card_drawn":
            drawn = message.card_drawn
            card = Card(drawn.card) if drawn.card else None
            return events.CardDrawn(seat=drawn.seat, card=card, stock_size=drawn.stock_size)
        case "discards_taken":
            taken = message.discards_taken
            return events.DiscardsTaken(seat=taken.seat, cards=to_cards(taken.cards))
        case "discards_started":
            started = message.discards_started
            return events.DiscardsStarted(card=Card(started.card), stock_size=started.stock_size)
        case "stock_shuffled":
            shuffled = message.stock_shuffled
            return events.StockShuffled(
                order=to_cards(shuffled.order), stock_size=shuffled.stock_size
            )
        case "bank_turned_over":
            return events.BankTurnedOver(stock_size=message.bank_turned_over.stock_size)
        case "redealt":
            return events.Redealt(seats=tuple(message.redealt.seats))
        case _:
            return _laying(message)


def _laying(message: events_pb2.Event) -> events.RummyEvent:
    match message.WhichOneof("kind"):
        case "meld_laid":
            laid = message.meld_laid
            return events.MeldLaid(seat=laid.seat, meld=meld_from_proto(laid.meld))
        case "laid_off":
            off = message.laid_off
            return events.LaidOff(
                seat=off.seat,
                owner_seat=off.owner_seat,
                meld=meld_from_proto(off.meld),
                result=meld_from_proto(off.result),
            )
        case "joker_taken":
            joker = message.joker_taken
            return events.JokerTaken(
                seat=joker.seat,
                owner_seat=joker.owner_seat,
                meld=meld_from_proto(joker.meld),
                result=meld_from_proto(joker.result),
                jokers=joker.jokers,
            )
        case "opened":
            return events.Opened(seat=message.opened.seat, value=message.opened.value)
        case _:
            return _said(message)


def _said(message: events_pb2.Event) -> events.RummyEvent:
    match message.WhichOneof("kind"):
        case "declared":
            declared = message.declared
            return events.Declared(seat=declared.seat, cards_left=declared.cards_left)
        case "challenged":
            return events.Challenged(seat=message.challenged.seat)
        case "challenge_accepted":
            return events.ChallengeAccepted(seat=message.challenge_accepted.seat)
        case "challenge_refused":
            return events.ChallengeRefused(seat=message.challenge_refused.seat)
        case "deal_stopped":
            return events.DealStopped(seat=message.deal_stopped.seat)
        case kind:
            raise AssertionError(kind)
