"""Use cases that read: a game, the lobby, updates, the record of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from conquian_service.application.errors import (
    REVISIONS,
    CallReason,
    CallRefused,
    StoreFull,
    StoreUnavailable,
    field_invalid,
)
from conquian_service.application.game import Access, Game, Status, StoredGame
from conquian_service.application.paging import Page, read_token, size_of, write_token
from conquian_service.application.permission import check_address, viewer_of
from conquian_service.application.ports import ListedGame, Loaded, Ports
from conquian_service.application.requests import ListEvents, ReadGame
from conquian_service.application.tokens import Caller
from conquian_service.application.views import (
    GameView,
    Update,
    Viewer,
    show_entry,
    show_game,
    show_transcript_entry,
)
from conquian_service.application.watcher_count import WatcherCount

MAX_WAIT_MILLIS = 30_000
_READS_PER_PAGE = 4
"""Hints read for one page, as a multiple of its size; stale ones make a page short."""
_CREATION_MILLIS = 60_000
"""A hint younger than this may be of a game that is just being created."""


@dataclass(frozen=True, slots=True)
class Updates:
    """Some updates in order, and the game's newest revision."""

    updates: tuple[Update, ...]
    revision: int
    over: bool
    """Whether the game is over: no further update comes."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A page of the record of a finished game."""

    view: GameView
    page: Page[Update]


async def get_game(ports: Ports, caller: Caller, request: ReadGame) -> GameView:
    """The game as the caller may see it, with the presence of its players."""
    check_address(caller, request.game_id)
    loaded = await ports.store.load(request.game_id, presence=True)
    if loaded is None:
        raise CallRefused(CallReason.GAME_NOT_FOUND)
    return show_game(
        loaded.stored,
        viewer_of(caller, loaded.stored.game),
        ports.retention,
        with_legal_moves=request.include_legal_moves,
        present=loaded.present,
    )


async def list_games(
    ports: Ports,
    caller: Caller,
    *,
    page_size: int,
    page_token: str,
    ruleset: str,
    status: Status | None,
) -> Page[GameView]:
    """Public games that wait or run, newest first; mends the list as it reads."""
    if caller.token is not None:
        raise CallRefused(CallReason.NOT_ALLOWED)
    if status is not None and status not in (Status.WAITING, Status.RUNNING):
        raise field_invalid("status", status.name, "WAITING, RUNNING")
    size = size_of(page_size)
    cursor = read_token(page_token, 1)[0] if page_token else ""
    views: list[GameView] = []
    for _ in range(_READS_PER_PAGE):
        try:
            hints = await ports.lobby.page(after=cursor, limit=size)
        except ValueError:
            raise CallRefused(CallReason.PAGE_TOKEN_INVALID, field="page_token") from None
        for hint, game in await _read_listed(ports, hints):
            cursor = hint.cursor
            if game is not None and _matches(game, ruleset, status):
                views.append(show_game(game, Viewer(), ports.retention))
            if len(views) == size:
                return Page(tuple(views), write_token(cursor))
        if len(hints) < size:
            return Page(tuple(views), "")
    return Page(tuple(views), write_token(cursor))


async def list_events(
    ports: Ports, caller: Caller, request: ListEvents, count: WatcherCount
) -> Updates:
    """Updates after a revision; waits for one if there is none yet and the caller asks to.

    Not where waiting is in vain. Who waits is a watcher: `TOO_MANY_WATCHERS` as for a stream.
    """
    check_address(caller, request.game_id)
    size = size_of(request.page_size)
    if not 0 <= request.wait_millis <= MAX_WAIT_MILLIS:
        raise field_invalid("wait_millis", request.wait_millis, f"0-{MAX_WAIT_MILLIS}")
    if request.after_revision < 0:
        raise field_invalid("after_revision", request.after_revision, REVISIONS)
    found = await _read_updates(ports, caller, request, size)
    if not request.wait_millis or _is_settled(found, request.after_revision):
        return found
    with count.one_more(ports):
        return await _next_updates(ports, caller, request, size)


async def get_transcript(
    ports: Ports, caller: Caller, game_id: str, *, page_size: int, page_token: str
) -> Transcript:
    """The complete record of a finished game."""
    check_address(caller, game_id)
    size = size_of(page_size)
    after = int(_revision(read_token(page_token, 1)[0])) if page_token else 0
    loaded = await ports.store.load(game_id, after_revision=after, limit=size)
    if loaded is None:
        raise CallRefused(CallReason.GAME_NOT_FOUND)
    viewer_of(caller, loaded.stored.game)
    if loaded.stored.game.status is not Status.FINISHED:
        raise CallRefused(CallReason.GAME_NOT_FINISHED)
    entries = tuple(show_transcript_entry(entry) for entry in loaded.entries)
    last = entries[-1].revision if entries else after
    more = last < loaded.stored.revision
    view = show_game(loaded.stored, Viewer(), ports.retention)
    return Transcript(view, Page(entries, write_token(str(last)) if more else ""))


def updates_of(
    ports: Ports, caller: Caller, loaded: Loaded, *, with_legal_moves: bool
) -> tuple[Update, ...]:
    """The entries read, as the caller may see them; the game's newest one carries the view."""
    stored = loaded.stored
    viewer = viewer_of(caller, stored.game)
    updates = []
    for entry in loaded.entries:
        view = None
        if entry.revision == stored.revision:
            view = show_game(stored, viewer, ports.retention, with_legal_moves=with_legal_moves)
        updates.append(show_entry(entry, viewer, view))
    return tuple(updates)


async def _next_updates(ports: Ports, caller: Caller, request: ListEvents, size: int) -> Updates:
    async with ports.doorbell.listen(request.game_id) as ring:
        # Read again once listening: a commit in between would not ring any more.
        found = await _read_updates(ports, caller, request, size)
        # A draining process rings once; who comes to wait after that must not.
        if not _is_settled(found, request.after_revision) and not ports.drain.started:
            await ring.wait(request.wait_millis / 1000)
            found = await _read_updates(ports, caller, request, size)
    return found


def _is_settled(found: Updates, after_revision: int) -> bool:
    """Whether there is something to tell, be it that nothing will follow that revision.

    A revision ahead of the log is one that a failover lost: its caller starts over.
    """
    return bool(found.updates) or found.over or found.revision != after_revision


async def _read_updates(ports: Ports, caller: Caller, request: ListEvents, size: int) -> Updates:
    loaded = await ports.store.load(
        request.game_id, after_revision=request.after_revision, limit=size
    )
    if loaded is None:
        raise CallRefused(CallReason.GAME_NOT_FOUND)
    updates = updates_of(ports, caller, loaded, with_legal_moves=request.include_legal_moves)
    return Updates(updates, loaded.stored.revision, loaded.stored.game.over)


async def _read_listed(
    ports: Ports, hints: Sequence[ListedGame]
) -> list[tuple[ListedGame, StoredGame | None]]:
    """The games of some hints; None for one that is no longer listed, whose hint is removed.

    None too, but its hint stays, for a game that only a newer build can read, and for one
    that is not there yet: a game is listed just before it is created.
    """
    listed: list[tuple[ListedGame, StoredGame | None]] = []
    dead: list[ListedGame] = []
    missing: list[ListedGame] = []
    loaded = await ports.store.load_many([hint.game_id for hint in hints])
    for hint, game in zip(hints, loaded, strict=True):
        stored = game.stored if isinstance(game, Loaded) else None
        if stored is not None and not _is_listed(stored.game):
            stored = None
            dead.append(hint)
        elif game is None:
            missing.append(hint)
        listed.append((hint, stored))
    if missing:
        old = await ports.store.now_ms() - _CREATION_MILLIS
        dead += [hint for hint in missing if hint.listed_ms < old]
    if dead:
        # Mending is for the next reader; a store that takes no writes can still be read.
        with suppress(StoreFull, StoreUnavailable):
            await ports.lobby.remove(dead)
    return listed


def _is_listed(game: Game) -> bool:
    return game.access is Access.PUBLIC and not game.over


def _matches(stored: StoredGame, ruleset: str, status: Status | None) -> bool:
    game = stored.game
    return (not ruleset or game.rules.ruleset == ruleset) and (
        status is None or game.status is status
    )


def _revision(text: str) -> str:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise CallRefused(CallReason.PAGE_TOKEN_INVALID, field="page_token")
    return text
