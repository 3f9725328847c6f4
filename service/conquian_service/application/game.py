"""A game as the service keeps it: who sits where, under which rules, and the engine's state.

A `Game` holds every secret of the table. It leaves the application layer only through
`views`. It is a value; its revision and times are the store's and stand beside it in
`StoredGame`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from conquian_engine import BySeat, Card, GameRules, GameState, Seat
from conquian_engine.values import filled_by_slot


class Status(StrEnum):
    """Where a game stands."""

    WAITING = "waiting"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Access(StrEnum):
    """Who may join and watch a table."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    PRIVATE = "private"


class SeatKind(StrEnum):
    """What sits on a seat."""

    HUMAN = "human"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a seat; all of it is public."""

    name: str
    kind: SeatKind
    player: str
    """Opaque reference of a platform for its player."""
    entropy: bytes
    """What the player adds to the shuffle (docs/fair-shuffle.md)."""


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Place:
    """One seat of a table."""

    holder: Holder | None = None
    epoch: int = 0
    """Only tokens of this epoch act for the seat; 0 until it was first taken."""
    decision_revision: int = 0
    """Revision at which the seat's present decision arose; 0 when it has none."""


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Game:
    """Everything a game is, except its revision and times."""

    id: str
    status: Status
    access: Access
    rules: GameRules
    first_dealer: Seat | None
    """As the creator fixed it; None to draw it."""
    places: BySeat[Place]
    seed: bytes
    """32 secret bytes from the OS; revealed when the game is finished."""
    pinned_orders: tuple[tuple[Card, ...], ...] = ()
    """Orders of the first packs given by the creator."""
    draws: int = 0
    """Chance draws made so far; the number of the next one."""
    state: GameState | None = None
    """None until the game starts."""
    reshuffles: int = 0
    """How many of the draws were of something else than a whole pack (R3.20)."""

    @property
    def over(self) -> bool:
        """Whether nothing can change any more."""
        return self.status in (Status.FINISHED, Status.CANCELLED)


@filled_by_slot
@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game at a revision, with the store's times in milliseconds since 1970."""

    game: Game
    revision: int
    created_ms: int
    updated_ms: int
