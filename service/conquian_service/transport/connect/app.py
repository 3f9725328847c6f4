"""The ASGI app of one service: the library, between what we let in and how we answer.

The library sees only the headers that its protocols are about, none of which asks it to
compress. gRPC itself needs HTTP/2 and has a port of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from connectrpc.server import ConnectASGIApplication
from google.protobuf.descriptor import ServiceDescriptor
from starlette.types import ASGIApp, Receive, Scope, Send
from typing_extensions import override

from conquian_service.transport.connect import text_mode
from conquian_service.transport.connect.answer import sent_whole
from conquian_service.transport.connect.bodies import InTime
from conquian_service.transport.connect.codecs import FORMS, BytesCodec
from conquian_service.transport.connect.compression import Gunzip
from conquian_service.transport.connect.edge import Edge, cut_connection
from conquian_service.transport.http.connection import abort_of
from conquian_service.transport.reception import LARGEST_REQUEST

_CONTENT_TYPE, _ACCEPT_ENCODING = b"content-type", b"accept-encoding"
_KEPT = frozenset({
    b"accept-language",
    b"authorization",
    b"connect-content-encoding",
    b"connect-protocol-version",
    b"connect-timeout-ms",
    b"content-encoding",
    _CONTENT_TYPE,
    b"grpc-encoding",
    b"grpc-timeout",
})  # fmt: skip
_GRPC = b"application/grpc"
_UNSUPPORTED = 415


def connect_apps(
    edge: Edge, services: Sequence[tuple[ServiceDescriptor, object]]
) -> dict[str, ASGIApp]:
    """The apps of this door by the first part of their paths: the services' full names."""
    return {
        service.full_name: _App(edge.endpoints(service, methods)) for service, methods in services
    }


class _App:
    def __init__(self, endpoints: Mapping[str, Any]) -> None:
        self._library = _Library(
            service=None,
            endpoints=lambda _: endpoints,
            read_max_bytes=LARGEST_REQUEST,
            compressions=(Gunzip(),),
            codecs=[BytesCodec(form) for form in FORMS],
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, content_type, accepts_gzip = _read(scope["headers"])
        if content_type == _GRPC or content_type.startswith(_GRPC + b"+"):
            await _refuse(send)
            return
        send = sent_whole(send, accepts_gzip=accepts_gzip)
        cut = abort_of(scope)
        cut_connection.set(cut)
        with InTime(receive, cut) as received:
            if text_mode.is_text(content_type):
                headers = [
                    (name, text_mode.binary_type(value) if name == _CONTENT_TYPE else value)
                    for name, value in headers
                ]
                plain, encoded = text_mode.decoded(received), text_mode.encoded(send)
                await self._library({**scope, "headers": headers}, plain, encoded)
            else:
                await self._library({**scope, "headers": headers}, received, send)


class _Library(ConnectASGIApplication[None]):
    @property
    @override
    def path(self) -> str:
        return ""


def _read(headers: Sequence[tuple[bytes, bytes]]) -> tuple[list[tuple[bytes, bytes]], bytes, bool]:
    """The headers for the library, the first content type, and whether gzip is accepted.

    The library takes their text for UTF-8, and would fail to read any other.
    """
    kept: list[tuple[bytes, bytes]] = []
    content_type, accepts_gzip = None, False
    for name, value in headers:
        if name in _KEPT:
            text = value if value.isascii() else value.decode("latin-1").encode()
            kept.append((name, text))
            if content_type is None and name == _CONTENT_TYPE:
                content_type = text
        elif name == _ACCEPT_ENCODING:
            accepts_gzip = accepts_gzip or _names_gzip(value)
    return kept, content_type or b"", accepts_gzip


def _names_gzip(codings: bytes) -> bool:
    return any(coding.strip() == b"gzip" for coding in codings.split(b","))


async def _refuse(send: Send) -> None:
    headers = [(b"accept-post", b"application/json, application/proto"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": _UNSUPPORTED, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
