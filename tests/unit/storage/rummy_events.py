"""Events of family H, with defaults and with the most that a field may hold."""

from __future__ import annotations

from conquian_engine import (
    BankTurnedOver,
    BySeat,
    Card,
    CardDrawn,
    Cause,
    ChallengeAccepted,
    Challenged,
    ChallengeRefused,
    DealEnded,
    DealStarted,
    DealStopped,
    Declared,
    Discarded,
    DiscardsStarted,
    DiscardsTaken,
    JokerTaken,
    LaidOff,
    MeldLaid,
    Opened,
    Redealt,
    Seat,
    StockShuffled,
    pack_named,
)
from conquian_service.application.log import LoggedEvent

PACK = pack_named("double108")
FIRST, OTHER = Seat(0), Seat(1)


def cards(text: str) -> tuple[Card, ...]:
    """Several cards, written in one text."""
    return tuple(map(Card, text.split()))


RUN, MOVED, SET = cards("5S JK=6S 7S"), cards("JK*=4S 5S 6S"), cards("KC KD JK JK")

RUMMY_EVENTS: list[LoggedEvent] = [
    DealStarted(
        deal=1,
        dealer=FIRST,
        stake=1,
        order=PACK.deck[::-1],
        hands=BySeat([cards("AC AC KS JK JK"), ()]),
        hand_sizes=BySeat([5, 0]),
        stock_size=0,
    ),
    DealEnded(
        2,
        Cause.WENT_OUT,
        FIRST,
        BySeat([0, -8]),
        BySeat([0, -8]),
        BySeat([(), cards("AC AC JK")]),
        "express",
    ),
    DealEnded(
        2,
        Cause.CHALLENGE,
        None,
        BySeat([0, 0]),
        BySeat([0, 0]),
        BySeat([None, None]),
        "cooch",
    ),
    Redealt((FIRST,)),
    Redealt((FIRST, OTHER)),
    DiscardsStarted(Card("AC"), 0),
    DiscardsStarted(Card("JK"), 83),
    CardDrawn(FIRST, Card("AC"), 0),
    CardDrawn(OTHER, Card("JK"), 82),
    DiscardsTaken(FIRST, cards("AC")),
    DiscardsTaken(OTHER, cards("KS JK JK AC AC")),
    StockShuffled(cards("KS AC AC"), 3),
    BankTurnedOver(0),
    BankTurnedOver(90),
    MeldLaid(FIRST, cards("AC 2C 3C")),
    MeldLaid(OTHER, SET),
    LaidOff(FIRST, FIRST, RUN, cards("5S JK=6S 7S 8S")),
    LaidOff(OTHER, FIRST, cards("5S 6S JK=7S"), MOVED),
    JokerTaken(FIRST, FIRST, RUN, cards("5S 6S 7S"), 1),
    JokerTaken(OTHER, FIRST, SET, cards("KC KD KH KS"), 2),
    Opened(FIRST, 40),
    Declared(FIRST, 1),
    Challenged(FIRST),
    ChallengeAccepted(FIRST),
    ChallengeRefused(FIRST),
    DealStopped(FIRST),
    Discarded(OTHER, Card("JK")),
]
