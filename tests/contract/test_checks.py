"""A store is looked at before it is trusted with games."""

from __future__ import annotations

import asyncio

import pytest

from conquian_service.storage._errors import StoreUnavailable, StoreUnfit
from conquian_service.storage.checks import (
    check_store,
    find_secret,
    get_or_create_secret,
    ping,
)
from conquian_service.storage.connections import connections
from conquian_service.storage.embedded import EmbeddedStore
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Lane, SingleNode


async def test_our_own_store_is_fit(lane: Lane) -> None:
    """The store that we start passes what we ask of others."""
    await ping(lane)
    await check_store(lane)


@pytest.mark.parametrize("policy", ["volatile-lru", "allkeys-lru", "volatile-ttl"])
async def test_a_store_that_evicts_games_is_refused(own_lane: Lane, policy: str) -> None:
    """Every policy but `noeviction` is refused by name, unless an operator insists."""
    await own_lane.hint("CONFIG", "SET", "maxmemory-policy", policy)
    with pytest.raises(StoreUnfit, match=policy):
        await check_store(own_lane)
    await check_store(own_lane, allow_eviction=True)


async def test_a_store_that_is_away_is_no_store() -> None:
    """Neither a ping nor the check takes an absent store for an unfit one."""
    lane = Lane(connections("unix:///nowhere/store.sock", timeout=0.3), timeout=0.3)
    for call in (ping, check_store):
        with pytest.raises(StoreUnavailable):
            await call(lane)
    await lane.close()


async def test_the_first_secret_stays(lane: Lane, keys: Keys) -> None:
    """All servers get the same secret, and it has no expiry."""
    lanes = SingleNode(lane)
    offers = [bytes([number]) * 32 for number in range(8)]
    got = await asyncio.gather(
        *(get_or_create_secret(lanes, keys, "tokens", fresh) for fresh in offers)
    )
    assert len(set(got)) == 1
    assert got[0] in offers
    assert await get_or_create_secret(lanes, keys, "tokens", b"late" * 8) == got[0]
    assert await get_or_create_secret(lanes, keys, "ids", b"othr" * 8) == b"othr" * 8
    assert await lane.read("TTL", keys.secret("tokens")) == -1
    assert await find_secret(lanes, keys, "tokens") == got[0]
    assert await find_secret(lanes, keys, "more") is None


@pytest.mark.parametrize("foreign", [b"", b"short", b"x" * 33])
async def test_a_foreign_secret_is_refused(lane: Lane, keys: Keys, foreign: bytes) -> None:
    """Whoever can guess it could forge tokens; it is left where it is."""
    await lane.hint("SET", keys.secret("tokens"), foreign)
    for call in (
        find_secret(SingleNode(lane), keys, "tokens"),
        get_or_create_secret(SingleNode(lane), keys, "tokens", b"f" * 32),
    ):
        with pytest.raises(StoreUnfit, match="tokens"):
            await call
    assert await lane.read("GET", keys.secret("tokens")) == foreign


async def test_a_wrong_password_is_told_as_such(own_lane: Lane, own_store: EmbeddedStore) -> None:
    """Not as a store that is away, for which one would wait."""
    await own_lane.hint("ACL", "SETUSER", "games", "on", ">right", "~*", "&*", "+@all")
    lane = Lane(connections(f"{own_store.url}?username=games&password=wrong", timeout=1.0))
    with pytest.raises(StoreUnfit, match="password"):
        await ping(lane)
    await lane.close()
    lane = Lane(connections(f"{own_store.url}?username=games&password=right", timeout=1.0))
    await ping(lane)
    await lane.close()
