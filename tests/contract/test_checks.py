"""A store is looked at before it is trusted with games."""

from __future__ import annotations

import asyncio

import pytest

from conquian_service.storage._errors import StoreUnavailable, StoreUnfit
from conquian_service.storage.checks import check_store, get_or_create_secret, ping
from conquian_service.storage.connections import connections
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
    assert await get_or_create_secret(lanes, keys, "tokens", b"late") == got[0]
    assert await get_or_create_secret(lanes, keys, "ids", b"other") == b"other"
    assert await lane.read("TTL", keys.secret("tokens")) == -1
