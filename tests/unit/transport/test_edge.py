"""The edge of the gRPC door: streams that stall, and how calls are recorded."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

import grpc
import pytest

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from conquian_service.application.errors import CallReason, CallRefused
from conquian_service.application.tokens import Caller, Keyring
from conquian_service.transport.credentials import Credentials
from conquian_service.transport.game_service import SERVICE
from conquian_service.transport.grpc.edge import Edge
from conquian_service.transport.readiness import Readiness

GAME_ID = "a" * 26


class Aborted(Exception):
    """What a context raises to end a call."""


class Context:
    """A call whose client takes so many messages and then no more."""

    def __init__(self, takes: int) -> None:
        self.takes = takes
        self.taken: list[bytes] = []
        self.code: grpc.StatusCode | None = None
        self.asked = 0
        """How often the metadata were looked at."""

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        self.asked += 1
        return ()

    def add_done_callback(self, callback: Callable[[Context], None]) -> None:
        self.when_over = callback

    async def write(self, message: bytes) -> None:
        if len(self.taken) == self.takes:
            await asyncio.Event().wait()
        self.taken.append(message)

    async def abort(self, code: grpc.StatusCode, details: str, trailers: object = ()) -> None:
        self.code = code
        raise Aborted


class Records:
    """Notes the calls that ended."""

    def __init__(self) -> None:
        self.ends: list[tuple[str, str, str, str, bool]] = []

    def ended(
        self, method: str, code: str, reason: str, seconds: float, *, game_id: str, streamed: bool
    ) -> None:
        self.ends.append((method, code, reason, game_id, streamed))


class Methods:
    """An endless stream, and whether it was closed; every other method is of no use here."""

    def __init__(self) -> None:
        self.closed = False

    def __getattr__(self, name: str) -> Any:
        return None

    async def WatchGame(
        self, caller: Caller, request: pb.WatchGameRequest
    ) -> AsyncGenerator[pb.WatchGameResponse, None]:
        try:
            while True:
                yield pb.WatchGameResponse()
        finally:
            self.closed = True

    async def CreateGame(
        self, caller: Caller, request: pb.CreateGameRequest
    ) -> pb.CreateGameResponse:
        return pb.CreateGameResponse(game=view_pb2.GameView(game_id=GAME_ID))

    async def JoinGame(self, caller: Caller, request: pb.JoinGameRequest) -> pb.JoinGameResponse:
        raise CallRefused(CallReason.SEAT_TAKEN)

    async def GetGame(self, caller: Caller, request: pb.GetGameRequest) -> pb.GetGameResponse:
        await asyncio.Event().wait()
        raise AssertionError


class Call:
    """One method behind the edge."""

    def __init__(self, name: str, *, slow_watcher_seconds: float = 30.0) -> None:
        self.records, self.methods = Records(), Methods()

        async def store_answers() -> bool:
            return True

        self.edge = Edge(
            Credentials(Keyring("k", {"k": b"k" * 32}, b"g" * 32)),
            self.records,
            Readiness(store_answers),
            slow_watcher_seconds=slow_watcher_seconds,
        )
        handlers: Any = self.edge.handlers(SERVICE, self.methods)

        class Details:
            method = f"/{SERVICE.full_name}/{name}"
            invocation_metadata = ()

        handler = handlers.service(Details())
        self._serve = handler.unary_stream if handler.response_streaming else handler.unary_unary

    async def __call__(self, context: Context) -> None:
        await self._serve(pb.WatchGameRequest(game_id=GAME_ID).SerializeToString(), context)


async def test_a_call_is_under_way_until_its_answer_is_sent() -> None:
    """What a stop waits for; the answer is sent after the handler has returned it."""
    call, context = Call("CreateGame"), Context(takes=0)
    assert call.edge.calls == 0
    await call(context)
    assert call.edge.calls == 1
    context.when_over(context)
    assert call.edge.calls == 0


async def test_a_watcher_that_takes_nothing_is_cut_off() -> None:
    """After the time allowed; what fed the stream is closed, and the client may resume."""
    call, context = Call("WatchGame", slow_watcher_seconds=0.02), Context(takes=3)
    with pytest.raises(Aborted):
        await call(context)
    assert len(context.taken) == 3
    assert context.code is grpc.StatusCode.UNAVAILABLE
    assert call.methods.closed
    assert call.records.ends == [("WatchGame", "UNAVAILABLE", "", GAME_ID, True)]


async def test_a_game_that_a_call_made_is_recorded() -> None:
    """Its request could not name it."""
    call = Call("CreateGame")
    await call(Context(takes=0))
    assert call.records.ends == [("CreateGame", "OK", "", GAME_ID, False)]


async def test_a_language_is_read_by_errors_alone() -> None:
    """A call that succeeds does not look at the header."""
    call, context = Call("CreateGame"), Context(takes=0)
    await call(context)
    assert context.asked == 1  # for the token
    context = Context(takes=0)
    with pytest.raises(Aborted):
        await Call("JoinGame")(context)
    assert context.asked == 2


@pytest.mark.parametrize(("name", "streamed"), [("WatchGame", True), ("GetGame", False)])
async def test_a_cancelled_call_stays_cancelled(name: str, streamed: bool) -> None:
    """The cancellation is recorded and passed on; a stream's feed is closed."""
    call = Call(name)
    task = asyncio.create_task(call(Context(takes=0)))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert call.methods.closed is streamed
    assert call.records.ends == [(name, "CANCELLED", "", GAME_ID, streamed)]
