"""A gRPC server that answers by script."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol, cast

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status
from grpc import StatusCode, aio

from conquian.moves import Move, move_to_proto
from conquian.v1 import (
    events_pb2,
    game_service_pb2,
    game_service_pb2_grpc,
    rules_service_pb2_grpc,
    view_pb2,
)

WatchMessage = game_service_pb2.WatchGameResponse


class Step(Enum):
    """What a scripted call does beside answering."""

    HANG = "hang"
    """Says nothing more until the caller goes away."""
    SILENCE = "silence"
    """As HANG; and the client's clock finds that nothing came for too long."""


@dataclass(frozen=True)
class After:
    """An answer that waits until so many calls of a method have come."""

    method: str
    calls: int = 1
    then: Any = None


@dataclass(frozen=True)
class Refusal:
    """A status to refuse a call with; without a reason it is a bare one, as of a proxy."""

    code: StatusCode
    reason: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    retry_after: float | None = None
    text: str = "refused"
    domain: str = "conquian.v1"
    more: tuple[AnyMessage, ...] = ()
    """Details of any kind, before the others."""

    def details(self) -> bytes:
        """The `google.rpc.Status` of the refusal."""
        details: list[Message] = []
        if self.reason:
            details += [
                ErrorInfo(reason=self.reason, domain=self.domain, metadata=self.metadata),
                LocalizedMessage(locale="en", message=self.text),
            ]
        if self.retry_after is not None:
            delay = Duration()
            delay.FromMilliseconds(round(self.retry_after * 1000))
            details.append(RetryInfo(retry_delay=delay))
        packed = [*self.more]
        for detail in details:
            packed.append(AnyMessage())
            packed[-1].Pack(detail)
        return Status(
            code=self.code.value[0], message=self.text, details=packed
        ).SerializeToString()

    async def abort(self, context: Any) -> None:
        """End the call with it."""
        trailers = (("grpc-status-details-bin", self.details()),) if self.reason else ()
        await context.abort(self.code, f"plain: {self.text}", trailers)


class Raw(Exception):
    """Bytes to answer with over HTTP, whatever they are; the connection is closed after them."""

    def __init__(self, answer: bytes) -> None:
        super().__init__(answer)
        self.answer = answer


UNAVAILABLE = Refusal(StatusCode.UNAVAILABLE)
"""A lost connection."""

SCRIPT_OVER = Refusal(StatusCode.INTERNAL, "THE_SCRIPT_IS_OVER")
"""What a call gets that no test expected."""


@dataclass(frozen=True)
class Received:
    """A call as the server saw it."""

    method: str
    request: Any
    token: str
    seconds_allowed: float | None
    peer: str
    """Where the call came from: one value a connection."""
    language: str
    """Value of `accept-language`; empty if none was sent."""


class Listener(Protocol):
    """The client's clock, as far as the script speaks to it."""

    def fall_silent(self, *, after: int) -> None:
        """Learn that a stream says nothing after so many messages."""
        ...


class ScriptedService:
    """Serves both services: each call takes the next answer of its method's script."""

    def __init__(self, clock: Listener) -> None:
        self.clock = clock
        self.received: list[Received] = []
        self.left: list[str] = []
        """Methods that were waiting when their caller went away."""
        self.scripts: defaultdict[str, deque[Any]] = defaultdict(deque)
        self._arrival = asyncio.Event()

    def script(self, method: str, *answers: Any) -> None:
        """Add answers: a message, a Refusal, a Step or an After; for a stream each is a list."""
        self.scripts[method] += answers

    def requests(self, method: str) -> list[Any]:
        """The requests of a method so far."""
        return [call.request for call in self.received if call.method == method]

    def __getattr__(self, method: str) -> Any:
        if method.startswith("_"):
            raise AttributeError(method)

        async def answer(request: Any, context: Any) -> Any:
            self._receive(method, request, context)
            return await self._act(method, self._next(method, SCRIPT_OVER), context)

        async def stream(request: Any, context: Any) -> AsyncIterator[Any]:
            self._receive(method, request, context)
            for said, step in enumerate(self._next(method, [SCRIPT_OVER])):
                if step is Step.SILENCE:
                    self.clock.fall_silent(after=said)
                yield await self._act(method, step, context)

        return stream if method == "WatchGame" else answer

    def _next(self, method: str, otherwise: Any) -> Any:
        script = self.scripts[method]
        return script.popleft() if script else otherwise

    def _receive(self, method: str, request: Any, context: Any) -> None:
        sent = dict(context.invocation_metadata())
        token = str(sent.get("authorization", "")).removeprefix("Bearer ")
        allowed = context.time_remaining()
        language = str(sent.get("accept-language", ""))
        self.received.append(Received(method, request, token, allowed, context.peer(), language))
        self._arrival.set()

    async def _act(self, method: str, step: Any, context: Any) -> Any:
        if isinstance(step, After):
            while len(self.requests(step.method)) < step.calls:
                self._arrival.clear()
                await self._arrival.wait()
            step = step.then
        if isinstance(step, Refusal):
            await step.abort(context)
        if isinstance(step, Raw):
            raise step
        if isinstance(step, Step):
            try:
                await asyncio.Event().wait()
            finally:
                self.left.append(method)
        return step


@asynccontextmanager
async def served(service: ScriptedService) -> AsyncIterator[str]:
    """Serve a script on a free port; gives the target to connect to."""
    server = aio.server(options=[("grpc.so_reuseport", 0)])
    game_service_pb2_grpc.add_GameServiceServicer_to_server(cast(Any, service), server)
    rules_service_pb2_grpc.add_RulesServiceServicer_to_server(cast(Any, service), server)
    port = server.add_insecure_port("localhost:0")
    await server.start()
    try:
        yield f"localhost:{port}"
    finally:
        await server.stop(None)


# --- messages ---------------------------------------------------------------------


def game(revision: int, *, over: bool = False, **fields: Any) -> view_pb2.GameView:
    """A view of a two-seat game."""
    status = view_pb2.GAME_STATUS_FINISHED if over else view_pb2.GAME_STATUS_RUNNING
    seats = [view_pb2.SeatView(seat=seat) for seat in range(2)]
    return view_pb2.GameView(game_id="g", revision=revision, status=status, seats=seats, **fields)


def changed(revision: int, *, over: bool = False, **fields: Any) -> events_pb2.GameUpdate:
    """The update of a revision, with its view."""
    return events_pb2.GameUpdate(
        revision=revision,
        events=[events_pb2.Event(passed=events_pb2.Passed(seat=revision % 2))],
        view=game(revision, over=over, **fields),
    )


def update(revision: int, *, over: bool = False, **fields: Any) -> WatchMessage:
    """The update of a revision as a stream's message."""
    return WatchMessage(update=changed(revision, over=over, **fields))


def heartbeat(revision: int) -> WatchMessage:
    """A heartbeat."""
    return WatchMessage(heartbeat=game_service_pb2.Heartbeat(revision=revision))


def resync(revision: int) -> WatchMessage:
    """A call to start over."""
    return WatchMessage(resync=game_service_pb2.Resync(revision=revision))


def closing(revision: int) -> WatchMessage:
    """A server that goes away."""
    return WatchMessage(closing=game_service_pb2.Closing(resume_after_revision=revision))


def got_game(revision: int, *, over: bool = False) -> game_service_pb2.GetGameResponse:
    """An answer to GetGame."""
    return game_service_pb2.GetGameResponse(game=game(revision, over=over))


def to_act(*moves: Move, hand: str = "", decision: int = 1) -> view_pb2.You:
    """The private part of a view whose seat has to act."""
    return view_pb2.You(
        seat=0,
        hand=hand.split(),
        to_act=True,
        decision_revision=decision,
        legal_moves=map(move_to_proto, moves),
    )
