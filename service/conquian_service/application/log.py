"""The log of a game: what each commit did, complete. Entry k made revision k.

The log is the truth: `fold` rebuilds any revision from it (decision 0.6). Table
events stand beside the engine's; both may hold secrets and leave the application layer
only through `views`.
"""

from __future__ import annotations

from dataclasses import dataclass

from conquian_engine import Card, Event, GameRules, Seat
from conquian_engine.values import filled_by_slot
from conquian_service.application.game import Access, Holder


@dataclass(frozen=True, slots=True)
class GameCreated:
    """The table was set up; holds the seed."""

    rules: GameRules
    access: Access
    first_dealer: Seat | None
    seed: bytes
    pinned_orders: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody took a seat."""

    seat: Seat
    holder: Holder
    epoch: int
    """Of the seat's first token: random, so that it is good for this holder alone."""


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """A seat became free before the start; its epoch rose by one."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatTokenIssued:
    """A seat got a new token; its old ones died."""

    seat: Seat
    epoch: int
    """Drawn for the new token, as that of `SeatTaken` is; 0 or the present one: one more than that.

    Builds that drew none have left 0 in their logs.
    """


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The last seat was taken; the first dealer is known."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class GameCancelled:
    """The host called the game off before the start."""


TableEvent = GameCreated | SeatTaken | SeatFreed | SeatTokenIssued | GameStarted | GameCancelled
LoggedEvent = TableEvent | Event


@filled_by_slot
@dataclass(frozen=True, slots=True)
class LogEntry:
    """What one commit did, in order."""

    revision: int
    time_ms: int
    """When, by the store's clock."""
    events: tuple[LoggedEvent, ...]
