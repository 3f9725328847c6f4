"""Child processes of a run: started on chosen cores, measured, and always ended.

What a child writes to standard error goes to a file. Its standard input is a pipe that
closes with us, so that our own programs end even if we are killed.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

START_WITHIN = 30.0
_STOP_WITHIN = 20.0
_TICKS = os.sysconf("SC_CLK_TCK")

_alive: set[int] = set()
"""Process ids to be killed if all else failed."""


class BenchFailed(Exception):
    """Nothing can be measured like this. The text is for whoever runs the benchmark."""


class Child:
    """A running child process."""

    def __init__(self, process: asyncio.subprocess.Process, log: Path) -> None:
        self._process = process
        self._log = log
        self.pid = process.pid

    async def line(self, seconds: float = START_WITHIN) -> str:
        """The next line it prints."""
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                line = await self._process.stdout.readline()
        except TimeoutError:
            raise BenchFailed(f"silent for {seconds:.0f} s; it said:\n{self._said()}") from None
        if not line:
            raise BenchFailed(f"a child process ended; it said:\n{self._said()}")
        return line.decode().rstrip("\n")

    async def tell(self, line: str) -> None:
        """Write a line to its standard input."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        await self._process.stdin.drain()

    async def stop(self) -> None:
        """End it, gently if that helps."""
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(_STOP_WITHIN):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
        _alive.discard(self.pid)

    def _said(self) -> str:
        return self._log.read_text(errors="replace")[-3000:]


@asynccontextmanager
async def child(
    *arguments: str,
    log: Path,
    cores: Sequence[int] = (),
    environment: Mapping[str, str] | None = None,
    program: str = sys.executable,
) -> AsyncIterator[Child]:
    """A Python of ours, or another program, with these arguments; ended behind the block."""
    # Of our own settings none is wanted but those given.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CONQUIAN_")}
    with log.open("ab") as errors, on_cores(cores):
        process = await asyncio.create_subprocess_exec(
            program,
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
            env={**kept, **(environment or {})},
            start_new_session=True,  # a Ctrl-C is meant for us; we see to our children
        )
    _alive.add(process.pid)
    running = Child(process, log)
    try:
        yield running
    finally:
        await running.stop()


@contextmanager
def on_cores(cores: Sequence[int]) -> Iterator[None]:
    """Run on these cores only, and so does what is started meanwhile. None for no change."""
    if not cores:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def split_cores() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A core for the server that is measured, and all others; nothing where there is only one."""
    first, *others = sorted(os.sched_getaffinity(0))
    return ((first,), tuple(others)) if others else ((), ())


class CpuClock:
    """The processor time of a process, from the clock's making on."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._threads = thread_seconds(pid)
        self._ticks = _ticks(pid)

    def seconds(self) -> float:
        """Time used so far: to the nanosecond, or to the tick if a thread has ended since."""
        threads = thread_seconds(self._pid)
        if self._threads.keys() <= threads.keys():
            return sum(threads.values()) - sum(self._threads.values())
        return (_ticks(self._pid) - self._ticks) / _TICKS


def thread_seconds(pid: int) -> dict[tuple[int, str], float]:
    """Processor time by thread: its id and name."""
    found = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # a thread that ended while we looked
            nanoseconds = (task / "schedstat").read_text().split()[0]
            name = (task / "comm").read_text().strip()
            found[int(task.name), name] = int(nanoseconds) / 1e9
    return found


def resident_bytes(pid: int) -> int:
    """Memory of a process that is in RAM now."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise BenchFailed(f"no memory is told for process {pid}")


def _ticks(pid: int) -> int:
    # After the name, which stands in parentheses and may hold anything.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _end_all() -> None:
    for pid in _alive:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


atexit.register(_end_all)
