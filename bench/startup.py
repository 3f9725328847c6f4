"""(d) From the command to ready, and memory then, against an echo with the same imports."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass
from time import perf_counter

from bench.figures import Figure, Goal, Spread
from bench.ground import Ground, greeted
from bench.processes import child, resident_bytes
from bench.sizes import Sizes, within

_READY_WITHIN = 1.5
_RESIDENT_MB = 110
_ECHO = "echo with the same imports"


@dataclass(frozen=True, slots=True)
class Start:
    """One start: seconds until ready, and megabytes then."""

    seconds: float
    resident_mb: float


async def measure(ground: Ground, sizes: Sizes) -> list[Figure]:
    """Start the service with a store of its own, and the echo, in turn."""
    # The first start reads everything from the disk; nobody is measured by that.
    await _start_service(ground)
    await _start_echo(ground)
    ours, echo = [], []
    for _ in within(sizes.start_pairs, sizes):
        ours.append(await _start_service(ground))
        echo.append(await _start_echo(ground))
    seconds = [start.seconds for start in ours], [start.seconds for start in echo]
    memory = [start.resident_mb for start in ours], [start.resident_mb for start in echo]
    return [
        Figure(
            section="d",
            what="start until ready, store included",
            ratio=Spread.of(seconds[0]),
            relative_to="1 s",
            goal=Goal.at_most(_READY_WITHIN),
        ),
        Figure(
            section="d",
            what="the same",
            ratio=Spread.of_ratios(*seconds),
            relative_to=_ECHO,
            measured=_both(*seconds, "s", digits=2),
        ),
        Figure(
            section="d",
            what="memory of the worker when ready",
            ratio=Spread.of(memory[0]),
            relative_to="1 MB",
            goal=Goal.at_most(_RESIDENT_MB),
        ),
        Figure(
            section="d",
            what="the same",
            ratio=Spread.of_ratios(*memory),
            relative_to=_ECHO,
            measured=_both(*memory, "MB", digits=0),
        ),
    ]


async def _start_service(ground: Ground) -> Start:
    """As a newcomer starts it: fresh data, a store of its own."""
    log = ground.log()
    settings = {
        "CONQUIAN_GRPC_PORT": "0",
        "CONQUIAN_HTTP_PORT": "0",
        "CONQUIAN_DATA_DIR": str(log.with_suffix(".data")),
    }
    command = ("-m", "conquian_service", "serve")
    async with AsyncExitStack() as stack:
        began = perf_counter()
        started = await stack.enter_async_context(child(*command, log=log, environment=settings))
        await greeted(started)
        return Start(perf_counter() - began, resident_bytes(started.pid) / 1e6)


async def _start_echo(ground: Ground) -> Start:
    async with AsyncExitStack() as stack:
        began = perf_counter()
        command = ("-m", "bench.peers", "echo")
        started = await stack.enter_async_context(child(*command, log=ground.log()))
        await started.line()
        return Start(perf_counter() - began, resident_bytes(started.pid) / 1e6)


def _both(ours: list[float], echo: list[float], unit: str, *, digits: int) -> str:
    return f"{Spread.of(ours).median:.{digits}f} and {Spread.of(echo).median:.{digits}f} {unit}"
