"""Reading a request's body: at most so many bytes, also after decompression, and in time."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Sequence

from starlette.types import Receive

from conquian_service.transport.http.rest.refusals import (
    Unreadable,
    too_large,
    too_slow,
    unsupported_coding,
)

_WITHIN_SECONDS = 30.0
_GZIP = 16 + zlib.MAX_WBITS
_CODINGS = {"gzip", "x-gzip"}


class ClientGone(Exception):
    """The client went away in the middle of its request."""


async def read_body(
    receive: Receive, *, codings: Sequence[str], length: Sequence[str], largest: int
) -> bytes:
    """The body, decompressed."""
    if length and length[0].isdigit() and int(length[0]) > largest:
        raise too_large(largest)
    compressed = [coding.lower() for coding in codings if coding.lower() != "identity"]
    if compressed and (len(compressed) > 1 or compressed[0] not in _CODINGS):
        raise unsupported_coding()
    message = await receive()
    body: bytes = message.get("body", b"")
    if message.get("more_body"):
        body = await _rest(receive, body, largest)
    elif message["type"] == "http.disconnect":
        raise ClientGone
    if len(body) > largest:
        raise too_large(largest)
    return _decompressed(body, largest) if compressed and body else body


async def _rest(receive: Receive, body: bytes, largest: int) -> bytes:
    parts, size = [body], len(body)
    try:
        async with asyncio.timeout(_WITHIN_SECONDS):
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientGone
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > largest:
                    raise too_large(largest)
                more = message.get("more_body", False)
    except TimeoutError:
        raise too_slow() from None
    return b"".join(parts)


def _decompressed(body: bytes, largest: int) -> bytes:
    inflating = zlib.decompressobj(_GZIP)
    try:
        read = inflating.decompress(body, largest + 1)
    except zlib.error:
        raise Unreadable("", "The body is not what gzip makes.") from None
    if len(read) > largest:
        raise too_large(largest)
    if not inflating.eof or inflating.unused_data:
        raise Unreadable("", "The body is not what gzip makes.")
    return read
