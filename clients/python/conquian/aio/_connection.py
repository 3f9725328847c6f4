"""A connection to one service, opened by the first call."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Self

import grpc

from conquian._channel import ChannelOptions
from conquian._target import http_base
from conquian.aio._calls import AsyncCalls
from conquian.aio._grpc import AsyncGrpcCarrier
from conquian.aio._line import AsyncCarrier
from conquian.aio._runtime import AsyncClock, SystemClock

if TYPE_CHECKING:
    import httpx


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
        http_client: httpx.AsyncClient | None = None,
        clock: AsyncClock | None = None,
    ) -> None:
        self._calls = AsyncCalls(
            _carriers(target, credentials, options, http_client),
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


def _carriers(
    target: str,
    credentials: grpc.ChannelCredentials | None,
    options: ChannelOptions,
    http_client: httpx.AsyncClient | None,
) -> Callable[[], AsyncCarrier]:
    """How lines to the target are opened; TypeError for what is of the other kind of target."""
    base = http_base(target)
    if base is None:
        if http_client is not None:
            raise TypeError("http_client is for a target such as http://HOST:PORT")
        return partial(AsyncGrpcCarrier, target, credentials, options)
    if credentials is not None or options:
        raise TypeError("credentials and options are for gRPC; over HTTP give an http_client")
    try:
        from conquian.aio._http import (  # noqa: PLC0415 - what it needs is an extra
            AsyncHttpCarrier,
        )
    except ModuleNotFoundError as missing:
        if missing.name != "httpx":
            raise
        raise ModuleNotFoundError(
            'over HTTP the client needs httpx, which comes with pip install "conquian[http]"',
            name="httpx",
        ) from None
    return partial(AsyncHttpCarrier, base, http_client)
