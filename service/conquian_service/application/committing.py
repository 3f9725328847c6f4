"""The commit protocol: every change of a game goes through `change_game` (decisions 2-4).

Read, decide, commit if nothing came between. A request that was committed before, by any
replica, gets its first answer, rebuilt from the log. A conflict is retried here: `decide`
sees the newer game and refuses what has become stale. Nothing is undone by a cancelled
call: once the commit is on its way it happens, and a retry finds its record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from conquian_engine.values import filled_by_slot
from conquian_service.application.errors import (
    CallReason,
    CallRefused,
    StoreFull,
    StoreUnavailable,
)
from conquian_service.application.fold import fold
from conquian_service.application.game import Access, Game, StoredGame
from conquian_service.application.log import LogEntry
from conquian_service.application.play_on import Progress
from conquian_service.application.ports import (
    OF_NO_REVISION,
    Commit,
    CommitOutcome,
    Committed,
    Conflict,
    Duplicate,
    Gone,
    Loaded,
    Ports,
    RequestRecord,
)
from conquian_service.application.requests import RequestKey
from conquian_service.application.views import Update, Viewer, show_entry, show_game

ATTEMPTS = 16
"""Commits tried before `CONTENTION`; each lost one means that another call got on."""

_FOLDED_AT_ONCE = 200
"""Log entries played again in one go: about 6 ms."""


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Changed:
    """A game after a change, and the log entry that made it."""

    stored: StoredGame
    entry: LogEntry
    now: Game
    """The newest game: later than `stored` where a first answer is given again."""
    first: bool
    """False when the request had been committed before and this is its first answer again."""


Decide = Callable[[StoredGame], Progress]


async def change_game(
    ports: Ports, method: str, game_id: str, key: RequestKey, decide: Decide
) -> Changed:
    """Change a game exactly once for this request.

    `decide` is pure: it gets the game as stored and returns what comes of it, or raises.
    """
    for _ in range(ATTEMPTS):
        loaded = await ports.store.load(game_id, request_field=key.field)
        if loaded is None:
            raise CallRefused(CallReason.GAME_NOT_FOUND)
        if loaded.record is not None:
            return await first_answer(ports, method, game_id, key, loaded)
        progress = decide(loaded.stored)
        outcome = await commit_once(ports, commit_of(ports, loaded, key, progress))
        match outcome:
            case Committed(revision=revision, time_ms=time_ms):
                if progress.game.over and progress.game.access is Access.PUBLIC:
                    ports.lobby.drop(game_id)
                stored = StoredGame(progress.game, revision, loaded.stored.created_ms, time_ms)
                entry = LogEntry(revision, time_ms, progress.events)
                return Changed(stored, entry, progress.game, first=True)
            case Duplicate(record=record):
                return await _answer_again(ports, method, game_id, key, record)
            case Gone():
                raise CallRefused(CallReason.GAME_NOT_FOUND)
            case Conflict():
                ports.meter.conflict(method)
    raise CallRefused(CallReason.CONTENTION)


def commit_of(ports: Ports, loaded: Loaded, key: RequestKey, progress: Progress) -> Commit:
    """The commit that turns a game as loaded into what came of it."""
    return Commit(
        game=progress.game,
        expected_revision=loaded.stored.revision,
        created_ms=loaded.stored.created_ms,
        events=progress.events,
        request_field=key.field,
        request_digest=key.digest,
        ttl_ms=ports.retention.ttl_ms(progress.game),
    )


async def commit_once(ports: Ports, commit: Commit) -> CommitOutcome:
    """Commit, asking the store a second time if the first answer was lost.

    Harmless: if the first did happen, the second finds its record and is a `Duplicate`. A
    disk that became full in between refuses even that: what became of the first stays open.
    """
    try:
        return await ports.store.commit(commit)
    except StoreUnavailable as first:
        try:
            return await ports.store.commit(commit)
        except StoreFull as second:
            if not first.may_have_happened:
                raise
            raise StoreUnavailable(may_have_happened=True) from second
        except StoreUnavailable as second:
            may_have_happened = first.may_have_happened or second.may_have_happened
            raise StoreUnavailable(may_have_happened=may_have_happened) from second


async def first_answer(
    ports: Ports, method: str, game_id: str, key: RequestKey, loaded: Loaded
) -> Changed:
    """The first answer to a request whose record was found by reading.

    The commit script meets the record too and writes it again, so that the configured
    durability holds for this answer as well: a WAIT counts at once on a connection that
    has written nothing. It must write nothing else: where the record is gone by then (the
    store evicts, or failed over), the commit is of no revision and therefore a conflict.
    """
    record = loaded.record
    if record is None:
        raise CallRefused(CallReason.GAME_NOT_FOUND)
    _check_content(key, record)
    again = commit_of(ports, loaded, key, Progress(loaded.stored.game, ()))
    try:
        outcome = await commit_once(ports, replace(again, expected_revision=OF_NO_REVISION))
    except (StoreFull, StoreUnavailable) as error:
        # A full disk refuses to write the record again. It says that the request did happen.
        raise StoreUnavailable(may_have_happened=True) from error
    match outcome:
        case Duplicate():
            return await _answer_again(ports, method, game_id, key, record)
        case Conflict(revision=revision) if revision:
            # What was read a moment ago is lost or thrown out: a retry finds which.
            raise StoreUnavailable(may_have_happened=True)
        case _:
            raise CallRefused(CallReason.GAME_NOT_FOUND)


def shown(ports: Ports, changed: Changed, viewer: Viewer) -> Update:
    """The answer to a change: its events and the game after it, as a viewer may see them."""
    view = show_game(changed.stored, viewer, ports.retention)
    return show_entry(changed.entry, viewer, view)


async def _answer_again(
    ports: Ports, method: str, game_id: str, key: RequestKey, record: RequestRecord
) -> Changed:
    _check_content(key, record)
    ports.meter.duplicate(method)
    try:
        newest = await _entries(ports, game_id, after=record.revision - 1, limit=1)
        now = newest.stored.game
        if newest.stored.revision == record.revision:
            return Changed(newest.stored, newest.entries[0], now, first=False)
        # Piece by piece and one game at a time, so that long logs do not hold the loop
        # (decision 0.17).
        async with ports.folding:
            stored, entry = await _fold_to(ports, game_id, record.revision)
            return Changed(stored, entry, now, first=False)
    except StoreUnavailable as error:
        # The record says that it did happen.
        raise StoreUnavailable(may_have_happened=True) from error


async def _fold_to(ports: Ports, game_id: str, revision: int) -> tuple[StoredGame, LogEntry]:
    stored: StoredGame | None = None
    while True:
        done = 0 if stored is None else stored.revision
        limit = min(_FOLDED_AT_ONCE, revision - done)
        loaded = await _entries(ports, game_id, after=done, limit=limit)
        stored = fold(game_id, loaded.entries, start=stored)
        if stored.revision == revision:
            return stored, loaded.entries[-1]


async def _entries(ports: Ports, game_id: str, *, after: int, limit: int) -> Loaded:
    loaded = await ports.store.load(game_id, after_revision=after, limit=limit)
    if loaded is None:
        raise CallRefused(CallReason.GAME_NOT_FOUND)
    if not loaded.entries:
        # A failover has lost what the record tells of: a retry finds it so.
        raise StoreUnavailable(may_have_happened=True)
    return loaded


def _check_content(key: RequestKey, record: RequestRecord) -> None:
    if record.digest != key.digest:
        raise CallRefused(CallReason.REQUEST_ID_REUSED, field="request_id")
