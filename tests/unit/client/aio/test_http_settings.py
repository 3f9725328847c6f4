"""What a caller may say of the way over HTTP: a client of httpx, and where the service is."""

from __future__ import annotations

import sys

import grpc
import httpx
import pytest

from conquian.aio import AsyncClient, connect
from conquian.errors import Unavailable
from tests.unit.client.scripted import ScriptedService, Step, got_game, update


@pytest.fixture
def wire() -> str:
    """Over HTTP alone."""
    return "http"


async def test_a_client_of_httpx_may_be_given(
    client: AsyncClient, service: ScriptedService
) -> None:
    """It makes the requests, and outlives the client."""
    target = client_target(client)
    service.script("GetGame", got_game(1), got_game(2))
    service.script("WatchGame", [update(5), Step.HANG])
    seen: list[str] = []

    async def note(request: httpx.Request) -> None:
        seen.append(request.url.path.rpartition("/")[2])

    async with httpx.AsyncClient(event_hooks={"request": [note]}) as given:
        for revision in (1, 2):
            async with connect(target, http_client=given) as other:
                assert (await other.get_game("g")).revision == revision
        async with connect(target, http_client=given) as other:
            await anext(other.watch("g", after_revision=4))
        assert not given.is_closed

    assert seen == ["GetGame", "GetGame", "WatchGame"]


async def test_a_client_of_httpx_that_is_closed_says_so(client: AsyncClient) -> None:
    """By its own error: it is the caller's to keep open."""
    async with httpx.AsyncClient() as given:
        pass
    async with connect(client_target(client), http_client=given) as other:
        with pytest.raises(RuntimeError, match="closed"):
            await other.get_game("g")
        with pytest.raises(RuntimeError, match="closed"):
            await anext(other.watch("g"))


async def test_a_pool_without_room_is_an_unavailable_service(
    client: AsyncClient, service: ScriptedService
) -> None:
    """A given client whose connections are all watches has none for a call."""
    service.script("WatchGame", [update(5), Step.HANG])
    async with (
        httpx.AsyncClient(limits=httpx.Limits(max_connections=1)) as given,
        connect(client_target(client), http_client=given) as other,
        other.watch("g", after_revision=4) as watch,
    ):
        await anext(watch)
        with pytest.raises(Unavailable):
            await other.get_game("g", timeout=0.3)


def client_target(client: AsyncClient) -> str:
    """Where the scripted service is."""
    carrier = client._calls.line.carrier
    base: str = getattr(carrier, "_base")  # noqa: B009 - no part of what a carrier is
    return base


def test_what_is_of_grpc_is_refused_over_http() -> None:
    """And what is of HTTP over gRPC: nothing is left out without a word."""
    credentials = grpc.ssl_channel_credentials()
    with pytest.raises(TypeError, match="http_client"):
        connect("https://example.com", credentials=credentials)
    with pytest.raises(TypeError, match="http_client"):
        connect("http://localhost:8080", options=[("grpc.enable_retries", 1)])
    with pytest.raises(TypeError, match="http_client is for a target"):
        connect("localhost:50051", http_client=httpx.AsyncClient())


@pytest.mark.parametrize(
    "target",
    [
        "http://",
        "http://:8080",
        "http://localhost:port",
        "http://localhost:99999",
        "http://[::1",
        "http://ana:SECRET@localhost:8080",
        "http://localhost:8080?token=SECRET",
        "http://localhost:8080/#game=SECRET",
        "http://local host:8080",
    ],
)
def test_a_target_that_is_no_address_is_refused_at_once(target: str) -> None:
    """Without repeating what it holds."""
    with pytest.raises(ValueError, match="target") as refused:
        connect(target)
    assert "SECRET" not in str(refused.value)


def test_without_httpx_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, and gRPC goes on without it."""
    monkeypatch.setitem(sys.modules, "httpx", None)
    for module in ("conquian._http_faults", "conquian.aio._wire", "conquian.aio._http"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"conquian\[http\]"):
        connect("http://localhost:8080")
    connect("localhost:50051")
