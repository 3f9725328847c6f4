"""A server behind Envoy is restarted: watchers resume by themselves and miss nothing."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from tests.conformance.doors import Door, Refused
from tests.conformance.every_door import EVERY_DOOR, GRPC
from tests.conformance.tables import Table, new_request_id
from tests.e2e.envoy.front import Front
from tests.support.http1 import CutOff
from tests.support.processes import Server, Store, ending
from tests.support.waiting import until_async

MOVES = 40
"""Before the first server goes, and again before it is back, and so on."""
WITHIN = 40.0
STREAM_WITHIN = 120.0
"""Longer than the test: a server goes away, a stream does not."""


class Watcher:
    """Follows a game at one door, on and on from the last revision it has."""

    def __init__(self, door: Door, game_id: str) -> None:
        self._door = door
        self._game_id = game_id
        self.seen: list[int] = []
        self.resumed = 0

    async def follow(self) -> None:
        """To the end of the game."""
        while not await self._one_stream():
            self.resumed += 1
            await asyncio.sleep(0.05)

    async def _one_stream(self) -> bool:
        """Read a stream to its end; whether that was the game's."""
        after = self.seen[-1] if self.seen else 0
        request = pb.WatchGameRequest(game_id=self._game_id, after_revision=after)
        stream = self._door.watch(request, timeout=STREAM_WITHIN)
        over = False
        try:
            while True:
                message = await stream.read()
                if message.HasField("update"):
                    self.seen.append(message.update.revision)
                    over = over or any(
                        event.HasField("game_ended") for event in message.update.events
                    )
        except StopAsyncIteration:
            return over
        except Refused as refused:
            if refused.refusal.code not in {"UNAVAILABLE", "INTERNAL", "UNKNOWN"}:
                raise
            return False
        except (CutOff, OSError):
            return False
        finally:
            stream.cancel()


class Player:
    """Plays both seats of a game, and repeats what got no answer."""

    def __init__(self, door: Door, table: Table) -> None:
        self._door = door
        self._table = table

    async def play(self, moves: int) -> None:
        """So many moves, or fewer if that ends the game."""
        for _ in range(moves):
            game = (await self._sure(pb.GetGameRequest(game_id=self._table.game_id))).game
            if game.status != view_pb2.GAME_STATUS_RUNNING:
                return
            seat = game.deal.seats_to_act[0]
            token = self._table.seats[seat]
            legal = await self._sure(pb.ListLegalMovesRequest(game_id=self._table.game_id), token)
            request = pb.PlayMoveRequest(
                game_id=self._table.game_id,
                revision=legal.revision,
                move=legal.moves[-1],
                request_id=new_request_id(),
            )
            await self._sure(request, token)

    async def end(self) -> None:
        """Call the game off."""
        request = pb.CancelGameRequest(game_id=self._table.game_id, request_id=new_request_id())
        await self._sure(request, self._table.host)

    async def _sure(self, request: Message, token: str = "") -> Any:
        async def try_it() -> Any:
            try:
                return await self._door.ask(request, token)
            except Refused as refused:
                if refused.refusal.code not in {"UNAVAILABLE", "DEADLINE_EXCEEDED"}:
                    raise
                return None

        return await until_async(try_it, seconds=WITHIN, what="an answer")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_watchers_miss_nothing_when_servers_are_restarted(
    tmp_path: Path, how: signal.Signals
) -> None:
    """One after the other, while moves are played: at every door each revision comes once."""
    store = Store(tmp_path / "store")
    with ending(store):
        settings = {"CONQUIAN_REDIS_URL": store.url, "CONQUIAN_DRAIN_SECONDS": "2"}

        with ExitStack() as stack:

            def serve(name: str, ports: tuple[int, int] | None = None) -> Server:
                server = Server(tmp_path, settings, name=name, ports=ports)
                stack.enter_context(ending(server))
                return server

            servers = [serve("one"), serve("two")]
            front = Front(tmp_path / "envoy", servers)
            stack.enter_context(ending(front))
            await _restarted(front, servers, how, serve)


async def _restarted(
    front: Front,
    servers: list[Server],
    how: signal.Signals,
    serve: Callable[[str, tuple[int, int] | None], Server],
) -> None:
    async with AsyncExitStack() as stack:
        playing = await stack.enter_async_context(GRPC.opened(front))
        table = await Table.set_up(playing, options={"deals": "50"})
        await table.fill(2)
        player = Player(playing, table)
        doors = [await stack.enter_async_context(kind.opened(front)) for kind in EVERY_DOOR]
        # Two each: whichever server goes, somebody watches there.
        watchers = [Watcher(door, table.game_id) for door in doors for _ in range(2)]
        following = [asyncio.create_task(watcher.follow()) for watcher in watchers]
        await player.play(MOVES)
        for index, name in enumerate(("one", "two")):
            gone = servers[index]
            stopping = asyncio.create_task(asyncio.to_thread(gone.stop, how))
            await player.play(MOVES)
            await stopping
            await asyncio.to_thread(serve, f"{name} again", gone.ports)
            await _all_seen(front)
            await player.play(MOVES)
        await player.end()
        async with asyncio.timeout(WITHIN):
            await asyncio.gather(*following)
        game = (await playing.ask(pb.GetGameRequest(game_id=table.game_id))).game
        for watcher in watchers:
            assert watcher.seen == list(range(1, game.revision + 1))
        assert sum(watcher.resumed for watcher in watchers) >= len(watchers)


async def _all_seen(front: Front) -> None:
    async def seen() -> bool:
        return await asyncio.to_thread(front.sees_all)

    await until_async(seen, seconds=WITHIN, what="Envoy to find both servers again")
