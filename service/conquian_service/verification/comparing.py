"""What the record tells of a commit against what the replay gives: the first difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields

from conquian_engine import (
    BankTurnedOver,
    BySeat,
    Card,
    CardDied,
    CardDrawn,
    CardsTraded,
    CardTurned,
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
    Forced,
    GameEnded,
    JokerTaken,
    LaidFromHand,
    LaidOff,
    MeldLaid,
    Opened,
    Passed,
    Redealt,
    SeatResigned,
    StockShuffled,
    Taken,
    TradeChosen,
    TradedCard,
    WaivedForce,
)
from conquian_service.verification.transcript import (
    Cancelled,
    Created,
    Freed,
    Recorded,
    Seated,
    Started,
    TokenIssued,
    Unknown,
)
from conquian_service.verification.verdict import Fault, FaultKind

_WORDS: Mapping[type[Recorded], str] = {
    Created: "the creation of the game",
    Seated: "the taking of a seat",
    Freed: "the freeing of a seat",
    TokenIssued: "a new seat token",
    Started: "the start of the game",
    Cancelled: "the calling off of the game",
    Unknown: "something unknown",
    DealStarted: "the deal",
    CardTurned: "the card turned up",
    Passed: "the pass",
    Forced: "the force",
    WaivedForce: "the letting go",
    Taken: "the taking",
    LaidFromHand: "the laying of hand cards",
    TradeChosen: "the choice of a card to trade",
    CardsTraded: "the trade",
    Discarded: "the discard",
    CardDied: "the dead card",
    SeatResigned: "the resignation",
    DealEnded: "the end of the deal",
    GameEnded: "the result of the game",
    Redealt: "the call for a new deal",
    DiscardsStarted: "the first discard",
    CardDrawn: "the draw",
    DiscardsTaken: "the taking of discards",
    StockShuffled: "the shuffle of the discards",
    BankTurnedOver: "the turning over of the discards",
    MeldLaid: "the laying of a meld",
    LaidOff: "the lay-off",
    JokerTaken: "the taking of a joker",
    Opened: "the opening",
    Declared: "the declaration",
    Challenged: "the challenge",
    ChallengeAccepted: "the acceptance",
    ChallengeRefused: "the refusal",
    DealStopped: "the stop",
}
_KINDS: Mapping[type[Recorded], FaultKind] = {
    Started: FaultKind.DEALER,
    DealStarted: FaultKind.DEAL,
    DiscardsStarted: FaultKind.DEAL,
    Redealt: FaultKind.DEAL,
    DealEnded: FaultKind.RESULT,
    GameEnded: FaultKind.RESULT,
}
_CARD_FIELDS = {
    "borrowed",
    "card",
    "cards",
    "counted_hands",
    "from_hand",
    "hands",
    "layout",
    "meld",
    "old",
    "order",
    "upcard",
}


def words_of(event: Recorded) -> str:
    """What an event is called."""
    return _WORDS[type(event)]


def first_difference(recorded: Sequence[Recorded], replayed: Sequence[Recorded]) -> Fault | None:
    """The first event in which the record differs from the replay; None if it does not."""
    for at, event in enumerate(replayed):
        if at == len(recorded):
            return _missing(event)
        told = recorded[at]
        if type(told) is not type(event):
            return _wrong_event(recorded, replayed, at)
        if told != event:
            return _wrong_field(told, event)
    if len(recorded) > len(replayed):
        return _extra(recorded[len(replayed)])
    return None


def _wrong_event(recorded: Sequence[Recorded], replayed: Sequence[Recorded], at: int) -> Fault:
    if recorded[at] in replayed[at:]:
        return _missing(replayed[at])
    if replayed[at] in recorded[at:]:
        return _extra(recorded[at])
    told, event = recorded[at], replayed[at]
    text = f"{_named(event)} is missing: {_named(told)} is told in its place"
    return Fault(_kind(event), text, seat=_seat_of(event), cards=_cards_of(event))


def _missing(event: Recorded) -> Fault:
    text = f"{_named(event)} is missing"
    return Fault(_kind(event), text, seat=_seat_of(event), cards=_cards_of(event))


def _extra(event: Recorded) -> Fault:
    text = f"{_named(event)} is told but does not follow"
    return Fault(FaultKind.EVENT, text, seat=_seat_of(event), cards=_cards_of(event))


def _wrong_field(told: Recorded, event: Recorded) -> Fault:
    names = [field.name for field in fields(event)]
    name = next(name for name in names if getattr(told, name) != getattr(event, name))
    ours, theirs, seat, of = getattr(event, name), getattr(told, name), _seat_of(event), ""
    cards: tuple[Card, ...] = ()
    if name in _CARD_FIELDS:
        was, now = _cards_in(theirs), _cards_in(ours)
        cards = tuple(card for card in was if card not in now) or tuple(now)
    if isinstance(ours, BySeat) and len(ours) == len(theirs):
        seat = next(seat for seat, value in enumerate(ours) if value != theirs[seat])
        ours, theirs, of = ours[seat], theirs[seat], f" of seat {seat}"
    told_and_right = f"{shown(theirs)} in the record, {shown(ours)} in the replay"
    text = f"{words_of(event)}: {name}{of} {told_and_right}"
    return Fault(_kind(event), text, seat=seat, cards=cards)


def shown(value: object) -> str:
    """A value of an event, in few words."""
    match value:
        case None:
            return "none"
        case str():
            return value or "empty"
        case TradedCard():
            return f"{value.card} from {value.giver} to {value.receiver}"
        case bytes():
            return value.hex() or "none"
        case tuple() if any(isinstance(part, tuple) for part in value):
            return ", ".join(map(shown, value))
        case tuple():
            return " ".join(map(shown, value)) or "none"
        case _:
            return str(value)


def _named(event: Recorded) -> str:
    cards = _cards_of(event)
    seat = _seat_of(event)
    name = words_of(event)
    if isinstance(event, CardTurned | CardDied | Discarded | DiscardsStarted) and cards:
        return f"{name} {cards[0]}"
    return name if seat is None else f"{name} of seat {seat}"


def _kind(event: Recorded) -> FaultKind:
    return _KINDS.get(type(event), FaultKind.EVENT)


def _seat_of(event: Recorded) -> int | None:
    seat = getattr(event, "seat", None)
    return seat if isinstance(seat, int) else None


def _cards_of(event: Recorded) -> tuple[Card, ...]:
    match event:
        case CardTurned(card=card) | CardDied(card=card) | Discarded(card=card):
            return (card,)
        case DiscardsStarted(card=card) | TradeChosen(card=str(card)) | CardDrawn(card=str(card)):
            return (card,)
        case DiscardsTaken(cards=cards) | MeldLaid(meld=cards) | LaidOff(meld=cards):
            return cards
        case Taken(upcard=card):
            return (card,)
        case _:
            return ()


def _cards_in(value: object) -> list[Card]:
    """The cards in a value, whatever its depth."""
    if isinstance(value, str):
        return [Card(value)]
    if isinstance(value, TradedCard):
        return _cards_in(value.card)
    if isinstance(value, tuple):
        return [card for part in value for card in _cards_in(part)]
    return []
