"""State of a game of family H: everything the rules need to go on.

Cards are bytes. In a hand, the stock and the discards a byte is the card's number in its
pack (`Pack.cards`; 52 is a joker); hands are sorted, so that equal hands are equal bytes.
In a meld a joker's byte tells what it stands for (`rummy.cards`).

A state holds every secret of the table and never leaves the server: clients see views.

Source: R3.1-R3.5, R3.10, R3.20, R3.30.
"""

from __future__ import annotations

from dataclasses import dataclass

from conquian_engine.rummy.rules import RummyRules
from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import AwaitingOrder, GameOver
from conquian_engine.values import filled_by_slot


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Turn:
    """One seat's turn after its draw, and what it owes before it ends (R3.2)."""

    seat: Seat
    taken: bytes = b""
    """Cards drawn from the discards in this turn and not yet played, sorted (R3.1)."""
    must_use: int | None = None
    """The card, drawn for use, that the first play must hold; None once it has."""
    plays: int = 0
    """Plays made so far."""
    opening: int = 0
    """Value laid so far of an opening that has not reached its total (R3.30)."""
    opened_now: bool = False
    """Whether the seat opened in this turn (R3.30, express)."""
    tables_empty: bool = False
    """Whether no seat had a meld when the turn began (R3.30, express)."""
    cooch: bool = False
    """Whether the play was a Cooch (R3.20)."""
    begins: bool = False
    """The dealer's first discard: no draw, no play (R3.20)."""


@dataclass(frozen=True, slots=True)
class ReshuffleDue:
    """Chance point: the order of the discards, which become the stock, is due (R3.20)."""

    turn: Turn
    """The turn that goes on afterwards."""


@filled_by_slot
@dataclass(frozen=True, slots=True)
class DrawDue:
    """A seat begins its turn: it draws, challenges or stops (R3.1, R3.5, R3.10)."""

    seat: Seat
    challenged: bool = False
    """Whether it has challenged in this turn."""


@dataclass(frozen=True, slots=True)
class ChallengeAsked:
    """A seat accepts or refuses a challenge (R3.10)."""

    asked: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class PlayDue:
    """A seat has drawn: it plays or discards (R3.1)."""

    turn: Turn


RummyDecision = DrawDue | ChallengeAsked | PlayDue
"""The phases in which some seat owes a decision."""

RummyPhase = AwaitingOrder | ReshuffleDue | RummyDecision | GameOver


@filled_by_slot
@dataclass(frozen=True, slots=True)
class RummyState:
    """A whole game at one moment."""

    rules: RummyRules
    dealer: Seat
    """Dealer of the running deal, or of the next one while its order is due."""
    deal: int
    """Number of the running deal from 1; 0 before the first. A redeal has the same one."""
    phase: RummyPhase
    hands: BySeat[bytes]
    """Sorted; that of a seat that resigned in this deal is kept for the count (R4.1)."""
    tables: BySeat[tuple[bytes, ...]]
    """Each table's melds, in the order in which they were laid."""
    stock: bytes
    """The face-down cards, top first."""
    discards: bytes
    """The top one last."""
    opened: BySeat[bool]
    """Who has opened (R3.30), or laid a stand-alone four of his own (R3.20)."""
    idle: int
    """Turns in a row without a play, of seats still in the game (R3.5)."""
    turns: int
    """Number of turns this deal has begun; names a decision together with `deal`."""
    scores: BySeat[int]
    resigned: tuple[Seat, ...] = ()
    """Seats that resigned, in order (R4.1)."""
