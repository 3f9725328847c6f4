"""Streams: their limit, their end, and that nothing of them is left."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from conquian.v1 import game_service_pb2 as pb
from conquian_service.bootstrap import Service
from conquian_service.transport.listening import CannotListen
from tests.conformance.conftest import Another
from tests.conformance.doors import Door, Refused, Stream, opened
from tests.conformance.every_door import DoorKind
from tests.conformance.http import fetch
from tests.conformance.tables import ME, Table, a_pass

SOON = 5.0


def watch(door: Door, table: Table, **asked: Any) -> Stream:
    """Follow a game as seat 1."""
    return door.watch(pb.WatchGameRequest(game_id=table.game_id, **asked), table.seats[ME])


def a_long_poll(table: Table, *, ahead: int = 0) -> pb.ListEventsRequest:
    """Wait for what comes after the newest revision, or after one that is not there yet."""
    after = table.revision + ahead
    return pb.ListEventsRequest(game_id=table.game_id, after_revision=after, wait_millis=20_000)


async def watchers(service: Service, expected: int) -> None:
    """Wait until so many streams are open."""
    async with asyncio.timeout(SOON):
        while service.metrics.registry.get_sample_value("conquian_watchers") != expected:  # noqa: ASYNC110 - a gauge rings no bell
            await asyncio.sleep(0.01)


async def test_a_watcher_sees_each_revision_once_and_the_end(door: Door) -> None:
    """From the beginning to the last update of the game; then the stream ends by itself."""
    table = await Table.pinned(door)
    stream = watch(door, table, after_revision=0)
    seen = [(await stream.read()).update.revision for _ in range(table.revision)]
    await table.play(ME, a_pass())
    await table.finish()
    seen += [message.update.revision for message in await stream.rest()]
    assert seen == list(range(1, table.revision + 1))


async def test_heartbeats_fill_the_silence(another: Another, kind: DoorKind) -> None:
    """They carry the newest revision."""
    async with another(heartbeat_seconds=0.05) as service, kind.opened(service) as door:
        table = await Table.pinned(door)
        stream = watch(door, table)
        assert (await stream.read()).update.revision == table.revision
        assert (await stream.read()).heartbeat.revision == table.revision
        stream.cancel()
        await watchers(service, 0)


async def test_one_watcher_too_many(another: Another, kind: DoorKind) -> None:
    """RESOURCE_EXHAUSTED with RetryInfo; a place is free again when a watcher leaves."""
    async with another(max_watchers=1) as service, kind.opened(service) as door:
        table = await Table.pinned(door)
        first = watch(door, table)
        await first.read()
        refusal = await door.refused(pb.WatchGameRequest(game_id=table.game_id))
        assert refusal.name == ("RESOURCE_EXHAUSTED", "TOO_MANY_WATCHERS")
        assert refusal.retry_millis is not None
        first.cancel()
        await watchers(service, 0)
        second = watch(door, table)
        assert (await second.read()).update.revision == table.revision
        second.cancel()


async def test_who_waits_in_a_long_poll_is_a_watcher(another: Another, kind: DoorKind) -> None:
    """It takes a place and gives it back; a poll that need not wait takes none."""
    async with another(max_watchers=1) as service, kind.opened(service) as door:
        table = await Table.pinned(door)
        waiting = a_long_poll(table)
        first = asyncio.create_task(door.ask(waiting))
        await watchers(service, 1)
        refusal = await door.refused(waiting)
        assert refusal.name == ("RESOURCE_EXHAUSTED", "TOO_MANY_WATCHERS")
        await door.ask(pb.ListEventsRequest(game_id=table.game_id, wait_millis=20_000))
        await table.play(ME, a_pass())
        assert (await first).next_after_revision == table.revision
        await watchers(service, 0)


async def test_nothing_is_waited_for_in_vain(another: Another, kind: DoorKind) -> None:
    """Where the game is over, and ahead of the log; who would wait finds no place here."""
    async with another(max_watchers=1) as service, kind.opened(service) as door:
        running, finished = await Table.pinned(door), await Table.pinned(door)
        await finished.finish()
        cancelled = await Table.set_up(door)
        await door.ask(pb.CancelGameRequest(game_id=cancelled.game_id), cancelled.host)
        cancelled.revision += 1
        stream = watch(door, running)
        await stream.read()
        assert (await door.refused(a_long_poll(running))).name[1] == "TOO_MANY_WATCHERS"
        for table, ahead in ((finished, 0), (cancelled, 0), (running, 1)):
            answer = await door.ask(a_long_poll(table, ahead=ahead))
            assert not answer.updates
            assert answer.revision == table.revision
            assert answer.next_after_revision == table.revision + ahead
        stream.cancel()


async def test_a_watcher_that_goes_away_leaves_nothing_behind(
    another: Another, kind: DoorKind
) -> None:
    """Cancelled or cut: the count goes down, nobody listens at the bell any more."""
    async with another() as service, kind.opened(service) as door:
        table = await Table.pinned(door)
        streams = [watch(door, table) for _ in range(5)]
        for stream in streams:
            await stream.read()
        await watchers(service, 5)
        for stream in streams:
            stream.cancel()
        await watchers(service, 0)
        async with kind.opened(service) as cut:
            await watch(cut, table).read()
            await watchers(service, 1)
        await watchers(service, 0)


async def test_a_replaced_token_ends_its_stream(door: Door) -> None:
    """UNAUTHENTICATED `CREDENTIAL_REVOKED`."""
    table = await Table.pinned(door)
    stream = watch(door, table)
    await stream.read()
    await door.ask(pb.IssueSeatTokenRequest(game_id=table.game_id, seat=ME), table.host)
    with pytest.raises(Refused) as ended:
        await stream.rest()
    assert ended.value.refusal.name == ("UNAUTHENTICATED", "CREDENTIAL_REVOKED")


async def test_a_stop_sends_watchers_elsewhere_and_loses_no_call(
    another: Another, kind: DoorKind
) -> None:
    """Health and readiness first, calls still served, then `closing`, then no more."""
    async with (
        another(drain_seconds=2) as service,
        opened(service.grpc_target) as grpc_door,
        kind.opened(service) as door,
    ):
        table, quiet = await Table.pinned(door), await Table.pinned(door)
        stream = watch(door, table)
        await stream.read()
        polling = asyncio.create_task(door.ask(a_long_poll(quiet)))
        started = asyncio.get_running_loop().time()
        stopping = asyncio.create_task(service.stop_serving())
        await asyncio.sleep(0.1)

        health: Any = health_pb2_grpc.HealthStub(grpc_door.channel)
        for name in ("", "conquian.v1.GameService"):
            answer = await health.Check(health_pb2.HealthCheckRequest(service=name))
            assert answer.status == health_pb2.HealthCheckResponse.NOT_SERVING
        assert await fetch(service.http_url, "/readyz") == (503, {"status": "stopping"})
        await table.play(ME, a_pass())

        messages = await stream.rest()
        assert messages[-1].closing.resume_after_revision == table.revision
        assert (await polling).next_after_revision == quiet.revision
        await stopping
        assert asyncio.get_running_loop().time() - started < 6
        assert (await fetch(service.http_url, "/healthz"))[0] == 0


async def test_a_second_server_does_not_get_the_same_port(
    another: Another, service: Service
) -> None:
    """Sharing a port silently is off."""
    with pytest.raises(CannotListen, match=f":{service.grpc.port} "):
        async with another(grpc_port=service.grpc.port):
            raise AssertionError("it started")
