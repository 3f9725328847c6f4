"""The edge of the gRPC door: what is done once for every method, in one place.

Outermost layer of each call: it reads the request and the caller, maps every exception to
a status, and tells of the call's end. Handlers are built from the service's
descriptor and take raw bytes, so that a request that is no message at all is refused in
our own words too. A cancelled call is passed on as cancelled, because gRPC's core leaks
memory where it is not; what the call had sent to the store happens.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, NoReturn

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from conquian_service.application.tokens import Caller
from conquian_service.texts import ACCEPT_LANGUAGE, choose_language
from conquian_service.transport.calls import CallRecord
from conquian_service.transport.credentials import AUTHORIZATION, Credentials
from conquian_service.transport.errors import Failure
from conquian_service.transport.grpc.status import trailers_of
from conquian_service.transport.readiness import Readiness
from conquian_service.transport.reception import (
    CANCELLED,
    UNAVAILABLE,
    Reception,
    SlowWatcher,
    answers_in_language,
)

Context = grpc.aio.ServicerContext[bytes, bytes]
Unary = Callable[[Caller, Any], Awaitable[Message]]
InLanguage = Callable[[Caller, Any, str], Awaitable[Message]]
Stream = Callable[[Caller, Any], AsyncGenerator[Message, None]]


class Edge:
    """Turns methods into handlers of a gRPC server."""

    def __init__(
        self,
        credentials: Credentials,
        record: CallRecord,
        readiness: Readiness,
        *,
        slow_watcher_seconds: float,
    ) -> None:
        self._reception = Reception(credentials, record, readiness)
        self._slow_watcher_seconds = slow_watcher_seconds
        self.calls = 0
        """How many are under way, each until its answer is sent."""

    def handlers(self, service: ServiceDescriptor, methods: object) -> grpc.GenericRpcHandler:
        """Handlers of every method of a service; `methods` has one of each name."""
        made = {method.name: self._handler(method, methods) for method in service.methods}
        return grpc.method_handlers_generic_handler(service.full_name, made)

    def _handler(
        self, method: MethodDescriptor, methods: object
    ) -> grpc.RpcMethodHandler[Any, Any]:
        answer = getattr(methods, method.name)
        request_class = GetMessageClass(method.input_type)
        if answers_in_language(methods):
            return grpc.unary_unary_rpc_method_handler(
                self._unary_in_language(method.name, request_class.FromString, answer)
            )
        if method.server_streaming:
            return grpc.unary_stream_rpc_method_handler(
                self._stream(method.name, request_class.FromString, answer)
            )
        return grpc.unary_unary_rpc_method_handler(
            self._unary(method.name, request_class.FromString, answer)
        )

    def _unary(
        self, name: str, parse: Callable[[bytes], Message], answer: Unary
    ) -> Callable[[bytes, Context], Awaitable[bytes]]:
        async def serve(raw: bytes, context: Context) -> bytes:
            self._count(context)
            call = self._reception.call(name)
            try:
                caller = call.caller(_authorization(context))
                response = await answer(caller, call.request(parse, raw))
                written = response.SerializeToString()
                call.note_answer(response)
            except Exception as error:  # noqa: BLE001 - the outermost layer: none may get past it
                await _abort(context, call.failed(error, _accept_language(context)))
            except asyncio.CancelledError:
                call.ended(CANCELLED)
                raise
            call.ended()
            return written

        return serve

    def _unary_in_language(
        self, name: str, parse: Callable[[bytes], Message], answer: InLanguage
    ) -> Callable[[bytes, Context], Awaitable[bytes]]:
        """As `_unary`, for a method whose answer holds texts; the others never read a language."""

        async def serve(raw: bytes, context: Context) -> bytes:
            language = choose_language(_accept_language(context))

            def asked(caller: Caller, request: Any) -> Awaitable[Message]:
                return answer(caller, request, language)

            return await self._unary(name, parse, asked)(raw, context)

        return serve

    def _stream(
        self, name: str, parse: Callable[[bytes], Message], answer: Stream
    ) -> Callable[[bytes, Context], Awaitable[None]]:
        async def serve(raw: bytes, context: Context) -> None:
            self._count(context)
            call = self._reception.call(name, streamed=True)
            try:
                caller = call.caller(_authorization(context))
                async with aclosing(answer(caller, call.request(parse, raw))) as responses:
                    async for response in responses:
                        await self._write(context, response)
            except grpc.aio.InternalError:
                # The client went away in the middle of a write.
                call.ended(CANCELLED)
                raise
            except SlowWatcher:
                call.ended(UNAVAILABLE)
                # Not waited for: the client may never read it.
                await context.abort(grpc.StatusCode.UNAVAILABLE, "the watcher was too slow; resume")
            except Exception as error:  # noqa: BLE001 - as above
                await _abort(context, call.failed(error, _accept_language(context)))
            except asyncio.CancelledError:
                call.ended(CANCELLED)
                raise
            call.ended()

        return serve

    def _count(self, context: Context) -> None:
        self.calls += 1
        # The stubs would have an instance of a class of theirs.
        context.add_done_callback(self._count_off)  # type: ignore[arg-type]

    def _count_off(self, _context: Context) -> None:
        self.calls -= 1

    async def _write(self, context: Context, response: Message) -> None:
        written = response.SerializeToString()
        try:
            async with asyncio.timeout(self._slow_watcher_seconds):
                await context.write(written)
        except TimeoutError:
            raise SlowWatcher from None


def _authorization(context: Context) -> list[str | bytes]:
    metadata = context.invocation_metadata() or ()
    return [value for key, value in metadata if key == AUTHORIZATION]


def _accept_language(context: Context) -> list[str | bytes]:
    metadata = context.invocation_metadata() or ()
    return [value for key, value in metadata if key == ACCEPT_LANGUAGE]


async def _abort(context: Context, failure: Failure) -> NoReturn:
    await context.abort(failure.status.code, failure.text, trailers_of(failure))
