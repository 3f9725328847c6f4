"""The Connect door, written from the protocol's description, in both of its forms."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode
from collections.abc import Callable
from typing import Any

from google.protobuf import json_format
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from tests.conformance.doors import (
    CALL_WITHIN,
    STREAM_WITHIN,
    Metadata,
    Refusal,
    Refused,
    Stream,
    bearer,
    method_of,
    path_of,
    read_refusal,
    refusal_by_proxy,
)
from tests.conformance.frames import END, Framed, HttpDoor, frame
from tests.support.http1 import Exchange, exchange

_HTTP_STATUS = {
    "INVALID_ARGUMENT": 400, "FAILED_PRECONDITION": 400, "UNAUTHENTICATED": 401,
    "PERMISSION_DENIED": 403, "NOT_FOUND": 404, "ABORTED": 409, "ALREADY_EXISTS": 409,
    "RESOURCE_EXHAUSTED": 429, "INTERNAL": 500, "UNAVAILABLE": 503, "DEADLINE_EXCEEDED": 504,
}  # fmt: skip
_PREFIX = "type.googleapis.com/"


class ConnectDoor(HttpDoor):
    """The Connect door with messages as JSON or as bytes."""

    def __init__(self, url: str, *, binary: bool) -> None:
        super().__init__(url)
        self.binary = binary
        self._form = "proto" if binary else "json"

    def encode(self, request: Message) -> bytes:
        if self.binary:
            return request.SerializeToString()
        fields = json_format.MessageToDict(request)
        return json.dumps(fields, separators=(",", ":")).encode()

    async def raw(
        self,
        method: MethodDescriptor,
        sent: bytes,
        metadata: Metadata = (),
        *,
        timeout: float = CALL_WITHIN,
    ) -> Message:
        if method.server_streaming:
            stream = self._stream(method, sent, metadata, timeout)
            try:
                message: Message = await stream.read()
                return message
            finally:
                stream.cancel()
        headers = self._headers(f"application/{self._form}", metadata, timeout)
        answer = await exchange(self.url, path_of(method), headers, sent)
        if answer.status != 200:
            if answer.header("content-type") != "application/json":
                raise refusal_by_proxy(answer.status)
            refusal = refusal_of(json.loads(answer.body))
            assert answer.status == _HTTP_STATUS[refusal.code]
            raise Refused(refusal)
        assert answer.header("content-type") == f"application/{self._form}"
        return self._reader(method)(answer.body)

    def watch(self, request: Message, token: str = "", *, timeout: float = STREAM_WITHIN) -> Stream:
        sent = self.encode(request)
        return self._stream(method_of(request), sent, bearer(token), timeout)

    def _stream(
        self, method: MethodDescriptor, sent: bytes, metadata: Metadata, timeout: float
    ) -> Stream:
        content_type = f"application/connect+{self._form}"
        headers = self._headers(content_type, metadata, timeout)
        begun = Exchange.begin(self.url, path_of(method), headers, frame(sent))
        stream = Framed(
            asyncio.ensure_future(begun),
            content_type=content_type,
            end=END,
            refusal_of=_refusal_at_the_end,
            read=self._reader(method),
        )
        self.streams.append(stream)
        return stream

    def _headers(self, content_type: str, metadata: Metadata, timeout: float) -> Metadata:
        return [
            ("content-type", content_type),
            ("connect-protocol-version", "1"),
            ("connect-timeout-ms", str(int(timeout * 1000))),
            *metadata,
        ]

    def _reader(self, method: MethodDescriptor) -> Callable[[bytes], Message]:
        message = GetMessageClass(method.output_type)
        if self.binary:
            return message.FromString
        return lambda body: json_format.Parse(body, message())


def _refusal_at_the_end(body: bytes) -> Refusal | None:
    end: dict[str, Any] = json.loads(body)
    return refusal_of(end["error"]) if "error" in end else None


def refusal_of(error: dict[str, Any]) -> Refusal:
    """Read the protocol's form of an error."""
    assert set(error) <= {"code", "message", "details"}
    details = []
    for detail in error.get("details", []):
        assert set(detail) <= {"type", "value", "debug"}
        value = b64decode(detail["value"] + "=" * (-len(detail["value"]) % 4), validate=True)
        details.append(AnyMessage(type_url=_PREFIX + detail["type"], value=value))
    return read_refusal(error["code"].upper(), error.get("message", ""), details)
