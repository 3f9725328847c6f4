"""A TCP proxy whose lines a test can hold, cut and refuse."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

_CHUNK = 65536


class Proxy:
    """Passes bytes on between its port and a real server.

    While replies are held the server's bytes are read and kept, so that it goes on as if they
    had arrived. What comes back in one piece counts as one reply.
    """

    def __init__(self, host: str, port: int) -> None:
        self.port = 0
        self.refusing = False
        """Whether new connections are closed at once."""
        self.holding = asyncio.Event()
        """Set while a reply is held back."""
        self._gate = asyncio.Event()
        self._gate.set()
        self._allowed = 0
        self._target = (host, port)
        self._lines: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()

    def hold_replies(self, *, after: int = 0) -> None:
        """Close the gate once so many more replies have passed; `cut` or `pass_on` opens it."""
        self._allowed = after
        self.holding.clear()
        self._gate.clear()

    def pass_on(self) -> None:
        """Open the gate: what was held goes on its way."""
        self._gate.set()

    async def cut(self) -> None:
        """Break every connection; what was held is lost. The gate opens for new ones."""
        for writer in list(self._writers):
            writer.transport.abort()
        for line in list(self._lines):
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)
        self._gate.set()

    async def _serve(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        if self.refusing:
            back.transport.abort()
            return
        task = asyncio.current_task()
        assert task is not None
        self._lines.add(task)
        self._writers.add(back)
        onward = None
        try:
            server, onward = await asyncio.open_connection(*self._target)
            self._writers.add(onward)
            await self._join(client, onward, server, back)
        except (OSError, asyncio.CancelledError):
            pass  # cut by the test, or by either end: the line is dead and that is all
        finally:
            for writer in (back, onward):
                if writer is not None:
                    writer.transport.abort()
                    self._writers.discard(writer)
            self._lines.discard(task)

    async def _join(
        self,
        client: asyncio.StreamReader,
        onward: asyncio.StreamWriter,
        server: asyncio.StreamReader,
        back: asyncio.StreamWriter,
    ) -> None:
        ways = [
            asyncio.create_task(_pass_on(client, onward)),
            asyncio.create_task(self._pass_back(server, back)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _pass_back(self, server: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        while chunk := await server.read(_CHUNK):
            if not self._gate.is_set():
                if self._allowed:
                    self._allowed -= 1
                else:
                    self.holding.set()
                    await self._gate.wait()
            back.write(chunk)
            await back.drain()


async def _pass_on(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    while chunk := await source.read(_CHUNK):
        sink.write(chunk)
        await sink.drain()


@asynccontextmanager
async def proxy_to(host: str, port: int) -> AsyncIterator[Proxy]:
    """A proxy on a free port, gone with all its lines afterwards."""
    proxy = Proxy(host, port)
    listener = await asyncio.start_server(proxy._serve, "127.0.0.1", 0)
    proxy.port = listener.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        listener.close()
        await proxy.cut()
        with suppress(TimeoutError):
            await asyncio.wait_for(listener.wait_closed(), 2)
