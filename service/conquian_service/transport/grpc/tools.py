"""What tools and balancers call: health and reflection, as their packages have it.

Their generated code would answer bytes that are no message by UNKNOWN and an error in the
log. It would also register each method by its name, which grpcio pays for with calls: when a
server stops it forgets one now and then that its core has just given out.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, TypeVar

import grpc
from google.protobuf.message import DecodeError, Message
from grpc_health.v1 import health
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_reflection.v1alpha import reflection
from grpc_reflection.v1alpha.reflection_pb2 import (
    ServerReflectionRequest,
    ServerReflectionResponse,
)

_Request = TypeVar("_Request", bound=Message)
_Context = grpc.aio.ServicerContext[Any, Any]


def health_handlers(servicer: health.aio.HealthServicer) -> grpc.GenericRpcHandler:
    """Handlers of the service of health."""

    async def check(raw: bytes, context: _Context) -> HealthCheckResponse:
        answer: HealthCheckResponse = await servicer.Check(
            await _read(HealthCheckRequest, raw, context), context
        )
        return answer

    async def watch(raw: bytes, context: _Context) -> None:
        await servicer.Watch(await _read(HealthCheckRequest, raw, context), context)

    write = HealthCheckResponse.SerializeToString
    methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "Check": grpc.unary_unary_rpc_method_handler(check, response_serializer=write),
        "Watch": grpc.unary_stream_rpc_method_handler(watch, response_serializer=write),
    }
    return grpc.method_handlers_generic_handler(health.SERVICE_NAME, methods)


def reflection_handlers(servicer: reflection.aio.ReflectionServicer) -> grpc.GenericRpcHandler:
    """Handlers of the service that describes the API."""

    async def describe(
        raws: AsyncIterator[bytes], context: _Context
    ) -> AsyncIterator[ServerReflectionResponse]:
        async def requests() -> AsyncIterator[ServerReflectionRequest]:
            async for raw in raws:
                yield await _read(ServerReflectionRequest, raw, context)

        # Its stubs take it for a coroutine.
        answers: Any = servicer.ServerReflectionInfo(requests(), context)
        async for answer in answers:
            yield answer

    write = ServerReflectionResponse.SerializeToString
    methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "ServerReflectionInfo": grpc.stream_stream_rpc_method_handler(
            describe, response_serializer=write
        )
    }
    return grpc.method_handlers_generic_handler(reflection.SERVICE_NAME, methods)


async def _read(kind: type[_Request], raw: bytes, context: _Context) -> _Request:
    try:
        return kind.FromString(raw)
    except DecodeError:
        text = f"the request is no {kind.DESCRIPTOR.full_name}"
        await context.abort(grpc.StatusCode.INVALID_ARGUMENT, text)
