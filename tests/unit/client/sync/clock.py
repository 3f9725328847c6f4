"""A clock that never waits."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress

import grpc

from conquian.sync._runtime import WatchCall
from tests.unit.client.scripted import WatchMessage

LOOK = 0.005


class InstantClock:
    """Time that goes by only where the client waits, and then at once."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.slept: list[float] = []
        self._silence = threading.Event()
        self._said = 0
        self._heard: Counter[WatchCall] = Counter()

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds

    def fall_silent(self, *, after: int) -> None:
        """Tell the clock that a stream says nothing after so many messages."""
        self._said = after
        self._silence.set()

    def read(self, call: WatchCall, seconds: float) -> WatchMessage | None:
        """The next message; TimeoutError when all that the script says has been heard."""
        reading: Future[WatchMessage | None] = Future()
        threading.Thread(target=_read, args=(call, reading), daemon=True).start()
        while not reading.done():
            if self._silence.is_set() and self._heard[call] == self._said:
                self._silence.clear()
                self.time += seconds
                raise TimeoutError
            with suppress(NotYet):
                reading.exception(LOOK)
        message = reading.result()
        self._heard[call] += 1
        return message


def _read(call: WatchCall, reading: Future[WatchMessage | None]) -> None:
    try:
        reading.set_result(next(call, None))
    except grpc.RpcError as failed:
        reading.set_exception(failed)
