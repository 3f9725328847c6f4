"""What is read of requests that offer another protocol, however the network cuts them."""

from __future__ import annotations

import httptools
import pytest

from conquian_service.transport.http.upgrades import Parser

H2C = b"connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nUPGRADE: websocket\r\n"
SIZED = b"POST /a HTTP/1.1\r\nx: 1\r\n%bempty:\r\ny: 2\r\nx: 3\r\ncontent-length: 5\r\n\r\nseven"
CHUNKED = (
    b"POST /b?c=d HTTP/1.1\r\n%btransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
)
BARE = b"GET /c HTTP/1.1\r\n%b\r\n"


class Told:
    """A protocol that writes down what it is told, as ours does what it is asked."""

    def __init__(self) -> None:
        # All of a protocol that a parser asks for.
        self.parser = Parser(self)  # type: ignore[arg-type]
        self.url = b""
        self.headers: list[tuple[bytes, bytes]] = []
        self.heads: list[object] = []
        self.bodies: list[bytes] = []
        self.ended = 0

    def on_message_begin(self) -> None:
        self.url, self.headers = b"", []

    def on_url(self, url: bytes) -> None:
        self.url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        self.headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        if not self.parser.should_upgrade():
            kept = [header for header in self.headers if header[0] != b"connection"]
            self.heads.append((self.parser.get_method(), self.url, kept))
            self.bodies.append(b"")

    def on_body(self, body: bytes) -> None:
        self.bodies[-1] += body

    def on_message_complete(self) -> None:
        self.ended += not self.parser.should_upgrade()


def what_is_told(*pieces: bytes) -> Told:
    """Of pieces that come one after the other."""
    told = Told()
    for piece in pieces:
        told.parser.feed_data(piece)
    return told


@pytest.mark.parametrize(
    "request_",
    [SIZED, CHUNKED, BARE, SIZED + CHUNKED.replace(b"%b", b"") + BARE + SIZED],
    ids=["sized", "chunked", "bare", "one after the other"],
)
def test_the_offer_changes_nothing(request_: bytes) -> None:
    """In one piece, in two that are cut anywhere, and byte by byte."""
    offers = request_.count(b"%b")
    plain = what_is_told(request_ % ((b"",) * offers))
    assert plain.ended == len(plain.heads) > 0
    sent = request_ % ((H2C,) * offers)
    cuts = [(sent,), *((sent[:at], sent[at:]) for at in range(1, len(sent)))]
    for pieces in (*cuts, tuple(sent[at : at + 1] for at in range(len(sent)))):
        told = what_is_told(*pieces)
        assert (told.heads, told.bodies, told.ended) == (plain.heads, plain.bodies, plain.ended)


def test_what_is_broken_stays_broken() -> None:
    """A body of two sizes is refused as without the offer."""
    sizes = b"%bcontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n"
    for offer in (b"", H2C):
        with pytest.raises(httptools.HttpParserError):
            what_is_told(b"POST /a HTTP/1.1\r\n" + sizes % offer)
