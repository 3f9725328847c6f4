"""Use case: follow a game (decision 0.6).

The bell is heard before the log is read, and the log is read again at each ring, so that
no commit falls between. There is no queue: the next entries are read when the watcher has
taken the last ones.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass

from conquian_engine import Seat
from conquian_service.application.errors import (
    REVISIONS,
    CallReason,
    CallRefused,
    StoreFull,
    StoreUnavailable,
    field_invalid,
)
from conquian_service.application.permission import check_address, viewer_of
from conquian_service.application.ports import Loaded, Ports, Ring
from conquian_service.application.reading import updates_of
from conquian_service.application.requests import WatchGame
from conquian_service.application.tickets import check_ticket, check_unexpired, holder_of
from conquian_service.application.tokens import Caller
from conquian_service.application.views import Update, show_game
from conquian_service.application.watcher_count import WatcherCount

_PAGE = 50
_MARK_MILLIS = 9_000
"""A watched seat that is read is marked as present, if its last mark is older than this.

A mark holds for half a minute.
"""
MARK_SECONDS = 10.0
"""How long a watched seat may wait before it is marked again; no longer than heartbeats usually
take, so that they alone wake a watcher."""
TOO_FAR_BEHIND = 500
"""Revisions a watcher that had caught up may fall behind before it is told to start over."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Nothing happened for a while."""

    revision: int


@dataclass(frozen=True, slots=True)
class Resync:
    """The watcher is too far behind, or ahead of the log: it reads the game and goes on there."""

    revision: int


@dataclass(frozen=True, slots=True)
class Closing:
    """The process is going away: the watcher resumes elsewhere."""

    resume_after_revision: int


Watched = Update | Heartbeat | Resync | Closing


async def watch_game(
    ports: Ports, caller: Caller, request: WatchGame, count: WatcherCount
) -> AsyncGenerator[Watched, None]:
    """Every revision once, in order, until the game is over or the process drains."""
    ticket = check_ticket(ports, caller, request.ticket) if request.ticket else None
    if ticket is not None:
        caller = holder_of(ticket)
    check_address(caller, request.game_id)
    if request.after_revision is not None and request.after_revision < 0:
        raise field_invalid("after_revision", request.after_revision, REVISIONS)
    with count.one_more(ports):
        async with ports.doorbell.listen(request.game_id) as ring:
            loaded = await _read(ports, request.game_id, request.after_revision)
            check_unexpired(ticket, loaded.now_ms)
            marked_ms = await _keep_present(ports, caller, loaded, 0)
            if request.after_revision is None:
                yield _newest(ports, caller, request, loaded)
                cursor = loaded.stored.revision
            else:
                cursor = request.after_revision
            caught_up = False
            while True:
                if loaded.stored.revision < cursor or (
                    caught_up and loaded.stored.revision > cursor + TOO_FAR_BEHIND
                ):
                    yield Resync(loaded.stored.revision)
                    return
                if cursor < loaded.stored.revision and loaded.entries:
                    for update in updates_of(
                        ports, caller, loaded, with_legal_moves=request.include_legal_moves
                    ):
                        yield update
                        cursor = update.revision
                else:
                    viewer_of(caller, loaded.stored.game)
                caught_up = caught_up or cursor == loaded.stored.revision
                if cursor == loaded.stored.revision:
                    if loaded.stored.game.over:
                        return
                    if ports.drain.started:
                        yield Closing(cursor)
                        return
                    if not await _rung(ports, ring, caller, loaded):
                        yield Heartbeat(cursor)
                loaded = await _read(ports, request.game_id, cursor)
                marked_ms = await _keep_present(ports, caller, loaded, marked_ms)


async def _read(ports: Ports, game_id: str, cursor: int | None) -> Loaded:
    if cursor is None:
        loaded = await ports.store.load(game_id)
    else:
        loaded = await ports.store.load(game_id, after_revision=cursor, limit=_PAGE)
    if loaded is None:
        raise CallRefused(CallReason.GAME_NOT_FOUND)
    return loaded


def _newest(ports: Ports, caller: Caller, request: WatchGame, loaded: Loaded) -> Update:
    stored = loaded.stored
    view = show_game(
        stored,
        viewer_of(caller, stored.game),
        ports.retention,
        with_legal_moves=request.include_legal_moves,
    )
    return Update(stored.revision, stored.updated_ms, (), view)


async def _rung(ports: Ports, ring: Ring, caller: Caller, loaded: Loaded) -> bool:
    """Wait for a ring; False when a heartbeat is due. A waiting seat stays present.

    It is marked without reading the game: what revokes its token rings.
    """
    seat, left = viewer_of(caller, loaded.stored.game).seat, ports.limits.heartbeat_seconds
    while seat is not None and left > MARK_SECONDS:
        if await ring.wait(MARK_SECONDS):
            return True
        left -= MARK_SECONDS
        await _mark(ports, loaded.stored.game.id, seat)
    return await ring.wait(left)


async def _keep_present(ports: Ports, caller: Caller, loaded: Loaded, marked_ms: int) -> int:
    """Mark a watched seat as present if the last mark is old; when it was last marked."""
    seat = viewer_of(caller, loaded.stored.game).seat
    if seat is None or loaded.now_ms - marked_ms < _MARK_MILLIS:
        return marked_ms
    await _mark(ports, loaded.stored.game.id, seat)
    return loaded.now_ms


async def _mark(ports: Ports, game_id: str, seat: Seat) -> None:
    # A store that is full or read-only can still be read, which is all that a watcher needs.
    with suppress(StoreFull, StoreUnavailable):
        await ports.store.mark_present(game_id, seat)
