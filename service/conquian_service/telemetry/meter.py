"""Counting what happens: the use cases' meter and the doors' record of calls.

What cannot be counted is left out. Numbers of several processes are in files, which may fail in
any way, and by then the call that is counted has done its work.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from conquian_service.application.game import Status
from conquian_service.telemetry.logs import AccessLog
from conquian_service.telemetry.metrics import Metrics


class PrometheusMeter:
    """Implements `application.ports.Meter`."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        # Looking a label up costs more than counting.
        self._moves = cache(metrics.moves.labels)

    def move(self, kind: str) -> None:
        """A move was committed."""
        with suppress(Exception):
            self._moves(kind).inc()

    def game(self, status: Status, ruleset: str) -> None:
        """A game came to this status."""
        with suppress(Exception):
            self._metrics.games.labels(status.value, ruleset).inc()

    def conflict(self, method: str) -> None:
        """A commit lost a race and is tried again or refused."""
        with suppress(Exception):
            self._metrics.conflicts.labels(method).inc()

    def duplicate(self, method: str) -> None:
        """A request was answered from its record."""
        with suppress(Exception):
            self._metrics.duplicates.labels(method).inc()

    def watching(self, step: int) -> None:
        """A watcher came (+1) or went (-1)."""
        with suppress(Exception):
            self._metrics.watchers.inc(step)


class CallRecorder:
    """Counts every call that ends at one door, and writes its line in the access log."""

    def __init__(
        self, metrics: Metrics, access_log: AccessLog | None, *, door: str = "grpc"
    ) -> None:
        self._calls = cache(metrics.calls.labels)
        self._seconds = cache(metrics.call_seconds.labels)
        self._log = access_log
        self._door = door

    def ended(
        self, method: str, code: str, reason: str, seconds: float, *, game_id: str, streamed: bool
    ) -> None:
        """A call ended, with a gRPC code and, if it failed, a reason."""
        with suppress(Exception):
            self._calls(method, code, self._door).inc()
            if not streamed:
                self._seconds(method).observe(seconds)
        if self._log is not None:
            self._log.call(method, code, reason, seconds, game_id, door=self._door)
