"""What the environment says of proxies is not meant for a service on this machine."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from conquian.aio import AsyncClient
from conquian.updates import Update
from tests.unit.client.scripted import ScriptedService, Step, got_game, update


@pytest.fixture(autouse=True)
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One that lets nobody through, for every address."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        for name in ("http_proxy", "https_proxy", "grpc_proxy", "all_proxy"):
            monkeypatch.setenv(name, address)
            monkeypatch.delenv(name.upper(), raising=False)
        for name in ("no_proxy", "NO_PROXY", "no_grpc_proxy"):
            monkeypatch.delenv(name, raising=False)
        yield


async def test_calls_and_watches_go_straight(client: AsyncClient, service: ScriptedService) -> None:
    """Over either way."""
    service.script("GetGame", got_game(1))
    service.script("WatchGame", [update(5), Step.HANG])
    assert (await client.get_game("g")).revision == 1
    async with client.watch("g", after_revision=4) as watch:
        assert isinstance(told := await anext(watch), Update)
        assert told.revision == 5
