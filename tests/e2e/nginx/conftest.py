"""nginx before the two servers that all tests of a run share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.conformance.doors import Door
from tests.conformance.every_door import EVERY_DOOR, DoorKind
from tests.e2e.envoy.conftest import OPEN
from tests.e2e.nginx.front import Front
from tests.support.processes import Server, Store, ending


@pytest.fixture(scope="session")
def front(pair: tuple[Server, Server], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """Nginx before two servers that stay."""
    front = Front(tmp_path_factory.mktemp("nginx"), pair)
    with ending(front):
        yield front
        assert front.running


@pytest.fixture(scope="module")
def open_front(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """Nginx before a server that serves other machines too, as both of its replicas."""
    folder = tmp_path_factory.mktemp("open")
    server = Server(folder, {"CONQUIAN_REDIS_URL": store.url, **OPEN})
    with ending(server):
        front = Front(folder / "nginx", [server, server])
        with ending(front):
            yield front


@pytest.fixture(params=EVERY_DOOR, ids=lambda kind: kind.name)
async def door(front: Front, request: pytest.FixtureRequest) -> AsyncIterator[Door]:
    """Each door, as nginx lets it through."""
    kind: DoorKind = request.param
    async with kind.opened(front) as door:
        yield door
