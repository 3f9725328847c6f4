"""A commit is one atomic step: one revision, one winner, all or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from conquian_service.application.ports import (
    OF_NO_REVISION,
    CommitOutcome,
    Committed,
    Conflict,
    Duplicate,
    Gone,
    RequestRecord,
)
from conquian_service.storage._errors import StoreFault, StoreFull
from conquian_service.storage.connections import connections
from conquian_service.storage.embedded import EmbeddedStore
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Lane, SingleNode
from conquian_service.storage.scripts import GameScripts, Stamped
from tests.contract.waiting import until

GAME = "aaaaaaaaaaaaaaaaaaaaaaaaaa"
DAY_MS = 86_400_000


def commit(
    scripts: GameScripts, expected: int, *, request: bytes = b"", ttl_ms: int = DAY_MS
) -> Awaitable[CommitOutcome]:
    """Commit the revision after `expected`, with bodies that name it."""
    return scripts.commit(
        GAME,
        expected_revision=expected,
        request_field=request.ljust(12, b"\0") if request else b"",
        request_digest=b"\0dig" if request else b"",
        snapshot=b"snapshot %d" % (expected + 1),
        entry=b"entry %d" % (expected + 1),
        ttl_ms=ttl_ms,
    )


async def contents(lane: Lane, keys: Keys) -> list[object]:
    """Everything that is stored of the game."""
    return list(
        await asyncio.gather(
            *(
                lane.read(b"DUMP", name)
                for name in (keys.snapshot(GAME), keys.log(GAME), keys.requests(GAME))
            )
        )
    )


async def test_what_is_committed_is_loaded(scripts: GameScripts) -> None:
    """Snapshot, log and record of a commit are read back as written, with its time."""
    before = await scripts.now_ms()
    first = await commit(scripts, 0)
    second = await commit(scripts, 1, request=b"move")
    after = await scripts.now_ms()

    assert isinstance(first, Committed)
    assert isinstance(second, Committed)
    assert (first.revision, second.revision) == (1, 2)
    assert before <= first.time_ms <= second.time_ms <= after

    loaded = await scripts.load(
        GAME, request_field=b"move".ljust(12, b"\0"), after_revision=0, limit=10
    )
    assert loaded.revision == 2
    assert loaded.snapshot == Stamped(second.time_ms, b"snapshot 2")
    assert loaded.entries == (
        Stamped(first.time_ms, b"entry 1"),
        Stamped(second.time_ms, b"entry 2"),
    )
    assert loaded.record == RequestRecord(2, b"\0dig")
    assert after <= loaded.now_ms


async def test_a_game_that_is_not_there_loads_as_nothing(scripts: GameScripts) -> None:
    """No game: revision 0, and nothing else."""
    loaded = await scripts.load(GAME, request_field=b"x" * 12, after_revision=0, limit=5)
    assert loaded.revision == 0
    assert loaded.snapshot is None
    assert loaded.record is None
    assert loaded.entries == ()
    assert loaded.seen == ()


@pytest.mark.parametrize(
    ("after", "limit", "expected"),
    [
        (0, 2, [1, 2]),
        (2, 10, [3, 4, 5]),
        (4, 1, [5]),
        (5, 3, []),
        (9, 3, []),
        (None, 3, []),
        (0, 0, []),
    ],
)
async def test_the_log_is_read_from_a_revision_on(
    scripts: GameScripts, after: int | None, limit: int, expected: list[int]
) -> None:
    """Entries after the revision, in order, at most as many as asked for."""
    for revision in range(5):
        await commit(scripts, revision)
    loaded = await scripts.load(GAME, after_revision=after, limit=limit)
    assert [entry.body for entry in loaded.entries] == [b"entry %d" % k for k in expected]
    assert loaded.revision == 5


async def test_eight_writers_one_revision_one_winner(
    store: EmbeddedStore, keys: Keys, scripts: GameScripts
) -> None:
    """Of eight connections that commit on one revision one gets it; seven learn the next."""
    await commit(scripts, 0)
    lanes = [Lane(connections(store.url, timeout=1.0)) for _ in range(8)]
    writers = [GameScripts(SingleNode(lane), keys) for lane in lanes]
    outcomes = await asyncio.gather(
        *(commit(writer, 1, request=b"writer %d" % k) for k, writer in enumerate(writers))
    )
    await asyncio.gather(*(lane.close() for lane in lanes))

    assert (
        sorted(type(outcome).__name__ for outcome in outcomes) == ["Committed"] + ["Conflict"] * 7
    )
    assert {outcome.revision for outcome in outcomes if isinstance(outcome, Conflict)} == {2}
    assert (await scripts.load(GAME)).revision == 2


async def test_creating_twice_conflicts(scripts: GameScripts) -> None:
    """A second creation under an id meets the first one's game."""
    await commit(scripts, 0)
    assert await commit(scripts, 0) == Conflict(1)


async def test_a_repeated_request_gets_the_first_answer(
    scripts: GameScripts, lane: Lane, keys: Keys
) -> None:
    """A request is a duplicate whatever revision it now expects, even after later commits."""
    await commit(scripts, 0)
    await commit(scripts, 1, request=b"mine")
    await commit(scripts, 2)
    before = await contents(lane, keys)
    for expected in (1, 3, 7):
        assert await commit(scripts, expected, request=b"mine") == Duplicate(
            RequestRecord(2, b"\0dig")
        )
    assert await contents(lane, keys) == before


async def test_a_hundred_copies_of_one_request_are_one_commit(scripts: GameScripts) -> None:
    """However often a request arrives at once, it happens once."""
    await commit(scripts, 0)
    outcomes = await asyncio.gather(*(commit(scripts, 1, request=b"mine") for _ in range(100)))
    assert sum(isinstance(outcome, Committed) for outcome in outcomes) == 1
    assert outcomes.count(Duplicate(RequestRecord(2, b"\0dig"))) == 99


async def test_a_conflict_changes_nothing(scripts: GameScripts, lane: Lane, keys: Keys) -> None:
    """A refused commit leaves no record, so that the request can still happen."""
    await commit(scripts, 0)
    before = await contents(lane, keys)
    assert await commit(scripts, 5, request=b"mine") == Conflict(1)
    assert await contents(lane, keys) == before
    assert isinstance(await commit(scripts, 1, request=b"mine"), Committed)


async def test_a_commit_of_no_revision_finds_its_record_or_writes_nothing(
    scripts: GameScripts, lane: Lane, keys: Keys
) -> None:
    """A record is written again where it is; where it is gone nothing comes in its place."""
    assert await commit(scripts, OF_NO_REVISION, request=b"mine") == Conflict(0)
    assert await contents(lane, keys) == [None, None, None]
    await commit(scripts, 0)
    await commit(scripts, 1, request=b"mine")
    before = await contents(lane, keys)
    found = Duplicate(RequestRecord(2, b"\0dig"))
    assert await commit(scripts, OF_NO_REVISION, request=b"mine") == found
    assert await contents(lane, keys) == before
    await lane.write("DEL", keys.requests(GAME))
    assert await commit(scripts, OF_NO_REVISION, request=b"mine") == Conflict(2)
    assert await contents(lane, keys) == [*before[:2], None]


async def test_a_game_that_expired_since_it_was_read_is_gone(
    scripts: GameScripts, lane: Lane, keys: Keys
) -> None:
    """A commit on an expired game never makes a fresh one."""
    await commit(scripts, 0, ttl_ms=20)

    async def expired() -> bool:
        return (await scripts.load(GAME)).revision == 0

    await until(expired, "the game expires")
    assert await commit(scripts, 1, request=b"late") == Gone()
    assert await contents(lane, keys) == [None, None, None]


async def test_all_keys_of_a_game_expire_at_the_same_instant(
    scripts: GameScripts, lane: Lane, keys: Keys
) -> None:
    """Every commit sets the same expiry on snapshot, log and records."""
    for expected in range(2):
        outcome = await commit(scripts, expected, request=b"r%d" % expected)
        names = (keys.snapshot(GAME), keys.log(GAME), keys.requests(GAME))
        expiries = {await lane.read("PEXPIRETIME", name) for name in names}
        assert len(expiries) == 1
        assert isinstance(outcome, Committed)
        assert abs(expiries.pop() - (outcome.time_ms + DAY_MS)) < 1000


async def test_a_duplicate_keeps_the_expiry(scripts: GameScripts, lane: Lane, keys: Keys) -> None:
    """Answering from a record does not prolong the game."""
    await commit(scripts, 0, request=b"mine")
    before = await lane.read("PEXPIRETIME", keys.requests(GAME))
    await commit(scripts, 0, request=b"mine", ttl_ms=5 * DAY_MS)
    assert await lane.read("PEXPIRETIME", keys.requests(GAME)) == before


async def test_time_can_be_pinned(lane: Lane, keys: Keys) -> None:
    """A test's clock stands in for the store's everywhere."""
    scripts = GameScripts(SingleNode(lane), keys, clock_ms=lambda: 1_700_000_000_123)
    assert await commit(scripts, 0) == Committed(1, 1_700_000_000_123)
    loaded = await scripts.load(GAME)
    assert loaded.now_ms == await scripts.now_ms() == 1_700_000_000_123
    assert loaded.snapshot == Stamped(1_700_000_000_123, b"snapshot 1")


async def test_the_times_of_a_log_never_go_back(lane: Lane, keys: Keys) -> None:
    """A clock that is set back, or a failover to a node that is behind, is not seen in a log."""
    clock = iter([1_700_000_000_500, 1_700_000_000_123, 1_700_000_000_501])
    scripts = GameScripts(SingleNode(lane), keys, clock_ms=lambda: next(clock))
    outcomes = [await commit(scripts, revision) for revision in range(3)]
    expected = [1_700_000_000_500, 1_700_000_000_500, 1_700_000_000_501]
    assert [Committed(at + 1, ms) for at, ms in enumerate(expected)] == outcomes


async def test_forgotten_scripts_are_sent_again(
    scripts: GameScripts, own_lane: Lane, keys: Keys
) -> None:
    """After SCRIPT FLUSH (or a failover) every call of a batch still gets its own answer."""
    scripts = GameScripts(SingleNode(own_lane), keys)
    await commit(scripts, 0)
    await own_lane.hint("SCRIPT", "FLUSH")
    loaded, one, other, number = await asyncio.gather(
        scripts.load(GAME),
        commit(scripts, 1, request=b"one"),
        commit(scripts, 1, request=b"other"),
        own_lane.read("ECHO", "7"),
    )
    assert loaded.revision in {1, 2}
    assert {type(one), type(other)} == {Committed, Conflict}
    assert number == b"7"


async def test_a_full_store_changes_nothing_and_still_answers(own_lane: Lane, keys: Keys) -> None:
    """Out of memory: a commit is refused whole; reads, conflicts and duplicates go on."""
    scripts = GameScripts(SingleNode(own_lane), keys)
    await commit(scripts, 0, request=b"mine")
    before = await contents(own_lane, keys)
    await own_lane.hint("CONFIG", "SET", "maxmemory", "1mb")

    with pytest.raises(StoreFull):
        await commit(scripts, 1, request=b"next")
    with pytest.raises(StoreFull):
        await commit(scripts, 1)
    assert await contents(own_lane, keys) == before
    assert (await scripts.load(GAME)).revision == 1
    assert await commit(scripts, 4) == Conflict(1)
    assert await commit(scripts, 0, request=b"mine") == Duplicate(RequestRecord(1, b"\0dig"))

    await own_lane.hint("CONFIG", "SET", "maxmemory", "0")
    assert isinstance(await commit(scripts, 1, request=b"next"), Committed)


@pytest.mark.parametrize("foreign", [Keys.log, Keys.requests], ids=["log", "requests"])
async def test_a_key_of_a_foreign_type_stops_the_commit_whole(
    scripts: GameScripts, lane: Lane, keys: Keys, foreign: Callable[[Keys, str], str]
) -> None:
    """Whatever is wrong is noticed before anything is written."""
    await lane.write("SET", foreign(keys, GAME), "foreign")
    before = await contents(lane, keys)
    with pytest.raises(StoreFault):
        await commit(scripts, 0, request=b"mine")
    assert await contents(lane, keys) == before


@pytest.mark.parametrize("ttl_ms", [0, -5, 2**63 - 1])
async def test_an_impossible_lifetime_stops_the_commit_whole(
    scripts: GameScripts, lane: Lane, keys: Keys, ttl_ms: int
) -> None:
    """A lifetime that the store refuses leaves nothing behind."""
    with pytest.raises(StoreFault):
        await commit(scripts, 0, request=b"mine", ttl_ms=ttl_ms)
    assert await contents(lane, keys) == [None, None, None]


async def test_a_ring_that_is_refused_does_not_undo_the_commit(
    own_store: EmbeddedStore, own_lane: Lane, keys: Keys
) -> None:
    """An access list without the channel costs the ring, not the move."""
    await own_lane.hint("ACL", "SETUSER", "mute", "on", ">pw", "~*", "+@all", "resetchannels")
    lane = Lane(connections(own_store.url.replace("unix://", "unix://mute:pw@"), timeout=1.0))
    scripts = GameScripts(SingleNode(lane), keys)
    assert isinstance(await commit(scripts, 0, request=b"mine"), Committed)
    assert (await scripts.load(GAME)).revision == 1
    await lane.close()


async def test_presence_is_read_with_the_game(scripts: GameScripts, lane: Lane, keys: Keys) -> None:
    """A mark tells who was seen and when, and is forgotten by itself."""
    await commit(scripts, 0)
    await scripts.mark_present(GAME, "0", ttl_ms=30_000)
    await scripts.mark_present(GAME, "3", ttl_ms=30_000)
    loaded = await scripts.load(GAME, presence=True)
    assert sorted(seat for seat, _ in loaded.seen) == ["0", "3"]
    assert all(0 <= loaded.now_ms - ms < 10_000 for _, ms in loaded.seen)
    assert 0 < await lane.read("PTTL", keys.presence(GAME)) <= 30_000
    assert (await scripts.load(GAME)).seen == ()
