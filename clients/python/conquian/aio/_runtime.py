"""What asyncio and grpc.aio do for the client: all that its synchronous twin does otherwise."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from typing import Protocol, TypeVar

import grpc
from grpc import StatusCode, aio

from conquian._channel import ChannelOptions, channel_options
from conquian.v1 import game_service_pb2

_Response = TypeVar("_Response")

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
                if _is_meant_for_us():
                    raise
                raise TimeoutError from None
        return message if isinstance(message, game_service_pb2.WatchGameResponse) else None


async def answer_of(call: Awaitable[_Response]) -> _Response:
    """What a call answers.

    Raises:
        grpc.RpcError: it failed. So does one whose channel is closed meanwhile, where grpcio would
            seem to cancel the task that waits.
    """
    try:
        return await call
    except asyncio.CancelledError:
        if _is_meant_for_us():
            raise
        nothing = aio.Metadata()
        text = "the channel was closed"
        raise aio.AioRpcError(StatusCode.CANCELLED, nothing, nothing, details=text) from None


def _is_meant_for_us() -> bool:
    """Whether somebody cancelled the present task, and not just what it waits for."""
    task = asyncio.current_task()
    return task is None or task.cancelling() > 0


def open_channel(
    target: str, credentials: grpc.ChannelCredentials | None, options: ChannelOptions
) -> Channel:
    """A channel: plain text, or TLS with the credentials given. Connects at the first call."""
    if credentials is None:
        return aio.insecure_channel(target, options=channel_options(target, options))
    return aio.secure_channel(target, credentials, options=channel_options(target, options))
