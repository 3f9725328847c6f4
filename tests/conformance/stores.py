"""Stores that fail on purpose, wrapped around the real one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from conquian_engine import Seat
from conquian_service.application.ports import (
    Commit,
    CommitOutcome,
    Conflict,
    GameStore,
    Loaded,
    Unreadable,
)


class Faulty:
    """A store that does what it is told, or what the real one does.

    `load_fails` and `commit_fails` are raised instead; `commit_fails_after` is raised once
    the change is in; `before_commit` is done before each commit; `conflicts` answers every
    commit by a conflict; `answers_after` withholds the answer to a commit for so many seconds.
    """

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self.load_fails: Exception | None = None
        self.commit_fails: Exception | None = None
        self.commit_fails_after: Exception | None = None
        self.before_commit: Callable[[Commit], Awaitable[object]] | None = None
        self.conflicts = False
        self.answers_after = 0.0
        self.committing = asyncio.Event()

    async def load(
        self,
        game_id: str,
        *,
        request_field: bytes | None = None,
        after_revision: int | None = None,
        limit: int = 0,
        presence: bool = False,
    ) -> Loaded | None:
        if self.load_fails is not None:
            raise self.load_fails
        return await self._store.load(
            game_id,
            request_field=request_field,
            after_revision=after_revision,
            limit=limit,
            presence=presence,
        )

    async def load_many(self, game_ids: Sequence[str]) -> list[Loaded | Unreadable | None]:
        return await self._store.load_many(game_ids)

    async def commit(self, commit: Commit) -> CommitOutcome:
        if self.commit_fails is not None:
            raise self.commit_fails
        if self.before_commit is not None:
            await self.before_commit(commit)
        if self.conflicts:
            return Conflict(commit.expected_revision + 1)
        outcome = await self._store.commit(commit)
        self.committing.set()
        await asyncio.sleep(self.answers_after)
        if self.commit_fails_after is not None:
            raise self.commit_fails_after
        return outcome

    async def now_ms(self) -> int:
        return await self._store.now_ms()

    async def mark_present(self, game_id: str, seat: Seat) -> None:
        await self._store.mark_present(game_id, seat)
