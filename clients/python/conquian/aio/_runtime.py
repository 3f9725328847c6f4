"""What asyncio and grpc.aio do for the client: all that its synchronous twin does otherwise."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

import grpc
from grpc import aio

from conquian._channel import ChannelOptions, channel_options
from conquian.v1 import game_service_pb2

UnaryMethod = aio.UnaryUnaryMultiCallable
"""A method of a stub that answers once."""

Channel = aio.Channel


class WatchCall(Protocol):
    """An open WatchGame."""

    async def read(self) -> object:
        """The next message; anything else at the end."""
        ...

    def cancel(self) -> object:
        """Let it go; whoever reads it wakes up."""
        ...


class AsyncClock(Protocol):
    """Time as the client sees it, in seconds; tests pass their own and need no real waits."""

    def now(self) -> float:
        """A time that never goes back, from any start."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return when so much time has gone by."""
        ...

    async def read(
        self, call: WatchCall, seconds: float
    ) -> game_service_pb2.WatchGameResponse | None:
        """The next message of a stream, None at its end.

        Raises:
            TimeoutError: nothing came for so long, or somebody else cancelled the stream; it is
                of no more use.
        """
        ...


class SystemClock:
    """The machine's own time."""

    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def read(
        self, call: WatchCall, seconds: float
    ) -> game_service_pb2.WatchGameResponse | None:
        async with asyncio.timeout(seconds):
            try:
                message = await call.read()
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                raise TimeoutError from None
        return message if isinstance(message, game_service_pb2.WatchGameResponse) else None


def open_channel(
    target: str, credentials: grpc.ChannelCredentials | None, options: ChannelOptions
) -> Channel:
    """A channel: plain text, or TLS with the credentials given. Connects at the first call."""
    if credentials is None:
        return aio.insecure_channel(target, options=channel_options(options))
    return aio.secure_channel(target, credentials, options=channel_options(options))
