"""What the players of the examples do when a game or its stream takes another turn than usual.

The programs follow a table that a test has set up; their last arguments are the address of the
service, the game's id and the token of a seat.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import grpc.aio

import conquian
from conquian import aio
from conquian.v1 import events_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from tests.e2e.languages.programs import printed
from tests.support.faults import End, Fault, Way, faulty
from tests.support.waiting import until_async

Command = Sequence[str | Path]

WATCH = "/conquian.v1.GameService/WatchGame"
FAILED_STREAMS = 4
FAILURES = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
"""How streams fail: without a server, and at one that stops before it has begun them."""
LEAST_PAUSES = 0.1 + 0.2 + 0.4 + 0.8
"""Seconds, all pauses after so many streams together."""


async def followed(command: Command, *arguments: str) -> list[dict[str, Any]]:
    """Lines of JSON that a program prints when its player has enough."""
    told = await printed([*command, *arguments])
    return [json.loads(line) for line in told.splitlines() if line.startswith("{")]


async def is_over_when_the_game_is_called_off(command: Command, address: str) -> None:
    """Before the start: no result, and no further stream that would end at once."""
    async with aio.connect(address) as client:
        created = await client.create_game("classic")
        seat = await client.join(created.game_id, name="Ana")
        program = asyncio.create_task(followed(command, address, created.game_id, seat.token))
        await client.cancel_game(created.game_id, token=created.host_token)
        (sitting, *_) = await program
        game = await client.get_game(created.game_id)
    assert game.status is conquian.GameStatus.CANCELLED
    assert sitting["watched"] == list(range(1, game.revision + 1))


async def notices_a_dead_line(command: Command, address: str) -> None:
    """Nothing gets through any more and nobody is told: pings find it, a new line goes on."""
    dead = Fault(End.SWALLOWED, Way.DOWN, 200)
    async with aio.connect(address) as client, faulty(address, [dead]) as line:
        created = await client.create_game("classic")
        seat = await client.join(created.game_id, name="Ana")
        program = asyncio.create_task(followed(command, line.address, created.game_id, seat.token))

        async def is_dead() -> bool:
            return program.done() or line.faults == [dead]

        await until_async(is_dead, seconds=30, what="the line to die")
        await client.cancel_game(created.game_id, token=created.host_token)
        (sitting, *_) = await program
        game = await client.get_game(created.game_id)
        assert line.connections == 2
    assert sitting["watched"] == list(range(1, game.revision + 1))


async def pauses_between_streams(command: Command) -> None:
    """As behind a proxy with no server behind it, which says so at once: each pause is longer."""
    async with _failing_streams() as (address, times):
        (sitting, *_) = await followed(command, address, "a" * 26, "token")
    assert sitting["watched"] == [1]
    assert len(times) == FAILED_STREAMS + 1
    assert times[-1] - times[0] >= LEAST_PAUSES


@asynccontextmanager
async def _failing_streams() -> AsyncIterator[tuple[str, list[float]]]:
    """A stand-in whose streams fail, until one tells that the game is off; and when each began."""
    times: list[float] = []

    async def watch(_request: bytes, context: Any) -> AsyncIterator[bytes]:
        times.append(time.monotonic())
        if len(times) <= FAILED_STREAMS:
            await context.abort(FAILURES[len(times) % 2], "no healthy upstream")
        view = view_pb2.GameView(revision=1, status=view_pb2.GAME_STATUS_CANCELLED)
        update = events_pb2.GameUpdate(revision=1, view=view)
        yield pb.WatchGameResponse(update=update).SerializeToString()

    class Streams(grpc.GenericRpcHandler):
        def service(self, details: grpc.HandlerCallDetails) -> Any:
            return grpc.unary_stream_rpc_method_handler(watch) if details.method == WATCH else None

    server = grpc.aio.server(handlers=[Streams()])
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}", times
    finally:
        await server.stop(None)


async def lets_go_of_its_streams(command: Command, address: str) -> None:
    """It has enough in the middle of a game; each call had its own deadline, the watch had none."""
    async with aio.connect(address) as client:
        created = await client.create_game("classic", options={"deals": 4})
        mine, others = [await client.join(created.game_id, name=name) for name in ("Ana", "Ben")]
        other = asyncio.create_task(conquian.play_to_end(others, conquian.GreedyPlayer()))
        try:
            _, calls = await followed(command, address, created.game_id, mine.token)
            game = await client.get_game(created.game_id)
            assert game.status is conquian.GameStatus.RUNNING
        finally:
            other.cancel()
            await asyncio.wait([other])
    assert calls == {"limited": {"PlayMove": True, "WatchGame": False}, "allEnded": True}
