"""A service that is told to stop while calls and streams are under way."""

from __future__ import annotations

import asyncio
import logging
from random import Random
from typing import Any

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from conquian.v1 import rules_service_pb2 as rules_pb
from conquian_service.application.ports import GameStore
from conquian_service.bootstrap import Overrides
from conquian_service.transport.grpc import server
from tests.conformance.conftest import Another
from tests.conformance.doors import GrpcDoor, Refused, opened
from tests.conformance.every_door import DoorKind
from tests.conformance.http import fetch
from tests.conformance.stores import Faulty
from tests.conformance.tables import ME, Table, a_pass

STOPS = 20
CALLERS = 20
THEIRS = ("conquian_service", "uvicorn")
"""Whose records count: other tests of the same process may leave some of asyncio's."""
STOPPED_WITHIN = 8.0
"""Less than the grace that a service gives to calls under way."""


async def _until_refused(door: GrpcDoor) -> str:
    """Call again and again; the code that ends it."""
    while True:
        try:
            await door.ask(rules_pb.ListRulesetsRequest())
        except Refused as refused:
            return refused.refusal.code


async def test_no_call_is_waited_for_that_nobody_serves(another: Another) -> None:
    """One that comes in at the stop is forgotten by gRPC now and then: it lasts no whole grace."""
    moments = Random(0)
    for _ in range(STOPS):
        async with another() as service, opened(service.grpc_target) as door:
            calling = [asyncio.ensure_future(_until_refused(door)) for _ in range(CALLERS)]
            await asyncio.sleep(moments.uniform(0, 0.03))
            await asyncio.wait_for(service.stop_serving(), STOPPED_WITHIN)
            for call in calling:
                call.cancel()
            await asyncio.gather(*calling, return_exceptions=True)


async def test_tools_and_balancers_that_go_on_watching_do_not_hold_up_a_stop(
    another: Another,
) -> None:
    """Streams of health and of reflection are open for as long as their clients like."""
    async with another() as service, opened(service.grpc_target) as door:
        channel: Any = door.channel
        health: Any = health_pb2_grpc.HealthStub(channel)
        reflection: Any = reflection_pb2_grpc.ServerReflectionStub(channel)
        watching = health.Watch(health_pb2.HealthCheckRequest())
        asking = reflection.ServerReflectionInfo()
        await asking.write(reflection_pb2.ServerReflectionRequest(list_services="*"))
        assert (await watching.read()).status == health_pb2.HealthCheckResponse.SERVING
        await asking.read()
        await asyncio.wait_for(service.stop_serving(), STOPPED_WITHIN)
        assert (await watching.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING


async def test_a_call_under_way_is_answered_however_long_it_takes(
    another: Another, kind: DoorKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as the grace lasts; what the stop looks at meanwhile does not cut it off."""
    monkeypatch.setattr(server, "_LOOK_EVERY", 0.01)
    stores: list[Faulty] = []

    def slow(store: GameStore) -> GameStore:
        stores.append(Faulty(store))
        return stores[0]

    async with (
        another(overrides=Overrides(wrap_store=slow)) as service,
        kind.opened(service) as door,
    ):
        table = await Table.pinned(door)
        stores[0].committing.clear()
        stores[0].answers_after = 0.5
        playing = asyncio.ensure_future(table.play(ME, a_pass()))
        await stores[0].committing.wait()
        await service.stop_serving()
        assert (await playing).update.revision == table.revision


@pytest.mark.parametrize(
    ("path", "content_type"),
    [
        ("/v1/games", "application/json"),
        ("/conquian.v1.GameService/CreateGame", "application/json"),
        ("/conquian.v1.GameService/CreateGame", "application/grpc-web+proto"),
    ],
)
async def test_a_request_that_never_ends_is_cut_off_and_is_no_fault(
    another: Another, caplog: pytest.LogCaptureFixture, path: str, content_type: str
) -> None:
    """At the end of the grace, without an answer and without an error in the log."""
    head = (
        f"POST {path} HTTP/1.1\r\nhost: localhost\r\n"
        f"content-type: {content_type}\r\ncontent-length: 100\r\n\r\n"
    )
    async with another(grace_seconds=0.3) as service:
        reader, writer = await asyncio.open_connection(*service.http.target.split(":"))
        writer.write(head.encode() + b"{")
        # Read by now, as the answer on another connection shows.
        assert (await fetch(service.http_url, "/healthz"))[0] == 200
        with caplog.at_level(logging.WARNING):
            await asyncio.wait_for(service.stop_serving(), STOPPED_WITHIN)
        answer = await reader.read()
        writer.close()
    assert answer == b""
    told = [record for record in caplog.records if record.name.startswith(THEIRS)]
    assert told == []
