"""With `replica:N` a change counts once N replicas have confirmed it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from conquian_service.application.ports import (
    CommitOutcome,
    Committed,
    Duplicate,
    RequestRecord,
)
from conquian_service.storage._errors import StoreUnavailable
from conquian_service.storage.connections import connections
from conquian_service.storage.embedded import EmbeddedStore, start_embedded
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Acknowledgement, Lane, SingleNode
from conquian_service.storage.scripts import GameScripts
from tests.contract.waiting import until
from tests.support.processes import free_ports

GAME = "aaaaaaaaaaaaaaaaaaaaaaaaaa"


@pytest.fixture
async def replica(
    own_store: EmbeddedStore, own_lane: Lane, tmp_path: Path
) -> AsyncIterator[EmbeddedStore]:
    """A second store that follows the first."""
    (port,) = free_ports(1)
    await own_lane.hint("CONFIG", "SET", "port", port, "repl-diskless-sync-delay", 0)
    follower = await start_embedded(tmp_path / "replica")
    lane = Lane(connections(follower.url, timeout=1.0))
    await lane.hint("REPLICAOF", "127.0.0.1", port)

    async def following() -> bool:
        return b"master_link_status:up" in await lane.read("INFO", "replication")

    await until(following, "the replica follows")
    yield follower
    await lane.close()
    await follower.stop()


def durable_lane(store: EmbeddedStore) -> Lane:
    """A lane whose changes need one replica."""
    return Lane(
        connections(store.url, timeout=1.0),
        acknowledgement=Acknowledgement(replicas=1, millis=300),
    )


@pytest.fixture
async def durable(own_store: EmbeddedStore) -> AsyncIterator[Lane]:
    """A lane of that kind to the test's own store."""
    lane = durable_lane(own_store)
    yield lane
    await lane.close()


async def commit(lane: Lane, keys: Keys) -> CommitOutcome:
    """Make the first commit of a game, always by the same request."""
    return await GameScripts(SingleNode(lane), keys).commit(
        GAME,
        expected_revision=0,
        request_field=b"r" * 12,
        request_digest=b"dddd",
        snapshot=b"s",
        entry=b"e",
        ttl_ms=60_000,
    )


@pytest.fixture
def stopped(replica: EmbeddedStore) -> Iterator[Callable[[bool], None]]:
    """Stop the replica in its tracks, or let it go on."""

    def stop(halt: bool) -> None:
        os.kill(replica.pid, signal.SIGSTOP if halt else signal.SIGCONT)

    yield stop
    stop(False)


async def test_a_confirmed_change_is_answered(
    replica: EmbeddedStore, durable: Lane, keys: Keys
) -> None:
    """With a replica that keeps up, changes and errors are answered as ever."""
    assert isinstance(await commit(durable, keys), Committed)
    assert await commit(durable, keys) == Duplicate(RequestRecord(1, b"dddd"))
    written = await asyncio.gather(*(durable.write("INCRBY", keys.prefix, 1) for _ in range(20)))
    assert written == list(range(1, 21))


async def test_too_few_replicas_leave_a_change_in_doubt(durable: Lane, keys: Keys) -> None:
    """Without a replica the change is written, and its caller told that it may not last."""
    calls = [durable.write("INCRBY", keys.prefix, 1), durable.write("INCRBY", keys.prefix, 1)]
    for error in await asyncio.gather(*calls, return_exceptions=True):
        assert isinstance(error, StoreUnavailable)
        assert error.may_have_happened
    assert await durable.read("GET", keys.prefix) == b"2"
    assert await durable.hint("INCRBY", keys.prefix, 1) == 3


async def test_a_connection_lost_before_the_replica_answered_is_no_fault(
    own_lane: Lane, durable: Lane, keys: Keys, caplog: pytest.LogCaptureFixture
) -> None:
    """The change is in doubt; the log tells of a lost connection, not of a bug."""
    change = durable.write("INCRBY", keys.prefix, 1)

    async def waiting() -> bool:
        return b"cmd=wait" in await own_lane.read("CLIENT", "LIST")

    await until(waiting, "the change waits for a replica")
    await own_lane.hint("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    with pytest.raises(StoreUnavailable) as lost:
        await change
    assert lost.value.may_have_happened
    await durable.read("PING")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_slow_replica_delays_no_reader(
    stopped: Callable[[bool], None], durable: Lane, keys: Keys
) -> None:
    """Reads are answered while a change waits for its replica."""
    stopped(True)
    change = asyncio.ensure_future(commit(durable, keys))
    await durable.read("PING")
    assert not change.done()
    with pytest.raises(StoreUnavailable):
        await change


async def test_a_repeated_request_is_in_doubt_until_it_is_confirmed(
    own_store: EmbeddedStore, stopped: Callable[[bool], None], keys: Keys
) -> None:
    """An answer from a record is confirmed like the commit itself, on whichever connection."""
    stopped(True)
    for _ in range(2):
        lane = durable_lane(own_store)
        with pytest.raises(StoreUnavailable) as caught:
            await commit(lane, keys)
        await lane.close()
        assert caught.value.may_have_happened
    stopped(False)
    lane = durable_lane(own_store)

    async def answered() -> bool:
        try:
            return await commit(lane, keys) == Duplicate(RequestRecord(1, b"dddd"))
        except StoreUnavailable:
            return False

    await until(answered, "the replica has caught up")
    await lane.close()
