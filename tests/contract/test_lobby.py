"""The lobby lists public tables, newest first, page by page."""

from __future__ import annotations

import asyncio
import gc
import random

import pytest

from conquian_service.storage._errors import StoreUnavailable
from conquian_service.storage.connections import connections
from conquian_service.storage.keys import LOBBY_SHARDS, Keys
from conquian_service.storage.lanes import Lane, SingleNode
from conquian_service.storage.lobby import Lobby
from tests.contract.proxy import Proxy

ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


@pytest.fixture
def lobby(lane: Lane, keys: Keys) -> Lobby:
    """A lobby on the shared store."""
    return Lobby(SingleNode(lane), keys)


def game_ids(count: int) -> list[str]:
    """Make ids in no particular order, the same every time."""
    chance = random.Random(7)
    return ["".join(chance.choices(ALPHABET, k=26)) for _ in range(count)]


async def everything(lobby: Lobby, *, limit: int) -> list[str]:
    """Read to the end, page by page."""
    found: list[str] = []
    cursor = ""
    while page := await lobby.page(after=cursor, limit=limit):
        assert len(page) <= limit
        found += [game.game_id for game in page]
        cursor = page[-1].cursor
    return found


@pytest.mark.parametrize("limit", [1, 7, 50, 1000])
async def test_pages_go_from_the_newest_to_the_oldest(lobby: Lobby, limit: int) -> None:
    """Every game once, newest first, whatever the page size and the shard."""
    games = game_ids(120)
    await asyncio.gather(
        *(lobby.add(game, 1_700_000_000_000 + 5 * at) for at, game in enumerate(games))
    )
    assert await everything(lobby, limit=limit) == games[::-1]


async def test_games_of_the_same_instant_are_all_listed(lobby: Lobby) -> None:
    """Equal times neither hide nor repeat a game."""
    games = game_ids(40)
    for game in games:
        await lobby.add(game, 1_700_000_000_000)
    assert await everything(lobby, limit=3) == sorted(games, reverse=True)


async def test_listing_again_makes_it_new(lobby: Lobby) -> None:
    """Its game is not doubled, and no reader takes its creation for one given up long ago."""
    first, second = game_ids(2)
    await lobby.add(first, 5)
    await lobby.add(second, 6)
    await lobby.add(first, 7)
    assert await everything(lobby, limit=10) == [first, second]
    await lobby.add(first, 3)  # an attempt that comes in late
    assert await everything(lobby, limit=10) == [first, second]


async def test_removed_games_are_gone(lobby: Lobby) -> None:
    """Stale entries are taken out, in several shards at once; a second time is no error."""
    games = game_ids(40)
    for at, game in enumerate(games):
        await lobby.add(game, at)
    page = await lobby.page(after="", limit=20)
    await lobby.remove(page)
    await lobby.remove(page)
    await lobby.remove([])
    assert await everything(lobby, limit=50) == games[19::-1]


async def test_a_page_goes_on_behind_a_game_that_was_removed(lobby: Lobby) -> None:
    """A cursor is a place, not an entry."""
    games = game_ids(10)
    for at, game in enumerate(games):
        await lobby.add(game, at)
    page = await lobby.page(after="", limit=4)
    await lobby.remove(page)
    rest = await lobby.page(after=page[-1].cursor, limit=10)
    assert [game.game_id for game in rest] == games[5::-1]


@pytest.mark.parametrize("cursor", ["x", "-", "+", "(a", "[", "1700000000000", "1700000000000:A b"])
async def test_a_foreign_cursor_is_refused(lobby: Lobby, cursor: str) -> None:
    """Only what a page gave out is taken; nothing of it reaches the store."""
    with pytest.raises(ValueError, match="cursor"):
        await lobby.page(after=cursor, limit=10)


async def test_a_full_shard_drops_its_oldest(lane: Lane, keys: Keys) -> None:
    """Games that nobody takes off the list cannot pile up; other shards are left alone."""
    lobby = Lobby(SingleNode(lane), keys, most=3)
    shards: dict[str, list[str]] = {}
    for at, game in enumerate(game_ids(80)):
        await lobby.add(game, at)
        shards.setdefault(keys.lobby(game), []).append(game)
    assert min(map(len, shards.values())) > 3
    newest = {game for games in shards.values() for game in games[-3:]}
    assert set(await everything(lobby, limit=50)) == newest
    assert {await lane.read("ZCARD", shard) for shard in keys.lobby_shards()} == {3}
    await lobby.add(shards[keys.lobby_shards()[0]][-1], 1000)
    assert set(await everything(lobby, limit=50)) == newest


async def test_adding_is_one_round_trip(proxy: Proxy, keys: Keys) -> None:
    """What is dropped leaves in the same write."""
    lane = Lane(connections(proxy.url, timeout=1.0))
    await lane.read("PING")
    proxy.requests.clear()
    await Lobby(SingleNode(lane), keys).add(game_ids(1)[0], 1)
    assert len(proxy.requests) == 1
    await lane.close()


async def test_a_game_that_ended_is_dropped_in_passing(lobby: Lobby) -> None:
    """Nobody waits for it, and whoever asks next does not see the game; again is no error."""
    ended, other = game_ids(2)
    await lobby.add(ended, 5)
    await lobby.add(other, 6)
    for _ in range(2):
        lobby.drop(ended)
        assert await everything(lobby, limit=10) == [other]


async def test_dropping_fails_for_nobody(keys: Keys) -> None:
    """A store that is away: no error, not even one that nobody has looked at."""
    told: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    lane = Lane(connections("unix:///nowhere/store.sock", timeout=0.3), timeout=0.3)
    lobby = Lobby(SingleNode(lane), keys)
    lobby.drop(game_ids(1)[0])
    with pytest.raises(StoreUnavailable):
        await lobby.add(game_ids(1)[0], 1)
    await lane.close()
    gc.collect()
    assert told == []


def test_games_spread_over_all_shards(keys: Keys) -> None:
    """No shard bears the list alone, and each is read by a page."""
    used = {keys.lobby(game) for game in game_ids(400)}
    assert used == set(keys.lobby_shards())
    assert len(used) == LOBBY_SHARDS
