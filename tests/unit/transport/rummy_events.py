"""Every event that only family H has, and its message in JSON."""

from __future__ import annotations

from conquian_engine import (
    BankTurnedOver,
    Card,
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
    Seat,
    StockShuffled,
)
from conquian_service.application.views import ShownEvent


def cards(text: str) -> tuple[Card, ...]:
    """Cards parted by spaces."""
    return tuple(map(Card, text.split()))


RUN, LONGER = cards("5S JK=6S 7S"), cards("5S JK=6S 7S 8S")

RUMMY_PARTS: list[tuple[ShownEvent, dict[str, object]]] = [
    (Redealt((Seat(0), Seat(2))), {"redealt": {"seats": [0, 2]}}),
    (
        DiscardsStarted(Card("JK"), 83),
        {"discardsStarted": {"card": "JK", "stockSize": 83}},
    ),
    (
        CardDrawn(Seat(0), Card("KD"), 82),
        {"cardDrawn": {"card": "KD", "stockSize": 82}},
    ),
    (CardDrawn(Seat(1), None, 82), {"cardDrawn": {"seat": 1, "stockSize": 82}}),
    (
        DiscardsTaken(Seat(1), cards("KD KD JK")),
        {"discardsTaken": {"seat": 1, "cards": ["KD", "KD", "JK"]}},
    ),
    (
        StockShuffled(cards("KD 3C"), 2),
        {"stockShuffled": {"order": ["KD", "3C"], "stockSize": 2}},
    ),
    (StockShuffled(None, 2), {"stockShuffled": {"stockSize": 2}}),
    (BankTurnedOver(40), {"bankTurnedOver": {"stockSize": 40}}),
    (
        MeldLaid(Seat(0), RUN),
        {"meldLaid": {"meld": {"cards": list(RUN)}}},
    ),
    (
        LaidOff(Seat(0), Seat(1), RUN, LONGER),
        {"laidOff": {"ownerSeat": 1, "meld": {"cards": [*RUN]}, "result": {"cards": [*LONGER]}}},
    ),
    (
        JokerTaken(Seat(1), Seat(0), RUN, cards("5S 6S 7S"), 1),
        {
            "jokerTaken": {
                "seat": 1,
                "meld": {"cards": [*RUN]},
                "result": {"cards": ["5S", "6S", "7S"]},
                "jokers": 1,
            }
        },
    ),
    (Opened(Seat(1), 42), {"opened": {"seat": 1, "value": 42}}),
    (Declared(Seat(1), 4), {"declared": {"seat": 1, "cardsLeft": 4}}),
    (Challenged(Seat(0)), {"challenged": {}}),
    (ChallengeAccepted(Seat(1)), {"challengeAccepted": {"seat": 1}}),
    (ChallengeRefused(Seat(1)), {"challengeRefused": {"seat": 1}}),
    (DealStopped(Seat(0)), {"dealStopped": {}}),
]
