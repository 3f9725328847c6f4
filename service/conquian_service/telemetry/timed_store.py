"""A game store that tells how long each operation took."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import cache
from time import perf_counter
from typing import Any, Protocol, TypeVar

from conquian_engine import Seat
from conquian_service.application.ports import Commit, CommitOutcome, GameStore, Loaded, Unreadable
from conquian_service.telemetry.metrics import Metrics

T = TypeVar("T")


class TimedStore:
    """Implements `application.ports.GameStore` by another one."""

    def __init__(self, store: GameStore, metrics: Metrics) -> None:
        self._store = store
        self._failures = metrics.store_failures
        self._clock: Callable[[str], _Clock] = cache(metrics.store_seconds.labels)

    async def load(
        self,
        game_id: str,
        *,
        request_field: bytes | None = None,
        after_revision: int | None = None,
        limit: int = 0,
        presence: bool = False,
    ) -> Loaded | None:
        reading = self._store.load(
            game_id,
            request_field=request_field,
            after_revision=after_revision,
            limit=limit,
            presence=presence,
        )
        return await self._timed("load", reading)

    async def load_many(self, game_ids: Sequence[str]) -> list[Loaded | Unreadable | None]:
        return await self._timed("load_many", self._store.load_many(game_ids))

    async def commit(self, commit: Commit) -> CommitOutcome:
        return await self._timed("commit", self._store.commit(commit))

    async def now_ms(self) -> int:
        return await self._timed("now", self._store.now_ms())

    async def mark_present(self, game_id: str, seat: Seat) -> None:
        await self._timed("mark_present", self._store.mark_present(game_id, seat))

    async def _timed(self, operation: str, work: Coroutine[Any, Any, T]) -> T:
        started = perf_counter()
        try:
            return await work
        except Exception as error:
            with suppress(Exception):
                self._failures.labels(operation, type(error).__name__).inc()
            raise
        finally:
            with suppress(Exception):  # what cannot be counted is left out, see `meter`
                self._clock(operation).observe(perf_counter() - started)


class _Clock(Protocol):
    def observe(self, amount: float) -> None: ...
