"""Two real servers on one real store, shared by the tests of one pytest process."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.e2e.doors import Doors, opened
from tests.support.processes import Server, Store, ending
from tests.support.scene import Scene


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A Valkey that nobody else uses."""
    started = Store(tmp_path_factory.mktemp("store"))
    with ending(started):
        yield started


@pytest.fixture(scope="session")
def pair(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers on the store, one of them talkative; they never go away during a test."""
    folder = tmp_path_factory.mktemp("servers")
    first = Server.on_store(folder, store.url, name="first")
    with ending(first):
        talkative = {"CONQUIAN_REDIS_URL": store.url, "CONQUIAN_LOG_LEVEL": "debug"}
        second = Server(folder, talkative, name="second")
        with ending(second):
            yield first, second
            assert first.running
            assert second.running


@pytest.fixture
async def doors(pair: tuple[Server, Server]) -> AsyncIterator[Doors]:
    """Connections to both servers; each call through them goes to the other one."""
    async with opened(*(server.address for server in pair)) as both:
        yield both


@pytest.fixture
def logs(pair: tuple[Server, Server]) -> tuple[Path, ...]:
    """What both servers wrote."""
    return tuple(server.log for server in pair)


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """A data directory, ports, and a runtime directory with a short path."""
    with tempfile.TemporaryDirectory(prefix="cq-") as runtime:
        scene = Scene(tmp_path, Path(runtime))
        try:
            yield scene
        finally:
            scene.clear_away()
