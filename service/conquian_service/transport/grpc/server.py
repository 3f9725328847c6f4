"""The gRPC server: the one place where it is made (decision 0.11).

Health answers for the empty name and for each service, and says whether this process
serves and is not going away; whether the store answers is what `/readyz` is for, because
all replicas share the store. Reflection tells tools the whole API.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from grpc_health.v1 import health, health_pb2
from grpc_reflection.v1alpha import reflection

from conquian_service.transport.grpc.edge import Edge
from conquian_service.transport.grpc.tools import health_handlers, reflection_handlers
from conquian_service.transport.listening import CannotListen, bracketed, listen
from conquian_service.transport.reception import LARGEST_REQUEST

_MOST_WAITING = 10_000
_LOOK_EVERY = 1.0
"""Seconds between two looks at what still holds up a stop; a request on its way comes in sooner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrpcOptions:
    """How the server treats its connections."""

    host: str
    port: int
    """0 for any free one."""
    max_connection_age_seconds: float = 0.0
    """A connection is closed after about this long, so that clients spread anew; 0 for never."""
    max_connection_age_grace_seconds: float = 30.0
    """How long calls on a connection that has come of age may go on."""
    share_port: bool = False
    """Whether other processes may listen on the same port."""


class GrpcServer:
    """The server with its services, health and reflection."""

    def __init__(
        self, edge: Edge, services: Sequence[tuple[ServiceDescriptor, object]], options: GrpcOptions
    ) -> None:
        self._edge = edge
        self._server = grpc.aio.server(options=_channel_arguments(options))
        self._server.add_generic_rpc_handlers(
            tuple(edge.handlers(service, methods) for service, methods in services)
        )
        self._health = health.aio.HealthServicer()
        self._names = [service.full_name for service, _ in services]
        reflected = (*self._names, health.SERVICE_NAME, reflection.SERVICE_NAME)
        self._server.add_generic_rpc_handlers(
            (
                health_handlers(self._health),
                reflection_handlers(reflection.aio.ReflectionServicer(reflected)),
            )
        )
        self.port = self._listen(options)
        self.target = f"{bracketed(options.host)}:{self.port}"

    async def start(self) -> None:
        """Serve, and say so."""
        await self._server.start()
        for name in self._names:
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)

    async def leave(self) -> None:
        """Tell who asks that this server is going away; calls are still served."""
        await self._health.enter_graceful_shutdown()

    async def stop(self, grace_seconds: float) -> None:
        """Take no more calls, and end those under way after the grace at the latest.

        gRPC waits for all that it has open: for those who watch the health too, and for a call
        that came in just as it stopped, which now and then it hands to nobody. Once no call of
        our own is left, nothing is worth waiting for.
        """
        stopping = asyncio.ensure_future(self._server.stop(grace_seconds))
        while not stopping.done():
            await asyncio.wait((stopping,), timeout=_LOOK_EVERY)
            if not self._edge.calls:
                await self._server.stop(None)
        await stopping

    def _listen(self, options: GrpcOptions) -> int:
        if not options.share_port:
            # Find out before gRPC does, whose core writes of it to standard error.
            listen("gRPC", options.host, options.port).close()
        try:
            return self._server.add_insecure_port(f"{bracketed(options.host)}:{options.port}")
        except RuntimeError:
            raise CannotListen("gRPC", options.host, options.port, "not possible") from None


def _channel_arguments(options: GrpcOptions) -> list[tuple[str, int]]:
    arguments = [
        # On by default: a second server would bind the same port without an error.
        ("grpc.so_reuseport", int(options.share_port)),
        ("grpc.max_receive_message_length", LARGEST_REQUEST),
        # Pings find dead peers. Clients may ping often and without calls: by default they would
        # be sent away for it after a few seconds.
        ("grpc.keepalive_time_ms", 30_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_ping_interval_without_data_ms", 500),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", 500),
        ("grpc.http2.max_ping_strikes", 0),
        # How many calls may wait to be looked at: as many as watch by default, for they all come
        # back at once when another server goes. Of more than 1000, gRPC's own limit, it cancels
        # some at random, and a client need not know that it may ask again.
        ("grpc.server.max_pending_requests", _MOST_WAITING),
        ("grpc.server.max_pending_requests_hard_limit", _MOST_WAITING),
    ]
    if options.max_connection_age_seconds:
        age = int(options.max_connection_age_seconds * 1000)
        grace = int(options.max_connection_age_grace_seconds * 1000)
        arguments += [
            ("grpc.max_connection_age_ms", age),
            ("grpc.max_connection_age_grace_ms", grace),
        ]
    return arguments
