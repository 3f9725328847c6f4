"""Envoy before the two servers that all tests of a run share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.conformance.doors import Door
from tests.conformance.every_door import EVERY_DOOR, DoorKind
from tests.e2e.envoy.front import Front
from tests.support.processes import Server, ending


@pytest.fixture(scope="session")
def front(pair: tuple[Server, Server], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """Envoy before two servers that stay."""
    front = Front(tmp_path_factory.mktemp("envoy"), pair)
    with ending(front):
        yield front
        assert front.running


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
