"""A clock that never waits."""

from __future__ import annotations

import asyncio
from collections import Counter

from conquian.aio._runtime import WatchCall
from tests.unit.client.scripted import WatchMessage


class InstantClock:
    """Time that goes by only where the client waits, and then at once."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.slept: list[float] = []
        self._silence = asyncio.Event()
        self._said = 0
        self._heard: Counter[WatchCall] = Counter()

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds

    def fall_silent(self, *, after: int) -> None:
        """Tell the clock that a stream says nothing after so many messages."""
        self._said = after
        self._silence.set()

    async def read(self, call: WatchCall, seconds: float) -> WatchMessage | None:
        """The next message; TimeoutError when all that the script says has been heard."""
        reading = asyncio.ensure_future(call.read())
        silent = asyncio.ensure_future(self._silence.wait())
        try:
            await asyncio.wait({reading, silent}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done() and self._heard[call] == self._said:
                self._silence.clear()
                self.time += seconds
                raise TimeoutError
            message = await reading
        finally:
            reading.cancel()
            silent.cancel()
        self._heard[call] += 1
        return message if isinstance(message, WatchMessage) else None
