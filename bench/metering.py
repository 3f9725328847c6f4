"""One job of the load against one server, and what it cost the server and its store."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.games import Call, write_plan
from bench.ground import Server
from bench.load import LONGEST, Job, Outcome
from bench.processes import BenchFailed, Child, CpuClock

PLAY_MOVE = "/conquian.v1.GameService/PlayMove"
BARE = "/bench.Bare/Play"


@dataclass(frozen=True, slots=True)
class Cost:
    """What calls cost, each."""

    outcome: Outcome
    server_us: float
    store_us: float
    busy: float
    """Share of the time in which the server's process ran."""
    load_busy: float

    @property
    def rate(self) -> float:
        """Calls a second."""
        return self.outcome.calls / self.outcome.seconds


class Meter:
    """Sends jobs and measures."""

    def __init__(self, load: Child, folder: Path, *, in_flight: int) -> None:
        self._load = load
        self._plan = folder / "plan.jsonl"
        self._in_flight = in_flight

    async def cost(
        self,
        server: Server,
        method: str,
        games: Sequence[Sequence[Call]],
        *,
        store_pid: int,
        calls: int,
        rate: int = 0,
        door: str = "grpc",
    ) -> Cost:
        """The cost of at most so many of these games' calls.

        Raises:
            BenchFailed: a call failed, or there were none.
        """
        write_plan(self._plan, games)
        job = Job(
            target=server.target if door == "grpc" else server.http_target or server.target,
            method=method,
            door=door,
            plan=str(self._plan),
            calls=calls,
            in_flight=self._in_flight,
            rate=rate,
        )
        clocks = Clocks(server.pid, store_pid)
        await self._load.tell(json.dumps(asdict(job)))
        return clocks.cost(Outcome(**json.loads(await self._load.line(LONGEST + 30))))


class Clocks:
    """The processor time of a server and its store, from the making on."""

    def __init__(self, server_pid: int, store_pid: int) -> None:
        self._server, self._store = CpuClock(server_pid), CpuClock(store_pid)

    def cost(self, outcome: Outcome) -> Cost:
        """What the calls cost that were made since.

        Raises:
            BenchFailed: a call failed, or there were none.
        """
        server_seconds, store_seconds = self._server.seconds(), self._store.seconds()
        if outcome.failed or not outcome.calls:
            raise BenchFailed(f"{outcome.failed} calls failed: {outcome.failure or 'none made'}")
        return Cost(
            outcome,
            1e6 * server_seconds / outcome.calls,
            1e6 * store_seconds / outcome.calls,
            server_seconds / outcome.seconds,
            outcome.cpu_seconds / outcome.seconds,
        )
