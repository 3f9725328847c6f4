"""A bare Connect handler: the library and its server as they come, bytes in, bytes out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.server import ConnectASGIApplication, Endpoint
from typing_extensions import override

SERVICE, METHOD = "bench.Bare", "Play"


class _Bytes:
    def name(self) -> str:
        return "proto"

    def encode(self, message: bytes) -> bytes:
        return message

    def decode(self, data: bytes | bytearray, message_class: type[bytes]) -> bytes:  # noqa: ARG002 - the library names it
        return bytes(data)


class _App(ConnectASGIApplication[None]):
    @property
    @override
    def path(self) -> str:
        return f"/{SERVICE}"


def bare_app(play: Callable[[bytes, Any], Awaitable[bytes]]) -> Any:
    """An app with this one method."""
    info = MethodInfo(
        name=METHOD,
        service_name=SERVICE,
        input=bytes,
        output=bytes,
        idempotency_level=IdempotencyLevel.UNKNOWN,
        stream_type=StreamType.UNARY,
    )
    endpoints = {f"/{SERVICE}/{METHOD}": Endpoint.unary(info, play)}
    return _App(service=None, endpoints=lambda _: endpoints, codecs=[_Bytes()])
