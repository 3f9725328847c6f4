"""Calls carried by gRPC."""

from __future__ import annotations

import grpc

from conquian._channel import ChannelOptions
from conquian.aio._runtime import open_channel


class AsyncGrpcCarrier:
    """A channel of grpcio; a carrier of a line."""

    def __init__(
        self, target: str, credentials: grpc.ChannelCredentials | None, options: ChannelOptions
    ) -> None:
        self.channel = open_channel(target, credentials, options)

    async def let_go(self) -> None:
        """Nothing: grpcio closes a channel when the last call on it has let go of it."""

    async def close(self) -> None:
        """End every call."""
        await self.channel.close()
