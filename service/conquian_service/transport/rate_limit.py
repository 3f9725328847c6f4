"""A limit on calls that cost much and need no credential."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from conquian_service.application.errors import CallReason, CallRefused


class RateLimit:
    """Lets through so many calls a second, and a second's worth at once.

    >>> clock = iter([0.0, 0.0, 0.0, 0.5]).__next__
    >>> limit = RateLimit(2, clock=clock)
    >>> limit.take(), limit.take(), limit.take()
    (None, None, None)
    """

    def __init__(self, per_second: int, *, clock: Callable[[], float] = monotonic) -> None:
        self._per_second = per_second
        self._clock = clock
        self._left = float(per_second)
        self._seen = clock()

    def take(self) -> None:
        """Count one call; `RATE_LIMITED`, with the time to wait, if it is too many."""
        now = self._clock()
        grown = self._left + (now - self._seen) * self._per_second
        self._left, self._seen = min(grown, float(self._per_second)), now
        if self._left < 1:
            wait = (1 - self._left) / self._per_second
            raise CallRefused(CallReason.RATE_LIMITED, retry_millis=int(wait * 1000) + 1)
        self._left -= 1
