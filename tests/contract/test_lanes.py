"""Many calls share a connection, and none pays for another."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest

from conquian_service.storage._errors import StoreFault, StoreUnavailable
from conquian_service.storage.connections import connections
from conquian_service.storage.embedded import EmbeddedStore
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Acknowledgement, Lane
from tests.contract.proxy import Proxy
from tests.contract.waiting import until


@pytest.fixture
async def proxied(proxy: Proxy) -> AsyncIterator[Lane]:
    """A lane through the proxy, with a short timeout."""
    lane = Lane(connections(proxy.url, timeout=0.3), timeout=0.3)
    yield lane
    await lane.close()


@pytest.fixture
def key(keys: Keys) -> str:
    """A key that no other test uses."""
    return f"{keys.prefix}counter"


async def outcomes(*calls: asyncio.Future[Any]) -> list[Any]:
    """Wait for all; an unavailable store as whether the change may have happened."""
    results = await asyncio.gather(*calls, return_exceptions=True)
    return [
        result.may_have_happened if isinstance(result, StoreUnavailable) else result
        for result in results
    ]


async def test_commands_of_one_turn_leave_together(proxy: Proxy, proxied: Lane) -> None:
    """Fifty commands issued at once are one write; each gets its own reply."""
    await proxied.read("PING")
    proxy.requests.clear()
    replies = await asyncio.gather(*(proxied.read("ECHO", number) for number in range(50)))
    assert replies == [b"%d" % number for number in range(50)]
    assert len(proxy.requests) == 1


async def test_a_lone_command_goes_straight(proxy: Proxy, proxied: Lane) -> None:
    """A single command is sent as it is, with nothing around it."""
    await proxied.read("PING")
    proxy.requests.clear()
    assert await proxied.read("ECHO", "alone") == b"alone"
    assert proxy.requests == [b"*2\r\n$4\r\nECHO\r\n$5\r\nalone\r\n"]


async def test_opening_a_lane_costs_no_round_trip(proxy: Proxy, proxied: Lane) -> None:
    """The first command is the first thing that the store hears."""
    await proxied.read("PING")
    assert proxy.requests == [b"*1\r\n$4\r\nPING\r\n"]


async def test_an_error_stays_with_its_command(lane: Lane, key: str) -> None:
    """A failing command in the middle of a batch costs the others nothing."""
    before, wrong, after = await outcomes(
        lane.write("INCRBY", key, 5), lane.write("LPUSH", key, "x"), lane.write("INCRBY", key, 1)
    )
    assert (before, after) == (5, 6)
    assert isinstance(wrong, StoreFault)


async def test_what_cannot_be_sent_is_refused_to_its_caller(lane: Lane) -> None:
    """A value of no wire type raises where it is passed and disturbs nobody."""
    other = lane.read("PING")
    with pytest.raises(TypeError):
        await lane.read("ECHO", None)  # type: ignore[arg-type]
    assert await other == b"PONG"


async def test_a_cut_in_mid_batch_leaves_changes_in_doubt(
    proxy: Proxy, proxied: Lane, lane: Lane, key: str
) -> None:
    """Sent but unanswered: changes may have happened, reads have not; the next use works."""
    await proxied.read("PING")
    proxy.swallow_replies = True
    calls = [
        proxied.write("INCRBY", key, 1),
        proxied.read("GET", key),
        proxied.hint("INCRBY", key, 1),
    ]

    async def arrived() -> bool:
        return bool(await lane.read("GET", key) == b"2")

    await until(arrived, "the commands arrive")
    proxy.swallow_replies = False
    proxy.cut()
    assert await outcomes(*calls) == [True, False, True]
    assert await proxied.read("GET", key) == b"2"


async def test_nothing_is_ever_sent_twice(
    proxy: Proxy, proxied: Lane, lane: Lane, key: str
) -> None:
    """Through many cuts, no change happens twice: what is counted is between told and asked."""
    told = 0
    for round_ in range(30):
        calls = [proxied.write("INCRBY", key, 1) for _ in range(5)]
        if round_ % 3 == 0:
            await asyncio.sleep(0)
            proxy.cut()
        told += sum(type(outcome) is int for outcome in await outcomes(*calls))
    counted = int(await lane.read("GET", key))
    assert told <= counted <= 150


async def test_a_connection_that_died_idle_is_replaced_unnoticed(
    proxy: Proxy, proxied: Lane
) -> None:
    """A loss between two uses costs neither of them anything."""
    await proxied.read("PING")
    proxy.cut()
    await until(lambda: proxy.connected == 0, "the cut is seen")
    assert await proxied.read("ECHO", "again") == b"again"


async def test_a_store_that_refuses_connections_did_nothing(
    proxy: Proxy, proxied: Lane, key: str
) -> None:
    """Whoever cannot connect knows that nothing happened; when the store is back, all is well."""
    await proxied.read("PING")
    proxy.cut()
    await until(lambda: proxy.connected == 0, "the cut is seen")
    proxy.refuse = True
    results = await asyncio.gather(
        proxied.write("INCRBY", key, 1), proxied.read("PING"), return_exceptions=True
    )
    assert all(isinstance(result, StoreUnavailable) for result in results)
    proxy.refuse = False
    assert await proxied.read("PING") == b"PONG"


async def test_no_store_at_all_did_nothing() -> None:
    """An address without a store: unavailable, at once, and nothing happened."""
    lane = Lane(connections("unix:///nowhere/store.sock", timeout=0.3), timeout=0.3)
    assert await outcomes(lane.write("SET", "x", 1), lane.read("GET", "x")) == [False, False]
    await lane.close()


async def test_a_silent_store_is_given_up_in_time(proxy: Proxy, proxied: Lane, key: str) -> None:
    """A store that stopped answering holds nobody longer than the timeout."""
    await proxied.read("PING")
    proxy.hold()
    began = time.monotonic()
    assert await outcomes(proxied.write("INCRBY", key, 1), proxied.read("PING")) == [True, False]
    assert 0.3 <= time.monotonic() - began < 2
    proxy.release()
    assert await proxied.read("PING") == b"PONG"


async def test_a_loop_that_was_held_up_is_no_loss(proxied: Lane, key: str) -> None:
    """Replies that lie unread while this process was busy are read, not given up."""
    await proxied.read("PING")
    call = proxied.write("INCRBY", key, 1)
    await asyncio.sleep(0.05)
    time.sleep(0.5)  # noqa: ASYNC251 - holding up the loop is what is tested
    assert await call == 1


async def test_a_cancelled_caller_disturbs_nobody(proxy: Proxy, proxied: Lane, key: str) -> None:
    """The batch goes on, the others get their own replies, and the change sent happens."""
    await proxied.read("PING")
    proxy.hold()
    first, cancelled, last = (
        asyncio.ensure_future(proxied.write("INCRBY", key, 10**k)) for k in range(3)
    )
    proxy.requests.clear()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    cancelled.cancel()
    proxy.release()
    assert await first == 1
    assert await last == 111
    assert await proxied.read("GET", key) == b"111"


async def test_a_caller_cancelled_before_his_turn_is_not_sent(lane: Lane, key: str) -> None:
    """Who gives up in the same turn costs the store nothing."""
    await lane.read("PING")
    abandoned, kept = lane.write("INCRBY", key, 1), lane.write("INCRBY", key, 10)
    abandoned.cancel()
    assert await kept == 10


async def test_closing_fails_what_is_under_way(proxy: Proxy, proxied: Lane) -> None:
    """A closed lane leaves nobody waiting and takes nothing more."""
    await proxied.read("PING")
    proxy.hold()
    call = proxied.write("PING")
    await asyncio.sleep(0)
    await proxied.close()
    assert await outcomes(call, proxied.write("PING")) == [True, False]


async def test_a_store_that_became_a_replica_did_nothing(own_lane: Lane, key: str) -> None:
    """After a demotion changes are refused as unavailable, and reads still work."""
    await own_lane.write("SET", key, 1)
    await own_lane.hint("REPLICAOF", "127.0.0.1", 1)
    assert await outcomes(own_lane.write("SET", key, 2)) == [False]
    assert await own_lane.read("GET", key) == b"1"
    await own_lane.hint("REPLICAOF", "NO", "ONE")
    assert await own_lane.write("SET", key, 2) == b"OK"


@pytest.mark.parametrize("acknowledgement", [None, Acknowledgement(0)])
async def test_a_change_that_a_replica_refuses_costs_no_neighbour(
    own_store: EmbeddedStore, key: str, acknowledgement: Acknowledgement | None
) -> None:
    """What was sent with it and after it is answered; then there is another connection."""
    connect = connections(own_store.url, timeout=1.0)
    lane = Lane(connect, acknowledgement=acknowledgement)
    await lane.write("SET", key, 1)
    await lane.hint("REPLICAOF", "127.0.0.1", 1)
    before = await lane.read("CLIENT", "ID")
    for _ in range(3):
        calls = [lane.write("SET", key, 2), lane.hint("SET", key, 3)]
        calls += [lane.read("GET", key) for _ in range(20)]
        assert await outcomes(*calls) == [False, False, *[b"1"] * 20]
        after = await lane.read("CLIENT", "ID")
        assert after > before
        before = after
    await lane.close()


async def test_large_values_pass(lane: Lane, key: str) -> None:
    """Commands and replies larger than any buffer on the way arrive whole."""
    values = [bytes([number]) * 3_000_000 for number in range(5)]
    await asyncio.gather(*(lane.write("SET", f"{key}{n}", v) for n, v in enumerate(values)))
    assert await asyncio.gather(*(lane.read("GET", f"{key}{n}") for n in range(5))) == values


async def test_a_store_that_was_stopped_did_nothing(own_store: EmbeddedStore, key: str) -> None:
    """Calls after a clean stop fail at once, and for certain."""
    lane = Lane(connections(own_store.url, timeout=0.3), timeout=0.3)
    await lane.write("SET", key, 1)
    await own_store.stop()
    assert await outcomes(lane.write("SET", key, 2), lane.read("GET", key)) == [False, False]
    await lane.close()
