"""A PlayMove from its bytes to its answer's, without gRPC and without the wire to the store.

Everything of ours runs: the edge with its log and metrics, the use case, engine, views,
codecs, and the packing of commands. In the place of a store stands a table that answers
at once. What is left is our own code, and it can be traced.
"""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

from bench.games import Call, PlannedGame
from bench.ground import KEYRING, KEYS
from bench.metering import PLAY_MOVE
from conquian_service.application.ports import Limits, Ports
from conquian_service.application.views import Retention
from conquian_service.storage.codec import encode_snapshot
from conquian_service.storage.command import Part, Reply, pack
from conquian_service.storage.connections import connections
from conquian_service.storage.game_store import RedisGameStore
from conquian_service.storage.lanes import Lane, SingleNode
from conquian_service.storage.lua import Effect, Script
from conquian_service.storage.scripts import GameScripts
from conquian_service.telemetry.logs import AccessLog
from conquian_service.telemetry.meter import CallRecorder, PrometheusMeter
from conquian_service.telemetry.metrics import make_metrics
from conquian_service.telemetry.timed_store import TimedStore
from conquian_service.transport.credentials import Credentials
from conquian_service.transport.game_service import SERVICE, GameService
from conquian_service.transport.grpc.edge import Edge
from conquian_service.transport.readiness import Readiness

_NOW_MS = 1_900_000_000_000
_STAMP = _NOW_MS.to_bytes(6, "big")

Play = Callable[[bytes, Any], Awaitable[bytes]]


class Table(Lane):
    """A lane that ends here: it knows revisions and snapshots, and answers at once."""

    def __init__(self) -> None:
        super().__init__(connections("unix:///dev/null", timeout=1.0))
        self._games: dict[str, tuple[int, bytes]] = {}
        self._loop = asyncio.get_running_loop()

    def put(self, game: PlannedGame) -> None:
        """Store a game as its calls expect it."""
        revision = len(game.commits)
        body = encode_snapshot(game.commits[-1].game, revision=revision, created_ms=_NOW_MS)
        self._games[KEYS.snapshot(game.game_id)] = revision, _STAMP + body

    def run(
        self, script: Script, keys: Sequence[str], args: Sequence[Part]
    ) -> asyncio.Future[Reply]:
        """Answer as `load.lua` and `commit.lua` do for a move that nothing stands against."""
        pack(("EVALSHA", script.sha, len(keys), *keys, *args))
        revision, snapshot = self._games[keys[0]]
        reply: list[Reply] = [_NOW_MS, revision, snapshot, None, [], []]
        if script.effect is Effect.LASTS:
            body = cast("bytes", args[3])
            self._games[keys[0]] = revision + 1, _STAMP + body
            reply = [b"committed", revision + 1, _NOW_MS]
        answered = self._loop.create_future()
        answered.set_result(reply)
        return answered


@dataclass(frozen=True, slots=True)
class Context:
    """What the edge asks of a call."""

    token: str

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        """The metadata of a client's call."""
        return ("user-agent", "bench"), ("authorization", f"Bearer {self.token}")

    def add_done_callback(self, callback: Callable[[object], None]) -> None:
        """Do nothing: only a stop asks how many calls are not over yet."""


@dataclass(frozen=True, slots=True)
class Path:
    """The way of a call, put together as in `bootstrap`."""

    table: Table
    play: Play

    async def go(self, games: Sequence[Sequence[Call]]) -> int:
        """Play these calls; returns how many there were."""
        for calls in games:
            for call in calls:
                await self.play(call.request, Context(call.token))
        return sum(map(len, games))


@contextmanager
def path() -> Iterator[Path]:
    """A fresh path, its access log written where nobody reads it."""
    table = Table()
    metrics = make_metrics(version="bench")
    store = RedisGameStore(GameScripts(SingleNode(table), KEYS))
    unused: Any = None
    ports = Ports(
        store=TimedStore(store, metrics),
        lobby=unused,
        doorbell=unused,
        keyring=KEYRING,
        randomness=unused,
        aside=unused,
        meter=PrometheusMeter(metrics),
        retention=Retention(),
        limits=Limits(),
        may_pin=True,
    )
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123 - it is no file
        record = CallRecorder(metrics, AccessLog(nowhere))
        readiness = Readiness(unused)
        edge = Edge(Credentials(KEYRING), record, readiness, slow_watcher_seconds=1.0)
        handlers: Any = edge.handlers(SERVICE, GameService(ports))
        yield Path(table, handlers.service(_Details(PLAY_MOVE)).unary_unary)


@contextmanager
def frozen() -> Iterator[None]:
    """Keep the collector from what lives already: a server has no planned games in memory."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@dataclass(frozen=True, slots=True)
class _Details:
    """Which method a handler is looked up for."""

    method: str
