"""The REST door, written from the HTTP rules in the protos and the JSON mapping of protobuf."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import quote, urlencode

from google.api.annotations_pb2 import http
from google.protobuf import json_format
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.status_pb2 import Status

from tests.conformance.doors import (
    CALL_WITHIN,
    STREAM_WITHIN,
    Metadata,
    Refusal,
    Refused,
    Stream,
    bearer,
    method_of,
    read_refusal,
    refusal_by_proxy,
    rest_of,
)
from tests.conformance.frames import HttpDoor
from tests.support.http1 import Exchange, exchange

HTTP_STATUS = {
    "INVALID_ARGUMENT": 400, "FAILED_PRECONDITION": 400, "UNAUTHENTICATED": 401,
    "PERMISSION_DENIED": 403, "NOT_FOUND": 404, "ABORTED": 409, "ALREADY_EXISTS": 409,
    "RESOURCE_EXHAUSTED": 429, "INTERNAL": 500, "UNAVAILABLE": 503,
}  # fmt: skip
_VARIABLE = re.compile(r"\{(\w+)\}")
_NOT_SAID = "-"
"""What a path says of a field that the request leaves out: it cannot leave it out itself."""


class RestDoor(HttpDoor):
    """The REST door. A request on its way is the JSON of its message."""

    binary = False
    in_path = frozenset({"game_id", "seat"})

    def encode(self, request: Message) -> bytes:
        return _compact(json_format.MessageToDict(request))

    async def raw(
        self,
        method: MethodDescriptor,
        sent: bytes,
        metadata: Metadata = (),
        *,
        timeout: float = CALL_WITHIN,
    ) -> Message:
        verb, path, body = as_http(method, sent)
        if method.server_streaming:
            stream = Events(self.url, path, metadata, method)
            try:
                message: Message = await asyncio.wait_for(stream.read(), timeout)
                return message
            finally:
                stream.cancel()
        headers = [*metadata, *([("content-type", "application/json")] if body else [])]
        try:
            answer = await exchange(self.url, path, headers, body, method=verb, timeout=timeout)
        except TimeoutError:
            # Nothing of HTTP says when the caller will give up.
            raise Refused(Refusal("DEADLINE_EXCEEDED", "", {}, "")) from None
        if answer.header("content-type") != "application/json":
            raise refusal_by_proxy(answer.status)
        if answer.status != 200:
            raise Refused(refusal_of(answer.status, json.loads(answer.body)))
        return json_format.Parse(answer.body, GetMessageClass(method.output_type)())

    def watch(self, request: Message, token: str = "", *, timeout: float = STREAM_WITHIN) -> Stream:
        method = method_of(request)
        _, path, _ = as_http(method, self.encode(request))
        stream = Events(self.url, path, bearer(token), method)
        self.streams.append(stream)
        return stream


def as_http(method: MethodDescriptor, sent: bytes) -> tuple[str, str, bytes]:
    """Verb, path with its query, and body of a call; what is no JSON goes where JSON would."""
    options: Any = method.GetOptions()
    rule = options.Extensions[http]
    verb = rule.WhichOneof("pattern")
    template = getattr(rule, verb)
    try:
        fields = json.loads(sent)
    except ValueError:
        fields = None
    known = {} if fields is None else dict(fields)
    names = {field.name: field.json_name for field in method.input_type.fields}

    def said(variable: re.Match[str]) -> str:
        value = known.pop(names[variable[1]], _NOT_SAID)
        return quote(str(value), safe="")

    path = _VARIABLE.sub(said, template)
    if rule.body:
        return verb.upper(), path, sent if fields is None else _compact(known)
    query = urlencode(list(_parameters(known))) if fields is not None else quote(sent)
    return verb.upper(), f"{path}?{query}" if query else path, b""


def _compact(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode()


def _parameters(fields: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for name, value in fields.items():
        match value:
            case dict():
                yield from _parameters(value, f"{before}{name}.")
            case list():
                yield from ((before + name, str(item)) for item in value)
            case bool():
                yield before + name, "true" if value else "false"
            case _:
                yield before + name, str(value)


def refusal_of(status: int, body: dict[str, Any]) -> Refusal:
    """Read an error in the form that Google's APIs have."""
    assert set(body) == {"error"}
    error = body["error"]
    assert set(error) == {"code", "message", "status", "details"}
    assert error["code"] == status
    read = json_format.ParseDict({"details": error["details"]}, Status())
    refusal = read_refusal(error["status"], error["message"], read.details)
    if refusal.reason:
        assert status == HTTP_STATUS[refusal.code]
    return refusal


class Events:
    """A stream of Server-Sent Events."""

    def __init__(self, url: str, path: str, metadata: Metadata, method: MethodDescriptor) -> None:
        headers = [("accept", "text/event-stream"), *metadata]
        self._begun = asyncio.ensure_future(Exchange.begin(url, path, headers, method="GET"))
        self._message = GetMessageClass(method.output_type)
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
        if made.status != 200 and made.header("content-type") != "application/json":
            raise refusal_by_proxy(made.status)
        if made.status != 200:
            whole = b"".join([piece async for piece in made.body()])
            raise Refused(refusal_of(made.status, json.loads(whole)))
        assert made.header("content-type") == "text/event-stream"
        async for event in events_of(made.body()):
            data = json.loads(event["data"])
            if event["event"] == "failure":
                raise Refused(refusal_of(data["error"]["code"], data))
            number = str(data["revision"]) if event["event"] == "update" else None
            assert event.get("id") == number
            yield json_format.ParseDict({event["event"]: data}, self._message())


async def events_of(body: AsyncIterator[bytes]) -> AsyncIterator[dict[str, str]]:
    """The events of a stream, each by its fields; without those that hold no data."""
    text = b""
    async for piece in body:
        text += piece
        while b"\n\n" in text:
            event, text = text.split(b"\n\n", 1)
            fields = dict(line.split(": ", 1) for line in event.decode().splitlines())
            if "data" in fields:
                yield fields
    assert text == b""
