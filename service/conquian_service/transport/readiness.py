"""Whether this process should be sent calls; shared by all doors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import monotonic

from conquian_service.application.errors import StoreFull

_FULL_SECONDS = 10.0
"""How long a full store keeps the process out of rotation after it was met."""


class Readiness:
    """Ready unless it is going away, or the store is away or full.

    `store_answers` asks the store, and raises nothing but `StoreFull`.
    """

    def __init__(
        self,
        store_answers: Callable[[], Awaitable[bool]],
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._store_answers = store_answers
        self._clock = clock
        self._full_until = 0.0
        self._leaving = False

    def leave(self) -> None:
        """Say no from now on: the process is told to stop."""
        self._leaving = True

    def store_was_full(self) -> None:
        """Note that the store refused a change for want of memory."""
        self._full_until = self._clock() + _FULL_SECONDS

    async def why_not(self) -> str | None:
        """Why this process should get no calls now; None if it should."""
        if self._leaving:
            return "stopping"
        if self._clock() < self._full_until:
            return "store full"
        try:
            answers = await self._store_answers()
        except StoreFull:
            return "store full"
        return None if answers else "store unavailable"
