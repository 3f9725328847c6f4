"""Requests that never become one, on the HTTP port: too large a head, or too slow."""

from __future__ import annotations

import asyncio

import pytest

from conquian_service.bootstrap import Service
from conquian_service.transport.http import server

HOST = b"host: x\r\n"


class Line:
    """One connection to the HTTP port."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def to(cls, service: Service) -> Line:
        host, _, port = service.http.target.rpartition(":")
        return cls(*await asyncio.open_connection(host, int(port)))

    async def says(self, sent: bytes) -> bytes:
        """What comes back, to the end of the connection."""
        try:
            self.writer.write(sent)
            await self.writer.drain()
            async with asyncio.timeout(10):
                return await self.reader.read()
        except ConnectionError:
            return b""
        finally:
            self.writer.close()


@pytest.mark.parametrize(
    "headers",
    [b"a: b\r\n" * 20_000, b"accept: " + b"a/b;q=0.5," * 10_000 + b"\r\n"],
    ids=["many", "long"],
)
@pytest.mark.parametrize("ended", [True, False], ids=["whole", "half"])
async def test_a_head_has_so_many_bytes(service: Service, headers: bytes, ended: bool) -> None:
    """431 and the end of the connection; nobody keeps what is sent without end."""
    sent = b"GET /v1/games HTTP/1.1\r\n" + HOST + headers + (b"\r\n" if ended else b"")
    answer = await (await Line.to(service)).says(sent)
    assert answer.startswith(b"HTTP/1.1 431 "), answer[:80]
    assert b"connection: close" in answer


async def test_a_head_of_usual_size_is_read_in_any_pieces(service: Service) -> None:
    """Also behind another request on the same connection."""
    line = await Line.to(service)
    request = b"GET /v1/games HTTP/1.1\r\n" + HOST + b"x: y\r\n" * 2_000
    for piece in (request[:7_000], request[7_000:] + b"\r\n" + request[:9_000]):
        line.writer.write(piece)
        await asyncio.sleep(0.01)
    answer = await line.says(request[9_000:] + b"connection: close\r\n\r\n")
    assert answer.count(b"HTTP/1.1 200 OK") == 2


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /v1/games HTTP/1.1\r\nx", b"POST /v1/games HTTP/1.1\r\ncontent-length: 9\r\n\r\n{"],
    ids=["nothing", "half a head", "half a body"],
)
async def test_a_request_comes_in_time_or_not_at_all(
    service: Service, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    """The connection is broken off, so that nobody holds it by saying nothing."""
    monkeypatch.setattr(server, "_WITHIN_SECONDS", 0.2)
    assert await (await Line.to(service)).says(sent) == b""


async def test_who_waits_for_an_answer_has_all_the_time(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what comes in is waited for so long; a stream or a long poll goes on."""
    monkeypatch.setattr(server, "_WITHIN_SECONDS", 0.2)
    line = await Line.to(service)
    line.writer.write(b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n")
    assert (await line.reader.readline()).startswith(b"HTTP/1.1 200")
    await asyncio.sleep(0.4)
    answer = await line.says(b"GET /healthz HTTP/1.1\r\n" + HOST + b"connection: close\r\n\r\n")
    assert b"HTTP/1.1 200" in answer
