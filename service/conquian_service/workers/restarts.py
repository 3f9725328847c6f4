"""When a worker that ended is started again, and when that is given up."""

from __future__ import annotations

__all__ = ["Restarts"]

_FIRST_PAUSE = 0.1
_STEADY = 30.0
"""Seconds after which a worker counts as a good one."""
_MOST = 6
"""Short lives in a row after which there is no sense in another."""


class Restarts:
    """The lives of one worker.

    >>> lives = Restarts()
    >>> [lives.pause_after(lived=1.0) for _ in range(5)]
    [0.1, 0.2, 0.4, 0.8, 1.6]
    >>> lives.pause_after(lived=60.0)
    0.1
    >>> [lives.pause_after(lived=1.0) for _ in range(5)]
    [0.2, 0.4, 0.8, 1.6, None]
    """

    def __init__(self) -> None:
        self._short = 0

    def pause_after(self, *, lived: float) -> float | None:
        """Seconds to wait before the next start; None if there shall be none."""
        self._short = 1 if lived >= _STEADY else self._short + 1
        if self._short >= _MOST:
            return None
        return _FIRST_PAUSE * (1 << self._short - 1)
