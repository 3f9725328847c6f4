"""Whoever listens hears of every commit, or is rung to look again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest

from conquian_service.application.ports import (
    Committed,
)
from conquian_service.storage._errors import StoreFull, StoreUnavailable
from conquian_service.storage.connections import Connect, connections
from conquian_service.storage.doorbell import Doorbell
from conquian_service.storage.embedded import EmbeddedStore
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Lane
from conquian_service.storage.scripts import GameScripts
from tests.contract.proxy import Proxy
from tests.contract.waiting import until
from tests.support.full_disk import FileLimit, log_of

GAME, OTHER = "a" * 26, "b" * 26
SILENCE = 0.05
"""Seconds in which a ring that must not come has not come."""


@pytest.fixture
async def doorbell(connect: Connect, keys: Keys) -> AsyncIterator[Doorbell]:
    """A doorbell on the shared store."""
    doorbell = Doorbell(connect, keys)
    yield doorbell
    await doorbell.close()


@pytest.fixture
async def proxied(proxy: Proxy, keys: Keys) -> AsyncIterator[Doorbell]:
    """A doorbell through the proxy, with short times."""
    doorbell = Doorbell(connections(proxy.url, timeout=0.3), keys, timeout=0.5, ping_every=0.5)
    yield doorbell
    await doorbell.close()


async def ring(lane: Lane, keys: Keys, game_id: str = GAME) -> int:
    """Ring a game's bell; return how many connections heard it."""
    heard: int = await lane.hint("PUBLISH", keys.bell(game_id), 1)
    return heard


async def commit(scripts: GameScripts, expected: int) -> None:
    """Commit the revision after `expected`."""
    outcome = await scripts.commit(
        GAME,
        expected_revision=expected,
        request_field=b"",
        request_digest=b"",
        snapshot=b"s",
        entry=b"e",
        ttl_ms=60_000,
    )
    assert isinstance(outcome, Committed)


async def test_a_commit_rings(doorbell: Doorbell, scripts: GameScripts) -> None:
    """The commit right after entering is heard already; silence is told from a ring."""
    async with doorbell.listen(GAME) as bell:
        assert not await bell.wait(SILENCE)
        for revision in range(3):
            await commit(scripts, revision)
            assert await bell.wait(5)
        assert not await bell.wait(SILENCE)


async def test_rings_before_looking_are_one(doorbell: Doorbell, lane: Lane, keys: Keys) -> None:
    """A listener who was busy looks once."""
    async with doorbell.listen(GAME) as bell, doorbell.listen(OTHER) as other:
        for _ in range(5):
            await ring(lane, keys)
        await ring(lane, keys, OTHER)
        assert await other.wait(5)
        assert await bell.wait(5)
        assert not await bell.wait(SILENCE)


async def test_only_the_listeners_of_the_game_are_rung(
    doorbell: Doorbell, lane: Lane, keys: Keys
) -> None:
    """Several listeners to one game all hear it, on one subscription; others do not."""
    async with (
        doorbell.listen(GAME) as one,
        doorbell.listen(GAME) as two,
        doorbell.listen(OTHER) as other,
    ):
        assert await ring(lane, keys) == 1
        assert await one.wait(5)
        assert await two.wait(5)
        assert not await other.wait(SILENCE)


async def test_nobody_left_nobody_subscribed(doorbell: Doorbell, lane: Lane, keys: Keys) -> None:
    """The subscription ends with its last listener, not before."""
    async with doorbell.listen(GAME) as first:
        async with doorbell.listen(GAME):
            pass
        assert await ring(lane, keys) == 1
        assert await first.wait(5)

    async def nobody() -> bool:
        return await ring(lane, keys) == 0

    await until(nobody, "the subscription ends")


async def test_listening_again_at_once_is_subscribed_again(
    doorbell: Doorbell, lane: Lane, keys: Keys
) -> None:
    """Leaving and entering in quick turns never takes an old confirmation for the new one."""
    for _ in range(200):
        async with doorbell.listen(GAME) as bell:
            assert await ring(lane, keys) == 1
            assert await bell.wait(5)


async def test_many_enter_and_leave_at_once(doorbell: Doorbell, lane: Lane, keys: Keys) -> None:
    """However the listeners of a few games mix, each one entered hears the next ring."""

    async def listener(number: int) -> None:
        game = (GAME, OTHER)[number % 2]
        for _ in range(20):
            async with doorbell.listen(game) as bell:
                assert await ring(lane, keys, game) == 1
                assert await bell.wait(5)

    await asyncio.gather(*(listener(number) for number in range(20)))


async def test_an_abandoned_entry_leaves_nothing(
    proxied: Doorbell, proxy: Proxy, lane: Lane, keys: Keys
) -> None:
    """Giving up while the subscription is under way does not spoil the next one."""
    async with proxied.listen(OTHER):
        proxy.hold()

        async def enter() -> None:
            async with proxied.listen(GAME):
                pass

        entering = asyncio.create_task(enter())
        await asyncio.sleep(0.01)
        entering.cancel()
        with pytest.raises(asyncio.CancelledError):
            await entering
        proxy.release()
        async with proxied.listen(GAME) as bell:
            assert await ring(lane, keys) == 1
            assert await bell.wait(5)


async def test_a_lost_connection_rings_everybody_once_it_is_back(
    proxied: Doorbell, proxy: Proxy, lane: Lane, keys: Keys
) -> None:
    """What was missed in between is made up for: all are rung, and hear again afterwards."""
    async with AsyncExitStack() as stack:
        games = [f"{letter}" * 26 for letter in "abcdefgh"]
        bells = [await stack.enter_async_context(proxied.listen(game)) for game in games]
        for _ in range(3):
            proxy.cut()
            for bell in bells:
                assert await bell.wait(5)
            for game, bell in zip(games, bells, strict=True):
                assert await ring(lane, keys, game) == 1
                assert await bell.wait(5)
                assert not await bell.wait(0)


async def test_a_listener_may_enter_during_an_outage(
    proxied: Doorbell, proxy: Proxy, lane: Lane, keys: Keys
) -> None:
    """Entering waits for the connection that is being made anew."""
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(proxied.listen(OTHER))
        proxy.refuse = True
        proxy.cut()
        await until(lambda: proxy.connected == 0, "the cut is seen")
        entered = asyncio.create_task(stack.enter_async_context(proxied.listen(GAME)))
        await asyncio.sleep(0.1)
        assert not entered.done()
        proxy.refuse = False
        bell = await entered
        assert await ring(lane, keys) == 1
        assert await bell.wait(5)


async def test_a_store_that_is_away_refuses_listeners_in_time(
    proxied: Doorbell, proxy: Proxy
) -> None:
    """Without a confirmed subscription nobody gets in."""
    proxy.refuse = True
    with pytest.raises(StoreUnavailable) as caught:
        async with proxied.listen(GAME):
            pytest.fail("entered")
    assert not caught.value.may_have_happened
    proxy.refuse = False
    async with proxied.listen(GAME):
        pass


async def test_a_connection_that_fell_silent_is_replaced(
    proxied: Doorbell, proxy: Proxy, lane: Lane, keys: Keys
) -> None:
    """A peer that vanished without a word is noticed by its missing answers."""
    async with proxied.listen(GAME) as bell:
        proxy.swallow_replies = True
        await until(lambda: proxy.connected == 0, "the silence is noticed")
        proxy.swallow_replies = False
        assert await bell.wait(5)
        assert await ring(lane, keys) == 1
        assert await bell.wait(5)


async def test_a_store_that_cannot_write_its_files_is_listened_to(
    own_store: EmbeddedStore, own_lane: Lane, keys: Keys, tmp_path: Path
) -> None:
    """It answers each ping by an error: that is a sign of life, and it still rings."""
    limit = FileLimit(own_store.pid)
    limit.fill(log_of(tmp_path / "own-store"))

    async def refuses() -> bool:
        with suppress(StoreFull):
            await own_lane.hint("SET", "filler", "x")
            return False
        return True

    await until(refuses, "the disk is full")
    async with Proxy(own_store.url) as proxy:
        doorbell = Doorbell(connections(proxy.url, timeout=1.0), keys, ping_every=0.5)
        async with doorbell.listen(GAME) as bell:

            def pings() -> bool:
                return sum(b"PING" in chunk for chunk in proxy.requests) >= 4

            await until(pings, "some pings")
            assert sum(b"SUBSCRIBE" in chunk for chunk in proxy.requests) == 1
            assert not await bell.wait(0)
            assert await ring(own_lane, keys) == 1
            assert await bell.wait(5)
        await doorbell.close()
    limit.make_room()


async def test_a_quiet_connection_is_kept(proxied: Doorbell, proxy: Proxy) -> None:
    """Silence of the players is not silence of the store."""
    async with proxied.listen(GAME) as bell:
        assert not await bell.wait(1.5)
        assert sum(b"PING" in chunk for chunk in proxy.requests) >= 2
        assert sum(b"SUBSCRIBE" in chunk for chunk in proxy.requests) == 1
