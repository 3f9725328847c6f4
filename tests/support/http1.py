"""HTTP/1.1 as it is on the wire: any header, any body, an answer part by part."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit

import h11

Headers = Sequence[tuple[str, str]]
_PIECE = 65536
OF_THE_WAY = {"date", "server", "x-envoy-upstream-service-time", "x-request-id"}
"""Headers that tell of the time and the way, not of what was asked."""
_TAP: ContextVar[bytearray | None] = ContextVar("tap", default=None)


@contextmanager
def tapped() -> Iterator[bytearray]:
    """All that comes to the requests begun meanwhile, also later: heads, bodies, trailers."""
    received = bytearray()
    token = _TAP.set(received)
    try:
        yield received
    finally:
        _TAP.reset(token)


class CutOff(ConnectionError):
    """The connection ended before the answer did."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer; names of headers in lower case."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str:
        """A header's only value; empty if there is none."""
        return _only(self.headers, name)


class Exchange:
    """One request and its answer, on a connection of its own."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: h11.Connection
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._line = line
        self._tap = _TAP.get()
        self.status = 0
        self.headers: list[tuple[str, str]] = []

    @classmethod
    async def begin(
        cls, url: str, path: str, headers: Headers = (), body: bytes = b"", method: str = "POST"
    ) -> Self:
        """Send a request."""
        place = urlsplit(url)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        line = h11.Connection(h11.CLIENT)
        own = [("content-length", str(len(body)))]
        if "host" not in dict(headers):
            own.insert(0, ("host", place.netloc))
        sent = [(name.encode(), value.encode()) for name, value in [*own, *headers]]
        begun = h11.Request(method=method, target=path, headers=sent)
        parts = [begun, h11.Data(data=body), h11.EndOfMessage()]
        writer.write(b"".join(line.send(part) or b"" for part in parts))
        return cls(reader, writer, line)

    async def head(self) -> Self:
        """Wait for status and headers."""
        answered = await self._next()
        assert isinstance(answered, h11.Response), answered
        self.status = answered.status_code
        self.headers = [(name.decode(), value.decode()) for name, value in answered.headers]
        return self

    async def body(self) -> AsyncIterator[bytes]:
        """The answer's body in pieces, as they come."""
        while isinstance(part := await self._next(), h11.Data):
            yield bytes(part.data)
        assert isinstance(part, h11.EndOfMessage), part

    def header(self, name: str) -> str:
        """A header's only value; empty if there is none."""
        return _only(self.headers, name)

    def cut(self) -> None:
        """Break the connection off."""
        self._writer.transport.abort()

    async def _next(self) -> object:
        try:
            while (event := self._line.next_event()) is h11.NEED_DATA:
                self._line.receive_data(await self._reader.read(_PIECE))
        except h11.RemoteProtocolError as error:
            raise CutOff(str(error)) from None
        if isinstance(event, h11.ConnectionClosed):
            raise CutOff("there is no answer")
        if self._tap is not None:
            self._tap += _told(event)
        return event


async def exchange(
    url: str,
    path: str,
    headers: Headers = (),
    body: bytes = b"",
    *,
    method: str = "POST",
    timeout: float = 15.0,
) -> Answer:
    """Make a request and wait for the whole answer."""
    made = await Exchange.begin(url, path, headers, body, method)
    try:
        async with asyncio.timeout(timeout):
            await made.head()
            return Answer(made.status, made.headers, b"".join([part async for part in made.body()]))
    finally:
        made.cut()


def _told(event: object) -> bytes:
    """What a part of an answer tells, however it was cut on its way."""
    match event:
        case h11.Response():
            return b"%d\n" % event.status_code + _lines(event.headers)
        case h11.Data():
            return bytes(event.data)
        case h11.EndOfMessage():
            return _lines(event.headers)
        case _:
            return b""


def _lines(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    kept = [(name, value) for name, value in headers if name.decode() not in OF_THE_WAY]
    return b"".join(b"%b: %b\n" % pair for pair in kept)


def _only(headers: list[tuple[str, str]], wanted: str) -> str:
    values = [value for name, value in headers if name == wanted]
    assert len(values) < 2, f"{wanted} is there {len(values)} times"
    return values[0] if values else ""
