"""Games in the store: the port `GameStore` on the scripts and the codec.

A load is one script call and one round trip, a commit too. A game is always what the store
says; its bytes need no reading where they are the ones written here (see `recollection`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from conquian_engine import NewerRules, Seat, pack_named
from conquian_service.application.game import Game, StoredGame
from conquian_service.application.log import LogEntry
from conquian_service.application.ports import (
    Commit,
    CommitOutcome,
    Committed,
    Loaded,
    Unreadable,
)
from conquian_service.storage._errors import StoreFault
from conquian_service.storage.codec import (
    decode_entry,
    decode_snapshot,
    encode_entry,
    encode_snapshot,
)
from conquian_service.storage.recollection import Recollection
from conquian_service.storage.scripts import GameScripts, Stamped

__all__ = ["PRESENCE_MS", "RedisGameStore"]

PRESENCE_MS = 30_000
"""How long a seat counts as present after it was last marked."""


class RedisGameStore:
    """Games on Redis or Valkey."""

    def __init__(self, game_scripts: GameScripts) -> None:
        self._scripts = game_scripts
        self._written = Recollection()

    async def load(
        self,
        game_id: str,
        *,
        request_field: bytes | None = None,
        after_revision: int | None = None,
        limit: int = 0,
        presence: bool = False,
    ) -> Loaded | None:
        found = await self._scripts.load(
            game_id,
            request_field=request_field or b"",
            after_revision=after_revision,
            limit=limit,
            presence=presence,
        )
        if found.snapshot is None or not found.revision:
            return None
        stored = self._stored(game_id, found.revision, found.snapshot)
        return Loaded(
            stored,
            found.now_ms,
            found.record,
            _entries(stored.game, after_revision or 0, found.entries) if found.entries else (),
            _present(found.now_ms, found.seen) if found.seen else frozenset(),
        )

    async def load_many(self, game_ids: Sequence[str]) -> list[Loaded | Unreadable | None]:
        # All leave in one write: the lane gathers what is asked in one turn of the loop.
        return await asyncio.gather(*map(self._load_or_mark, game_ids))

    async def commit(self, commit: Commit) -> CommitOutcome:
        game, created_ms = commit.game, commit.created_ms
        revision = commit.expected_revision + 1
        body = encode_snapshot(game, revision=revision, created_ms=created_ms)
        outcome = await self._scripts.commit(
            game.id,
            expected_revision=commit.expected_revision,
            request_field=commit.request_field,
            request_digest=commit.request_digest,
            snapshot=body,
            entry=encode_entry(commit.events, pack=pack_named(game.rules.pack)),
            ttl_ms=commit.ttl_ms,
        )
        if isinstance(outcome, Committed):
            self._written.put(body, game, revision=revision, created_ms=created_ms)
        return outcome

    async def now_ms(self) -> int:
        return await self._scripts.now_ms()

    async def mark_present(self, game_id: str, seat: Seat) -> None:
        await self._scripts.mark_present(game_id, str(seat), ttl_ms=PRESENCE_MS)

    def _stored(self, game_id: str, revision: int, snapshot: Stamped) -> StoredGame:
        body = snapshot.body
        known = self._written.get(body, game_id)
        game, written, created_ms = known or decode_snapshot(body, game_id=game_id)
        if written != revision:
            # Both are written by one script; only a foreign hand can part them.
            raise StoreFault("snapshot and log are of different revisions")
        return StoredGame(game, revision, created_ms or snapshot.ms, snapshot.ms)

    async def _load_or_mark(self, game_id: str) -> Loaded | Unreadable | None:
        try:
            return await self.load(game_id)
        except (NewerRules, StoreFault):
            # One damaged game must not take the whole list away.
            return Unreadable()


def _entries(game: Game, after_revision: int, entries: Sequence[Stamped]) -> tuple[LogEntry, ...]:
    pack = pack_named(game.rules.pack)
    return tuple(
        LogEntry(revision, entry.ms, decode_entry(entry.body, pack=pack))
        for revision, entry in enumerate(entries, after_revision + 1)
    )


def _present(now_ms: int, seen: Sequence[tuple[str, int]]) -> frozenset[Seat]:
    """The seats seen lately: one mark keeps the older ones of its game in the store, too."""
    return frozenset(Seat(int(seat)) for seat, ms in seen if ms > now_ms - PRESENCE_MS)
