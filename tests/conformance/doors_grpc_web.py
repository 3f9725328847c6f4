"""The gRPC-Web door, written from the protocol's description, as bytes and as base64."""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode
from urllib.parse import unquote

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from tests.conformance.doors import (
    CALL_WITHIN,
    DETAILS_KEY,
    STREAM_WITHIN,
    Metadata,
    Refusal,
    Stream,
    bearer,
    method_of,
    path_of,
    read_refusal,
    refusal_of_status,
)
from tests.conformance.frames import TRAILERS, Framed, HttpDoor, frame
from tests.support.http1 import Exchange

_CODES = {code.value[0]: code.name for code in grpc.StatusCode}


class GrpcWebDoor(HttpDoor):
    """The gRPC-Web door."""

    def __init__(self, url: str, *, text: bool = False) -> None:
        super().__init__(url)
        self._text = text

    def encode(self, request: Message) -> bytes:
        return request.SerializeToString()

    async def raw(
        self,
        method: MethodDescriptor,
        sent: bytes,
        metadata: Metadata = (),
        *,
        timeout: float = CALL_WITHIN,
    ) -> Message:
        stream = self._call(method, sent, metadata, timeout)
        try:
            message: Message = await stream.read()
            if not method.server_streaming:
                assert await stream.rest() == []
            return message
        finally:
            stream.cancel()

    def watch(self, request: Message, token: str = "", *, timeout: float = STREAM_WITHIN) -> Stream:
        sent = request.SerializeToString()
        return self._call(method_of(request), sent, bearer(token), timeout)

    def _call(
        self, method: MethodDescriptor, sent: bytes, metadata: Metadata, timeout: float
    ) -> Stream:
        content_type = f"application/grpc-web{'-text' if self._text else ''}+proto"
        headers = [
            ("content-type", content_type),
            ("x-grpc-web", "1"),
            ("grpc-timeout", f"{int(timeout * 1000)}m"),
            *metadata,
        ]
        body = b64encode(frame(sent)) if self._text else frame(sent)
        begun = Exchange.begin(self.url, path_of(method), headers, body)
        stream = Framed(
            asyncio.ensure_future(begun),
            content_type=content_type,
            end=TRAILERS,
            refusal_of=_refusal_of,
            read=GetMessageClass(method.output_type).FromString,
            plain=_Base64() if self._text else bytes,
        )
        self.streams.append(stream)
        return stream


class _Base64:
    """Reads base64 that comes in pieces and may be padded anywhere."""

    def __init__(self) -> None:
        self._rest = b""

    def __call__(self, piece: bytes) -> bytes:
        text = self._rest + piece
        whole = len(text) // 4 * 4
        self._rest = text[whole:]
        return b"".join(
            b64decode(text[place : place + 4], validate=True) for place in range(0, whole, 4)
        )


def _refusal_of(trailers: bytes) -> Refusal | None:
    lines = trailers.decode("ascii").split("\r\n")
    assert lines.pop() == ""
    told = {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
    code = _CODES[int(told.pop("grpc-status"))]
    text = unquote(told.pop("grpc-message", ""))
    details = told.pop(DETAILS_KEY, "")
    assert told == {}
    if code == "OK":
        assert (text, details) == ("", "")
        return None
    if not details:
        return read_refusal(code, text, ())
    return refusal_of_status(code, text, b64decode(details + "=" * (-len(details) % 4)))
