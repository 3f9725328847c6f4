"""The edge of the Connect and gRPC-Web door, on a real connection: stalls, ends, faults."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
import pytest_asyncio
from starlette.types import Receive, Scope, Send

from conquian.v1 import game_service_pb2 as pb
from conquian_service.application.tokens import Caller, Keyring
from conquian_service.transport.connect import Edge, bodies, connect_apps
from conquian_service.transport.credentials import Credentials
from conquian_service.transport.game_service import SERVICE
from conquian_service.transport.http.app import make_app
from conquian_service.transport.http.cors import Origins
from conquian_service.transport.http.server import HttpServer
from conquian_service.transport.listening import listen
from conquian_service.transport.readiness import Readiness
from conquian_service.transport.reception import Reception
from tests.conformance.frames import frame
from tests.support.http1 import Exchange, exchange
from tests.unit.transport.test_edge import GAME_ID, Records

WATCH, GET = "/conquian.v1.GameService/WatchGame", "/conquian.v1.GameService/GetGame"
STREAM = [("content-type", "application/connect+proto")]
WEB = [("content-type", "application/grpc-web+proto")]
JSON = [("content-type", "application/json")]
ASKED = json.dumps({"gameId": GAME_ID}).encode()
FRAMED = frame(pb.WatchGameRequest(game_id=GAME_ID).SerializeToString())
SLOW = 0.3
HAND = "7H 8H 9H"


class Methods:
    """A stream of large messages without end, and a call without an answer."""

    def __init__(self) -> None:
        self.fails_after: int | None = None
        self.begun, self.closed = asyncio.Event(), asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return None

    async def WatchGame(
        self, caller: Caller, request: pb.WatchGameRequest
    ) -> AsyncGenerator[pb.WatchGameResponse, None]:
        self.begun.set()
        sent = 0
        try:
            while sent != self.fails_after:
                large = pb.WatchGameResponse()
                large.update.view.ruleset = "x" * 100_000
                yield large
                sent += 1
            raise RuntimeError(HAND)
        finally:
            self.closed.set()

    async def GetGame(self, caller: Caller, request: pb.GetGameRequest) -> pb.GetGameResponse:
        self.begun.set()
        try:
            if self.fails_after is not None:
                raise RuntimeError(HAND)
            await asyncio.Event().wait()
        finally:
            self.closed.set()
        raise AssertionError


async def _no_rest(_: Scope, __: Receive, ___: Send) -> None:
    raise AssertionError


class Served:
    """These methods behind the door."""

    def __init__(self) -> None:
        self.records, self.methods = Records(), Methods()

        async def store_answers() -> bool:
            return True

        readiness = Readiness(store_answers)
        credentials = Credentials(Keyring("k", {"k": b"k" * 32}, b"g" * 32))
        edge = Edge(Reception(credentials, self.records, readiness), slow_watcher_seconds=SLOW)
        apps = connect_apps(edge, [(SERVICE, self.methods)])
        app = make_app(
            lambda: (b"", "text/plain"), readiness, rest=_no_rest, origins=Origins(), further=apps
        )
        self.server = HttpServer(app, listen("HTTP", "127.0.0.1", 0))

    async def ended(self) -> list[tuple[str, str, str, str, bool]]:
        """The calls recorded, once the one under way has ended."""
        async with asyncio.timeout(5):
            await self.methods.closed.wait()
            while not self.records.ends:  # noqa: ASYNC110 - a list rings no bell
                await asyncio.sleep(0.01)
        return self.records.ends


@pytest_asyncio.fixture
async def served() -> AsyncIterator[Served]:
    """Nobody has called yet."""
    served = Served()
    served.server.start()
    yield served
    await served.server.stop(1)


@pytest.mark.parametrize("headers", [STREAM, WEB], ids=["connect", "grpc-web"])
async def test_a_watcher_that_takes_nothing_is_cut_off(
    served: Served, headers: list[tuple[str, str]]
) -> None:
    """After the time allowed, its connection too, whatever is unsent on it."""
    loop = asyncio.get_running_loop()
    host, _, port = served.server.target.rpartition(":")
    with socket.socket() as idle:
        idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        idle.setblocking(False)
        await loop.sock_connect(idle, (host, int(port)))
        head = "".join(f"{name}: {value}\r\n" for name, value in headers)
        head = f"POST {WATCH} HTTP/1.1\r\nhost: x\r\ncontent-length: {len(FRAMED)}\r\n{head}\r\n"
        await loop.sock_sendall(idle, head.encode() + FRAMED)
        began = loop.time()
        assert await served.ended() == [("WatchGame", "UNAVAILABLE", "", GAME_ID, True)]
        assert SLOW <= loop.time() - began < 3
        received = await _drain(idle)
        assert not received.endswith(b"0\r\n\r\n")


async def _drain(idle: socket.socket) -> bytes:
    """What the kernel still had, up to the end."""
    received = b""
    with suppress(ConnectionResetError):
        async with asyncio.timeout(5):
            while piece := await asyncio.get_running_loop().sock_recv(idle, 65536):
                received += piece
    return received


@pytest.mark.parametrize("headers", [STREAM, WEB], ids=["connect", "grpc-web"])
async def test_a_watcher_that_takes_all_is_kept(
    served: Served, headers: list[tuple[str, str]]
) -> None:
    """It is the silence that counts, not the whole."""
    made = await Exchange.begin(served.server.url, WATCH, headers, FRAMED)
    await made.head()
    until = asyncio.get_running_loop().time() + 3 * SLOW
    async for _ in made.body():
        if asyncio.get_running_loop().time() > until:
            break
    assert served.records.ends == []
    made.cut()
    await served.ended()


@pytest.mark.parametrize(
    ("path", "headers", "body", "name"),
    [
        (WATCH, STREAM, FRAMED, "WatchGame"),
        (WATCH, WEB, FRAMED, "WatchGame"),
        (GET, JSON, ASKED, "GetGame"),
        (GET, WEB, FRAMED, "GetGame"),
    ],
    ids=["connect stream", "grpc-web stream", "connect call", "grpc-web call"],
)
async def test_a_client_that_goes_away_ends_its_call(
    served: Served, path: str, headers: list[tuple[str, str]], body: bytes, name: str
) -> None:
    """What fed it is closed; the end is recorded once."""
    made = await Exchange.begin(served.server.url, path, headers, body)
    await served.methods.begun.wait()
    made.cut()
    assert await served.ended() == [(name, "CANCELLED", "", GAME_ID, name == "WatchGame")]


async def test_a_body_that_does_not_come_is_not_waited_for(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For longer than a slow line may take; no call has begun."""
    monkeypatch.setattr(bodies, "WITHIN_SECONDS", SLOW)
    host, _, port = served.server.target.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = f"POST {GET} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    writer.write(f"{head}content-length: 40\r\n\r\n{{".encode())
    async with asyncio.timeout(5):
        assert await reader.read() == b""
    writer.close()
    assert served.records.ends == []


async def test_a_request_refused_unread_does_not_cut_those_after_it(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the same connection."""
    monkeypatch.setattr(bodies, "WITHIN_SECONDS", SLOW)
    host, _, port = served.server.target.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    refused = f"GET {GET} HTTP/1.1\r\nhost: x\r\n\r\n".encode()
    for _ in range(2):
        writer.write(refused)
        async with asyncio.timeout(5):
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 405 ")
        await asyncio.sleep(2 * SLOW)
    writer.close()


async def test_a_deadline_ends_the_call(served: Served) -> None:
    """The client is told, should it still be there."""
    timeout = ("connect-timeout-ms", "500")
    answer = await exchange(served.server.url, GET, [*JSON, timeout], ASKED)
    assert answer.status == 504
    assert json.loads(answer.body)["code"] == "deadline_exceeded"
    assert await served.ended() == [("GetGame", "CANCELLED", "", GAME_ID, False)]


@pytest.mark.parametrize("sent", [0, 1])
@pytest.mark.parametrize(
    ("path", "headers", "body"),
    [
        (WATCH, STREAM, FRAMED),
        (WATCH, WEB, FRAMED),
        (GET, JSON, ASKED),
        (GET, WEB, FRAMED),
    ],
    ids=["connect stream", "grpc-web stream", "connect call", "grpc-web call"],
)
async def test_a_fault_tells_the_caller_nothing(
    served: Served, path: str, headers: list[tuple[str, str]], body: bytes, sent: int
) -> None:
    """Not even after a stream has begun: an incident, and no text of the exception."""
    served.methods.fails_after = sent
    answer = await exchange(served.server.url, path, headers, body)
    assert b"7H" not in answer.body
    assert "RuntimeError" not in f"{answer}"
    assert b"incident" in answer.body
    (ended,) = await served.ended()
    assert ended[1:3] == ("INTERNAL", "INTERNAL")
