"""Moves of family H, in which cards are drawn into the hand (R3). Offered by `conquian.moves`.

>>> str(LayOff.of(1, "7H 8H 9H", "7H 8H 9H TH"))
'lay off 1: 7H 8H 9H > 7H 8H 9H TH'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from conquian.cards import Meld, meld_from_proto, meld_to_proto
from conquian.v1 import cards_pb2

__all__ = [
    "AcceptChallenge",
    "Challenge",
    "DrawDiscards",
    "DrawStock",
    "LayMeld",
    "LayOff",
    "RefuseChallenge",
    "RummyMove",
    "Stop",
    "TakeJoker",
    "parse_rummy_move",
    "rummy_move_from_proto",
    "rummy_move_to_proto",
]


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw the top card of the stock (R3.1)."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class DrawDiscards:
    """Take the top discards into the hand (R3.1, R3.30)."""

    count: int = 1

    def __str__(self) -> str:
        return f"draw discards {self.count}"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Ask the opponent to end the deal and compare hands, before drawing (R3.10)."""

    def __str__(self) -> str:
        return "challenge"


@dataclass(frozen=True, slots=True)
class AcceptChallenge:
    """Accept a challenge: the deal ends and the lower count wins (R3.10)."""

    def __str__(self) -> str:
        return "accept"


@dataclass(frozen=True, slots=True)
class RefuseChallenge:
    """Refuse a challenge: play goes on (R3.10)."""

    def __str__(self) -> str:
        return "refuse"


@dataclass(frozen=True, slots=True)
class Stop:
    """End the deal when the stock is empty (R3.5)."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class LayMeld:
    """Lay a new meld of hand cards on the own table (R3.1)."""

    meld: Meld

    @classmethod
    def of(cls, meld: str) -> Self:
        """The laying of a meld given as text: `LayMeld.of("7H JK=8H 9H")`."""
        return cls(Meld.parse(meld))

    def __str__(self) -> str:
        return f"meld {self.meld}"


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add hand cards to a meld on any table (R3.3)."""

    seat: int
    """The seat whose meld it is."""
    meld: Meld
    """The meld as it lies."""
    result: Meld
    """The meld as it shall lie."""

    @classmethod
    def of(cls, seat: int, meld: str, result: str) -> Self:
        """The lay-off on a meld given as text: `LayOff.of(1, "7H 8H 9H", "7H 8H 9H TH")`."""
        return cls(seat, Meld.parse(meld), Meld.parse(result))

    def __str__(self) -> str:
        return f"lay off {self.seat}: {self.meld} > {self.result}"


@dataclass(frozen=True, slots=True)
class TakeJoker:
    """Take jokers out of a meld by giving the cards they stand for (R3.30)."""

    seat: int
    """The seat whose meld it is."""
    meld: Meld
    """The meld as it lies."""
    result: Meld
    """The meld as it shall lie, with the cards given in the jokers' places."""

    @classmethod
    def of(cls, seat: int, meld: str, result: str) -> Self:
        """The taking from a meld given as text: `TakeJoker.of(1, "5S JK=6S 7S", "5S 6S 7S")`."""
        return cls(seat, Meld.parse(meld), Meld.parse(result))

    def __str__(self) -> str:
        return f"take joker {self.seat}: {self.meld} > {self.result}"


RummyMove = (
    DrawStock
    | DrawDiscards
    | Challenge
    | AcceptChallenge
    | RefuseChallenge
    | Stop
    | LayMeld
    | LayOff
    | TakeJoker
)
"""Any move of family H but `Discard`."""

_NUMBER_DIGITS = 9
"""More digits are no seat and no count, nor would a message hold them."""

_BARE: dict[str, RummyMove] = {
    str(move): move
    for move in (DrawStock(), Challenge(), AcceptChallenge(), RefuseChallenge(), Stop())
}


def parse_rummy_move(text: str) -> RummyMove | None:
    """Read what `str(move)` prints; None for what is no move of family H.

    Raises:
        ValueError: it begins as one, but a card or a number in it is none.
    """
    lower = " ".join(text.lower().split())
    if lower in _BARE:
        return _BARE[lower]
    if lower.startswith("draw discards"):
        count = lower.removeprefix("draw discards").strip() or "1"
        return DrawDiscards(_number(count))
    if lower.startswith("meld "):
        return LayMeld.of(lower.removeprefix("meld "))
    for kind, verb in ((LayOff, "lay off "), (TakeJoker, "take joker ")):
        if lower.startswith(verb):
            seat, _, melds = lower.removeprefix(verb).partition(":")
            meld, _, result = melds.partition(">")
            if not (meld.strip() and result.strip()):
                raise ValueError(
                    f"{text!r} is not a move: it says no melds, such as 5C 6C 7C > 5C 6C 7C 8C"
                )
            return kind.of(_number(seat), meld, result)
    return None


def rummy_move_from_proto(message: cards_pb2.Move) -> RummyMove | None:
    """The move of a message; None for one that is none of family H."""
    match message.WhichOneof("kind"):
        case "draw_stock":
            return DrawStock()
        case "draw_discards":
            return DrawDiscards(message.draw_discards.count)
        case "challenge":
            return Challenge()
        case "accept_challenge":
            return AcceptChallenge()
        case "refuse_challenge":
            return RefuseChallenge()
        case "stop":
            return Stop()
        case "lay_meld":
            return LayMeld(meld_from_proto(message.lay_meld.meld))
        case "lay_off":
            off = message.lay_off
            return LayOff(off.seat, meld_from_proto(off.meld), meld_from_proto(off.result))
        case "take_joker":
            joker = message.take_joker
            return TakeJoker(joker.seat, meld_from_proto(joker.meld), meld_from_proto(joker.result))
        case _:
            return None


def rummy_move_to_proto(move: RummyMove) -> cards_pb2.Move:
    """A move as a message."""
    match move:
        case DrawStock():
            return cards_pb2.Move(draw_stock=cards_pb2.DrawStock())
        case DrawDiscards(count):
            return cards_pb2.Move(draw_discards=cards_pb2.DrawDiscards(count=count))
        case Challenge():
            return cards_pb2.Move(challenge=cards_pb2.Challenge())
        case AcceptChallenge():
            return cards_pb2.Move(accept_challenge=cards_pb2.AcceptChallenge())
        case RefuseChallenge():
            return cards_pb2.Move(refuse_challenge=cards_pb2.RefuseChallenge())
        case Stop():
            return cards_pb2.Move(stop=cards_pb2.Stop())
        case LayMeld(meld):
            return cards_pb2.Move(lay_meld=cards_pb2.LayMeld(meld=meld_to_proto(meld)))
        case LayOff(seat, meld, result):
            off = cards_pb2.LayOff(
                seat=seat, meld=meld_to_proto(meld), result=meld_to_proto(result)
            )
            return cards_pb2.Move(lay_off=off)
        case TakeJoker(seat, meld, result):
            joker = cards_pb2.TakeJoker(
                seat=seat, meld=meld_to_proto(meld), result=meld_to_proto(result)
            )
            return cards_pb2.Move(take_joker=joker)


def _number(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= _NUMBER_DIGITS):
        raise ValueError(f"{text!r} is not a number")
    return int(text)
