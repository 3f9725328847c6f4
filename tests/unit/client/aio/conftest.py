"""A scripted service and a client that talks to it over real gRPC, or real HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from conquian.aio import AsyncClient, AsyncSeat, connect
from tests.unit.client.aio.clock import InstantClock
from tests.unit.client.scripted import ScriptedService
from tests.unit.client.wires import WIRES, served_over


@pytest.fixture(params=WIRES)
def wire(request: pytest.FixtureRequest) -> str:
    """How the client reaches the service; a module may say that one way is enough for it."""
    chosen: str = request.param
    return chosen


@pytest.fixture
async def clock() -> InstantClock:
    """The client's clock."""
    return InstantClock()


@pytest.fixture
async def service(clock: InstantClock) -> ScriptedService:
    """What the server will answer."""
    return ScriptedService(clock)


@pytest.fixture
async def client(
    wire: str, service: ScriptedService, clock: InstantClock
) -> AsyncIterator[AsyncClient]:
    """A client of the scripted service."""
    async with served_over(wire, service) as target, connect(target, clock=clock) as connected:
        yield connected


@pytest.fixture
async def spanish_client(
    wire: str, service: ScriptedService, clock: InstantClock
) -> AsyncIterator[AsyncClient]:
    """A client that asks for Spanish, or else for Russian."""
    async with (
        served_over(wire, service) as target,
        connect(target, clock=clock, language="es-MX, ru;q=0.5") as connected,
    ):
        yield connected


@pytest.fixture
async def seat(client: AsyncClient) -> AsyncSeat:
    """Seat 0 of the scripted game."""
    return AsyncSeat(client._calls, "g", number=0, token="seat-token")
