"""A real service with a real store, in this process, for all conformance tests of a run."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from conquian_service.bootstrap import Overrides, Service, running_service
from conquian_service.config import load_settings
from conquian_service.storage.connections import connections
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Lane
from conquian_service.telemetry.logs import AccessLog
from tests.conformance.doors import Door, GrpcDoor, opened
from tests.conformance.every_door import EVERY_DOOR, DoorKind
from tests.conformance.malformed import case, tables
from tests.conformance.rest_api import REST, Api
from tests.conformance.tables import Table

__all__ = ["case", "tables"]

Stored = Callable[[str], Awaitable[tuple[bytes | None, int, int]]]
Another = Callable[..., AbstractAsyncContextManager[Service]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder run in one loop: the service lives in it."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session", autouse=True)
def _nothing_set() -> None:
    for name in [name for name in os.environ if name.startswith("CONQUIAN_")]:
        del os.environ[name]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Service]:
    """The service as `conquian serve` runs it, on free ports."""
    settings = load_settings(grpc_port=0, http_port=0, data_dir=tmp_path_factory.mktemp("store"))
    async with running_service(settings) as service:
        yield service


@pytest.fixture(scope="session", params=EVERY_DOOR, ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> DoorKind:
    """Each kind of door in turn."""
    kind: DoorKind = request.param
    return kind


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def door(service: Service, kind: DoorKind) -> AsyncIterator[Door]:
    """Each of its doors in turn."""
    async with kind.opened(service) as door:
        yield door


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def grpc_door(service: Service) -> AsyncIterator[GrpcDoor]:
    """Its gRPC door, for what the other doors have not."""
    async with opened(service.grpc_target) as door:
        yield door


def another_at(store_url: str) -> Another:
    """Runs services on a store, each apart from all others, with settings of its own."""

    def run(
        *,
        overrides: Overrides | None = None,
        access_log: AccessLog | None = None,
        **settings: object,
    ) -> AbstractAsyncContextManager[Service]:
        chosen = {
            "grpc_port": 0,
            "http_port": 0,
            "key_prefix": f"test-{secrets.token_hex(6)}:",
            "redis_url": store_url,
            **settings,
        }
        return running_service(
            load_settings(**chosen), overrides=overrides or Overrides(), access_log=access_log
        )

    return run


@pytest.fixture(scope="session")
def another(service: Service) -> Another:
    """Runs one more service on the same store, apart from the first, with other settings."""
    return another_at(service.store_url)


@asynccontextmanager
async def reading(store_url: str) -> AsyncIterator[Stored]:
    """Reads what a store holds of a game: its snapshot, and the sizes of log and records."""
    lane, keys = Lane(connections(store_url, timeout=1.0)), Keys()

    async def read(game_id: str) -> tuple[bytes | None, int, int]:
        return (
            await lane.read("GET", keys.snapshot(game_id)),
            await lane.read("LLEN", keys.log(game_id)),
            await lane.read("HLEN", keys.requests(game_id)),
        )

    yield read
    await lane.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def stored(service: Service) -> AsyncIterator[Stored]:
    """The store of that service."""
    async with reading(service.store_url) as read:
        yield read


@pytest_asyncio.fixture(loop_scope="session")
async def api(service: Service) -> Api:
    """A game of its own for each test."""
    async with REST.opened(service) as door:
        return Api(service, await Table.pinned(door))
