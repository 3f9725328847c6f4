"""A place where services run and are killed, and where every process of theirs is found."""

from __future__ import annotations

import os
import signal
import sys
import time
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from tests.support.processes import (
    HOST,
    START_WITHIN,
    STOP_WITHIN,
    Process,
    free_ports,
    processes_holding,
)
from tests.support.waiting import until

READY = "is ready: "
GONE_WITHIN = 15.0

_STORE = "valkey-server"
_PROGRAMS = {
    "supervisor": "supervisor.py",
    "worker": "conquian_service.workers.program",
    "server": "serve",
}
"""By what a Python process is known."""


class Scene:
    """Servers on one data directory and one pair of ports, one after the other."""

    def __init__(self, folder: Path, runtime: Path) -> None:
        self.folder = folder
        self.runtime = runtime
        self.data = folder / "games"
        grpc_port, http_port = free_ports(2)
        self.address = f"{HOST}:{grpc_port}"
        self.http = f"http://{HOST}:{http_port}"
        self._ports = {
            "CONQUIAN_GRPC_PORT": str(grpc_port),
            "CONQUIAN_HTTP_PORT": str(http_port),
        }
        self._started: list[Process] = []

    def start(
        self,
        *,
        workers: int = 1,
        launcher: Sequence[str] = (),
        settings: Mapping[str, str] | None = None,
    ) -> Process:
        """Start a server by the command line; it may not be ready yet, or refuse."""
        clean = {name: text for name, text in os.environ.items() if not name.startswith("CONQUIAN")}
        process = Process(
            [*launcher, sys.executable, "-m", "conquian_service", "serve", f"--workers={workers}"],
            log=self.folder / f"server-{len(self._started)}.log",
            env={
                **clean,
                **self._ports,
                "CONQUIAN_DATA_DIR": str(self.data),
                "XDG_RUNTIME_DIR": str(self.runtime),
                "TMPDIR": str(self.runtime),
                **(settings or {}),
            },
            cwd=self.folder,
        )
        self._started.append(process)
        return process

    def serve(self, *, workers: int = 1, launcher: Sequence[str] = ()) -> Process:
        """Start a server and wait until it says that it is ready."""
        process = self.start(workers=workers, launcher=launcher)
        self.until_ready(process)
        return process

    def serve_again(self, chance: Random, *, workers: int = 1) -> Process:
        """Start the next server, at times while the remains of the last one are still there."""
        if chance.random() < 0.5:
            self.until_nothing_is_left()
        return self.serve(workers=workers)

    def until_ready(self, process: Process) -> None:
        """Wait until a server says so; AssertionError if it ends instead."""

        def ready() -> bool:
            if not process.running:
                raise AssertionError(f"the server ended; it said:\n{process.said()[-3000:]}")
            return READY in process.said()

        until(ready, seconds=START_WITHIN, what="the server to be ready")

    def refusal(
        self,
        *,
        workers: int = 1,
        launcher: Sequence[str] = (),
        settings: Mapping[str, str] | None = None,
    ) -> str:
        """Start a server that must refuse to; all it said."""
        process = self.start(workers=workers, launcher=launcher, settings=settings)
        assert process.wait(START_WITHIN) == 1
        assert READY not in process.said()
        return process.said()

    def page(self, path: str) -> str:
        """A page of the HTTP door, from any worker."""
        with urllib.request.urlopen(self.http + path, timeout=2) as page:
            text: str = page.read().decode()
            return text

    def find(self, role: str) -> list[int]:
        """The processes of a kind: server (the parent of workers too), worker, supervisor, store.

        In the order of their ids, which is nearly always that of their starts.
        """
        return sorted(pid for pid, found in self._processes().items() if found == role)

    def kill(self, *pids: int, number: signal.Signals = signal.SIGKILL) -> None:
        """Send a signal to processes, who may have ended meanwhile."""
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill_everything(self) -> None:
        """Leave no process time to do anything about the end of another."""
        self.kill(*self._processes())

    def stop(self, process: Process) -> None:
        """End a server in order; it must say that all went well, and nothing may be left."""
        assert process.stop() == 0, process.said()[-3000:]
        self.until_nothing_is_left()

    def until_nothing_is_left(self, *, within: float = GONE_WITHIN) -> None:
        """Wait until no process and no file outside the data directory is left."""
        try:
            until(self._is_empty, seconds=within, what="the end of everything")
        except AssertionError as late:
            raise AssertionError(f"{late}; left: {self._left()}") from None

    def clear_away(self) -> None:
        """The last resort of a test that failed."""
        self.kill_everything()
        for process in self._started:
            process.wait(STOP_WITHIN)

    def _is_empty(self) -> bool:
        return not any(process.running for process in self._started) and not self._left()

    def _left(self) -> list[str]:
        processes = [f"{role} {pid}" for pid, role in self._processes().items()]
        return processes + [path.name for path in self.runtime.iterdir()]

    def _processes(self) -> dict[int, str]:
        return {
            pid: role
            for pid in processes_holding(self.folder)
            if pid != os.getpid() and (role := _role_of(pid))
        }


def some_moment(chance: Random, longest: float = 0.01) -> None:
    """Let the middle of something be hit, and not always the same."""
    time.sleep(chance.uniform(0, longest))


def _role_of(pid: int) -> str:
    """What a process is; empty if it has ended."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ""
    program, _, arguments = command.partition("\0")
    if _STORE in program:
        return "store"
    if program == sys.executable:
        return next((role for role, sign in _PROGRAMS.items() if sign in arguments), program)
    return program
