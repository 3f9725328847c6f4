"""What asyncio and httpx do over HTTP: all that the synchronous twin does otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import Self, TypeAlias

import httpx
from grpc import StatusCode

from conquian._connect import STREAM_TIMEOUTS, FailedRequest
from conquian._http_faults import LIMITS, WATCH_LIMITS, certificates
from conquian._target import is_loopback

_Arrived: TypeAlias = "asyncio.Queue[object]"


class AsyncAttempt:
    """One request, and the time that it has with all its parts."""

    def __init__(self, seconds: float | None = None) -> None:
        self.extensions = {"timeout": STREAM_TIMEOUTS if seconds is None else {}}
        self._limit = asyncio.timeout(seconds)

    async def __aenter__(self) -> Self:
        await self._limit.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._limit.__aexit__(kind, error, trace)

    def check(self) -> None:
        """Nothing: it ends by itself when its time is over."""


class AsyncStream:
    """The messages of a stream, read by a task of its own.

    What is not yet taken is kept without a limit: a game has so many updates and no more.
    """

    def __init__(self, messages: Callable[[AsyncAttempt], AsyncIterator[object]]) -> None:
        self._arrived: _Arrived = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self.pump = self._loop.create_task(_pump(messages(AsyncAttempt()), self._arrived))

    async def read(self) -> object:
        """The next message; None at the end."""
        arrived = await self._arrived.get()
        if isinstance(arrived, Exception):
            raise arrived
        return arrived

    def cancel(self) -> None:
        """Let it go; whoever reads it wakes up."""
        self._loop.call_soon_threadsafe(self.pump.cancel)  # garbage is collected in any thread
        while not self._arrived.empty():
            self._arrived.get_nowait()
        self._arrived.put_nowait(FailedRequest(StatusCode.CANCELLED, "the stream was let go"))


async def _pump(messages: AsyncIterator[object], arrived: _Arrived) -> None:
    try:
        async for message in messages:
            arrived.put_nowait(message)
    except Exception as error:  # noqa: BLE001 - whatever it is, the reader shall hear of it
        arrived.put_nowait(error)
    else:
        arrived.put_nowait(None)


class AsyncWire:
    """The connections of a line: the caller's, or our own."""

    def __init__(self, base: str, given: httpx.AsyncClient | None) -> None:
        self._pumps: set[asyncio.Task[None]] = set()
        self._own: tuple[httpx.AsyncClient, ...] = ()
        if given is not None:
            self.calls = self.watches = given
            return
        verify = certificates()
        # What the environment says of proxies is not meant for this machine.
        outside = not is_loopback(base)
        self.calls = httpx.AsyncClient(verify=verify, limits=LIMITS, trust_env=outside)
        self.watches = httpx.AsyncClient(verify=verify, limits=WATCH_LIMITS, trust_env=outside)
        self._own = (self.calls, self.watches)

    def attempt(self, seconds: float) -> AsyncAttempt:
        """A request that may take so long."""
        return AsyncAttempt(seconds)

    def stream(self, messages: Callable[[AsyncAttempt], AsyncIterator[object]]) -> AsyncStream:
        """An open stream."""
        opened = AsyncStream(messages)
        self._pumps.add(opened.pump)
        opened.pump.add_done_callback(self._pumps.discard)
        return opened

    async def close(self) -> None:
        """End every stream, and every call on a connection of our own."""
        pumps = tuple(self._pumps)
        for pump in pumps:
            pump.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)
        for client in self._own:
            await client.aclose()
