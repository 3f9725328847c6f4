"""Envoy before the two servers that all tests of a run share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.conformance.doors import Door
from tests.conformance.every_door import EVERY_DOOR, DoorKind
from tests.e2e.envoy.front import Front
from tests.support.processes import Server, Store, ending

OPEN = {"CONQUIAN_HTTP_HOST": "0.0.0.0", "CONQUIAN_INSECURE_OPEN": "true"}
"""Settings of a service that others than this machine reach, as a front does by its network."""


@pytest.fixture(scope="session")
def front(pair: tuple[Server, Server], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """Envoy before two servers that stay."""
    front = Front(tmp_path_factory.mktemp("envoy"), pair)
    with ending(front):
        yield front
        assert front.running


@pytest.fixture(scope="module")
def open_front(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """Envoy before a server that serves other machines too."""
    folder = tmp_path_factory.mktemp("open")
    server = Server(folder, {"CONQUIAN_REDIS_URL": store.url, **OPEN})
    with ending(server):
        front = Front(folder / "envoy", [server])
        with ending(front):
            yield front


@pytest.fixture(params=EVERY_DOOR, ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> DoorKind:
    """Each kind of door in turn."""
    kind: DoorKind = request.param
    return kind


@pytest.fixture
async def door(front: Front, kind: DoorKind) -> AsyncIterator[Door]:
    """Each door, as Envoy lets it through."""
    async with kind.opened(front) as door:
        yield door
