"""Connections that stay: pings, heartbeats, and nobody cut for being careful."""

from __future__ import annotations

import asyncio
from pathlib import Path

import grpc
import grpc.aio

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from conquian.v1.game_service_pb2_grpc import GameServiceStub
from tests.e2e.doors import Doors, bearer, opened
from tests.e2e.tables import set_up
from tests.support.processes import Server, Store, ending

PINGED_FOR = 5.0
"""Seconds; against default settings a ping each second is cut after about three."""
_EAGER = (
    ("grpc.enable_http_proxy", 0),
    ("grpc.keepalive_time_ms", 1000),
    ("grpc.keepalive_timeout_ms", 2000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
)


async def test_pings_are_allowed(doors: Doors, pair: tuple[Server, Server]) -> None:
    """A ping each second, on an open stream and on an idle line: no GOAWAY, no cut."""
    table = await set_up(doors)
    async with (
        grpc.aio.insecure_channel(pair[0].address, options=_EAGER) as watching,
        grpc.aio.insecure_channel(pair[1].address, options=_EAGER) as idle,
    ):
        request = pb.WatchGameRequest(game_id=table.game_id, after_revision=2)
        stream = GameServiceStub(watching).WatchGame(
            request, metadata=bearer(table.seats[0]), timeout=30
        )
        first = await stream.read()
        assert isinstance(first, pb.WatchGameResponse)
        await GameServiceStub(idle).GetGame(pb.GetGameRequest(game_id=table.game_id), timeout=5)
        moved = asyncio.ensure_future(idle.wait_for_state_change(grpc.ChannelConnectivity.READY))
        await asyncio.wait([moved], timeout=PINGED_FOR)
        assert not moved.done(), f"the idle line went {idle.get_state()}"
        moved.cancel()
        await asyncio.gather(moved, return_exceptions=True)
        await doors.ask(pb.ResignRequest(game_id=table.game_id), table.seats[1])
        second = await asyncio.wait_for(stream.read(), 5)
        assert isinstance(second, pb.WatchGameResponse)
        assert second.update.revision == 4


async def test_a_quiet_stream_beats(store: Store, tmp_path: Path) -> None:
    """Heartbeats come at the set interval and carry the newest revision."""
    settings = {"CONQUIAN_REDIS_URL": store.url, "CONQUIAN_HEARTBEAT_SECONDS": "0.2"}
    server = await asyncio.to_thread(Server, tmp_path, settings)
    with ending(server):
        async with opened(server.address) as doors:
            table = await set_up(doors)
            request = pb.WatchGameRequest(game_id=table.game_id, after_revision=3)
            stream = doors[0].watch(request)
            for _ in range(3):
                message = await asyncio.wait_for(stream.read(), 5)
                assert isinstance(message, pb.WatchGameResponse)
                assert message.heartbeat.revision == 3
            stream.cancel()


async def test_presence_is_seen_by_others(doors: Doors) -> None:
    """A seat with a watcher is ONLINE in GetGame at either server, and nowhere in the log."""
    table = await set_up(doors)
    stream = doors[0].watch(pb.WatchGameRequest(game_id=table.game_id), table.seats[1])
    first = await stream.read()
    assert isinstance(first, pb.WatchGameResponse)
    for door in doors.all:
        got = await door.ask(pb.GetGameRequest(game_id=table.game_id))
        presence = [seat.presence for seat in got.game.seats]
        assert presence == [view_pb2.PRESENCE_OFFLINE, view_pb2.PRESENCE_ONLINE]
        assert got.game.revision == 3
    stream.cancel()
