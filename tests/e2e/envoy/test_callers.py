"""Callers in whose way a front easily is: the service's own page, a client of many watches."""

from __future__ import annotations

import pytest

from conquian.v1 import game_service_pb2 as pb
from tests.conformance.every_door import GRPC, Served
from tests.conformance.tables import Table
from tests.support.http1 import exchange

WATCHES = 130
"""More than the 100 streams of one connection that proxies are told to allow, and nginx's 128."""


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("example.com:8000", "http://example.com:8000", 200),
        ("example.com", "https://example.com", 200),
        ("example.com:8000", "http://example.com", 403),
        ("example.com:8000", "http://example.com:9000", 403),
    ],
)
async def test_a_page_may_do_what_it_may_without_a_front(
    open_front: Served, host: str, origin: str, status: int
) -> None:
    """The service's own, by any name and port, and no other: it is told what was asked for."""
    headers = [("content-type", "application/json"), ("host", host), ("origin", origin)]
    body = b'{"ruleset": "classic"}'
    assert (await exchange(open_front.http_url, "/v1/games", headers, body)).status == status


async def test_many_watches_on_one_connection(front: Served) -> None:
    """All begin, and another call is answered: none waits until a watch ends."""
    async with GRPC.opened(front) as door:
        table = await Table.pinned(door)
        request = pb.WatchGameRequest(game_id=table.game_id)
        watches = [door.watch(request) for _ in range(WATCHES)]
        for watch in watches:
            assert (await watch.read()).update.revision == table.revision
        seen = await door.ask(pb.GetGameRequest(game_id=table.game_id))
        assert seen.game.revision == table.revision
