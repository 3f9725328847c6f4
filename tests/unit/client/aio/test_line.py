"""A line on which nothing comes any more is given up for a new one."""

from __future__ import annotations

import pytest

from conquian.aio import AsyncClient
from tests.unit.client.aio.clock import InstantClock
from tests.unit.client.scripted import UNAVAILABLE, ScriptedService, Step, got_game, update

LONG = 60.0


@pytest.fixture
def wire() -> str:
    """Over gRPC alone: by HTTP a call that waited in vain has given up its own connection."""
    return "grpc"


def lines(service: ScriptedService) -> list[int]:
    """The connection of each call, numbered as they appeared."""
    peers = [call.peer for call in service.received]
    order = list(dict.fromkeys(peers))
    return [order.index(peer) for peer in peers]


async def test_a_lost_line_is_replaced_within_the_call(
    client: AsyncClient, service: ScriptedService, clock: InstantClock
) -> None:
    """The attempt after the one that waited in vain goes by another connection."""
    service.script("GetGame", got_game(1), Step.HANG, got_game(2), got_game(3))
    await client.get_game("g")
    clock.time += LONG

    view = await client.get_game("g", timeout=3.0)
    await client.get_game("g")

    assert view.revision == 2
    assert lines(service) == [0, 0, 1, 1]


async def test_a_slow_call_alone_is_no_lost_line(
    client: AsyncClient, service: ScriptedService
) -> None:
    """What was heard a moment ago is in order; the call is repeated there."""
    service.script("GetGame", got_game(1), Step.HANG, got_game(2))

    await client.get_game("g")
    await client.get_game("g", timeout=3.0)

    assert lines(service) == [0, 0, 0]


async def test_a_refused_call_is_no_lost_line(
    client: AsyncClient, service: ScriptedService, clock: InstantClock
) -> None:
    """An answer is an answer, and gRPC itself mends a broken connection."""
    service.script("GetGame", got_game(1), UNAVAILABLE, Step.HANG, got_game(2))
    await client.get_game("g")
    clock.time += LONG

    await client.get_game("g", timeout=3.0)

    assert lines(service) == [0, 0, 0, 0]


async def test_a_silent_watch_moves_to_a_new_line(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Heartbeats are due; without them the connection is as good as gone."""
    service.script("WatchGame", [update(5), Step.SILENCE], [update(6, over=True)])

    revisions = [item.view and item.view.revision async for item in client.watch("g")]

    assert revisions == [5, 6]
    assert lines(service) == [0, 1]
