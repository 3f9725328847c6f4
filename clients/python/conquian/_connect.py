"""Connect's protocol with binary messages, as far as this client speaks it; without any I/O.

A call that failed is told as grpcio tells one: by an exception with status, text and details, so
that whoever reads errors need not know which way the call went.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from http import HTTPStatus
from struct import Struct
from typing import TypeVar

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import RetryInfo
from google.rpc.status_pb2 import Status
from grpc import StatusCode

from conquian._channel import LARGEST_ANSWER, user_agent
from conquian._status import DETAILS_KEY

_Response = TypeVar("_Response")
Metadata = Iterable[tuple[str, str]]

CALL = "application/proto"
STREAM = "application/connect+proto"
_JSON = "application/json"

STREAM_TIMEOUTS = {"connect": 5.0, "read": 60.0, "write": 5.0, "pool": 5.0}
"""Seconds for each part of a stream that nobody may be reading; heartbeats come each 10."""

_PREFIX = Struct(">BI")
"""Of an envelope: flags, and how many bytes follow."""
_COMPRESSED, _LAST = 1, 2

_CODES = {code.name.lower(): code for code in StatusCode if code is not StatusCode.OK}
_CODES["canceled"] = StatusCode.CANCELLED

_OF_HTTP = {
    400: StatusCode.INTERNAL,
    401: StatusCode.UNAUTHENTICATED,
    403: StatusCode.PERMISSION_DENIED,
    404: StatusCode.UNIMPLEMENTED,
    405: StatusCode.UNIMPLEMENTED,
    408: StatusCode.UNAVAILABLE,
    413: StatusCode.RESOURCE_EXHAUSTED,
    429: StatusCode.RESOURCE_EXHAUSTED,
    431: StatusCode.RESOURCE_EXHAUSTED,
    500: StatusCode.UNKNOWN,
    501: StatusCode.UNIMPLEMENTED,
}
"""Codes of answers that are not the service's own; any other 5xx is a service out of reach."""

_LONGEST_WAIT_DIGITS = 5


class FailedRequest(grpc.RpcError):
    """A failed call over HTTP, with the face of one over gRPC."""

    def __init__(self, code: StatusCode, text: str, status: bytes = b"") -> None:
        super().__init__(code, text, status)
        self._code, self._text, self._status = code, text, status

    def __str__(self) -> str:
        return f"{self._code.name}: {self._text}"

    def code(self) -> StatusCode:
        return self._code

    def details(self) -> str:
        return self._text

    # The stubs of grpcio name a type here that is in no module.
    def trailing_metadata(self) -> tuple[tuple[str, str | bytes], ...]:  # type: ignore[override]
        return ((DETAILS_KEY, self._status),) if self._status else ()


# --- requests ---------------------------------------------------------------------


def call_headers(metadata: Metadata, seconds: float) -> dict[str, str]:
    """Of a call that may take so long."""
    timeout = {"connect-timeout-ms": str(max(1, int(seconds * 1000)))}
    return _headers(metadata, CALL) | timeout


def stream_headers(metadata: Metadata) -> dict[str, str]:
    """Of a stream. Nothing on the way shall compress it: that would hold messages back."""
    return _headers(metadata, STREAM) | {"accept-encoding": "identity"}


def enveloped(message: bytes) -> bytes:
    """A message as a stream's request has it."""
    return _PREFIX.pack(0, len(message)) + message


def _headers(metadata: Metadata, content_type: str) -> dict[str, str]:
    own = {
        "content-type": content_type,
        "connect-protocol-version": "1",
        "user-agent": user_agent(),
    }
    return own | dict(metadata)


# --- answers ----------------------------------------------------------------------


def check_head(status: int, headers: Mapping[str, str], body: bytes, *, expected: str) -> None:
    """Raise what an answer's status says, and its body where the service wrote it."""
    content_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    if status != HTTPStatus.OK:
        told = _object(body) if content_type == _JSON else {}
        raise _failure(told, _of_status(status), f"HTTP {status}, not by the service", headers)
    if content_type != expected:
        text = f"answered with {content_type or 'no content type'}, not by the service"
        raise FailedRequest(StatusCode.UNKNOWN, text)


def parsed(parse: Callable[[bytes], _Response], message: bytes) -> _Response:
    """The message that the bytes are."""
    try:
        return parse(message)
    except DecodeError:
        raise FailedRequest(StatusCode.INTERNAL, "the answer cannot be read") from None


def too_large() -> FailedRequest:
    """What is raised of an answer that no service of ours gives."""
    return FailedRequest(StatusCode.RESOURCE_EXHAUSTED, "the answer is too large")


class Envelopes:
    """Takes a stream's answer apart as it comes."""

    def __init__(self) -> None:
        self._pending = bytearray()
        self._over = False

    def messages(self, piece: bytes) -> Iterator[bytes]:
        """The messages that the piece completes; raises what the stream's last one says."""
        self._pending += piece
        while not self._over and len(self._pending) >= _PREFIX.size:
            flags, size = _PREFIX.unpack_from(self._pending)
            if flags & ~_LAST:  # we accept no compression, and there is no other flag
                raise FailedRequest(StatusCode.INTERNAL, "a message of the stream cannot be read")
            if size > LARGEST_ANSWER:
                raise too_large()
            end = _PREFIX.size + size
            if len(self._pending) < end:
                return
            message = bytes(self._pending[_PREFIX.size : end])
            del self._pending[:end]
            if flags & _LAST:
                self._over = True
                _check_end(message)
            else:
                yield message

    def check_over(self) -> None:
        """Raise if the answer has ended before the stream did."""
        if not self._over:
            raise FailedRequest(StatusCode.UNAVAILABLE, "the stream was cut")


def _check_end(message: bytes) -> None:
    told = _object(message)
    if told is None:
        raise FailedRequest(StatusCode.INTERNAL, "the end of the stream cannot be read")
    error = told.get("error")
    if error is not None:
        told = error if isinstance(error, dict) else {}
        raise _failure(told, StatusCode.UNKNOWN, "the stream ended with an error", {})


# --- errors -----------------------------------------------------------------------


def _failure(
    told: dict[str, object] | None, otherwise: StatusCode, text: str, headers: Mapping[str, str]
) -> FailedRequest:
    """The error of an answer: as its JSON tells it, or else by what is known without."""
    told = told or {}
    named = told.get("code")
    code = _CODES.get(named) if isinstance(named, str) else None
    if code is None:
        status = Status(code=otherwise.value[0], details=_asked_to_wait(headers))
        return FailedRequest(otherwise, text, status.SerializeToString())
    message = told.get("message")
    if isinstance(message, str) and message:
        text = message
    status = Status(code=code.value[0], details=_details(told.get("details")))
    return FailedRequest(code, text, status.SerializeToString())


def _object(body: bytes) -> dict[str, object] | None:
    try:
        read = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return read if isinstance(read, dict) else None


def _of_status(status: int) -> StatusCode:
    otherwise = StatusCode.UNAVAILABLE if status >= 500 else StatusCode.UNKNOWN
    return _OF_HTTP.get(status, otherwise)


def _details(told: object) -> Iterator[AnyMessage]:
    for detail in told if isinstance(told, list) else ():
        with suppress(TypeError, KeyError, ValueError):  # it is none, and the rest is still right
            value = detail["value"]
            padded = value + "=" * (-len(value) % 4)
            yield AnyMessage(
                type_url="type.googleapis.com/" + detail["type"], value=b64decode(padded)
            )


def _asked_to_wait(headers: Mapping[str, str]) -> Iterator[AnyMessage]:
    """A proxy's `retry-after`; by date it is of no use to a clock that may differ."""
    wait = headers.get("retry-after", "")
    if wait.isascii() and wait.isdecimal() and len(wait) <= _LONGEST_WAIT_DIGITS:
        packed = AnyMessage()
        packed.Pack(RetryInfo(retry_delay=Duration(seconds=int(wait))))
        yield packed
