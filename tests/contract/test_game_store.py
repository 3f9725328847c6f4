"""The store of games keeps the promises of its port, on a real store."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from conquian_engine import NewerRules, Seat, resolve_rules
from conquian_service.application.fold import fold
from conquian_service.application.game import Access
from conquian_service.application.log import GameCreated
from conquian_service.application.ports import (
    Commit,
    Committed,
    Conflict,
    Duplicate,
    GameStore,
    Gone,
    Loaded,
    RequestRecord,
    Unreadable,
)
from conquian_service.storage._errors import StoreFault
from conquian_service.storage.connections import Connect
from conquian_service.storage.game_store import PRESENCE_MS, RedisGameStore
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Lane, SingleNode
from conquian_service.storage.scripts import GameScripts
from conquian_storage.v1.game_pb2 import Snapshot
from conquian_storage.v1.log_pb2 import LogEntry
from tests.support.sittings import GAME_ID, Revision, Sitting, random_sitting

HOUR_MS = 3_600_000
STAMP = 6
"""Bytes of store time before each body."""


@pytest.fixture
def games(scripts: GameScripts) -> GameStore:
    """A store of games on the shared store."""
    return RedisGameStore(scripts)


@pytest.fixture
async def other_games(connect: Connect, keys: Keys) -> AsyncIterator[GameStore]:
    """The same games as another server sees them, over a connection of its own."""
    lane = Lane(connect)
    yield RedisGameStore(GameScripts(SingleNode(lane), keys))
    await lane.close()


def commit_of(revision: Revision, created_ms: int, *, request: bytes = b"") -> Commit:
    """The commit that makes a revision; every one is a request of its own."""
    number = revision.stored.revision
    return Commit(
        game=revision.stored.game,
        expected_revision=number - 1,
        created_ms=created_ms,
        events=revision.entry.events,
        request_field=request or number.to_bytes(12, "big"),
        request_digest=b"abcd",
        ttl_ms=HOUR_MS,
    )


async def keep(games: GameStore, sitting: Sitting, *, upto: int | None = None) -> None:
    """Commit the revisions of a game in their order."""
    created_ms = 0
    for revision in sitting.revisions[:upto]:
        outcome = await games.commit(commit_of(revision, created_ms))
        assert isinstance(outcome, Committed)
        created_ms = created_ms or outcome.time_ms


async def found(games: GameStore, *, after: int | None = None, limit: int = 0) -> Loaded:
    """The game, which must be there."""
    loaded = await games.load(GAME_ID, after_revision=after, limit=limit)
    assert loaded is not None
    return loaded


@pytest.mark.parametrize("seed", range(12))
async def test_the_log_folds_to_the_snapshot(
    games: GameStore, other_games: GameStore, seed: int
) -> None:
    """Whatever happens at a table, and whichever server wrote it (decision 0.6)."""
    sitting = random_sitting(seed)
    servers = random.Random(seed)
    created_ms = 0
    for revision in sitting.revisions:
        server = servers.choice([games, other_games])
        outcome = await server.commit(commit_of(revision, created_ms))
        assert isinstance(outcome, Committed)
        assert outcome.revision == revision.stored.revision
        created_ms = created_ms or outcome.time_ms
        expected = replace(revision.stored, created_ms=created_ms, updated_ms=outcome.time_ms)
        # One of the two wrote it and knows its bytes, the other has to read them.
        for loaded in (await found(games), await found(other_games)):
            assert expected == loaded.stored
            assert loaded.entries == ()
    whole = await found(other_games, after=0, limit=len(sitting.revisions))
    assert [entry.events for entry in sitting.entries] == [entry.events for entry in whole.entries]
    assert whole.stored == fold(GAME_ID, whole.entries)


async def test_a_page_of_the_log_comes_with_the_game(games: GameStore) -> None:
    """Entries are numbered by their place in the log; at most so many come at once."""
    sitting = random_sitting(2)
    await keep(games, sitting)
    newest = len(sitting.revisions)
    page = await found(games, after=3, limit=4)
    assert [4, 5, 6, 7] == [entry.revision for entry in page.entries]
    assert page.stored.revision == newest
    assert [newest] == [
        entry.revision for entry in (await found(games, after=newest - 1, limit=9)).entries
    ]
    for after, limit in ((newest, 5), (newest + 7, 5), (0, 0)):
        assert () == (await found(games, after=after, limit=limit)).entries


async def test_an_unknown_game_is_none(games: GameStore) -> None:
    """A game that never was, or is no more."""
    assert await games.load(GAME_ID) is None
    assert await games.load(GAME_ID, request_field=b"x" * 12, after_revision=0, limit=5) is None
    assert await games.load_many([]) == []
    assert await games.load_many([GAME_ID]) == [None]


async def test_an_expired_game_is_gone(games: GameStore, lane: Lane, keys: Keys) -> None:
    """A commit on a game that expired since it was read makes no new game."""
    sitting = random_sitting(2)
    await keep(games, sitting, upto=3)
    for key in (keys.snapshot(GAME_ID), keys.log(GAME_ID), keys.requests(GAME_ID)):
        await lane.write("PEXPIRE", key, 0)
    assert await games.load(GAME_ID) is None
    assert Gone() == await games.commit(commit_of(sitting.revisions[3], 1))
    assert await games.load(GAME_ID) is None


async def test_a_repeated_request_changes_nothing(games: GameStore, other_games: GameStore) -> None:
    """On any server, and after later moves: its first record (decision 0.3)."""
    sitting = random_sitting(2)
    await keep(games, sitting, upto=6)
    before = await found(games, after=0, limit=50)
    outcome = await other_games.commit(commit_of(sitting.revisions[1], 1))
    assert Duplicate(RequestRecord(2, b"abcd")) == outcome
    after = await found(games, after=0, limit=50)
    assert before == replace(after, now_ms=before.now_ms)
    known = await games.load(GAME_ID, request_field=(2).to_bytes(12, "big"))
    assert known is not None
    assert RequestRecord(2, b"abcd") == known.record
    unknown = await games.load(GAME_ID, request_field=b"x" * 12)
    assert unknown is not None
    assert unknown.record is None


async def test_of_many_writers_one_wins(games: GameStore, other_games: GameStore) -> None:
    """Eight writers on one revision, on two servers: one commit, seven conflicts."""
    sitting = random_sitting(2)
    await keep(games, sitting, upto=5)
    writers = [
        (games, other_games)[writer % 2].commit(
            commit_of(sitting.revisions[5], 1, request=bytes([writer]) * 12)
        )
        for writer in range(1, 9)
    ]
    outcomes = await asyncio.gather(*writers)
    assert [6] == [outcome.revision for outcome in outcomes if isinstance(outcome, Committed)]
    assert [Conflict(6)] * 7 == [outcome for outcome in outcomes if isinstance(outcome, Conflict)]
    assert (await found(games)).stored.revision == 6


async def test_two_creates_of_one_id_make_one_game(games: GameStore) -> None:
    """The second is told, and the first stays as it is."""
    sitting = random_sitting(2)
    await keep(games, sitting, upto=1)
    stranger = random_sitting(4).revisions[0]
    outcome = await games.commit(commit_of(stranger, 0, request=b"y" * 12))
    assert Conflict(1) == outcome
    assert sitting.revisions[0].stored.game == (await found(games)).stored.game


async def test_several_games_are_read_in_the_order_asked(games: GameStore) -> None:
    """Each for itself; one that is missing leaves its place."""
    ids = [letter * 26 for letter in "abcd"]
    rules = resolve_rules("classic")
    for game_id in ids[:3]:
        created = GameCreated(rules, Access.PUBLIC, None, b"s" * 32, ())
        await keep(games, Sitting(created, game_id=game_id))
    asked = [ids[2], ids[3], ids[0], ids[2]]
    loaded = await games.load_many(asked)
    assert [ids[2], None, ids[0], ids[2]] == [
        game.stored.game.id if isinstance(game, Loaded) else None for game in loaded
    ]


async def test_a_snapshot_of_a_newer_build_is_refused(
    games: GameStore, lane: Lane, keys: Keys
) -> None:
    """It answers NEWER_RULES and leaves the game alone (decision 0.7)."""
    await keep(games, random_sitting(2), upto=4)
    key = keys.snapshot(GAME_ID)
    kept = await lane.read("GET", key)
    message = Snapshot.FromString(kept[STAMP:])
    message.min_reader = 99
    await lane.write("SET", key, kept[:STAMP] + message.SerializeToString())
    with pytest.raises(NewerRules):
        await games.load(GAME_ID)
    assert [Unreadable()] == await games.load_many([GAME_ID])
    await lane.write("SET", key, kept)
    assert (await found(games)).stored.revision == 4


async def test_a_log_entry_of_a_newer_build_is_refused(
    games: GameStore, lane: Lane, keys: Keys
) -> None:
    """Only by who reads that entry: the game itself is readable."""
    await keep(games, random_sitting(2), upto=4)
    kept = await lane.read("LINDEX", keys.log(GAME_ID), 1)
    message = LogEntry.FromString(kept[STAMP:])
    message.version = 99
    await lane.write("LSET", keys.log(GAME_ID), 1, kept[:STAMP] + message.SerializeToString())
    with pytest.raises(NewerRules):
        await found(games, after=0, limit=4)
    assert [3, 4] == [entry.revision for entry in (await found(games, after=2, limit=4)).entries]


async def test_a_log_that_a_foreign_hand_cut_is_found(
    games: GameStore, lane: Lane, keys: Keys
) -> None:
    """Snapshot and log that do not belong together are a fault, not a game."""
    await keep(games, random_sitting(2), upto=4)
    await lane.write("RPOP", keys.log(GAME_ID))
    with pytest.raises(StoreFault):
        await games.load(GAME_ID)


async def test_a_watched_seat_is_present_for_a_while(
    games: GameStore, lane: Lane, keys: Keys
) -> None:
    """Presence is asked for, belongs to its seat, and passes by itself."""
    sitting = random_sitting(2)
    await keep(games, sitting, upto=4)
    await games.mark_present(GAME_ID, Seat(1))
    loaded = await games.load(GAME_ID, presence=True)
    assert loaded is not None
    assert frozenset({Seat(1)}) == loaded.present
    assert frozenset() == (await found(games)).present
    later_ms = loaded.now_ms + PRESENCE_MS + 1000
    later = RedisGameStore(GameScripts(SingleNode(lane), keys, clock_ms=lambda: later_ms))
    loaded = await later.load(GAME_ID, presence=True)
    assert loaded is not None
    assert frozenset() == loaded.present
    assert 0 < await lane.read("PTTL", keys.presence(GAME_ID)) <= PRESENCE_MS


async def test_all_times_are_the_store_s(lane: Lane, keys: Keys) -> None:
    """Created with the first commit, changed with the last (decision 0.16)."""
    clock = iter(range(1000, 9000, 1000))
    now = 0

    def tick() -> int:
        nonlocal now
        now = next(clock)
        return now

    games = RedisGameStore(GameScripts(SingleNode(lane), keys, clock_ms=tick))
    sitting = random_sitting(2)
    await keep(games, sitting, upto=3)
    loaded = await found(games, after=0, limit=9)
    assert (1000, 3000, 4000) == (loaded.stored.created_ms, loaded.stored.updated_ms, loaded.now_ms)
    assert [1000, 2000, 3000] == [entry.time_ms for entry in loaded.entries]
    assert await games.now_ms() == 5000
