"""A TCP proxy that does to each connection what networks do: by plan, to the byte.

It runs in the loop of the test; clients in threads may use it too.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from enum import Enum

_CHUNK = 65536


class Way(Enum):
    """Where bytes go."""

    UP = "to the server"
    DOWN = "to the client"


Ways = Mapping[Way, tuple[asyncio.StreamReader, asyncio.StreamWriter]]
"""Source and sink of each direction."""


class End(Enum):
    """What happens when the bytes of a line are used up."""

    CUT = "both sides get a reset"
    CLOSED = "both sides are closed in order"
    SWALLOWED = "the line stands, but nothing gets through any more"
    HALF_OPEN = "the server's side is gone and the client is not told"


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens to one connection, and after how many bytes in one direction."""

    end: End
    way: Way
    after: int


class FaultyProxy:
    """Passes bytes on between its port and a server's, connection by connection."""

    def __init__(self, host: str, port: int, plan: Iterable[Fault | None]) -> None:
        self._target = (host, port)
        self._plan: Iterator[Fault | None] = iter(plan)
        self._lines: set[asyncio.Task[None]] = set()
        self.address = ""
        """Where clients connect."""
        self.delay = 0.0
        """Seconds by which each chunk comes late, in either direction."""
        self.connections = 0
        self.faults: list[Fault] = []
        """Those that have happened."""

    @property
    def open_lines(self) -> int:
        """Connections that a client still holds."""
        return len(self._lines)

    async def _serve(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.connections += 1
        self._lines.add(task)
        onward: asyncio.StreamWriter | None = None
        try:
            server, onward = await asyncio.open_connection(*self._target)
            ways = {Way.UP: (client, onward), Way.DOWN: (server, back)}
            await _Line(self, next(self._plan, None), ways).run()
        except (OSError, asyncio.CancelledError):
            pass  # either end has gone, or the test: the line is dead and that is all
        finally:
            for writer in (back, onward):
                if writer is not None:
                    writer.transport.abort()
            self._lines.discard(task)

    async def _clear_away(self) -> None:
        for line in list(self._lines):
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)


class _Line:
    """One connection of a client, and its fault."""

    def __init__(self, proxy: FaultyProxy, fault: Fault | None, ways: Ways) -> None:
        self._proxy = proxy
        self._fault = fault
        self._ways = ways
        self._broken = asyncio.Event()

    async def run(self) -> None:
        """Until it is cut, closed, or left by its client."""
        pumps = {way: asyncio.create_task(self._pump(way)) for way in Way}
        broken = asyncio.create_task(self._broken.wait())
        try:
            await asyncio.wait({broken, *pumps.values()}, return_when=asyncio.FIRST_COMPLETED)
            if self._broken.is_set() and self._fault is not None:
                await self._end(self._fault.end, pumps[Way.UP])
        finally:
            for task in (broken, *pumps.values()):
                task.cancel()
            await asyncio.gather(broken, *pumps.values(), return_exceptions=True)

    async def _pump(self, way: Way) -> None:
        source, sink = self._ways[way]
        passed = 0
        while chunk := await source.read(_CHUNK):
            if self._broken.is_set():
                continue
            if self._proxy.delay:
                await asyncio.sleep(self._proxy.delay)
            fault = self._fault
            if fault is not None and fault.way is way and passed + len(chunk) >= fault.after:
                sink.write(chunk[: fault.after - passed])
                with suppress(OSError):
                    await sink.drain()
                self._proxy.faults.append(fault)
                self._broken.set()
                continue
            passed += len(chunk)
            sink.write(chunk)
            await sink.drain()

    async def _end(self, end: End, upward: asyncio.Task[None]) -> None:
        (_, onward), (_, back) = self._ways[Way.UP], self._ways[Way.DOWN]
        match end:
            case End.CUT:
                return  # whoever runs the line resets both sides
            case End.CLOSED:
                for writer in (back, onward):
                    writer.close()
                    with suppress(OSError):
                        await writer.wait_closed()
            case End.HALF_OPEN:
                onward.transport.abort()
                await upward  # until the client goes
            case End.SWALLOWED:
                await upward


@asynccontextmanager
async def faulty(address: str, plan: Iterable[Fault | None]) -> AsyncIterator[FaultyProxy]:
    """A proxy to a server; the plan has an entry for each connection, None for a good one.

    Connections beyond the plan's end are good ones.
    """
    host, _, port = address.rpartition(":")
    proxy = FaultyProxy(host, int(port), plan)
    listener = await asyncio.start_server(proxy._serve, "127.0.0.1", 0)
    proxy.address = f"127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        listener.close()
        await proxy._clear_away()
