"""A scripted service and a client that talks to it over real gRPC, or real HTTP."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from conquian.sync import Client, Seat, connect
from tests.unit.client.scripted import ScriptedService
from tests.unit.client.sync.clock import InstantClock
from tests.unit.client.wires import WIRES, served_over

START_WITHIN = 10.0


@pytest.fixture(params=WIRES)
def wire(request: pytest.FixtureRequest) -> str:
    """How the client reaches the service; a module may say that one way is enough for it."""
    chosen: str = request.param
    return chosen


@pytest.fixture
def clock() -> InstantClock:
    """The client's clock."""
    return InstantClock()


@pytest.fixture
def service(clock: InstantClock) -> ScriptedService:
    """What the server will answer."""
    return ScriptedService(clock)


@pytest.fixture
def client(wire: str, service: ScriptedService, clock: InstantClock) -> Iterator[Client]:
    """A client of the scripted service."""
    with served_by_a_thread(wire, service) as target, connect(target, clock=clock) as connected:
        yield connected


@pytest.fixture
def spanish_client(wire: str, service: ScriptedService, clock: InstantClock) -> Iterator[Client]:
    """A client that asks for Spanish, or else for Russian."""
    with (
        served_by_a_thread(wire, service) as target,
        connect(target, clock=clock, language="es-MX, ru;q=0.5") as connected,
    ):
        yield connected


@pytest.fixture
def seat(client: Client) -> Seat:
    """Seat 0 of the scripted game."""
    return Seat(client._calls, "g", number=0, token="seat-token")


@contextmanager
def served_by_a_thread(wire: str, service: ScriptedService) -> Iterator[str]:
    """Serve a script from a loop in a thread of its own, for it must go on while a call waits."""
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    target: list[str] = []
    started = threading.Event()

    async def serve() -> None:
        async with served_over(wire, service) as address:
            target.append(address)
            started.set()
            await stop.wait()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(serve())

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert started.wait(START_WITHIN)
        yield target[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
