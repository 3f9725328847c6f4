"""Moves: what the seat to act may do.

A closed union of small values, those of family H from `rummy_moves`. `str(move)` is readable and
`parse_move` reads it back; the legal moves of a view can be played as they are.

>>> str(Take.of("5C 5D 5S", "6H 7H JH"))
'take 5C 5D 5S, 6H 7H JH'
>>> parse_move("discard KD")
Discard(card=Card('KD'))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from conquian.cards import Card, Layout, Meld, layout_from_proto, layout_to_proto
from conquian.rummy_moves import (
    AcceptChallenge,
    Challenge,
    DrawDiscards,
    DrawStock,
    LayMeld,
    LayOff,
    RefuseChallenge,
    Stop,
    TakeJoker,
    parse_rummy_move,
    rummy_move_from_proto,
    rummy_move_to_proto,
)
from conquian.v1 import cards_pb2

__all__ = [
    "AcceptChallenge",
    "Challenge",
    "Discard",
    "DrawDiscards",
    "DrawStock",
    "Force",
    "LayFromHand",
    "LayMeld",
    "LayOff",
    "LetGo",
    "Move",
    "Pass",
    "RefuseChallenge",
    "Stop",
    "Take",
    "TakeJoker",
    "Trade",
    "UnknownMove",
    "move_from_proto",
    "move_to_proto",
    "parse_move",
]


@dataclass(frozen=True, slots=True)
class Take:
    """Use the upcard: the whole layout the taker's table shall have (R2.10)."""

    layout: Layout

    @classmethod
    def of(cls, *melds: str) -> Self:
        """The taking of melds given as text: `Take.of("5C 5D 5S")`."""
        return cls(tuple(map(Meld.parse, melds)))

    def __str__(self) -> str:
        return "take " + ", ".join(map(str, self.layout))


@dataclass(frozen=True, slots=True)
class LayFromHand:
    """Lay hand cards without the upcard: the whole layout the table shall have (R2.12)."""

    layout: Layout

    @classmethod
    def of(cls, *melds: str) -> Self:
        """The laying of melds given as text: `LayFromHand.of("5C 5D 5S")`."""
        return cls(tuple(map(Meld.parse, melds)))

    def __str__(self) -> str:
        return "lay " + ", ".join(map(str, self.layout))


@dataclass(frozen=True, slots=True)
class Pass:
    """Refuse the upcard on offer; final for that upcard (R2.5)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Force:
    """Oblige a seat that passed to take the upcard (R2.19)."""

    seat: int

    def __str__(self) -> str:
        return f"force {self.seat}"


@dataclass(frozen=True, slots=True)
class LetGo:
    """Waive the right to force, when asked after the last pass (R2.19 b)."""

    def __str__(self) -> str:
        return "let go"


@dataclass(frozen=True, slots=True)
class Discard:
    """Give up one hand card: after a taking (R2.16), or at the end of a turn (R3.1)."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Trade:
    """Choose the hand card that goes to the neighbour when all have chosen (R2.3)."""

    card: Card

    def __str__(self) -> str:
        return f"trade {self.card}"


@dataclass(frozen=True, slots=True)
class UnknownMove:
    """A legal move of a kind newer than this client; it can be played back all the same."""

    message: bytes
    """The move as the service sent it."""

    def __str__(self) -> str:
        return "a move unknown to this client"


Move = (
    Take
    | LayFromHand
    | Pass
    | Force
    | LetGo
    | Discard
    | Trade
    | DrawStock
    | DrawDiscards
    | Challenge
    | AcceptChallenge
    | RefuseChallenge
    | Stop
    | LayMeld
    | LayOff
    | TakeJoker
    | UnknownMove
)
"""Any move."""


def parse_move(text: str) -> Move:
    """Read what `str(move)` prints; ValueError for anything else.

    Cards may be in either case; melds of a taking are parted by commas.
    """
    drawn = parse_rummy_move(text)
    if drawn is not None:
        return drawn
    verb, _, rest = text.strip().partition(" ")
    match verb.lower(), rest.strip():
        case "take", melds if melds:
            return Take.of(*melds.split(","))
        case "lay", melds if melds:
            return LayFromHand.of(*melds.split(","))
        case "pass", "":
            return Pass()
        case "force", seat if seat.isdecimal():
            return Force(int(seat))
        case "let", go if go.lower() == "go":
            return LetGo()
        case "discard", card:
            return Discard(Card.parse(card))
        case "trade", card:
            return Trade(Card.parse(card))
        case _:
            raise ValueError(f"{text!r} is not a move, such as 'take 5C 5D 5S' or 'discard KD'")


def move_from_proto(message: cards_pb2.Move) -> Move:
    """The move of a message."""
    match message.WhichOneof("kind"):
        case "take":
            return Take(layout_from_proto(message.take.layout))
        case "lay_from_hand":
            return LayFromHand(layout_from_proto(message.lay_from_hand.layout))
        case "pass":
            return Pass()
        case "force":
            return Force(message.force.seat)
        case "let_go":
            return LetGo()
        case "discard":
            return Discard(Card(message.discard.card))
        case "trade":
            return Trade(Card(message.trade.card))
        case _:
            return rummy_move_from_proto(message) or UnknownMove(message.SerializeToString())


def move_to_proto(move: Move) -> cards_pb2.Move:
    """A move as a message."""
    match move:
        case Take(layout):
            return cards_pb2.Move(take=cards_pb2.Take(layout=layout_to_proto(layout)))
        case LayFromHand(layout):
            laid = cards_pb2.LayFromHand(layout=layout_to_proto(layout))
            return cards_pb2.Move(lay_from_hand=laid)
        case Pass():
            message = cards_pb2.Move()
            getattr(message, "pass").SetInParent()  # the field's name is a keyword in Python
            return message
        case Force(seat):
            return cards_pb2.Move(force=cards_pb2.Force(seat=seat))
        case LetGo():
            return cards_pb2.Move(let_go=cards_pb2.LetGo())
        case Discard(card):
            return cards_pb2.Move(discard=cards_pb2.Discard(card=card))
        case Trade(card):
            return cards_pb2.Move(trade=cards_pb2.Trade(card=card))
        case UnknownMove(as_sent):
            return cards_pb2.Move.FromString(as_sent)
        case _:
            return rummy_move_to_proto(move)
