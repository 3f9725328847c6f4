"""What Envoy does beside carrying calls: balance, keep its log clean, know who is ready."""

from __future__ import annotations

import asyncio
import json
import re
import signal
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from conquian.v1 import game_service_pb2 as pb
from tests.conformance.doors import Door, bearer
from tests.conformance.every_door import EVERY_DOOR, GRPC
from tests.conformance.tables import ME, Table, a_pass
from tests.e2e.envoy.front import Front
from tests.support.http1 import exchange
from tests.support.processes import Server, Store, ending
from tests.support.waiting import until, until_async

SECRET = "kept-out-of-logs"
# Envoy deals them at random: that one of two servers gets none of so many happens by chance once in
# 5e11 times. Dealt out by connection, it would happen every time.
CALLS = 40


def _calls(server: Server, method: str) -> float:
    """How many calls of a method a server has taken."""
    _, metrics = server.fetch("/metrics")
    line = re.compile(rf'^conquian_calls_total{{.*method="{method}".*}} (\S+)$', re.MULTILINE)
    return sum(map(float, line.findall(metrics)))


def _watchers(server: Server) -> float:
    """How many streams a server has open."""
    _, metrics = server.fetch("/metrics")
    found = re.search(r"^conquian_watchers (\S+)$", metrics, re.MULTILINE)
    assert found
    return float(found[1])


async def test_both_servers_get_calls(door: Door, pair: tuple[Server, Server]) -> None:
    """Calls, not connections, are dealt out: one client reaches both."""
    table = await Table.pinned(door)
    before = [_calls(server, "GetGame") for server in pair]
    for _ in range(CALLS):
        await door.ask(pb.GetGameRequest(game_id=table.game_id))
    taken = [_calls(server, "GetGame") - was for server, was in zip(pair, before, strict=True)]
    assert sum(taken) == CALLS
    assert min(taken) > 0


async def test_a_watcher_that_goes_away_is_let_go_of(
    door: Door, pair: tuple[Server, Server]
) -> None:
    """Envoy tells the server, whose place for it is free again."""
    table = await Table.pinned(door)
    streams = [door.watch(pb.WatchGameRequest(game_id=table.game_id)) for _ in range(6)]
    for stream in streams:
        await stream.read()
    assert sum(map(_watchers, pair)) == 6
    for stream in streams:
        stream.cancel()

    async def all_gone() -> bool:
        return sum([await asyncio.to_thread(_watchers, server) for server in pair]) == 0

    await until_async(all_gone, seconds=5, what="the watchers to be let go of")


async def test_its_log_has_no_query_and_no_token(front: Front) -> None:
    """Method and path of each request, but nothing that lets somebody in."""
    async with GRPC.opened(front) as door:
        table = await Table.pinned(door)
    path = f"/v1/games/{table.game_id}"
    answer = await exchange(
        front.http_url,
        f"{path}?ticket={SECRET}",
        [*bearer(table.seats[ME]), ("x-extra", SECRET)],
        method="GET",
    )
    assert answer.status in {200, 400}
    until(lambda: path in front.said(), seconds=5, what="the line in the log")
    assert SECRET not in front.said()
    assert table.seats[ME] not in front.said()
    lines: list[dict[str, Any]] = [
        json.loads(line) for line in front.said().splitlines() if line.startswith("{")
    ]
    assert {line["path"] for line in lines if table.game_id in line["path"]} == {path}


async def test_metrics_are_not_for_everybody(front: Front) -> None:
    """Operators ask each server."""
    assert (await exchange(front.http_url, "/metrics", method="GET")).status == 404


@pytest.fixture
def own_store(tmp_path: Path) -> Iterator[Store]:
    """A store for servers that go away."""
    store = Store(tmp_path / "store")
    with ending(store):
        yield store


async def test_a_server_that_is_told_to_stop_gets_no_more_calls(
    own_store: Store, tmp_path: Path
) -> None:
    """No call fails meanwhile at any door: it serves on until Envoy has noticed."""
    settings = {"CONQUIAN_REDIS_URL": own_store.url, "CONQUIAN_DRAIN_SECONDS": "6"}
    async with AsyncExitStack() as stack:
        servers = []
        for name in ("one", "two"):
            servers.append(Server(tmp_path, settings, name=name))
            stack.enter_context(ending(servers[-1]))
        front = Front(tmp_path / "envoy", servers)
        stack.enter_context(ending(front))
        doors = [await stack.enter_async_context(kind.opened(front)) for kind in EVERY_DOOR]
        table = await Table.pinned(doors[0])
        request = pb.GetGameRequest(game_id=table.game_id)
        servers[0].signal(signal.SIGTERM)
        while not front.misses_one():
            await asyncio.gather(*(door.ask(request) for door in doors))
        before = _calls(servers[0], "GetGame")
        for _ in range(10):
            await asyncio.gather(*(door.ask(request) for door in doors))
        assert _calls(servers[0], "GetGame") == before
        assert await asyncio.to_thread(servers[0].wait, 20) == 0
        await table.play(ME, a_pass())
