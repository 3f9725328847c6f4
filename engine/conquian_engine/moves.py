"""Moves: what a seat whose turn it is may do.

A closed union of small values with named fields. Resignation is not among them (R4.1).
In family U `legal_moves` lists takings, layings of hand cards, forces, pass, let go,
discards, trades, in this order; in family H draws from the stock, draws from the discards,
challenge, acceptance, refusal, stop, melds, lay-offs, takings of jokers, discards.

Source: R2.3, R2.5, R2.10, R2.16, R2.19; R3.1, R3.3, R3.5, R3.10, R3.30.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from conquian_engine.cards import Card, Layout, Meld
from conquian_engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Take:
    """Use the upcard: the whole layout the taker's table shall have (R2.10)."""

    layout: Layout


@dataclass(frozen=True, slots=True)
class LayFromHand:
    """Lay hand cards without the upcard: the whole layout the table shall have (R2.12)."""

    layout: Layout


@dataclass(frozen=True, slots=True)
class Pass:
    """Refuse the upcard on offer; final for that upcard (R2.5)."""


@dataclass(frozen=True, slots=True)
class Force:
    """Oblige a seat that passed to take the upcard (R2.19)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LetGo:
    """Waive the right to force, when asked after the last pass (R2.19 b)."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Give up one hand card: the next upcard, or the end of one's turn (R2.16, R3.1)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Trade:
    """Choose the hand card that goes to the neighbour when all have chosen (R2.3)."""

    card: Card


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw the top card of the stock into the hand (R3.1)."""


@dataclass(frozen=True, slots=True)
class DrawDiscards:
    """Draw the top discards into the hand (R3.1).

    More than one only under `bank_depth` any, whose deepest card must be in the turn's
    first play (R3.30).
    """

    count: int = 1


@dataclass(frozen=True, slots=True)
class Challenge:
    """Before drawing: ask the opponent to end the deal by the lower count (R3.10)."""


@dataclass(frozen=True, slots=True)
class AcceptChallenge:
    """Let the challenge end the deal (R3.10)."""


@dataclass(frozen=True, slots=True)
class RefuseChallenge:
    """Refuse the challenge; the challenger draws (R3.10)."""


@dataclass(frozen=True, slots=True)
class Stop:
    """With no stock left, end the deal instead of drawing (R3.5)."""


@dataclass(frozen=True, slots=True)
class LayMeld:
    """Lay a new meld of hand cards on one's own table (R3.1).

    A joker in a run names its card, `JK=8C`; a plain one there is read by its place.
    """

    meld: Meld


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add hand cards to a meld on the table, or move its end joker with one (R3.3, R3.40)."""

    seat: Seat
    """Whose meld it is."""
    meld: Meld
    """The meld as it lies."""
    result: Meld
    """The meld as it shall lie."""


@dataclass(frozen=True, slots=True)
class TakeJoker:
    """Give the card that a joker stands for, and take the joker into the hand (R3.30)."""

    seat: Seat
    """Whose meld it is."""
    meld: Meld
    """The meld as it lies."""
    result: Meld
    """The same meld with the cards given in the places of the jokers."""


UpcardMove = Take | LayFromHand | Pass | Force | LetGo | Discard | Trade
"""The moves of family U."""

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
    | Discard
)
"""The moves of family H."""

Move = UpcardMove | RummyMove


class MoveKind(StrEnum):
    """What a move does, in one word."""

    TAKE = "take"
    LAY = "lay"
    PASS = "pass"
    FORCE = "force"
    LET_GO = "let_go"
    DISCARD = "discard"
    TRADE = "trade"
    DRAW_STOCK = "draw_stock"
    DRAW_DISCARDS = "draw_discards"
    CHALLENGE = "challenge"
    ACCEPT_CHALLENGE = "accept_challenge"
    REFUSE_CHALLENGE = "refuse_challenge"
    STOP = "stop"
    MELD = "meld"
    LAY_OFF = "lay_off"
    TAKE_JOKER = "take_joker"


_KINDS: dict[type[Move], MoveKind] = {
    Take: MoveKind.TAKE,
    LayFromHand: MoveKind.LAY,
    Pass: MoveKind.PASS,
    Force: MoveKind.FORCE,
    LetGo: MoveKind.LET_GO,
    Discard: MoveKind.DISCARD,
    Trade: MoveKind.TRADE,
    DrawStock: MoveKind.DRAW_STOCK,
    DrawDiscards: MoveKind.DRAW_DISCARDS,
    Challenge: MoveKind.CHALLENGE,
    AcceptChallenge: MoveKind.ACCEPT_CHALLENGE,
    RefuseChallenge: MoveKind.REFUSE_CHALLENGE,
    Stop: MoveKind.STOP,
    LayMeld: MoveKind.MELD,
    LayOff: MoveKind.LAY_OFF,
    TakeJoker: MoveKind.TAKE_JOKER,
}


def move_kind(move: Move) -> MoveKind:
    """The kind of a move.

    >>> move_kind(Discard(Card("7H")))
    <MoveKind.DISCARD: 'discard'>
    """
    return _KINDS[type(move)]
