"""A store that takes no writes: what it can still do it does, and hints fail for nobody."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
import pytest_asyncio

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from conquian_service.application.errors import StoreFull, StoreUnavailable
from conquian_service.bootstrap import START_ERRORS, Service, running_service
from conquian_service.config import load_settings
from tests.conformance.doors import GrpcDoor, opened
from tests.conformance.http import fetch
from tests.conformance.tables import ME, Table, a_pass
from tests.support.full_disk import FileLimit, log_of
from tests.support.waiting import until_async

GONE = "a" * 26
"""A game that is listed and not there."""
REASONS = {"memory": "STORE_FULL", "disk": "STORE_FULL", "replica": "STORE_UNAVAILABLE"}
"""What is told of a change, by what the store is short of: room, or the right to write."""
SOON = 10.0


class Short:
    """A service on a store of its own that can be short of something."""

    def __init__(self, kind: str, service: Service, door: GrpcDoor, pid: int) -> None:
        self.service = service
        self.door = door
        self.of = kind
        self._limit = FileLimit(pid)

    async def begins(self) -> None:
        """From now on it takes no writes."""
        lane = self.service.lane
        match self.of:
            case "memory":
                await lane.hint("CONFIG", "SET", "maxmemory", "1mb")
            case "disk":
                self._limit.fill(log_of(self.service.settings.data_dir))
            case _:
                await lane.hint("REPLICAOF", "127.0.0.1", 1)

        async def refuses() -> bool:
            with suppress(StoreFull, StoreUnavailable):
                await lane.hint("SET", "filler", "x")
                return False
            return True

        await until_async(refuses, seconds=SOON, what="the store to refuse writes")

    async def ends(self) -> None:
        """It takes writes again."""
        lane = self.service.lane
        await lane.hint("CONFIG", "SET", "maxmemory", "0")
        await lane.hint("REPLICAOF", "NO", "ONE")
        self._limit.make_room()

        async def takes() -> bool:
            with suppress(StoreFull, StoreUnavailable):
                await lane.hint("SET", "filler", "x")
                return True
            return False

        await until_async(takes, seconds=SOON, what="the store to take writes")

    def failed_marks(self) -> float:
        """How often the store refused to note that a seat is watched."""
        registry, seen = self.service.metrics.registry, 0.0
        for error in ("StoreFull", "StoreUnavailable"):
            labels = {"operation": "mark_present", "error": error}
            seen += registry.get_sample_value("conquian_store_failures_total", labels) or 0.0
        return seen


@pytest_asyncio.fixture(loop_scope="session", params=sorted(REASONS))
async def short(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Short]:
    """It has all it needs so far."""
    settings = load_settings(grpc_port=0, http_port=0, data_dir=tmp_path / "store")
    async with running_service(settings) as service, opened(service.grpc_target) as door:
        facts = (await service.lane.read("INFO", "server")).decode().splitlines()
        pid = next(int(fact.split(":")[1]) for fact in facts if fact.startswith("process_id:"))
        yield Short(request.param, service, door, pid)


async def test_reading_listing_and_watching_go_on(short: Short) -> None:
    """No hint ends a watch or a list, nor makes the process unready; moves are refused."""
    door, service = short.door, short.service
    table = await Table.set_up(door, access=view_pb2.ACCESS_PUBLIC)
    await table.fill(2)
    await service.ports.lobby.add(GONE, 1)
    watching = pb.WatchGameRequest(game_id=table.game_id)
    streams = [door.watch(watching, table.seats[ME])]
    await streams[0].read()

    await short.begins()
    streams.append(door.watch(watching, table.seats[ME]))
    assert (await streams[1].read()).update.revision == table.revision
    assert short.failed_marks() == 1
    for _ in range(2):
        listed = await door.ask(pb.ListGamesRequest())
        assert [game.game_id for game in listed.games] == [table.game_id]
    await door.ask(pb.GetGameRequest(game_id=table.game_id), table.seats[ME])
    # A full disk is told by the store itself, whatever is asked of it.
    ready = (503, {"status": "store full"}) if short.of == "disk" else (200, {"status": "ok"})
    assert await fetch(service.http_url, "/readyz") == ready
    refusal = await door.refused(pb.ResignRequest(game_id=table.game_id), table.seats[ME])
    assert refusal.name == ("UNAVAILABLE", REASONS[short.of])
    assert refusal.metadata == {"may_have_happened": "false"}

    await short.ends()
    await table.finish()
    for stream in streams:
        assert [message.update.revision for message in await stream.rest()] == [table.revision]
    assert (await door.ask(pb.ListGamesRequest())).games == []


async def test_a_repeat_of_what_happened_is_not_told_that_nothing_did(short: Short) -> None:
    """It gets its answer, or hears that it may have happened; in the end it gets its answer."""
    table = await Table.pinned(short.door)
    request = table.move(a_pass(), request_id="mine")
    first = await short.door.ask(request, table.seats[ME])
    await short.begins()
    if short.of == "memory":
        assert await short.door.ask(request, table.seats[ME]) == first
    else:
        refusal = await short.door.refused(request, table.seats[ME])
        assert refusal.name == ("UNAVAILABLE", "STORE_UNAVAILABLE")
        assert refusal.metadata == {"may_have_happened": "true"}
    await short.ends()
    assert await short.door.ask(request, table.seats[ME]) == first


async def test_a_start_is_refused_in_so_many_words(short: Short) -> None:
    """As for every other reason not to start."""
    await short.begins()
    settings = load_settings(grpc_port=0, http_port=0, redis_url=short.service.store_url)
    with pytest.raises(START_ERRORS) as refused:
        async with running_service(settings):
            raise AssertionError("it started")
    assert "store" in str(refused.value)
