"""A way to a store that a test can watch, hold up and cut."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self


class Proxy:
    """Passes bytes between clients and a store on a unix socket.

    `requests` are the chunks that clients sent, as they came.
    """

    def __init__(self, upstream_url: str) -> None:
        self._upstream = upstream_url.removeprefix("unix://")
        self._directory = tempfile.mkdtemp(prefix="proxy-")
        self._path = str(Path(self._directory, "door.sock"))
        self._server: asyncio.Server | None = None
        self._pumps: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._open = asyncio.Event()
        self._open.set()
        self.url = f"unix://{self._path}"
        self.requests: list[bytes] = []
        self.swallow_replies = False
        """Let commands through and their replies not."""
        self.refuse = False
        """Close new connections at once."""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._serve, self._path)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)
        await self._server.wait_closed()
        shutil.rmtree(self._directory)

    @property
    def connected(self) -> int:
        """How many clients are connected."""
        return len(self._writers) // 2

    def hold(self) -> None:
        """Pass nothing on, in either direction."""
        self._open.clear()

    def release(self) -> None:
        """Pass on again, beginning with what was held back."""
        self._open.set()

    def cut(self) -> None:
        """Close every connection."""
        for writer in self._writers:
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuse:
            writer.close()
            return
        upstream_reader, upstream_writer = await asyncio.open_unix_connection(self._upstream)
        self._writers |= {writer, upstream_writer}
        requests = self._pump(reader, upstream_writer, replies=False)
        replies = self._pump(upstream_reader, writer, replies=True)
        tasks = {asyncio.create_task(requests), asyncio.create_task(replies)}
        self._pumps |= tasks
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for end in (writer, upstream_writer):
            end.close()
            with suppress(OSError):
                await end.wait_closed()
        self._writers -= {writer, upstream_writer}

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, replies: bool
    ) -> None:
        with suppress(OSError):
            while chunk := await reader.read(65536):
                await self._open.wait()
                if not replies:
                    self.requests.append(chunk)
                elif self.swallow_replies:
                    continue
                writer.write(chunk)
                await writer.drain()
