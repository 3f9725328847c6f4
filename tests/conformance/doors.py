"""One door of the service, as a client of any language has it: messages in, messages out.

Further doors (REST, Connect) join here with the same methods, so that each scenario can be
asked of every one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import grpc
import grpc.aio
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status

CALL_WITHIN = 10.0
DETAILS_KEY = "grpc-status-details-bin"
_OPTIONS = (("grpc.use_local_subchannel_pool", 1),)

Metadata = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Refusal:
    """All that a failed call says."""

    code: str
    reason: str
    metadata: dict[str, str]
    text: str
    """The message of the status: English."""
    retry_millis: int | None = None
    locale: str = ""
    told: str = ""
    """The sentence for people, in the language of `locale`."""

    @property
    def name(self) -> tuple[str, str]:
        """Code and reason."""
        return self.code, self.reason


class GrpcDoor:
    """The gRPC door."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.channel = channel

    async def ask(self, request: Message, token: str = "", *, language: str = "") -> Any:
        """Make the call whose request this is; of a stream the first message."""
        method, metadata = method_of(request), (*bearer(token), *in_language(language))
        answer = await self.raw(method, request.SerializeToString(), metadata)
        return GetMessageClass(method.output_type).FromString(answer)

    async def refused(self, request: Message, token: str = "", *, language: str = "") -> Refusal:
        """Make a call that must fail; say how."""
        metadata = (*bearer(token), *in_language(language))
        return await self.raw_refused(method_of(request), request.SerializeToString(), metadata)

    async def raw(
        self,
        method: MethodDescriptor,
        sent: bytes,
        metadata: Metadata = (),
        *,
        timeout: float = CALL_WITHIN,
    ) -> bytes:
        """Make a call with any bytes and any metadata."""
        path = f"/{method.containing_service.full_name}/{method.name}"
        if not method.server_streaming:
            unary: Any = self.channel.unary_unary(path)
            answer: bytes = await unary(sent, metadata=metadata, timeout=timeout)
            return answer
        stream: Any = self.channel.unary_stream(path)
        call = stream(sent, metadata=metadata, timeout=timeout)
        try:
            async for message in call:
                return bytes(message)
        finally:
            call.cancel()
        raise AssertionError("an empty stream")

    async def raw_refused(
        self, method: MethodDescriptor, sent: bytes, metadata: Metadata = ()
    ) -> Refusal:
        """As `raw`, for a call that must fail."""
        try:
            answer = await self.raw(method, sent, metadata)
        except grpc.aio.AioRpcError as error:
            return refusal_of(error)
        raise AssertionError(f"not refused, but answered {answer!r}")


def method_of(request: Message) -> MethodDescriptor:
    """The method that takes this request."""
    name = request.DESCRIPTOR.name.removesuffix("Request")
    (service,) = request.DESCRIPTOR.file.services_by_name.values()
    found: Any = service.methods_by_name[name]
    assert isinstance(found, MethodDescriptor)
    return found


def bearer(token: str) -> Metadata:
    """The metadata that carries a token; none for an empty one."""
    return (("authorization", f"Bearer {token}"),) if token else ()


def in_language(wanted: str) -> Metadata:
    """The metadata that ask for a language; none for an empty one."""
    return (("accept-language", wanted),) if wanted else ()


def refusal_of(error: grpc.aio.AioRpcError) -> Refusal:
    """Read a failed call's status and its details."""
    info, text, retry = ErrorInfo(), LocalizedMessage(), RetryInfo()
    has_retry = False
    for key, value in error.trailing_metadata() or ():
        if key == DETAILS_KEY:
            assert isinstance(value, bytes)
            status = Status.FromString(value)
            assert status.code == error.code().value[0]
            assert status.message == error.details()
            for detail in status.details:
                known = detail.Unpack(info) or detail.Unpack(text)
                if not known:
                    assert detail.Unpack(retry), f"an undocumented detail: {detail.type_url}"
                    has_retry = True
    return Refusal(
        error.code().name,
        info.reason,
        dict(info.metadata),
        error.details() or "",
        retry.retry_delay.ToMilliseconds() if has_retry else None,
        text.locale,
        text.message,
    )


@asynccontextmanager
async def opened(target: str) -> AsyncIterator[GrpcDoor]:
    """The gRPC door at an address."""
    async with grpc.aio.insecure_channel(target, options=_OPTIONS) as channel:
        yield GrpcDoor(channel)
