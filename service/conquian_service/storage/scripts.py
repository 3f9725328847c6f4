"""What the store does with one game in one atomic step, typed.

Bodies are opaque here: how a game becomes bytes is the business of the layer above.
Errors of every function: `StoreUnavailable`, `StoreFull` (see `lanes`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from conquian_engine.values import filled_by_slot
from conquian_service.application.ports import (
    CommitOutcome,
    Committed,
    Conflict,
    Duplicate,
    Gone,
    RequestRecord,
)
from conquian_service.storage.command import Part, Reply
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Lanes
from conquian_service.storage.lua import Effect, script

__all__ = [
    "CommitOutcome",
    "Committed",
    "Conflict",
    "Duplicate",
    "GameScripts",
    "Gone",
    "Reading",
    "RequestRecord",
    "Stamped",
]

_STAMP = 6
"""Bytes of store time before each body."""


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Stamped:
    """A snapshot or log entry, and the store's time of the commit that wrote it."""

    ms: int
    body: bytes


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Reading:
    """A game as it stood at one moment. Revision 0 without a snapshot: there is no such game."""

    now_ms: int
    revision: int
    snapshot: Stamped | None
    record: RequestRecord | None
    entries: tuple[Stamped, ...]
    seen: tuple[tuple[str, int], ...]
    """Seats that were marked as present, and when."""


class GameScripts:
    """The atomic steps. `clock_ms` stands in for the store's clock in tests only."""

    def __init__(
        self, lanes: Lanes, keys: Keys, *, clock_ms: Callable[[], int] | None = None
    ) -> None:
        self._lanes = lanes
        self._keys = keys
        self._clock_ms = clock_ms
        self._commit = script("commit", Effect.LASTS)
        self._load = script("load", Effect.READS)
        self._present = script("present", Effect.HINTS)

    async def load(
        self,
        game_id: str,
        *,
        request_field: bytes = b"",
        after_revision: int | None = None,
        limit: int = 0,
        presence: bool = False,
    ) -> Reading:
        """Read a game: with at most `limit` log entries after a revision, if one is given."""
        keys = self._keys
        log = keys.log(game_id)
        names = [keys.snapshot(game_id), log, keys.requests(game_id)]
        if presence:
            names.append(keys.presence(game_id))
        after = after_revision if after_revision is not None and limit > 0 else ""
        reply = await self._lanes.route(log).run(self._load, names, (request_field, after, limit))
        now_ms, revision, snapshot, record, entries, seen = reply
        return Reading(
            now_ms=self._clock_ms() if self._clock_ms else now_ms,
            revision=revision,
            snapshot=None if snapshot is None else _stamped(snapshot),
            record=None if record is None else _record(record),
            entries=tuple([_stamped(entry) for entry in entries]),
            seen=tuple(
                (seat.decode(), int(ms)) for seat, ms in zip(seen[::2], seen[1::2], strict=True)
            ),
        )

    async def commit(
        self,
        game_id: str,
        *,
        expected_revision: int,
        request_field: bytes,
        request_digest: bytes,
        snapshot: bytes,
        entry: bytes,
        ttl_ms: int,
    ) -> CommitOutcome:
        """Write snapshot, log entry and request record, and ring: all of it, or nothing.

        An empty request field leaves no record. `StoreUnavailable` may mean that it did
        happen: the same call again is then a `Duplicate`.
        """
        keys = self._keys
        log = keys.log(game_id)
        args: tuple[Part, ...] = (
            expected_revision,
            request_field,
            request_digest,
            snapshot,
            entry,
            ttl_ms,
            self._clock_ms() if self._clock_ms else "",
            keys.bell(game_id),
        )
        names = (keys.snapshot(game_id), log, keys.requests(game_id))
        return _outcome(await self._lanes.route(log).run(self._commit, names, args))

    async def mark_present(self, game_id: str, seat: str, *, ttl_ms: int) -> None:
        """Note that a seat is watched now; all notes of a game go `ttl_ms` after its last one."""
        key = self._keys.presence(game_id)
        await self._lanes.route(key).run(self._present, (key,), (seat, ttl_ms))

    async def now_ms(self) -> int:
        """Return the store's time. Any node may be asked."""
        if self._clock_ms:
            return self._clock_ms()
        seconds, micros = await self._lanes.route("").read("TIME")
        return int(seconds) * 1000 + int(micros) // 1000


def _outcome(reply: Reply) -> CommitOutcome:
    match reply:
        case [b"committed", revision, ms]:
            return Committed(revision, ms)
        case [b"duplicate", revision, digest]:
            return Duplicate(RequestRecord(revision, digest))
        case [b"conflict", revision]:
            return Conflict(revision)
        case [b"gone"]:
            return Gone()
        case _:
            raise TypeError("the commit script answers in one of four forms")


def _stamped(value: bytes) -> Stamped:
    return Stamped(int.from_bytes(value[:_STAMP], "big"), value[_STAMP:])


def _record(value: bytes) -> RequestRecord:
    return RequestRecord(int.from_bytes(value[:4], "big"), value[4:])
