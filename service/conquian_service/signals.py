"""How a process is told to end: once for in order, twice for at once."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

__all__ = ["StopSignals"]


class StopSignals:
    """SIGINT and SIGTERM of this process, from now on. Made in the task that starts it up.

    A first signal before `started` cancels that task.
    """

    def __init__(self, *, at_once: Callable[[int], None]) -> None:
        self.told = asyncio.Event()
        """Set once it was told to end."""
        self._at_once = at_once
        self._starting = asyncio.current_task()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._hear, number)

    def started(self) -> None:
        """What was starting up now waits for `told` by itself."""
        self._starting = None

    def tell(self) -> None:
        """Tell it to end, as a first signal does."""
        self.told.set()
        if self._starting is not None:
            self._starting.cancel()
            self._starting = None

    def _hear(self, number: int) -> None:
        if self.told.is_set():
            self._at_once(number)
        self.tell()
