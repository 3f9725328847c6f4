"""Both Python clients behind one face, for tests that hold for either, over gRPC and over HTTP.

The synchronous client works in a thread, so that the test's own loop goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import conquian
from conquian import aio, sync
from tests.support.processes import Server

PATIENCE = 40.0
"""Seconds: a service that stays away for longer fails the test, which then does not hang."""


@dataclass(frozen=True)
class Wire:
    """How a client reaches a server."""

    name: str
    scheme: str = ""

    def door(self, server: Server) -> str:
        """HOST:PORT of the server, for what stands between."""
        return server.http.removeprefix(self.scheme) if self.scheme else server.address

    def target(self, address: str) -> str:
        """What a client connects to."""
        return self.scheme + address


GRPC, HTTP = Wire("grpc"), Wire("http", "http://")


@dataclass
class Noting:
    """A player that keeps what it chose, in order."""

    player: conquian.Player
    chosen: list[conquian.Move] = field(default_factory=list)

    def choose(self, view: conquian.GameView) -> conquian.Move:
        move = self.player.choose(view)
        self.chosen.append(move)
        return move


class Flavour(Protocol):
    """What a test lets a client do; each call uses a client of its own."""

    async def take_part(
        self, target: str, game_id: str, number: int, player: conquian.Player
    ) -> conquian.GameView:
        """Take a seat and play to the end; the last view."""
        ...

    async def follow(
        self, target: str, game_id: str, after: int, arrived: Callable[[conquian.WatchItem], None]
    ) -> None:
        """Watch to the end."""
        ...

    async def read(
        self, target: str, game_id: str, lines_now: Callable[[], int], *, times: int
    ) -> list[int]:
        """Read the game so often with one client; what `lines_now` says after each."""
        ...

    async def cancel(
        self, target: str, game_id: str, token: str, request_id: str, *, timeout: float
    ) -> int:
        """Call the game off; the revision that made."""
        ...


class Asynchronous:
    """`conquian.aio`."""

    async def take_part(
        self, target: str, game_id: str, number: int, player: conquian.Player
    ) -> conquian.GameView:
        async with aio.connect(target) as client:
            seat = await client.join(game_id, seat=number, timeout=PATIENCE)
            return await aio.play_to_end(seat, player, patience=PATIENCE)

    async def follow(
        self, target: str, game_id: str, after: int, arrived: Callable[[conquian.WatchItem], None]
    ) -> None:
        async with aio.connect(target) as client:
            watch = client.watch(game_id, after_revision=after, patience=PATIENCE)
            async with watch as updates:
                async for item in updates:
                    arrived(item)

    async def read(
        self, target: str, game_id: str, lines_now: Callable[[], int], *, times: int
    ) -> list[int]:
        lines = []
        async with aio.connect(target) as client:
            for _ in range(times):
                await client.get_game(game_id, timeout=PATIENCE)
                lines.append(lines_now())
        return lines

    async def cancel(
        self, target: str, game_id: str, token: str, request_id: str, *, timeout: float
    ) -> int:
        async with aio.connect(target) as client:
            update = await client.cancel_game(
                game_id, token=token, timeout=timeout, request_id=request_id
            )
        return update.revision


class Synchronous:
    """`conquian.sync`."""

    async def take_part(
        self, target: str, game_id: str, number: int, player: conquian.Player
    ) -> conquian.GameView:
        def run() -> conquian.GameView:
            with sync.connect(target) as client:
                seat = client.join(game_id, seat=number, timeout=PATIENCE)
                return sync.play_to_end(seat, player, patience=PATIENCE)

        return await asyncio.to_thread(run)

    async def follow(
        self, target: str, game_id: str, after: int, arrived: Callable[[conquian.WatchItem], None]
    ) -> None:
        def run() -> None:
            with sync.connect(target) as client:
                watch = client.watch(game_id, after_revision=after, patience=PATIENCE)
                with watch as updates:
                    for item in updates:
                        arrived(item)

        await asyncio.to_thread(run)

    async def read(
        self, target: str, game_id: str, lines_now: Callable[[], int], *, times: int
    ) -> list[int]:
        def run() -> list[int]:
            lines = []
            with sync.connect(target) as client:
                for _ in range(times):
                    client.get_game(game_id, timeout=PATIENCE)
                    lines.append(lines_now())
            return lines

        return await asyncio.to_thread(run)

    async def cancel(
        self, target: str, game_id: str, token: str, request_id: str, *, timeout: float
    ) -> int:
        def run() -> int:
            with sync.connect(target) as client:
                update = client.cancel_game(
                    game_id, token=token, timeout=timeout, request_id=request_id
                )
            return update.revision

        return await asyncio.to_thread(run)
