"""Doors of the service: raw stubs on one server, and several of them taken in turn."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import grpc
import grpc.aio
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status

from conquian.v1 import game_service_pb2 as pb
from conquian.v1.game_service_pb2_grpc import GameServiceStub

if TYPE_CHECKING:
    from conquian.v1.game_service_pb2_grpc import GameServiceAsyncStub

CALL_WITHIN = 15.0
"""Deadline of a call, so that nothing hangs."""
STREAM_WITHIN = 250.0
Metadata = tuple[tuple[str, str], ...]
_SERVICE = "/conquian.v1.GameService/"
_OPTIONS = (("grpc.enable_http_proxy", 0), ("grpc.use_local_subchannel_pool", 1))


def bearer(token: str) -> Metadata:
    """The metadata that carries a token; none for an empty one."""
    return (("authorization", f"Bearer {token}"),) if token else ()


def new_request_id() -> str:
    """A request id that nobody can guess."""
    return str(uuid.uuid4())


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a failed call says."""

    code: grpc.StatusCode
    reason: str
    metadata: dict[str, str]
    text: str

    @property
    def name(self) -> tuple[str, str]:
        """Code and reason."""
        return self.code.name, self.reason


def refusal_of(error: grpc.aio.AioRpcError) -> Refusal:
    """Read a failed call's status and details."""
    info = next((part for part in details_of(error) if isinstance(part, ErrorInfo)), ErrorInfo())
    return Refusal(error.code(), info.reason, dict(info.metadata), error.details() or "")


def details_of(error: grpc.aio.AioRpcError) -> list[Message | str]:
    """All that a failed call says: its text, and each of its details."""
    said: list[Message | str] = [error.details() or ""]
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin" and isinstance(value, bytes):
            status = Status.FromString(value)
            said.append(status.message)
            said += [_unpacked(detail) for detail in status.details]
        else:
            said += [key, value.decode("latin-1") if isinstance(value, bytes) else value]
    return said


def _unpacked(detail: AnyMessage) -> Message:
    for message in (ErrorInfo(), LocalizedMessage(), RetryInfo()):
        if detail.Unpack(message):
            return message
    raise AssertionError(f"an undocumented detail: {detail.type_url}")


async def refused(call: Any) -> Refusal:
    """Await a call that must fail; say how."""
    try:
        answer = await call
    except grpc.aio.AioRpcError as error:
        return refusal_of(error)
    raise AssertionError(f"not refused, but answered:\n{answer}")


class Door:
    """One server, as raw stubs."""

    def __init__(self, channel: grpc.aio.Channel, address: str) -> None:
        self.address = address
        self.channel = channel
        self.game: GameServiceAsyncStub = GameServiceStub(channel)

    async def ask(self, request: Message, token: str = "", *, timeout: float = CALL_WITHIN) -> Any:
        """Make the call whose request this is."""
        method = getattr(self.game, _method_of(request))
        return await method(request, metadata=bearer(token), timeout=timeout)

    def call_bytes(self, request: Message, token: str = "") -> Any:
        """Start the call whose request this is; awaited, it gives the answer as it came."""
        call: Any = self.channel.unary_unary(
            _SERVICE + _method_of(request),
            request_serializer=type(request).SerializeToString,
            response_deserializer=None,
        )
        return call(request, metadata=bearer(token), timeout=CALL_WITHIN)

    def watch_bytes(
        self, request: pb.WatchGameRequest, token: str = ""
    ) -> grpc.aio.UnaryStreamCall[pb.WatchGameRequest, bytes]:
        """Follow a game; the messages as they come."""
        call: Any = self.channel.unary_stream(
            _SERVICE + "WatchGame",
            request_serializer=pb.WatchGameRequest.SerializeToString,
            response_deserializer=None,
        )
        stream: grpc.aio.UnaryStreamCall[pb.WatchGameRequest, bytes]
        stream = call(request, metadata=bearer(token), timeout=STREAM_WITHIN)
        return stream

    def watch(
        self, request: pb.WatchGameRequest, token: str = ""
    ) -> grpc.aio.UnaryStreamCall[pb.WatchGameRequest, pb.WatchGameResponse]:
        """Follow a game."""
        return self.game.WatchGame(request, metadata=bearer(token), timeout=STREAM_WITHIN)


class Doors:
    """Several servers: every call goes to the next one."""

    def __init__(self, doors: Sequence[Door]) -> None:
        self.all = tuple(doors)
        self._turn: Iterator[Door] = itertools.cycle(self.all)

    def __getitem__(self, index: int) -> Door:
        return self.all[index % len(self.all)]

    @property
    def next(self) -> Door:
        """The server whose turn it is."""
        return next(self._turn)

    async def ask(self, request: Message, token: str = "") -> Any:
        """Make a call at the next server."""
        return await self.next.ask(request, token)

    def again(self) -> Doors:
        """The same servers with a turn of their own, for one of many players."""
        return Doors(self.all)


@asynccontextmanager
async def opened(*addresses: str) -> AsyncIterator[Doors]:
    """Doors on servers, each with a connection of its own, closed afterwards."""
    async with AsyncExitStack() as stack:
        doors = []
        for address in addresses:
            channel = grpc.aio.insecure_channel(address, options=_OPTIONS)
            await stack.enter_async_context(channel)
            doors.append(Door(channel, address))
        yield Doors(doors)


def _method_of(request: Message) -> str:
    return request.DESCRIPTOR.name.removesuffix("Request")
