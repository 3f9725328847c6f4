"""Real stores for the contract tests, started as the service starts its own.

`store` is shared by a whole run: a test stays within its own key prefix and leaves
the settings alone. A test that must change the store itself asks for `own_store`.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from conquian_service.storage.connections import Connect, connections
from conquian_service.storage.embedded import EmbeddedStore, start_embedded
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Lane, SingleNode
from conquian_service.storage.scripts import GameScripts
from tests.contract.proxy import Proxy


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def store(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[EmbeddedStore]:
    """One store for the whole run."""
    running = await start_embedded(tmp_path_factory.mktemp("store"))
    yield running
    await running.stop()


@pytest.fixture
async def own_store(tmp_path: Path) -> AsyncIterator[EmbeddedStore]:
    """A store for this test alone."""
    running = await start_embedded(tmp_path / "own-store")
    yield running
    await running.stop()


@pytest.fixture
def keys() -> Keys:
    """Key names that no other test uses."""
    return Keys(prefix=f"test-{secrets.token_hex(8)}:")


@pytest.fixture
def connect(store: EmbeddedStore) -> Connect:
    """How to reach the shared store."""
    return connections(store.url, timeout=1.0)


@pytest.fixture
async def lane(connect: Connect) -> AsyncIterator[Lane]:
    """A lane to the shared store."""
    lane = Lane(connect)
    yield lane
    await lane.close()


@pytest.fixture
async def own_lane(own_store: EmbeddedStore) -> AsyncIterator[Lane]:
    """A lane to the test's own store."""
    lane = Lane(connections(own_store.url, timeout=1.0))
    yield lane
    await lane.close()


@pytest.fixture
def scripts(lane: Lane, keys: Keys) -> GameScripts:
    """The atomic steps, on the shared store."""
    return GameScripts(SingleNode(lane), keys)


@pytest.fixture
async def proxy(store: EmbeddedStore) -> AsyncIterator[Proxy]:
    """A way to the shared store that can be cut."""
    async with Proxy(store.url) as proxy:
        yield proxy
