"""The load: a process of its own that sends planned calls and says how they fared.

`python -m bench.load` reads a job as one line of JSON from standard input, does it, and
prints the outcome as one line; it ends with its input. A job is bounded by its calls and
by its seconds. Requests are sent and answers taken as bytes, so that little of the time
is the load's own.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import grpc
import uvloop

from bench.games import Call, read_plan
from bench.http_load import HttpSender, as_sent

LONGEST = 120.0
"""Seconds after which a job is given up."""
_DEADLINE = 20.0
_CHANNELS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What to do."""

    target: str
    method: str
    plan: str
    """File with the calls; each of its games is played in order."""
    calls: int
    """The most to make."""
    in_flight: int = 1
    rate: int = 0
    """Calls a second; 0 for as many as `in_flight` callers can make."""
    door: str = "grpc"
    """Or a content type, for a call over HTTP."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How it went."""

    calls: int
    failed: int
    failure: str
    """What the first one that failed was told."""
    seconds: float
    cpu_seconds: float
    """The load's own."""
    answer_bytes: float
    p50_ms: float
    p99_ms: float


class _GrpcSender:
    """Makes single calls over a few channels."""

    def __init__(self, channels: list[grpc.aio.Channel], method: str) -> None:
        self._calls: list[Any] = [channel.unary_unary(method) for channel in channels]

    async def send(self, number: int, call: Call) -> bytes | str:
        metadata = (("authorization", f"Bearer {call.token}"),)
        made = self._calls[number % len(self._calls)]
        try:
            answer: bytes = await made(call.request, metadata=metadata, timeout=_DEADLINE)
        except grpc.aio.AioRpcError as error:
            return f"{error.code().name}: {error.details()}"
        return answer


class _Sender:
    """Makes single calls and keeps their times."""

    def __init__(self, through: _GrpcSender | HttpSender) -> None:
        self._through = through
        self.times: list[float] = []
        self.answer_bytes = 0
        self.failed = 0
        self.failure = ""

    async def send(self, number: int, call: Call) -> None:
        began = perf_counter()
        answer = await self._through.send(number, call)
        if isinstance(answer, str):
            self.failed += 1
            self.failure = self.failure or answer
            return
        self.times.append(perf_counter() - began)
        self.answer_bytes += len(answer)


async def do(job: Job) -> Outcome:
    """Do a job."""
    games = await asyncio.to_thread(read_plan, Path(job.plan))
    if job.door != "grpc":
        games = [[as_sent(call, job.door) for call in calls] for calls in games]
        http = HttpSender(job.target, job.method, job.door)
        try:
            return await _done(job, games, _Sender(http))
        finally:
            http.close()
    options = (("grpc.use_local_subchannel_pool", 1),)
    channels = [grpc.aio.insecure_channel(job.target, options) for _ in range(_CHANNELS)]
    try:
        for channel in channels:
            await asyncio.wait_for(channel.channel_ready(), _DEADLINE)
        return await _done(job, games, _Sender(_GrpcSender(channels, job.method)))
    finally:
        for channel in channels:
            await channel.close()


async def _done(job: Job, games: list[list[Call]], sender: _Sender) -> Outcome:
    gc.collect()
    gc.freeze()
    began, cpu_began = perf_counter(), process_time()
    async with asyncio.timeout(LONGEST):
        await (_paced if job.rate else _saturating)(job, games, sender)
    return _outcome(sender, perf_counter() - began, process_time() - cpu_began)


async def _saturating(job: Job, games: list[list[Call]], sender: _Sender) -> None:
    """As many as `in_flight` callers can, each a game at a time; all end at once."""
    left = iter(range(job.calls))
    waiting = enumerate(games)

    async def caller() -> None:
        for number, calls in waiting:
            for call in calls:
                if next(left, None) is None or sender.failed:
                    return
                await sender.send(number, call)

    await asyncio.gather(*(caller() for _ in range(job.in_flight)))


async def _paced(job: Job, games: list[list[Call]], sender: _Sender) -> None:
    """So many a second, whether or not the answers keep up; each game one at a time."""
    loop = asyncio.get_running_loop()
    idle: deque[tuple[int, Iterator[Call]]] = deque(
        (number, iter(calls)) for number, calls in enumerate(games)
    )
    under_way: set[asyncio.Task[None]] = set()

    async def step(number: int, rest: Iterator[Call], call: Call) -> None:
        await sender.send(number, call)
        idle.append((number, rest))

    began = loop.time()
    for made in range(job.calls):
        while (wait := began + made / job.rate - loop.time()) > 0 or not idle:
            if not idle and not under_way:
                return
            await asyncio.sleep(max(wait, 0.001))
        number, rest = idle.popleft()
        call = next(rest, None)
        if call is not None:
            task = loop.create_task(step(number, rest, call))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
    await asyncio.gather(*under_way)


def _outcome(sender: _Sender, seconds: float, cpu_seconds: float) -> Outcome:
    times = sorted(sender.times) or [0.0]
    return Outcome(
        calls=len(sender.times),
        failed=sender.failed,
        failure=sender.failure,
        seconds=seconds,
        cpu_seconds=cpu_seconds,
        answer_bytes=sender.answer_bytes / max(1, len(sender.times)),
        p50_ms=1000 * times[len(times) // 2],
        p99_ms=1000 * times[len(times) * 99 // 100],
    )


async def main() -> None:
    """Do jobs until there are no more."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        outcome = await do(Job(**json.loads(line)))
        print(json.dumps(asdict(outcome)), flush=True)


if __name__ == "__main__":
    uvloop.run(main())
