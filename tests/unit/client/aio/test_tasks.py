"""What tasks may do to a client and its watches; of threads see the synchronous twin."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator

import pytest
from grpc import StatusCode

from conquian.aio import AsyncClient, AsyncSeat, AsyncWatch, SystemClock, connect
from conquian.errors import Unauthenticated
from conquian.updates import Update
from conquian.v1 import game_service_pb2
from tests.support.waiting import until_async
from tests.unit.client.scripted import (
    After,
    Refusal,
    ScriptedService,
    Step,
    changed,
    got_game,
    update,
)
from tests.unit.client.wires import served_over

END = update(6, over=True)
REVOKED = Refusal(StatusCode.UNAUTHENTICATED, "CREDENTIAL_REVOKED")
RENEWED = game_service_pb2.IssueSeatTokenResponse(seat_token="new", update=changed(5))
WITHIN = 5.0


@pytest.fixture
async def client(wire: str, service: ScriptedService) -> AsyncIterator[AsyncClient]:
    """A client by the machine's clock, whose waits can be broken off."""
    async with served_over(wire, service) as target, connect(target) as connected:
        yield connected


class HastyClock(SystemClock):
    """The machine's clock, put forward."""

    ahead = 0.0

    def now(self) -> float:
        return super().now() + self.ahead


async def has_read(watch: AsyncWatch, revision: int) -> None:
    """Wait until a watch has come so far."""

    async def reached() -> bool:
        return watch.revision == revision

    await until_async(reached, seconds=WITHIN, what=f"revision {revision}")


async def have_come(service: ScriptedService, calls: int) -> None:
    """Wait until the service has so many calls."""

    async def reached() -> bool:
        return len(service.received) == calls

    await until_async(reached, seconds=WITHIN, what=f"{calls} calls")


async def read(watch: AsyncWatch) -> list[int]:
    """Revisions of all that is still to come."""
    return [item.view.revision async for item in watch if item.view is not None]


async def test_a_cancelled_wait_loses_nothing(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Whoever waits for the next item with a limit may go on waiting afterwards."""
    service.script("WatchGame", [update(5), Step.HANG], [END])
    watch = client.watch("g", after_revision=4)

    assert isinstance(await anext(watch), Update)
    waiting = asyncio.ensure_future(anext(watch))
    await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    last = await anext(watch)
    assert last.view is not None
    assert last.view.revision == 6
    assert [request.after_revision for request in service.requests("WatchGame")] == [4, 5]


async def test_a_watch_closed_by_another_task_ends(
    client: AsyncClient, service: ScriptedService
) -> None:
    """The reader's iteration is over, its task goes on."""
    service.script("WatchGame", [update(5), Step.HANG])
    watch = client.watch("g", after_revision=4)
    reading = asyncio.ensure_future(read(watch))
    await has_read(watch, 5)

    await watch.aclose()

    assert await asyncio.wait_for(reading, 5) == [5]


async def test_a_watch_that_is_dropped_lets_its_stream_go(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Whoever forgets to close it is not watched for ever."""
    service.script("WatchGame", [update(5), Step.HANG])
    watch = client.watch("g", after_revision=4)
    await anext(watch)

    del watch

    async def has_gone() -> bool:
        gc.collect()  # again and again: what the loop has still to run may know it at first
        return service.left == ["WatchGame"]

    await until_async(has_gone, seconds=WITHIN, what="the end of the stream")


async def test_a_watch_goes_on_while_its_seat_renews_the_token(
    client: AsyncClient, service: ScriptedService
) -> None:
    """The old token is refused before the answer with the new one has come."""
    service.script("WatchGame", [update(5), After("IssueSeatToken", then=REVOKED)])
    service.script("WatchGame", [REVOKED], [END])
    service.script("IssueSeatToken", After("WatchGame", 3, then=RENEWED))
    seat = AsyncSeat(client._calls, "g", number=0, token="old")
    watch = seat.watch(after_revision=4)
    reading = asyncio.ensure_future(read(watch))
    await has_read(watch, 5)

    await seat.renew_token()

    assert await asyncio.wait_for(reading, WITHIN) == [5, 6]
    assert seat.token == "new"


async def test_a_watch_ends_where_a_renewal_failed(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Then the token was replaced by somebody else."""
    service.script("WatchGame", [update(5), After("IssueSeatToken", then=REVOKED)])
    service.script("WatchGame", *[[REVOKED]] * 20)
    service.script("IssueSeatToken", REVOKED)
    seat = AsyncSeat(client._calls, "g", number=0, token="old")
    watch = seat.watch(after_revision=4)
    reading = asyncio.ensure_future(read(watch))
    await has_read(watch, 5)

    with pytest.raises(Unauthenticated):
        await seat.renew_token()

    with pytest.raises(Unauthenticated):
        await asyncio.wait_for(reading, WITHIN)


async def test_closing_the_client_ends_a_call_that_waits(
    client: AsyncClient, service: ScriptedService
) -> None:
    """By an error: nobody has cancelled the task that waits."""
    service.script("GetGame", got_game(1), Step.HANG)
    await client.get_game("g")
    calling = asyncio.ensure_future(client.get_game("g", timeout=60.0))
    await have_come(service, 2)

    await client.close()

    with pytest.raises(RuntimeError, match="client is closed"):
        await asyncio.wait_for(calling, WITHIN)


async def test_a_cancelled_call_stays_cancelled(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Nor is it sent again."""
    service.script("GetGame", Step.HANG)
    calling = asyncio.ensure_future(client.get_game("g"))
    await have_come(service, 1)

    calling.cancel()

    with pytest.raises(asyncio.CancelledError):
        await calling
    assert len(service.received) == 1


async def test_closing_the_client_ends_its_watches(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Loudly, for the game may go on."""
    service.script("WatchGame", [update(5), Step.HANG])
    watch = client.watch("g", after_revision=4)
    reading = asyncio.ensure_future(read(watch))
    await has_read(watch, 5)

    await client.close()

    with pytest.raises(RuntimeError, match="client is closed"):
        await asyncio.wait_for(reading, WITHIN)


async def test_a_lost_line_takes_its_watches_along(wire: str, service: ScriptedService) -> None:
    """A call that waits in vain where nothing was heard moves the watch, too, to a new line."""
    clock = HastyClock()
    service.script("WatchGame", [update(5), Step.HANG], [END])
    service.script("GetGame", Step.HANG, got_game(5))
    async with served_over(wire, service) as target, connect(target, clock=clock) as client:
        watch = client.watch("g", after_revision=4)
        reading = asyncio.ensure_future(read(watch))
        await has_read(watch, 5)
        clock.ahead = 60.0

        await client.get_game("g", timeout=3.0)

        assert await asyncio.wait_for(reading, WITHIN) == [5, 6]
    streams = [call.peer for call in service.received if call.method == "WatchGame"]
    assert len(set(streams)) == 2


async def test_a_closed_client_says_so(client: AsyncClient) -> None:
    """Instead of failing somewhere inside gRPC."""
    await client.close()

    with pytest.raises(RuntimeError, match="client is closed"):
        await client.get_game("g")
