"""Connections: frequent pings are welcome, old ones end without losing a call, none is held up."""

from __future__ import annotations

import asyncio
import socket

import grpc.aio

from conquian.v1 import game_service_pb2 as pb
from conquian_service.bootstrap import Service
from conquian_service.transport.http.server import HttpServer
from conquian_service.transport.listening import listen
from tests.conformance.conftest import Another
from tests.conformance.doors import GrpcDoor, opened
from tests.conformance.tables import ME, Table, a_pass
from tests.conformance.test_streams import watch

EAGER = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.keepalive_time_ms", 1000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
)
"""A client that pings each second, whether it has a call or not."""
PINGED_FOR = 6
"""Seconds; a server of default settings has said GOAWAY by then."""


async def test_a_client_may_ping_each_second(service: Service) -> None:
    """A stream that is silent meanwhile goes on."""
    async with grpc.aio.insecure_channel(service.grpc_target, options=EAGER) as channel:
        door = GrpcDoor(channel)
        table = await Table.pinned(door)
        stream = watch(door, table)
        await stream.read()
        await asyncio.sleep(PINGED_FOR)
        await table.play(ME, a_pass())
        assert (await stream.read()).update.revision == table.revision
        stream.cancel()


async def test_calls_survive_the_age_of_their_connection(another: Another) -> None:
    """Connections that come of age are replaced; no unary call notices."""
    async with (
        another(max_connection_age_seconds=0.3) as service,
        opened(service.grpc_target) as door,
    ):
        table = await Table.pinned(door)
        request = pb.GetGameRequest(game_id=table.game_id)
        deadline = asyncio.get_running_loop().time() + 2
        calls = 0
        while asyncio.get_running_loop().time() < deadline:
            answers = await asyncio.gather(*(door.ask(request) for _ in range(5)))
            assert {answer.game.revision for answer in answers} == {table.revision}
            calls += len(answers)
        assert calls > 10


async def test_what_is_sent_over_http_waits_for_no_acknowledgement() -> None:
    """Small pieces that follow each other, as updates of a stream, go out at once."""
    with listen("HTTP", "127.0.0.1", 0) as listening:
        HttpServer(_nothing, listening)
        with socket.create_connection(listening.getsockname()):
            connection, _ = listening.accept()
            with connection:
                assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


async def _nothing(*_: object) -> None:
    """An app that says nothing."""
