"""Streams of Connect and gRPC-Web: frames in the body, the last of which tells how it ended."""

from __future__ import annotations

import struct
from asyncio import Future
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

from google.protobuf.message import Message

from tests.conformance.doors import (
    Door,
    Refusal,
    Refused,
    Stream,
    refusal_by_proxy,
    rest_of,
)
from tests.support.http1 import Exchange

END, TRAILERS = 0b10, 0b1000_0000
"""Flags of the last frame: Connect's, gRPC-Web's."""
_HEAD = struct.Struct(">BI")


def frame(message: bytes) -> bytes:
    """A message as a frame."""
    return _HEAD.pack(0, len(message)) + message


class HttpDoor(Door):
    """A door on the HTTP port."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.streams: list[Stream] = []

    def close(self) -> None:
        """Break off what is still open."""
        for stream in self.streams:
            stream.cancel()


class Framed:
    """A stream."""

    def __init__(
        self,
        begun: Future[Exchange],
        *,
        content_type: str,
        end: int,
        refusal_of: Callable[[bytes], Refusal | None],
        read: Callable[[bytes], Message],
        plain: Callable[[bytes], bytes] = bytes,
    ) -> None:
        self._begun = begun
        self._content_type = content_type
        self._end = end
        self._refusal_of = refusal_of
        self._read = read
        self._plain = plain
        self._messages = self._each()

    async def read(self) -> Any:
        return await anext(self._messages)

    async def rest(self) -> list[Any]:
        return await rest_of(self)

    def cancel(self) -> None:
        if not self._begun.done():
            self._begun.cancel()
        elif not self._begun.cancelled():
            with suppress(OSError):
                self._begun.result().cut()

    async def _each(self) -> AsyncIterator[Message]:
        made = await (await self._begun).head()
        if made.status != 200:
            raise refusal_by_proxy(made.status)
        assert made.header("content-type") == self._content_type
        body = b""
        async for piece in made.body():
            body += self._plain(piece)
            while len(body) >= _HEAD.size:
                flags, length = _HEAD.unpack_from(body)
                if len(body) < _HEAD.size + length:
                    break
                part, body = body[_HEAD.size : _HEAD.size + length], body[_HEAD.size + length :]
                if flags == self._end:
                    assert body == b""
                    refusal = self._refusal_of(part)
                    if refusal is not None:
                        raise Refused(refusal)
                    return
                assert flags == 0, flags
                yield self._read(part)
        raise AssertionError("the stream broke off")
