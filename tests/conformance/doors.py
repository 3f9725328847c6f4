"""One door of the service, as a client of any language has it: messages in, messages out.

Every door has the same methods, so that each scenario can be asked of every one. The list
of them is in `every_door`; this file has what they share, and gRPC.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import grpc
import grpc.aio
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status

CALL_WITHIN = 10.0
STREAM_WITHIN = 20.0
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


class Refused(Exception):
    """A call failed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


class Stream(Protocol):
    """An answer of many messages."""

    async def read(self) -> Any:
        """The next message; `StopAsyncIteration` at the end, `Refused` if it fails."""

    async def rest(self) -> list[Any]:
        """All messages to the end."""

    def cancel(self) -> None:
        """Go away."""


class Door(Protocol):
    """A door of the service."""

    binary: bool = True
    """Whether messages are bytes, in which fields travel that one side does not know."""
    in_path: frozenset[str] = frozenset()
    """Fields that a request cannot leave out, because a path names them."""

    def encode(self, request: Message) -> bytes:
        """A request as this door has it on the wire."""

    async def raw(
        self,
        method: MethodDescriptor,
        sent: bytes,
        metadata: Metadata = (),
        *,
        timeout: float = CALL_WITHIN,
    ) -> Message:
        """Make a call with any bytes and any metadata; of a stream the first message."""

    def watch(self, request: Message, token: str = "", *, timeout: float = STREAM_WITHIN) -> Stream:
        """Make the streaming call whose request this is."""

    async def ask(self, request: Message, token: str = "", *, language: str = "") -> Any:
        """Make the call whose request this is; of a stream the first message."""
        metadata = (*bearer(token), *in_language(language))
        return await self.raw(method_of(request), self.encode(request), metadata)

    async def refused(self, request: Message, token: str = "", *, language: str = "") -> Refusal:
        """Make a call that must fail; say how."""
        metadata = (*bearer(token), *in_language(language))
        return await self.raw_refused(method_of(request), self.encode(request), metadata)

    async def raw_refused(
        self,
        method: MethodDescriptor,
        sent: bytes,
        metadata: Metadata = (),
        *,
        timeout: float = CALL_WITHIN,
    ) -> Refusal:
        """As `raw`, for a call that must fail."""
        try:
            answer = await self.raw(method, sent, metadata, timeout=timeout)
        except Refused as refused:
            return refused.refusal
        raise AssertionError(f"not refused, but answered {answer!r}")


class GrpcDoor(Door):
    """The gRPC door."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.channel = channel

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
        if method.server_streaming:
            stream = self._stream(method, sent, metadata, timeout)
            try:
                message: Message = await stream.read()
                return message
            finally:
                stream.cancel()
        unary: Any = self.channel.unary_unary(path_of(method))
        try:
            answer = await unary(sent, metadata=metadata, timeout=timeout)
        except grpc.aio.AioRpcError as error:
            raise Refused(refusal_of(error)) from None
        return GetMessageClass(method.output_type).FromString(answer)

    def watch(self, request: Message, token: str = "", *, timeout: float = STREAM_WITHIN) -> Stream:
        sent = request.SerializeToString()
        return self._stream(method_of(request), sent, bearer(token), timeout)

    def _stream(
        self, method: MethodDescriptor, sent: bytes, metadata: Metadata, timeout: float
    ) -> GrpcStream:
        made: Any = self.channel.unary_stream(path_of(method))
        call = made(sent, metadata=metadata, timeout=timeout)
        return GrpcStream(call, GetMessageClass(method.output_type))


class GrpcStream:
    """A stream of the gRPC door."""

    def __init__(self, call: Any, message: type[Message]) -> None:
        self._call = call
        self._message = message
        self._messages = aiter(call)

    async def read(self) -> Any:
        try:
            return self._message.FromString(await anext(self._messages))
        except grpc.aio.AioRpcError as error:
            raise Refused(refusal_of(error)) from None

    async def rest(self) -> list[Any]:
        return await rest_of(self)

    def cancel(self) -> None:
        self._call.cancel()


async def rest_of(stream: Stream) -> list[Any]:
    """All messages of a stream to its end."""
    found = []
    while True:
        try:
            found.append(await stream.read())
        except StopAsyncIteration:
            return found


def method_of(request: Message) -> MethodDescriptor:
    """The method that takes this request."""
    name = request.DESCRIPTOR.name.removesuffix("Request")
    (service,) = request.DESCRIPTOR.file.services_by_name.values()
    found: Any = service.methods_by_name[name]
    assert isinstance(found, MethodDescriptor)
    return found


def path_of(method: MethodDescriptor) -> str:
    """Where gRPC and its relatives have a method."""
    return f"/{method.containing_service.full_name}/{method.name}"


def bearer(token: str) -> Metadata:
    """The metadata that carries a token; none for an empty one."""
    return (("authorization", f"Bearer {token}"),) if token else ()


def in_language(wanted: str) -> Metadata:
    """The metadata that ask for a language; none for an empty one."""
    return (("accept-language", wanted),) if wanted else ()


def refusal_of(error: grpc.aio.AioRpcError) -> Refusal:
    """Read a failed gRPC call."""
    for key, value in error.trailing_metadata() or ():
        if key == DETAILS_KEY:
            assert isinstance(value, bytes)
            return refusal_of_status(error.code().name, error.details() or "", value)
    return read_refusal(error.code().name, error.details() or "", ())


def refusal_of_status(code: str, text: str, details: bytes) -> Refusal:
    """Read `grpc-status-details-bin`, which must agree with code and text beside it."""
    status = Status.FromString(details)
    assert status.code == grpc.StatusCode[code].value[0]
    assert status.message == text
    return read_refusal(code, text, status.details)


def refusal_by_proxy(status: int) -> Refused:
    """What a client takes for the code of an answer that is no answer of the service."""
    codes = {429: "UNAVAILABLE", 502: "UNAVAILABLE", 503: "UNAVAILABLE", 504: "UNAVAILABLE"}
    return Refused(Refusal(codes.get(status, "UNKNOWN"), "", {}, f"HTTP {status}"))


def read_refusal(code: str, text: str, details: Iterable[AnyMessage]) -> Refusal:
    """A failure by its parts, none of which may be undocumented."""
    info, localized, retry = ErrorInfo(), LocalizedMessage(), RetryInfo()
    retry_millis = None
    for detail in details:
        if detail.Unpack(retry):
            retry_millis = retry.retry_delay.ToMilliseconds()
        elif not detail.Unpack(localized):
            assert detail.Unpack(info), f"an undocumented detail: {detail.type_url}"
            assert info.domain == "conquian.v1"
    return Refusal(
        code,
        info.reason,
        dict(info.metadata),
        text,
        retry_millis,
        localized.locale,
        localized.message,
    )


@asynccontextmanager
async def opened(target: str) -> AsyncIterator[GrpcDoor]:
    """The gRPC door at an address."""
    async with grpc.aio.insecure_channel(target, options=_OPTIONS) as channel:
        yield GrpcDoor(channel)
