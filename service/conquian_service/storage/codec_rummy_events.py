"""Events of family H as they are stored (`log.proto`), written and read.

A card is its number in the pack, a joker 52; in a meld a joker's byte says what it stands for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal, assert_never

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
    Meld,
    MeldLaid,
    NewerRules,
    Opened,
    Pack,
    Redealt,
    Seat,
    StockShuffled,
    pack_named,
)
from conquian_service.storage.codec_names import seats_in
from conquian_storage.v1 import log_pb2 as pb

__all__ = [
    "RummyKind",
    "RummyOnly",
    "cards_from_bytes",
    "cards_to_bytes",
    "read_rummy_event",
    "write_rummy_event",
]

RummyOnly = (
    Redealt
    | DiscardsStarted
    | CardDrawn
    | DiscardsTaken
    | StockShuffled
    | BankTurnedOver
    | MeldLaid
    | LaidOff
    | JokerTaken
    | Opened
    | Declared
    | Challenged
    | ChallengeAccepted
    | ChallengeRefused
    | DealStopped
)
"""The events that only family H has."""

RummyKind = Literal[
    "redealt",
    "discards_started",
    "card_drawn",
    "discards_taken",
    "stock_shuffled",
    "bank_turned_over",
    "meld_laid",
    "laid_off",
    "joker_taken",
    "opened",
    "declared",
    "challenged",
    "challenge_accepted",
    "challenge_refused",
    "deal_stopped",
]
"""The kinds of a stored event that only family H has."""

_JOKER = 0x40
"""Marks a joker in a run, beside the number of the card it stands for."""
_MOVED = 0xC0
"""Marks one that was moved (R3.40)."""
_IN_SET = 0x7F
"""A joker in a set."""


def write_rummy_event(event: RummyOnly, message: pb.Event, pack: Pack) -> None:
    """Write an event of a game with this pack into a message."""
    match event:
        case CardDrawn(seat, card, stock_size):
            drawn = message.card_drawn
            drawn.seat = seat
            drawn.card = pack.index[_told((card,))[0]]
            drawn.stock_size = stock_size
        case DiscardsTaken(seat, cards):
            message.discards_taken.seat = seat
            message.discards_taken.cards = cards_to_bytes(cards, pack)
        case MeldLaid(seat, meld):
            message.meld_laid.seat = seat
            message.meld_laid.meld = _meld_to_bytes(meld, pack)
        case LaidOff(seat, owner, old, meld):
            off = message.laid_off
            off.seat = seat
            off.owner = owner
            off.old = _meld_to_bytes(old, pack)
            off.meld = _meld_to_bytes(meld, pack)
        case JokerTaken(seat, owner, old, meld, jokers):
            taken = message.joker_taken
            taken.seat = seat
            taken.owner = owner
            taken.old = _meld_to_bytes(old, pack)
            taken.meld = _meld_to_bytes(meld, pack)
            taken.jokers = jokers
        case _:
            _write_other(event, message, pack)


def _write_other(
    event: Redealt
    | DiscardsStarted
    | StockShuffled
    | BankTurnedOver
    | Opened
    | Declared
    | Challenged
    | ChallengeAccepted
    | ChallengeRefused
    | DealStopped,
    message: pb.Event,
    pack: Pack,
) -> None:
    match event:
        case Opened(seat, value):
            message.opened.seat = seat
            message.opened.value = value
        case Declared(seat, cards_left):
            message.declared.seat = seat
            message.declared.cards_left = cards_left
        case DiscardsStarted(card, stock_size):
            message.discards_started.card = pack.index[card]
            message.discards_started.stock_size = stock_size
        case StockShuffled(order, _):
            message.stock_shuffled.order = cards_to_bytes(_told(order), pack)
        case BankTurnedOver(stock_size):
            message.bank_turned_over.stock_size = stock_size
        case Redealt(seats):
            message.redealt.seats = bytes(seats)
        case Challenged(seat):
            message.challenged.seat = seat
        case ChallengeAccepted(seat):
            message.challenge_accepted.seat = seat
        case ChallengeRefused(seat):
            message.challenge_refused.seat = seat
        case DealStopped(seat):
            message.deal_stopped.seat = seat
        case _:
            assert_never(event)


def read_rummy_event(kind: RummyKind, message: pb.Event, pack: Pack) -> RummyOnly:
    """The event that was stored; its cards are texts of the pack."""
    match kind:
        case "card_drawn":
            drawn = message.card_drawn
            return CardDrawn(Seat(drawn.seat), pack.cards[drawn.card], drawn.stock_size)
        case "discards_taken":
            taken = message.discards_taken
            return DiscardsTaken(Seat(taken.seat), cards_from_bytes(taken.cards, pack))
        case "meld_laid":
            laid = message.meld_laid
            return MeldLaid(Seat(laid.seat), _meld_in(laid.meld, pack.name))
        case "laid_off":
            off = message.laid_off
            old, meld = _meld_in(off.old, pack.name), _meld_in(off.meld, pack.name)
            return LaidOff(Seat(off.seat), Seat(off.owner), old, meld)
        case "joker_taken":
            joker = message.joker_taken
            old, meld = _meld_in(joker.old, pack.name), _meld_in(joker.meld, pack.name)
            return JokerTaken(Seat(joker.seat), Seat(joker.owner), old, meld, joker.jokers)
        case "discards_started":
            started = message.discards_started
            return DiscardsStarted(pack.cards[started.card], started.stock_size)
        case "stock_shuffled":
            order = cards_from_bytes(message.stock_shuffled.order, pack)
            return StockShuffled(order, len(order))
        case "bank_turned_over":
            return BankTurnedOver(message.bank_turned_over.stock_size)
        case "redealt":
            return Redealt(seats_in(message.redealt.seats))
        case _:
            return _read_said(kind, message)


def _read_said(
    kind: Literal[
        "opened",
        "declared",
        "challenged",
        "challenge_accepted",
        "challenge_refused",
        "deal_stopped",
    ],
    message: pb.Event,
) -> RummyOnly:
    match kind:
        case "opened":
            return Opened(Seat(message.opened.seat), message.opened.value)
        case "declared":
            return Declared(Seat(message.declared.seat), message.declared.cards_left)
        case "challenged":
            return Challenged(Seat(message.challenged.seat))
        case "challenge_accepted":
            return ChallengeAccepted(Seat(message.challenge_accepted.seat))
        case "challenge_refused":
            return ChallengeRefused(Seat(message.challenge_refused.seat))
        case "deal_stopped":
            return DealStopped(Seat(message.deal_stopped.seat))
        case _:
            assert_never(kind)


def cards_to_bytes(cards: Iterable[Card], pack: Pack) -> bytes:
    """Cards of a hand or pile, one byte each."""
    index = pack.index
    return bytes([index[card] for card in cards])


def cards_from_bytes(raw: bytes, pack: Pack) -> tuple[Card, ...]:
    """The cards of a hand or pile."""
    cards = pack.cards
    return tuple([cards[number] for number in raw])


def _meld_to_bytes(meld: Meld, pack: Pack) -> bytes:
    numbers = _numbers(pack.name)
    return bytes([numbers[card] for card in meld])


@lru_cache(maxsize=8192)
def _meld_in(raw: bytes, pack: str) -> Meld:
    """The meld of some bytes; the same ones come again and again."""
    try:
        return tuple([_texts(pack)[number] for number in raw])
    except KeyError:
        raise NewerRules("a card of a meld") from None


@lru_cache(maxsize=16)
def _texts(pack: str) -> Mapping[int, Card]:
    """What each byte of a meld stands for."""
    naturals = [card for card in pack_named(pack).cards if card != "JK"]
    texts = dict(enumerate(naturals))
    for number, card in enumerate(naturals):
        texts[_JOKER | number] = Card(f"JK={card}")
        texts[_MOVED | number] = Card(f"JK*={card}")
    return {**texts, _IN_SET: Card("JK")}


@lru_cache(maxsize=16)
def _numbers(pack: str) -> Mapping[Card, int]:
    return {card: number for number, card in _texts(pack).items()}


def _told(cards: tuple[Card | None, ...] | None) -> tuple[Card, ...]:
    told = tuple(card for card in cards or (None,) if card is not None)
    if cards is None or len(told) != len(cards):
        raise ValueError("a viewer's copy of an event has no place in the log")
    return told
