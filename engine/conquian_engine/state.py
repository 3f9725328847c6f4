"""State of a game of family U: everything the rules need to go on, nothing they do not.

Hands and tables are masks (see `cards`); the stock is bytes, one bit number a card, the
top card first. A state is a value: `play` builds new ones. It holds every secret of the
table and never leaves the server: clients see views (see `view`).

Source: R0, R2.3-R2.9, R2.16-R2.19.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from conquian_engine.rules import Rules
from conquian_engine.seats import BySeat, Seat
from conquian_engine.values import filled_by_slot


class Origin(StrEnum):
    """Where the upcard on offer came from (R0)."""

    OPENING = "opening"
    TURNED = "turned"
    DISCARDED = "discarded"


class Cause(StrEnum):
    """Why a deal or a game ended (R4.5)."""

    WENT_OUT = "went_out"
    STOCK_EXHAUSTED = "stock_exhausted"
    CHALLENGE = "challenge"
    NO_PROGRESS = "no_progress"
    RESIGNATION = "resignation"
    DEAL_LIMIT = "deal_limit"
    TIME = "time"
    FORFEIT = "forfeit"
    VOID = "void"


RESIGNATIONS = (Cause.RESIGNATION, Cause.TIME, Cause.FORFEIT)
"""Causes that act as a seat's resignation (R4.5)."""


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Upcard:
    """The one face-up card on offer."""

    card: int
    """Bit number in the pack."""
    origin: Origin
    by: Seat
    """Who turned or discarded it; for the opening upcard the dealer."""


@dataclass(frozen=True, slots=True)
class AwaitingOrder:
    """Chance point: the pack order of the next deal is due (R1.2, R1.3)."""


@dataclass(frozen=True, slots=True)
class Trading:
    """Each seat in the game chooses the card it gives away, in secret (R2.3)."""

    round: int
    """From 1."""
    chosen: BySeat[int | None]
    """Bit number of each card chosen; None for a seat that has not."""


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Offered:
    """The upcard is offered to one seat (R2.5)."""

    upcard: Upcard
    to: Seat
    passed: tuple[Seat, ...] = ()
    """Seats that have passed it, in the order in which they did."""


@dataclass(frozen=True, slots=True)
class ForceAsked:
    """After the last pass: one seat is asked whether it forces (R2.19 b)."""

    upcard: Upcard
    asked: Seat
    passed: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TakeForced:
    """A forced seat must take the upcard (R2.20)."""

    upcard: Upcard
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class DiscardDue:
    """A taker who has not gone out owes a discard (R2.16)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has its result."""

    cause: Cause
    winners: tuple[Seat, ...]
    """Seats that share the win equally; empty for a void game or nobody."""


Decision = Offered | ForceAsked | TakeForced | DiscardDue | Trading
"""The phases in which some seat owes a decision."""

Phase = AwaitingOrder | Decision | GameOver


@filled_by_slot
@dataclass(frozen=True, slots=True)
class State:
    """A whole game at one moment."""

    rules: Rules
    dealer: Seat
    """Dealer of the running deal, or of the next one while its order is due."""
    deal: int
    """Number of the running deal from 1; 0 before the first."""
    phase: Phase
    hands: BySeat[int]
    """Mask of each hand."""
    tables: BySeat[tuple[int, ...]]
    """Masks of each table's melds, in `MeldTable.layout_order`."""
    stock: bytes
    """Bit numbers of the face-down cards, top first."""
    dead: int
    """Number of dead cards of this deal (R2.8)."""
    upcards: int
    """Number of upcards this deal has shown; names a decision together with `deal`."""
    stake: int
    """What each loser of the running deal pays (R2.24, R2.25)."""
    scores: BySeat[int]
    resigned: tuple[Seat, ...] = ()
    """Seats that resigned, in order (R4.1)."""
