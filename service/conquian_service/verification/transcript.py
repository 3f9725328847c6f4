"""A transcript as it is read: what the file says, before anything of it is believed.

Events of play are the engine's own values, so that those of the replay can be compared with
them; events of the table are here. A seat that the file gives is only a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from conquian_engine import Event, GameResult, Layout, Seat


@dataclass(frozen=True, slots=True)
class Created:
    """The table was set up."""

    ruleset: str
    options: Mapping[str, str]
    seats: int
    access: str
    first_dealer: Seat | None
    """As the creator fixed it; None if it is drawn."""
    pinned_deals: int
    """Deals, from the first on, whose pack order the creator gave."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody took a seat."""

    seat: Seat
    name: str
    kind: str
    player: str
    entropy: bytes


@dataclass(frozen=True, slots=True)
class Freed:
    """A seat became free before the start."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TokenIssued:
    """A seat's token was replaced."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Started:
    """The last seat was taken."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The game was called off before the start."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Something that a newer build wrote, and where it stands."""

    path: str


TableEvent = Created | Seated | Freed | TokenIssued | Started | Cancelled
Recorded = TableEvent | Event | Unknown


@dataclass(frozen=True, slots=True)
class Entry:
    """One commit."""

    revision: int
    time_ns: int | None
    """Nanoseconds since 1970; None if the file gives no time."""
    events: tuple[Recorded, ...]
    unknown: tuple[Unknown, ...] = ()
    """What a newer build wrote into it."""


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat at the end of the game."""

    seat: int
    taken: bool
    name: str
    kind: str
    player: str
    hand_size: int
    table: Layout
    score: int
    resigned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGame:
    """The game at its end, as anyone may see it."""

    id: str
    revision: int
    status: str
    ruleset: str
    options: Mapping[str, str]
    access: str
    seats: tuple[ShownSeat, ...]
    result: GameResult | None
    shuffle: str
    """Who ordered the packs: `provable` or `pinned`."""
    commitment: str
    seed: str
    """Hexadecimal, as the file gives it."""
    created_ns: int | None
    updated_ns: int | None


@dataclass(frozen=True, slots=True)
class Transcript:
    """The whole file."""

    game: ShownGame
    entries: tuple[Entry, ...]
    more: bool
    """Whether it is only a page of the record, with others behind it."""
    unknown: tuple[Unknown, ...] = ()
    """What a newer build wrote outside the entries."""
