"""A connection to one service, opened by the first call."""

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
        language: str = "",
        options: ChannelOptions = (),
        clock: AsyncClock | None = None,
    ) -> None:
        self._calls = AsyncCalls(
            lambda: open_channel(target, credentials, options),
            clock=clock or SystemClock(),
            timeout=timeout,
            language=language,
        )

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
        await self._calls.close()
