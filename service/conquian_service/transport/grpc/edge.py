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
from time import perf_counter
from typing import Any, NoReturn

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from conquian_service.application.errors import CallReason, CallRefused, Detail
from conquian_service.application.tokens import Caller, is_game_id
from conquian_service.texts import ACCEPT_LANGUAGE, choose_language
from conquian_service.transport.calls import CallRecord
from conquian_service.transport.credentials import AUTHORIZATION, Credentials
from conquian_service.transport.errors import failure_of
from conquian_service.transport.grpc.status import trailers_of
from conquian_service.transport.readiness import Readiness

Context = grpc.aio.ServicerContext[bytes, bytes]
Unary = Callable[[Caller, Any], Awaitable[Message]]
InLanguage = Callable[[Caller, Any, str], Awaitable[Message]]
Stream = Callable[[Caller, Any], AsyncGenerator[Message, None]]

_CANCELLED = "CANCELLED"
_UNAVAILABLE = grpc.StatusCode.UNAVAILABLE


class SlowWatcher(Exception):
    """A stream whose client took nothing for too long."""


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
        self._credentials = credentials
        self._record = record
        self._readiness = readiness
        self._slow_watcher_seconds = slow_watcher_seconds

    def handlers(self, service: ServiceDescriptor, methods: object) -> grpc.GenericRpcHandler:
        """Handlers of every method of a service; `methods` has one of each name."""
        made = {method.name: self._handler(method, methods) for method in service.methods}
        return grpc.method_handlers_generic_handler(service.full_name, made)

    def _handler(
        self, method: MethodDescriptor, methods: object
    ) -> grpc.RpcMethodHandler[Any, Any]:
        call = getattr(methods, method.name)
        request_class = GetMessageClass(method.input_type)
        if getattr(methods, "answers_in_language", False):
            return grpc.unary_unary_rpc_method_handler(
                self._unary_in_language(method.name, request_class.FromString, call)
            )
        if method.server_streaming:
            return grpc.unary_stream_rpc_method_handler(
                self._stream(method.name, request_class.FromString, call)
            )
        return grpc.unary_unary_rpc_method_handler(
            self._unary(method.name, request_class.FromString, call)
        )

    def _unary(
        self, name: str, parse: Callable[[bytes], Message], call: Unary
    ) -> Callable[[bytes, Context], Awaitable[bytes]]:
        async def serve(raw: bytes, context: Context) -> bytes:
            started = perf_counter()
            game_id = ""
            try:
                caller = self._caller(context)
                request = _parsed(parse, raw)
                game_id = _game_id(request)
                response = await call(caller, request)
                answer = response.SerializeToString()
                if not game_id:
                    game_id = _created_id(response)
            except Exception as error:  # noqa: BLE001 - the outermost layer: none may get past it
                await self._fail(context, error, name, started, game_id)
            except asyncio.CancelledError:
                self._ended(name, _CANCELLED, "", started, game_id)
                raise
            self._ended(name, "OK", "", started, game_id)
            return answer

        return serve

    def _unary_in_language(
        self, name: str, parse: Callable[[bytes], Message], call: InLanguage
    ) -> Callable[[bytes, Context], Awaitable[bytes]]:
        """As `_unary`, for a method whose answer holds texts; the others never read a language."""

        async def serve(raw: bytes, context: Context) -> bytes:
            language = choose_language(_accept_language(context))

            def asked(caller: Caller, request: Any) -> Awaitable[Message]:
                return call(caller, request, language)

            return await self._unary(name, parse, asked)(raw, context)

        return serve

    def _stream(
        self, name: str, parse: Callable[[bytes], Message], call: Stream
    ) -> Callable[[bytes, Context], Awaitable[None]]:
        async def serve(raw: bytes, context: Context) -> None:
            started = perf_counter()
            game_id = ""
            try:
                caller = self._caller(context)
                request = _parsed(parse, raw)
                game_id = _game_id(request)
                async with aclosing(call(caller, request)) as responses:
                    async for response in responses:
                        await self._write(context, response)
            except grpc.aio.InternalError:
                # The client went away in the middle of a write.
                self._ended(name, _CANCELLED, "", started, game_id, streamed=True)
                raise
            except SlowWatcher:
                self._ended(name, _UNAVAILABLE.name, "", started, game_id, streamed=True)
                # Not waited for: the client may never read it.
                await context.abort(_UNAVAILABLE, "the watcher was too slow; resume")
            except Exception as error:  # noqa: BLE001 - as above
                await self._fail(context, error, name, started, game_id, streamed=True)
            except asyncio.CancelledError:
                self._ended(name, _CANCELLED, "", started, game_id, streamed=True)
                raise
            self._ended(name, "OK", "", started, game_id, streamed=True)

        return serve

    async def _write(self, context: Context, response: Message) -> None:
        written = response.SerializeToString()
        try:
            async with asyncio.timeout(self._slow_watcher_seconds):
                await context.write(written)
        except TimeoutError:
            raise SlowWatcher from None

    def _caller(self, context: Context) -> Caller:
        metadata = context.invocation_metadata() or ()
        return self._credentials.caller_of(
            [value for key, value in metadata if key == AUTHORIZATION]
        )

    async def _fail(
        self,
        context: Context,
        error: Exception,
        name: str,
        started: float,
        game_id: str,
        *,
        streamed: bool = False,
    ) -> NoReturn:
        failure = failure_of(error, accept_language=_accept_language(context))
        if failure.reason is CallReason.STORE_FULL:
            self._readiness.store_was_full()
        code = failure.status.code
        self._ended(name, code.name, failure.reason.value, started, game_id, streamed=streamed)
        await context.abort(code, failure.text, trailers_of(failure))

    def _ended(
        self,
        name: str,
        code: str,
        reason: str,
        started: float,
        game_id: str,
        *,
        streamed: bool = False,
    ) -> None:
        seconds = perf_counter() - started
        self._record.ended(name, code, reason, seconds, game_id=game_id, streamed=streamed)


def _created_id(response: Message) -> str:
    """The id of a game that the call made, which the request could not name."""
    game_id: str = getattr(getattr(response, "game", None), "game_id", "")
    return game_id


def _accept_language(context: Context) -> list[str | bytes]:
    metadata = context.invocation_metadata() or ()
    return [value for key, value in metadata if key == ACCEPT_LANGUAGE]


def _parsed(parse: Callable[[bytes], Message], raw: bytes) -> Message:
    try:
        return parse(raw)
    except DecodeError:
        raise CallRefused(CallReason.FIELD_INVALID, detail=Detail.UNREADABLE) from None


def _game_id(request: Message) -> str:
    game_id: str = getattr(request, "game_id", "")
    return game_id if is_game_id(game_id) else ""
