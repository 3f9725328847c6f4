"""Engine values in the oracle's words, so that the two can be compared.

The only module of this folder that knows the engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from conquian_engine import (
    Card,
    CardDied,
    CardsTraded,
    CardTurned,
    DealEnded,
    DealStarted,
    Discard,
    Discarded,
    Event,
    Force,
    Forced,
    GameEnded,
    LaidFromHand,
    LayFromHand,
    Layout,
    LetGo,
    Move,
    Pass,
    Passed,
    Rules,
    SeatResigned,
    Take,
    Taken,
    Trade,
    TradeChosen,
    UpcardEvent,
    UpcardMove,
    WaivedForce,
    resolve_rules,
)
from tests.oracle.game import Fact
from tests.oracle.game import Move as PlainMove
from tests.oracle.options import Options
from tests.oracle.takings import Layout as PlainLayout
from tests.support.families import upcard_rules


def rules_of(options: Options) -> Rules:
    """The engine's rules for the oracle's options, by way of their texts."""
    return upcard_rules(resolve_rules(options.ruleset, options.as_text(), seats=options.seats))


def cards(text: str) -> tuple[Card, ...]:
    """Cards from a text such as `"7H 8H"`, in that order."""
    return tuple(Card(card) for card in text.split())


def layout(*melds: str) -> Layout:
    """A layout from texts such as `"3C 3D 3S"`, one a meld, in that order."""
    return tuple(cards(meld) for meld in melds)


def plain_layout(melds: Iterable[Iterable[str]]) -> PlainLayout:
    """A layout as a set of sets."""
    return frozenset(frozenset(str(card) for card in meld) for meld in melds)


def engine_layout(plain: PlainLayout) -> Layout:
    """A set of sets as some layout; cards and melds in text order, not in the engine's."""
    return tuple(sorted(tuple(Card(card) for card in sorted(meld)) for meld in plain))


def plain_move(move: Move) -> PlainMove:
    """A move of family U in the oracle's words."""
    assert isinstance(move, UpcardMove)
    match move:
        case Take():
            return ("take", plain_layout(move.layout))
        case LayFromHand():
            return ("lay", plain_layout(move.layout))
        case Trade():
            return ("trade", str(move.card))
        case Pass():
            return ("pass",)
        case Force():
            return ("force", int(move.seat))
        case LetGo():
            return ("let go",)
        case Discard():
            return ("discard", str(move.card))
        case _:
            assert_never(move)


def plain_event(event: Event) -> Fact:  # noqa: C901, PLR0911, PLR0912 - one line for each kind
    """What an event says happened, in the oracle's words."""
    assert isinstance(event, UpcardEvent)
    match event:
        case DealStarted():
            hands = tuple(frozenset(hand or ()) for hand in event.hands)
            return ("deal", event.deal, event.dealer, event.stake, hands)
        case CardTurned():
            return ("turned", event.card, str(event.origin), event.seat)
        case Passed():
            return ("passed", event.seat)
        case Forced():
            return ("forced", event.seat, event.by)
        case WaivedForce():
            return ("let go", event.seat)
        case Taken():
            laid, borrowed = frozenset(event.from_hand), frozenset(event.borrowed)
            return ("taken", event.seat, event.upcard, plain_layout(event.layout), laid, borrowed)
        case LaidFromHand():
            return ("laid", event.seat, plain_layout(event.layout), frozenset(event.from_hand))
        case TradeChosen():
            return ("trade chosen", event.seat, event.card)
        case CardsTraded():
            moved = tuple((each.giver, each.receiver, each.card) for each in event.cards)
            return ("traded", event.round, moved)
        case Discarded():
            return ("discarded", event.seat, event.card)
        case CardDied():
            return ("died", event.card)
        case SeatResigned():
            return ("resigned", event.seat, str(event.cause))
        case DealEnded():
            shown = tuple(None if hand is None else frozenset(hand) for hand in event.counted_hands)
            points, scores = tuple(event.points), tuple(event.scores)
            cause = str(event.cause)
            return ("deal ended", event.deal, cause, event.winner, points, scores, shown)
        case GameEnded():
            winners, scores = tuple(event.winners), tuple(event.scores)
            return ("game ended", str(event.cause), winners, scores)
        case _:
            assert_never(event)
