"""Calls carried by HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

import httpx
from google.protobuf.message import Message
from grpc import StatusCode

from conquian._channel import LARGEST_ANSWER
from conquian._connect import (
    CALL,
    STREAM,
    Envelopes,
    FailedRequest,
    Metadata,
    call_headers,
    check_head,
    enveloped,
    parsed,
    stream_headers,
    too_large,
)
from conquian._http_faults import told_as_failed_calls
from conquian.aio._wire import AsyncAttempt, AsyncWire

if TYPE_CHECKING:
    from conquian.aio._runtime import Channel, WatchCall

_Response = TypeVar("_Response")


class AsyncHttpCarrier:
    """Connect's protocol by httpx; a carrier of a line.

    Each call under way has a connection to itself, and so has each watch.
    """

    def __init__(self, base: str, given: httpx.AsyncClient | None) -> None:
        self._base = base
        self._wire = AsyncWire(base, given)
        self._closed = False

    @property
    def channel(self) -> Channel:
        """This, which has what generated stubs ask a channel for."""
        return cast("Channel", self)

    async def let_go(self) -> None:
        """End every call; what it asked for is asked again elsewhere."""
        await self.close()

    async def close(self) -> None:
        """End every call."""
        self._closed = True
        await self._wire.close()

    def unary_unary(
        self,
        path: str,
        request_serializer: Callable[[Message], bytes],
        response_deserializer: Callable[[bytes], _Response],
        **_: Any,
    ) -> Callable[..., Any]:
        """A method that answers once."""
        url = self._base + path

        async def call(request: Message, *, timeout: float, metadata: Metadata) -> _Response:
            body, headers = request_serializer(request), call_headers(metadata, timeout)
            with told_as_failed_calls():
                self._check_open()
                async with (
                    self._wire.attempt(timeout) as attempt,
                    self._wire.calls.stream(
                        "POST", url, content=body, headers=headers, extensions=attempt.extensions
                    ) as response,
                ):
                    answer = await _whole(response, attempt)
            check_head(response.status_code, response.headers, answer, expected=CALL)
            return parsed(response_deserializer, answer)

        return call

    def unary_stream(
        self,
        path: str,
        request_serializer: Callable[[Message], bytes],
        response_deserializer: Callable[[bytes], _Response],
        **_: Any,
    ) -> Callable[..., WatchCall]:
        """A method that answers again and again."""
        url = self._base + path

        def call(request: Message, *, metadata: Metadata) -> WatchCall:
            body, headers = enveloped(request_serializer(request)), stream_headers(metadata)

            async def messages(attempt: AsyncAttempt) -> AsyncIterator[_Response]:
                envelopes = Envelopes()
                with told_as_failed_calls():
                    self._check_open()
                    async with self._wire.watches.stream(
                        "POST", url, content=body, headers=headers, extensions=attempt.extensions
                    ) as response:
                        await _check_begun(response, attempt)
                        async for piece in response.aiter_bytes():
                            for message in envelopes.messages(piece):
                                yield parsed(response_deserializer, message)
                        envelopes.check_over()

            return self._wire.stream(messages)

        return call

    def _check_open(self) -> None:
        if self._closed:
            raise FailedRequest(StatusCode.UNAVAILABLE, "this line was given up")


async def _check_begun(response: httpx.Response, attempt: AsyncAttempt) -> None:
    """Raise what a stream's head says, if it is not that of a stream."""
    refused = response.status_code != httpx.codes.OK
    body = await _whole(response, attempt) if refused else b""
    check_head(response.status_code, response.headers, body, expected=STREAM)


async def _whole(response: httpx.Response, attempt: AsyncAttempt) -> bytes:
    pieces, size = [], 0
    async for piece in response.aiter_bytes():
        size += len(piece)
        if size > LARGEST_ANSWER:
            raise too_large()
        pieces.append(piece)
        attempt.check()
    return b"".join(pieces)
