"""How many watchers this process has, streams and long polls alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from conquian_service.application.errors import CallReason, CallRefused
from conquian_service.application.ports import Ports


class WatcherCount:
    """One for all that wait in this process."""

    def __init__(self) -> None:
        self._watchers = 0

    @contextmanager
    def one_more(self, ports: Ports) -> Iterator[None]:
        """Count a watcher inside the block; `TOO_MANY_WATCHERS` if there is no room for it."""
        if self._watchers >= ports.limits.max_watchers:
            raise CallRefused(CallReason.TOO_MANY_WATCHERS)
        self._watchers += 1
        ports.meter.watching(+1)
        try:
            yield
        finally:
            self._watchers -= 1
            ports.meter.watching(-1)
