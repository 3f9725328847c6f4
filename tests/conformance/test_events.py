"""Server-Sent Events: what a browser's EventSource and curl are told of a game."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio

from conquian.v1 import game_service_pb2 as pb
from conquian_service.bootstrap import Service
from tests.conformance.conftest import Another
from tests.conformance.doors import Door
from tests.conformance.doors_rest import events_of
from tests.conformance.every_door import EVERY_DOOR
from tests.conformance.tables import ME, Table, a_pass
from tests.support.http1 import Exchange, exchange

REST = next(kind for kind in EVERY_DOOR if kind.name == "rest")


class Source:
    """An EventSource on a game."""

    def __init__(self, made: Exchange) -> None:
        self.made = made
        self._events = events_of(made.body())

    async def next(self) -> dict[str, str]:
        """The next event."""
        async with asyncio.timeout(10):
            return await anext(self._events)

    async def rest(self) -> list[dict[str, str]]:
        """All events to the end."""
        async with asyncio.timeout(10):
            return [event async for event in self._events]


@asynccontextmanager
async def source(
    service: Service, table: Table, query: str = "", *headers: tuple[str, str]
) -> AsyncIterator[Source]:
    """A stream of a game's events."""
    path = f"/v1/games/{table.game_id}/events:watch{query}"
    made = await Exchange.begin(service.http_url, path, headers, method="GET")
    try:
        yield Source(await made.head())
    finally:
        made.cut()


def _bearer(table: Table) -> tuple[str, str]:
    return ("authorization", f"Bearer {table.seats[ME]}")


@pytest_asyncio.fixture(loop_scope="session")
async def table(service: Service) -> Table:
    """A running game."""
    async with REST.opened(service) as door:
        return await Table.pinned(door)


async def _play(service: Service, table: Table) -> None:
    async with REST.opened(service) as table.door:
        await table.play(ME, a_pass())


async def test_the_headers_keep_proxies_from_gathering(service: Service, table: Table) -> None:
    """Never kept, buffered or compressed, whatever the caller takes."""
    async with source(service, table, "", ("accept-encoding", "gzip")) as events:
        assert events.made.status == 200
        assert events.made.header("content-type") == "text/event-stream"
        assert events.made.header("cache-control") == "no-store"
        assert events.made.header("x-accel-buffering") == "no"
        assert events.made.header("content-encoding") == ""
        assert (await events.next())["event"] == "update"


async def test_updates_are_numbered_by_revision(service: Service, table: Table) -> None:
    """From the one asked for, each once and in order."""
    async with source(service, table, "?afterRevision=0", _bearer(table)) as events:
        first = [await events.next() for _ in range(table.revision)]
        assert [event["id"] for event in first] == [str(n + 1) for n in range(table.revision)]
        await _play(service, table)
        assert (await events.next())["id"] == str(table.revision)


async def test_the_last_id_received_is_where_it_goes_on(service: Service, table: Table) -> None:
    """It is newer than the parameter, which an EventSource repeats as it is."""
    last = ("last-event-id", str(table.revision - 1))
    async with source(service, table, "?afterRevision=0", last) as events:
        assert (await events.next())["id"] == str(table.revision)
    path = f"/v1/games/{table.game_id}/events:watch"
    wrong = await exchange(service.http_url, path, [("last-event-id", "x")], method="GET")
    assert wrong.status == 400
    assert b'"field":"after_revision"' in wrong.body


async def test_a_stream_begins_before_there_is_news(another: Another) -> None:
    """The headers come at once; then a heartbeat, which has no id."""
    async with another(heartbeat_seconds=3.0) as service, REST.opened(service) as door:
        table = await Table.pinned(door)
        started = asyncio.get_running_loop().time()
        async with source(service, table, f"?afterRevision={table.revision}") as events:
            assert asyncio.get_running_loop().time() - started < 2.5
            event = await events.next()
            assert event == {"event": "heartbeat", "data": f'{{"revision":{table.revision}}}'}


async def test_an_error_before_the_stream_is_its_status(service: Service, table: Table) -> None:
    """So that an EventSource gives up."""
    path = f"/v1/games/{'a' * 26}/events:watch"
    answer = await exchange(service.http_url, path, method="GET")
    assert (answer.status, answer.header("content-type")) == (404, "application/json")
    path = f"/v1/games/{table.game_id}/events:watch"
    answer = await exchange(service.http_url, path, [("authorization", "Bearer x")], method="GET")
    assert answer.status == 401


async def test_an_error_within_the_stream_is_an_event(service: Service, table: Table) -> None:
    """The last one; it has the form of every error."""
    async with source(service, table, "", _bearer(table)) as events:
        await events.next()
        async with REST.opened(service) as door:
            renewed = pb.IssueSeatTokenRequest(game_id=table.game_id, seat=ME)
            await door.ask(renewed, table.host)
        (failure,) = await events.rest()
        assert failure["event"] == "failure"
        assert '"reason":"CREDENTIAL_REVOKED"' in failure["data"]


async def test_who_is_ahead_is_told_to_start_over(service: Service, table: Table) -> None:
    """As after a failover that lost revisions."""
    async with source(service, table, "?afterRevision=99") as events:
        told = {"event": "resync", "data": f'{{"revision":{table.revision}}}'}
        assert await events.rest() == [told]


async def test_a_game_that_is_over_ends_the_stream_for_good(service: Service, table: Table) -> None:
    """An EventSource that comes back for more gets 204, and stays away."""
    async with source(service, table) as events:
        await events.next()
        async with REST.opened(service) as table.door:
            await table.finish()
        assert [event["id"] for event in await events.rest()] == [str(table.revision)]
    path = f"/v1/games/{table.game_id}/events:watch"
    last = ("last-event-id", str(table.revision))
    again = await exchange(service.http_url, path, [last], method="GET")
    assert (again.status, again.body) == (204, b"")
    missed = ("last-event-id", str(table.revision - 1))
    async with source(service, table, "", missed) as events:
        assert len(await events.rest()) == 1


async def test_a_drain_tells_where_to_resume(another: Another) -> None:
    """And the stream ends as it should, not by a cut."""
    async with another() as service, REST.opened(service) as door:
        table = await Table.pinned(door)
        async with source(service, table) as events:
            await events.next()
            stopping = asyncio.create_task(service.stop_serving())
            told = {"event": "closing", "data": f'{{"resumeAfterRevision":{table.revision}}}'}
            assert await events.rest() == [told]
            await stopping


async def test_head_tells_whether_there_is_a_stream(service: Service, table: Table) -> None:
    """Without one."""
    path = f"/v1/games/{table.game_id}/events:watch"
    answer = await exchange(service.http_url, path, method="HEAD")
    assert (answer.status, answer.header("content-type")) == (200, "text/event-stream")


async def test_a_ticket_opens_the_stream_and_is_not_logged(
    service: Service, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """A bare EventSource sees the hand of whoever asked for the ticket."""
    async with REST.opened(service) as door:
        ticket = await _ticket(door, table)
    with caplog.at_level(logging.DEBUG):
        async with source(service, table, f"?ticket={ticket}") as events:
            assert '"hand":[' in (await events.next())["data"]
        path = f"/v1/games/{table.game_id}?ticket={ticket}"
        assert (await exchange(service.http_url, path, method="GET")).status == 400
    assert ticket not in caplog.text + "".join(str(record.__dict__) for record in caplog.records)


async def _ticket(door: Door, table: Table) -> str:
    asked = pb.IssueWatchTicketRequest(game_id=table.game_id)
    return str((await door.ask(asked, table.seats[ME])).ticket)
