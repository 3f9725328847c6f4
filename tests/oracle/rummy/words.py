"""Engine values of family H in the oracle's words, so that the two can be compared.

The only module of this folder that knows the engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from conquian_engine import (
    AcceptChallenge,
    BankTurnedOver,
    Card,
    CardDrawn,
    Challenge,
    ChallengeAccepted,
    Challenged,
    ChallengeRefused,
    DealEnded,
    DealStarted,
    DealStopped,
    Declared,
    Discard,
    Discarded,
    DiscardsStarted,
    DiscardsTaken,
    DrawDiscards,
    DrawStock,
    Event,
    GameEnded,
    JokerTaken,
    LaidOff,
    LayMeld,
    LayOff,
    MeldLaid,
    Move,
    Opened,
    Redealt,
    RefuseChallenge,
    RummyRules,
    Seat,
    SeatResigned,
    StockShuffled,
    Stop,
    TakeJoker,
    resolve_rules,
)
from tests.oracle.rummy.game import Fact
from tests.oracle.rummy.game import Move as PlainMove
from tests.oracle.rummy.melds import Meld, naturals
from tests.oracle.rummy.options import Options


@cache
def rules_of(options: Options) -> RummyRules:
    """The engine's rules for the oracle's options, by way of their texts."""
    rules = resolve_rules(options.ruleset, options.as_text(), seats=options.seats)
    assert isinstance(rules, RummyRules)
    return rules


def plain_meld(cards: Iterable[str]) -> Meld:
    """A meld in the oracle's order: a set sorted, a run as it lies."""
    meld = tuple(str(card) for card in cards)
    if len({card[0] for card in naturals(meld)}) == 1 and not any("=" in card for card in meld):
        return tuple(sorted(meld))
    return meld


def plain_cards(cards: Iterable[str] | None) -> Meld:
    """A hand or some cards, sorted."""
    return tuple(sorted(str(card) for card in cards or ()))


def engine_cards(cards: Iterable[str]) -> tuple[Card, ...]:
    """Cards of the oracle as the engine's, in the same order."""
    return tuple(Card(card) for card in cards)


def plain_move(move: Move) -> PlainMove:
    """A move in the oracle's words."""
    match move:
        case DrawStock():
            return ("draw",)
        case DrawDiscards():
            return ("draw discards", move.count)
        case Challenge():
            return ("challenge",)
        case AcceptChallenge():
            return ("accept",)
        case RefuseChallenge():
            return ("refuse",)
        case Stop():
            return ("stop",)
        case LayMeld():
            return ("meld", plain_meld(move.meld))
        case LayOff():
            return ("lay off", int(move.seat), plain_meld(move.meld), plain_meld(move.result))
        case TakeJoker():
            return ("take joker", int(move.seat), plain_meld(move.meld), plain_meld(move.result))
        case Discard():
            return ("discard", str(move.card))
        case _:
            raise AssertionError(f"{move} is no move of family H")


def engine_move(move: PlainMove) -> Move:
    """The oracle's move in the engine's words; cards of a set in the oracle's order."""
    match move:
        case ("draw",):
            return DrawStock()
        case ("draw discards", count):
            return DrawDiscards(count)
        case ("challenge",):
            return Challenge()
        case ("accept",):
            return AcceptChallenge()
        case ("refuse",):
            return RefuseChallenge()
        case ("stop",):
            return Stop()
        case ("meld", meld):
            return LayMeld(engine_cards(meld))
        case ("lay off", owner, old, new):
            return LayOff(Seat(owner), engine_cards(old), engine_cards(new))
        case ("take joker", owner, old, new):
            return TakeJoker(Seat(owner), engine_cards(old), engine_cards(new))
        case ("discard", card):
            return Discard(Card(card))
        case _:
            raise AssertionError(f"{move} is no move of family H")


def plain_event(event: Event) -> Fact:  # noqa: C901, PLR0911, PLR0912 - one line for each kind
    """What an event says happened, in the oracle's words."""
    match event:
        case DealStarted():
            hands = tuple(plain_cards(hand) for hand in event.hands)
            return ("deal", event.deal, int(event.dealer), hands)
        case Redealt():
            return ("redealt", tuple(event.seats))
        case DiscardsStarted():
            return ("discards started", event.card)
        case CardDrawn():
            return ("drawn", event.seat, event.card)
        case DiscardsTaken():
            return ("discards taken", event.seat, tuple(event.cards))
        case StockShuffled():
            return ("shuffled", tuple(event.order or ()))
        case BankTurnedOver():
            return ("turned over", event.stock_size)
        case MeldLaid():
            return ("melded", event.seat, plain_meld(event.meld))
        case LaidOff():
            melds = plain_meld(event.old), plain_meld(event.meld)
            return ("laid off", event.seat, event.owner, *melds)
        case JokerTaken():
            melds = plain_meld(event.old), plain_meld(event.meld)
            return ("joker taken", event.seat, event.owner, *melds, event.jokers)
        case Opened():
            return ("opened", event.seat, event.value)
        case Declared():
            return ("declared", event.seat, event.cards_left)
        case Challenged():
            return ("challenged", event.seat)
        case ChallengeAccepted():
            return ("accepted", event.seat)
        case ChallengeRefused():
            return ("refused", event.seat)
        case DealStopped():
            return ("stopped", event.seat)
        case Discarded():
            return ("discarded", event.seat, event.card)
        case SeatResigned():
            return ("resigned", event.seat, str(event.cause))
        case DealEnded():
            shown = tuple(
                None if hand is None else plain_cards(hand) for hand in event.counted_hands
            )
            scores = tuple(event.points), tuple(event.scores)
            ending = (str(event.cause), event.winner, *scores, shown, event.bonus)
            return ("deal ended", event.deal, *ending)
        case GameEnded():
            winners, totals = tuple(event.winners), tuple(event.scores)
            return ("game ended", str(event.cause), winners, totals)
        case _:
            raise AssertionError(f"{event} is no event of family H")
