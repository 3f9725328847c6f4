"""Every event as a sentence."""

from __future__ import annotations

from typing import get_args

import pytest

from conquian import events
from conquian.cards import Card, Meld
from conquian.enums import Access, Bonus, Cause, SeatKind, UpcardOrigin
from conquian.moves import Take
from conquian.text import event_text, outcome_text
from conquian.v1 import view_pb2
from conquian.view import GameResult, GameView
from tests.unit.client.scripted import game

NAMES = ["Ana", "Ben"]
SENTENCES = [
    (events.GameCreated("classic", {}, 2, Access.PUBLIC, None, 0), "The game is created."),
    (events.SeatTaken(0, "Ana", SeatKind.HUMAN, "", b""), "Ana takes seat 0."),
    (events.SeatFreed(1), "Seat 1 is free."),
    (events.SeatTokenIssued(1), "Ben has a new token."),
    (events.GameStarted(1), "The game starts; Ben deals first."),
    (events.GameCancelled(), "The game is called off."),
    (events.DealStarted(2, 1, 1, (10, 10), 20, (), ()), "Deal 2: Ben deals 10 cards each."),
    (
        events.CardTurned(Card("5C"), UpcardOrigin.OPENING, 1, 19),
        "The opening upcard is 5C; 19 cards are left.",
    ),
    (
        events.CardTurned(Card("5C"), UpcardOrigin.TURNED, 1, 18),
        "Ben turns up 5C; 18 cards are left.",
    ),
    (events.Passed(0), "Ana passes."),
    (events.Forced(0, 1), "Ben forces Ana."),
    (events.WaivedForce(1), "Ben lets it go."),
    (
        events.Taken(0, Card("5C"), Take.of("5C 5D 5S", "6H 7H JH").layout, (Card("5D"),)),
        "Ana takes 5C, table: 5C 5D 5S, 6H 7H JH.",
    ),
    (events.Discarded(0, Card("KD")), "Ana discards KD."),
    (
        events.LaidFromHand(0, Take.of("5C 5D 5S").layout, (Card("5D"),)),
        "Ana lays cards from the hand, table: 5C 5D 5S.",
    ),
    (events.TradeChosen(0, None), "Ana has chosen a card to give away."),
    (events.TradeChosen(0, Card("KD")), "Ana has chosen KD to give away."),
    (
        events.CardsTraded(1, (events.TradedCard(0, 1, Card("KD")), events.TradedCard(1, 0, None))),
        "Cards are traded: Ana gives Ben KD, Ben gives Ana a card.",
    ),
    (events.CardDied(Card("KD")), "KD is dead."),
    (events.SeatResigned(0, Cause.TIME), "Ana is out of the game (time)."),
    (
        events.DealEnded(1, Cause.WENT_OUT, 0, (1, -1), (1, -1), ()),
        "Deal 1 is won by Ana (went out): Ana 1, Ben -1.",
    ),
    (
        events.DealEnded(1, Cause.STOCK_EXHAUSTED, None, (0, 0), (0, 0), ()),
        "Deal 1 is drawn (stock exhausted): Ana 0, Ben 0.",
    ),
    (
        events.GameEnded(GameResult(Cause.WENT_OUT, (1,), (-1, 1))),
        "Ben wins (went out): Ana -1, Ben 1.",
    ),
    (
        events.GameEnded(GameResult(Cause.DEAL_LIMIT, (0, 1), (0, 0))),
        "Ana and Ben share the win (deal limit): Ana 0, Ben 0.",
    ),
    (events.GameEnded(GameResult(Cause.VOID, (), ())), "Nobody wins (void)."),
    (
        events.DealEnded(1, Cause.WENT_OUT, 0, (8, -8), (8, -8), (), Bonus.EXPRESS),
        "Deal 1 is won by Ana (went out, express: it counts double): Ana 8, Ben -8.",
    ),
    (events.Redealt((0, 1)), "The cards are dealt again, because of the hand of Ana and Ben."),
    (events.DiscardsStarted(Card("5C"), 83), "The first discard is 5C; 83 cards are left."),
    (events.CardDrawn(1, None, 82), "Ben draws a card; 82 cards are left."),
    (events.CardDrawn(0, Card("JK"), 82), "Ana draws JK; 82 cards are left."),
    (events.DiscardsTaken(0, (Card("5C"), Card("KD"))), "Ana takes 5C KD from the discards."),
    (
        events.StockShuffled((), 30),
        "The discards are shuffled and become the stock: 30 cards.",
    ),
    (
        events.BankTurnedOver(30),
        "The discards are turned over and become the stock: 30 cards.",
    ),
    (events.MeldLaid(0, Meld.parse("7H JK=8H 9H")), "Ana lays 7H JK=8H 9H."),
    (
        events.LaidOff(0, 1, Meld.parse("7H 8H 9H"), Meld.parse("7H 8H 9H TH")),
        "Ana adds to Ben's 7H 8H 9H: 7H 8H 9H TH.",
    ),
    (
        events.LaidOff(0, 0, Meld.parse("7H 8H 9H"), Meld.parse("7H 8H 9H TH")),
        "Ana adds to the own 7H 8H 9H: 7H 8H 9H TH.",
    ),
    (
        events.JokerTaken(0, 1, Meld.parse("5S JK=6S 7S"), Meld.parse("5S 6S 7S"), 1),
        "Ana takes a joker from Ben's 5S JK=6S 7S: 5S 6S 7S.",
    ),
    (
        events.JokerTaken(0, 1, Meld.parse("5C 5D JK JK"), Meld.parse("5C 5D 5H 5S"), 2),
        "Ana takes 2 jokers from Ben's 5C 5D JK JK: 5C 5D 5H 5S.",
    ),
    (events.Opened(1, 42), "Ben has opened with 42."),
    (events.Declared(1, 4), "Ben has 4 cards left."),
    (events.Declared(1, 1), "Ben has one card left."),
    (events.Challenged(0), "Ana challenges."),
    (events.ChallengeAccepted(1), "Ben accepts the challenge."),
    (events.ChallengeRefused(1), "Ben refuses the challenge."),
    (events.DealStopped(1), "Ben stops the deal."),
    (events.UnknownEvent(), "Something happens that this client does not know."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=lambda value: str(value)[:30])
def test_the_sentence_of_an_event(event: events.Event, sentence: str) -> None:
    """Names, cards and melds in the players' words."""
    assert event_text(event, NAMES) == sentence


def test_the_outcome_needs_only_a_view() -> None:
    """Before, at and without an end."""
    message = game(3)
    message.seats[0].name = "Ana"
    assert outcome_text(GameView.from_proto(message)) == "The game is not over."
    message.status = view_pb2.GAME_STATUS_CANCELLED
    assert outcome_text(GameView.from_proto(message)) == "The game is called off."
    message.result.CopyFrom(
        view_pb2.GameResult(cause=view_pb2.CAUSE_WENT_OUT, winner_seats=[0], scores=[1, -1])
    )
    assert outcome_text(GameView.from_proto(message)) == "Ana wins (went out): Ana 1, seat 1 -1."


def test_no_event_is_without_a_sentence() -> None:
    """The table above has every kind."""
    assert {type(event) for event, _ in SENTENCES} == set(get_args(events.Event))
