"""The edge of the Connect and gRPC-Web door: what is done once for every method.

The same as at the gRPC door (see `grpc.edge`), for the library's endpoints. A call is
cancelled where its client goes away or its deadline passes; what it had sent to the store
happens all the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing, contextmanager
from contextvars import ContextVar
from typing import Any

from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import Endpoint
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message

from conquian_service.application.tokens import Caller
from conquian_service.texts import ACCEPT_LANGUAGE, choose_language
from conquian_service.transport.connect.codecs import FORMS, Form, Parse, Received
from conquian_service.transport.connect.status import failed
from conquian_service.transport.credentials import AUTHORIZATION
from conquian_service.transport.reception import (
    CANCELLED,
    UNAVAILABLE,
    Reception,
    answers_in_language,
)

Context = RequestContext[Received, bytes]
Unary = Callable[..., Awaitable[Message]]
"""Of caller and request, and where it answers with texts of a language too."""
Stream = Callable[[Caller, Any], AsyncGenerator[Message, None]]
Readings = Mapping[str, tuple[Parse, Form]]
"""By the name of a form: how to read a request in it, and the form of the answer."""

cut_connection: ContextVar[Callable[[], None]] = ContextVar("cut_connection")
"""Breaks off the connection of the present call, without waiting for what is unsent."""


class Edge:
    """Turns methods into endpoints of the library."""

    def __init__(self, reception: Reception, *, slow_watcher_seconds: float) -> None:
        self._reception = reception
        self._slow_watcher_seconds = slow_watcher_seconds

    def endpoints(self, service: ServiceDescriptor, methods: object) -> dict[str, Any]:
        """Endpoints of every method of a service by path; `methods` has one of each name."""
        return {
            f"/{service.full_name}/{method.name}": self._endpoint(method, methods)
            for method in service.methods
        }

    def _endpoint(self, method: MethodDescriptor, methods: object) -> Any:
        answer = getattr(methods, method.name)
        readings = {form.name(): (form.parser(method.input_type), form) for form in FORMS}
        stream = method.server_streaming
        info = MethodInfo(
            name=method.name,
            service_name=method.containing_service.full_name,
            input=Received,
            output=bytes,
            # Not asked for by GET: its query string would hold the request, and be logged.
            idempotency_level=IdempotencyLevel.UNKNOWN,
            stream_type=StreamType.SERVER_STREAM if stream else StreamType.UNARY,
        )
        if stream:
            return Endpoint.server_stream(info, self._stream(method.name, readings, answer))
        with_language = answers_in_language(methods)
        return Endpoint.unary(
            info, self._unary(method.name, readings, answer, with_language=with_language)
        )

    def _unary(
        self, name: str, readings: Readings, answer: Unary, *, with_language: bool
    ) -> Callable[[Received, Context], Awaitable[bytes]]:
        async def serve(received: Received, context: Context) -> bytes:
            call = self._reception.call(name)
            parse, form = readings[received.form]
            try:
                caller = call.caller(_authorization(context))
                request = call.request(parse, received.raw)
                language = [choose_language(_accept_language(context))] if with_language else []
                response = await answer(caller, request, *language)
                written = form.write(response)
                call.note_answer(response)
            except Exception as error:  # noqa: BLE001 - the outermost layer: none may get past it
                raise failed(call, error, _accept_language(context)) from None
            except asyncio.CancelledError:
                call.ended(CANCELLED)
                raise
            call.ended()
            return written

        return serve

    def _stream(
        self, name: str, readings: Readings, answer: Stream
    ) -> Callable[[Received, Context], AsyncIterator[bytes]]:
        async def serve(received: Received, context: Context) -> AsyncIterator[bytes]:
            call = self._reception.call(name, streamed=True)
            parse, form = readings[received.form]
            pace = _Pace(self._slow_watcher_seconds)
            try:
                caller = call.caller(_authorization(context))
                request = call.request(parse, received.raw)
                async with aclosing(answer(caller, request)) as responses:
                    async for response in responses:
                        written = form.write(response)
                        with pace.kept():
                            yield written
                        # A client that is gone takes all at once: its going must be heard.
                        await asyncio.sleep(0)
            except Exception as error:  # noqa: BLE001 - as above
                raise failed(call, error, _accept_language(context)) from None
            except (asyncio.CancelledError, GeneratorExit):
                # By the second the library says that the client went away in a message.
                call.ended(UNAVAILABLE if pace.lost else CANCELLED)
                raise
            call.ended()

        return serve


class _Pace:
    """Cuts the connection of a client that takes too long over a message."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.lost = False

    @contextmanager
    def kept(self) -> Any:
        """While a message is with the client."""
        timer = asyncio.get_running_loop().call_later(self._seconds, self._lose)
        try:
            yield
        finally:
            timer.cancel()

    def _lose(self) -> None:
        self.lost = True
        cut_connection.get()()


def _authorization(context: Context) -> list[str | bytes]:
    return list(context.request_headers.getall(AUTHORIZATION))


def _accept_language(context: Context) -> list[str | bytes]:
    return list(context.request_headers.getall(ACCEPT_LANGUAGE))
