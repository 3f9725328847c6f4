"""Headers about content, and bodies as they come."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from conquian_service.transport.http.rest.bodies import ClientGone, read_body
from conquian_service.transport.http.rest.negotiation import accepts, accepts_gzip, is_json
from conquian_service.transport.http.rest.refusals import HttpRefused, Unreadable

LARGEST = 1000
JSON = "application/json"


@pytest.mark.parametrize(
    ("accept", "let_through"),
    [
        ("", True),
        ("*/*", True),
        ("application/*", True),
        ("text/html, Application/JSON;charset=utf-8", True),
        ("text/html, */*;q=0.1", True),
        ("text/html", False),
        ("application/json;q=0", False),
        ("*/*, application/json;q=0", False),
        ("application/json;q=0, */*", False),
        ("application/*;q=0, */*", False),
        ("application/jsonx", False),
        (",", False),
        ("*/*;q=x", True),
    ],
)
def test_what_accept_lets_through(accept: str, let_through: bool) -> None:
    """The most specific range counts (RFC 9110, section 12.5.1)."""
    assert accepts(accept, JSON) is let_through


@pytest.mark.parametrize(
    ("accept_encoding", "let_through"),
    [
        ("", False),
        ("gzip", True),
        ("deflate, GZIP;q=0.5", True),
        ("x-gzip", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip;q=0, *", False),
        ("br", False),
        ("identity", False),
    ],
)
def test_who_takes_gzip(accept_encoding: str, let_through: bool) -> None:
    """Nobody who does not say so (RFC 9110, section 12.5.3)."""
    assert accepts_gzip(accept_encoding) is let_through


@pytest.mark.parametrize(
    ("content_type", "json"),
    [
        (JSON, True),
        ("Application/JSON; charset=UTF-8", True),
        ('application/json;charset="utf-8"', True),
        ("application/json; charset=latin-1", False),
        ("application/json+x", False),
        ("text/json", False),
        ("application/x-www-form-urlencoded", False),
        ("", False),
    ],
)
def test_what_is_json(content_type: str, json: bool) -> None:
    """In UTF-8."""
    assert is_json(content_type) is json


class Pieces:
    """A body that comes in pieces; then the client goes away."""

    def __init__(self, pieces: Sequence[bytes], *, whole: bool = True) -> None:
        self.taken = 0
        self._messages = self._each(pieces, whole=whole)

    async def __call__(self) -> Any:
        self.taken += 1
        return next(self._messages)

    @staticmethod
    def _each(pieces: Sequence[bytes], *, whole: bool) -> Iterator[dict[str, Any]]:
        for index, piece in enumerate(pieces):
            more = not whole or index < len(pieces) - 1
            yield {"type": "http.request", "body": piece, "more_body": more}
        while True:
            yield {"type": "http.disconnect"}


async def _body(pieces: Pieces, *, coding: str = "", length: str = "") -> bytes:
    codings = [coding] if coding else []
    lengths = [length] if length else []
    return await read_body(pieces, codings=codings, length=lengths, largest=LARGEST)


async def test_a_body_in_one_piece_or_several() -> None:
    """Up to the limit, to the byte."""
    whole = bytes(LARGEST)
    assert await _body(Pieces([whole])) == whole
    assert await _body(Pieces([whole[:400], b"", whole[400:]])) == whole
    assert await _body(Pieces([b""])) == b""


async def test_a_body_that_is_too_large() -> None:
    """By its length before it is read; without one as soon as it is too much."""
    unread = Pieces([b"x"])
    for pieces, length in (
        (unread, str(LARGEST + 1)),
        (Pieces([bytes(LARGEST + 1)]), ""),
        (Pieces([bytes(600)] * 1000), ""),
    ):
        with pytest.raises(HttpRefused) as refused:
            await _body(pieces, length=length)
        assert refused.value.status.http == 413
        assert pieces.taken <= 2
    assert unread.taken == 0


async def test_a_compressed_body() -> None:
    """By gzip, in any case of letters; `identity` is none."""
    packed = gzip.compress(b'{"a": 1}', mtime=0)
    for coding in ("gzip", "GZIP", "x-gzip"):
        assert await _body(Pieces([packed[:5], packed[5:]]), coding=coding) == b'{"a": 1}'
    assert await _body(Pieces([b"{}"]), coding="identity") == b"{}"


async def test_a_bomb() -> None:
    """The limit holds after decompression, and no more than that is made of it."""
    with pytest.raises(HttpRefused) as refused:
        await _body(Pieces([gzip.compress(bytes(10**6), mtime=0)[:LARGEST]]), coding="gzip")
    assert refused.value.status.http == 413
    assert await _body(Pieces([gzip.compress(bytes(LARGEST), mtime=0)]), coding="gzip") == bytes(
        LARGEST
    )


@pytest.mark.parametrize(
    "body",
    [
        b"plain",
        gzip.compress(b"{}", mtime=0)[:-1],
        gzip.compress(b"{}", mtime=0) + b"x",
        zlib.compress(b"{}"),
        b"\x1f\x8b\x09" + gzip.compress(b"{}", mtime=0)[3:],
    ],
)
async def test_what_gzip_did_not_make(body: bytes) -> None:
    """A refusal, never a fault."""
    with pytest.raises(Unreadable):
        await _body(Pieces([body]), coding="gzip")


@pytest.mark.parametrize("coding", ["br", "deflate", "gzip, gzip", "x"])
async def test_another_coding(coding: str) -> None:
    """415, with what is understood."""
    with pytest.raises(HttpRefused) as refused:
        await _body(Pieces([b"{}"]), coding=coding)
    assert refused.value.status.http == 415
    assert "gzip" in refused.value.headers["accept-encoding"]


async def test_a_client_that_goes_away_in_the_middle() -> None:
    """Is not answered."""
    for pieces in (Pieces([]), Pieces([b"{"], whole=False)):
        with pytest.raises(ClientGone):
            await _body(pieces)


def test_long_headers_are_not_remembered() -> None:
    """Whoever sends a new one each time fills no memory with them."""
    long = "application/json;x=" + "y" * 10_000
    known = accepts.__closure__
    assert known is not None
    cache = next(cell.cell_contents for cell in known if hasattr(cell.cell_contents, "cache_info"))
    before = cache.cache_info().currsize
    assert accepts(long, "application/json")
    assert cache.cache_info().currsize == before
    assert accepts("application/json;x=short", "application/json")
    assert cache.cache_info().currsize == before + 1
