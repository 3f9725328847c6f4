"""What the use cases need from outside, in the domain's words.

Adapters: `storage` (GameStore, Doorbell, Lobby), `telemetry` (Meter), the OS (Randomness).
Errors of every store method: `StoreUnavailable`, `StoreFull` (errors).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from conquian_engine import Seat
from conquian_engine.values import filled_by_slot
from conquian_service.application.game import Game, Status, StoredGame
from conquian_service.application.log import LogEntry, LoggedEvent
from conquian_service.application.tokens import Keyring
from conquian_service.application.views import Retention

T = TypeVar("T")

OF_NO_REVISION = -1
"""A revision that no log has: a commit of it finds its request's record or writes nothing."""


@dataclass(frozen=True, slots=True)
class RequestRecord:
    """What is kept of a mutating call: the revision it made and a digest of its content."""

    revision: int
    digest: bytes
    """4 bytes."""


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Loaded:
    """One atomic reading of a game."""

    stored: StoredGame
    now_ms: int
    """The store's clock."""
    record: RequestRecord | None = None
    """Record of the request asked about."""
    entries: tuple[LogEntry, ...] = ()
    """Log entries asked for, in order."""
    present: frozenset[Seat] = frozenset()
    """Seats with a recent watcher; only when asked for."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A game is there, but it is damaged or of a newer build; this one must not judge it."""


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Commit:
    """A change from one revision to the next."""

    game: Game
    """The game afterwards."""
    expected_revision: int
    """The revision it was made from; 0 to create, `OF_NO_REVISION` to change nothing."""
    created_ms: int
    """When the game was created; 0 in the creating commit, whose own time it is."""
    events: tuple[LoggedEvent, ...]
    request_field: bytes
    """12 bytes that name the request (see `requests`)."""
    request_digest: bytes
    """4 bytes of its content's digest."""
    ttl_ms: int
    """How long the game is kept if nothing more is committed."""


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Committed:
    """The change is in; all of it."""

    revision: int
    time_ms: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The request was committed before; nothing changed now."""

    record: RequestRecord


@dataclass(frozen=True, slots=True)
class Conflict:
    """Another commit came first; nothing changed."""

    revision: int


@dataclass(frozen=True, slots=True)
class Gone:
    """The game expired since it was read; nothing changed."""


CommitOutcome = Committed | Duplicate | Conflict | Gone


class GameStore(Protocol):
    """Games by id. Each method is one atomic step of the store."""

    async def load(
        self,
        game_id: str,
        *,
        request_field: bytes | None = None,
        after_revision: int | None = None,
        limit: int = 0,
        presence: bool = False,
    ) -> Loaded | None:
        """Read a game; with its log entries after a revision (at most `limit`) if asked for.

        None if there is no such game. `NewerRules` for a form this build does not know.
        """

    async def load_many(self, game_ids: Sequence[str]) -> list[Loaded | Unreadable | None]:
        """Read several games, each for itself; the list is in the order asked."""

    async def commit(self, commit: Commit) -> CommitOutcome:
        """Snapshot, log entry, request record and ring, all or nothing.

        StoreUnavailable: the commit may or may not have happened; repeating it is harmless,
        because a repeat of a committed request is a `Duplicate`.
        """

    async def now_ms(self) -> int:
        """The store's clock."""

    async def mark_present(self, game_id: str, seat: Seat) -> None:
        """Note that a seat is watched; forgotten after half a minute. A hint, which may fail."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A hint that a public game exists, and its place in the list."""

    game_id: str
    listed_ms: int
    """When it was first listed, by the store's clock."""
    cursor: str
    """Opaque; asking for a page after it goes on behind this game."""


class Lobby(Protocol):
    """Public games, newest first: hints that the reader checks against the games."""

    async def add(self, game_id: str, created_ms: int) -> None:
        """List a game; listing it again changes nothing. A list that is full drops the oldest."""

    async def remove(self, listed: Sequence[ListedGame]) -> None:
        """Take games off the list. A hint, which may fail."""

    def drop(self, game_id: str) -> None:
        """Take a game off the list soon: nobody waits for it, and it fails for nobody."""

    async def page(self, *, after: str, limit: int) -> list[ListedGame]:
        """The next `limit` games after a cursor ("" for the first). ValueError: bad cursor."""


class Ring(Protocol):
    """One watcher's bell."""

    async def wait(self, timeout: float) -> bool:
        """Wait until the game may have changed; False after `timeout` seconds without a ring."""


class Doorbell(Protocol):
    """Rings when a game may have changed; carries nothing and may ring for nothing."""

    def listen(self, game_id: str) -> AbstractAsyncContextManager[Ring]:
        """Listen to a game: once entered, every later commit rings."""


class Randomness(Protocol):
    """Secret bytes."""

    def secret(self, size: int) -> bytes:
        """Fresh bytes from the OS."""


class Meter(Protocol):
    """Counts what operators look at. No ids, no cards."""

    def move(self, kind: str) -> None:
        """A move was committed."""

    def game(self, status: Status, ruleset: str) -> None:
        """A game came to this status."""

    def conflict(self, method: str) -> None:
        """A commit lost a race and is tried again or refused."""

    def duplicate(self, method: str) -> None:
        """A request was answered from its record."""

    def watching(self, step: int) -> None:
        """A watcher came (+1) or went (-1)."""


class Aside(Protocol):
    """Does what would hold the loop, elsewhere and bounded."""

    async def ask(self, function: Callable[..., T], *arguments: object) -> T:
        """Call a function of a module there; return or raise what it does.

        `RATE_LIMITED` if too many wait already, `POSITION_TOO_COMPLEX` if it takes too long.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds an operator may set."""

    heartbeat_seconds: float = 10.0
    max_watchers: int = 10_000
    analyses_per_second: int = 200


@dataclass(slots=True)
class Drain:
    """Set once this process is told to stop; watchers are then sent elsewhere."""

    started: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """Everything the use cases depend on, put together in `bootstrap`."""

    store: GameStore
    lobby: Lobby
    doorbell: Doorbell
    keyring: Keyring
    randomness: Randomness
    aside: Aside
    meter: Meter
    retention: Retention
    limits: Limits
    may_pin: bool
    """Whether creators may give pack orders (open access only)."""
    drain: Drain = field(default_factory=Drain)
    folding: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the one call of this process that plays a log again."""
