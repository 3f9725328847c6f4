"""What Envoy lets through is what a door says: no byte of it tells what the reader may not know."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from conquian.v1 import view_pb2
from conquian_service.bootstrap import Service
from tests.conformance.every_door import EVERY_DOOR, DoorKind
from tests.e2e.door_readers import readers_at
from tests.e2e.doors import opened
from tests.e2e.envoy.front import Front
from tests.e2e.overhearing import leaks_of_cards, leaks_of_orders, leaks_of_secrets, overhear
from tests.e2e.test_leaks_by_worlds import leaks_of, script_of_case
from tests.e2e.worlds import WATCHER
from tests.support.processes import Store, ending

GAMES = {
    "classic": {"deals": "1"},
    "three_player": {"max_deals": "1", "trade_rounds": "1"},
    "colonel": {"deals": "1"},
}
"""One of family U, one with trading, one of family H."""


@pytest.mark.parametrize("ruleset", GAMES)
async def test_nothing_received_tells_too_much(front: Front, kind: DoorKind, ruleset: str) -> None:
    """Of a whole game at each door, as the tests without Envoy have it."""
    async with opened(front.grpc_target) as doors, readers_at(kind, front) as made:
        game = await overhear(
            doors, ruleset, GAMES[ruleset], view_pb2.ACCESS_UNLISTED, greedy=True, reader=made
        )
    for reader in game.readers:
        assert len(reader.heard) > 2 * len(game.entries)
        assert leaks_of_cards(game, reader, reader.heard) == []
        assert leaks_of_secrets(game, reader, reader.heard) == []
        assert leaks_of_orders(game, reader, reader.heard) == []
    for secret in (*game.table.seats, game.table.host, *game.table.request_ids):
        assert secret not in front.said()


@pytest.mark.timeout(300)
async def test_hidden_cards_make_no_difference(store: Store, tmp_path: Path) -> None:
    """Worlds that look the same to a reader give the same bytes at every door, through Envoy.

    Each world has a service and an Envoy of its own.
    """
    numbers = itertools.count()

    @asynccontextmanager
    async def behind_envoy(service: Service) -> AsyncIterator[Front]:
        folder = tmp_path / f"world {next(numbers)}"
        # The service runs in this loop, so that nothing may be waited for in it.
        front = await asyncio.to_thread(Front, folder, [service])
        with ending(front):
            yield front

    script = await script_of_case(store, "classic")
    leaks = leaks_of(
        store,
        script,
        Random("envoy"),
        kinds=EVERY_DOOR,
        before=behind_envoy,
        names=["0", WATCHER],
        cuts=slice(2),
    )
    assert [leak async for leak in leaks] == []
    assert next(numbers) == 5
