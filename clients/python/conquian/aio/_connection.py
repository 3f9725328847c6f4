"""A channel to one service, opened in the loop that uses it."""

from __future__ import annotations

from types import TracebackType
from typing import Self

import grpc

from conquian._channel import ChannelOptions
from conquian.aio._calls import AsyncCalls
from conquian.aio._runtime import AsyncClock, SystemClock, open_channel


class AsyncConnection:
    """What every part of the client calls through."""

    def __init__(
        self,
        target: str,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        timeout: float = 10.0,
        options: ChannelOptions = (),
        clock: AsyncClock | None = None,
    ) -> None:
        self._target = target
        self._credentials = credentials
        self._timeout = timeout
        self._options = options
        self._clock = clock or SystemClock()
        self._opened: AsyncCalls | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End every open call and watch; the client is of no more use."""
        if self._opened is not None:
            await self._opened.channel.close()

    @property
    def _calls(self) -> AsyncCalls:
        if self._opened is None:  # not in __init__: a channel belongs to the running loop
            channel = open_channel(self._target, self._credentials, self._options)
            self._opened = AsyncCalls(channel, clock=self._clock, timeout=self._timeout)
        return self._opened
