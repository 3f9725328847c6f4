"""Keeps one Valkey running for as long as the service holds a pipe open.

A program of its own on the standard library alone: `python -I -S supervisor.py JOB`.
Its standard input is the pipe: end of file means that the service is gone, however
it died. Then Valkey gets SIGTERM, never SIGKILL, and is waited for. Its standard
output tells the service, one JSON object a line:

    {"ready": path of the socket, "pid": of Valkey}    Valkey answers
    {"failed": text for an operator}                   it did not start, or it died

An exclusive lock on the data directory is held until Valkey is gone: two of them on
one directory would both write one file. Valkey inherits the lock, so it holds even
if this program is killed; on Linux Valkey is then told to end, too.

Beside the data lies a reserve of disk. Valkey confirms the changes of one turn of its
loop although the disk has become full, and refuses only what comes after; giving the
reserve back lets it write them when it ends.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

_TICK = 0.02
_REMIND_EVERY = 5.0
"""Seconds after which SIGTERM is sent again: Valkey refuses it while it writes its first file."""
_LOG_LIMIT = 1_000_000
_RESERVE = 1_048_576
"""Bytes; far more than the changes of one turn."""
_LONGEST_SOCKET_PATH = 107 if sys.platform == "linux" else 103
_PR_SET_PDEATHSIG = 1


class Failed(Exception):
    """The store did not start, or it died. The text is for an operator."""


class OwnerGone(Exception):
    """The service went away before its store was ready."""


class Alarm:
    """Wakes the program: the pipe from the service, signals, and what Valkey says."""

    def __init__(self) -> None:
        self.stopping = False
        self._selector = selectors.DefaultSelector()
        self._selector.register(0, selectors.EVENT_READ, self._on_pipe)
        self._signals, wakeup = os.pipe()
        for end in (self._signals, wakeup):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(wakeup, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._on_stop)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._selector.register(self._signals, selectors.EVENT_READ, self._on_signal)

    def listen(self, descriptor: int, heard: Callable[[], bool]) -> None:
        """Call `heard` whenever there is something to read, until it returns false."""

        def call() -> None:
            if not heard():
                self._selector.unregister(descriptor)

        self._selector.register(descriptor, selectors.EVENT_READ, call)

    def wait(self, seconds: float) -> None:
        """Wait until something happens, at most so long, and see to it."""
        for key, _ in self._selector.select(seconds):
            key.data()

    def _on_pipe(self) -> None:
        if not os.read(0, 4096):
            self.stopping = True
            self._selector.unregister(0)

    def _on_signal(self) -> None:
        os.read(self._signals, 4096)

    def _on_stop(self, *_: object) -> None:
        self.stopping = True


class Lock:
    """The lock file of a data directory. What is in it is for people, and for who waits."""

    def __init__(self, directory: Path, owner: int) -> None:
        self._directory = directory
        self._owner = owner
        self._noted: dict[str, object] = {}
        self.descriptor = os.open(directory / "store.lock", os.O_RDWR | os.O_CREAT, 0o600)

    def take(self, alarm: Alarm, *, in_use_wait: float, closing_wait: float) -> None:
        """Take it. Wait for a store that is ending; refuse soon where a server uses it."""
        began = time.monotonic()
        while not self._try():
            holder = self._read()
            in_use = bool(holder.get("serving")) and _alive(holder.get("server"))
            if time.monotonic() - began > (in_use_wait if in_use else closing_wait):
                who = f"the server with process id {holder.get('server', 'unknown')}"
                doing = "is in use by" if in_use else "is still held by the ending store of"
                store = f" (its store: {holder.get('store', 'unknown')})"
                raise Failed(f"the data directory {self._directory} {doing} {who}{store}")
            alarm.wait(_TICK)
            if alarm.stopping:
                raise OwnerGone

    def note(self, *, serving: bool, **more: object) -> None:
        """Write who holds it, and what it would leave behind."""
        self._noted |= {"server": self._owner, "serving": serving, **more}
        text = json.dumps(self._noted).encode()
        os.ftruncate(self.descriptor, 0)
        os.pwrite(self.descriptor, text, 0)

    def left(self) -> str:
        """The runtime directory of the last holder, which may have been killed."""
        return str(self._read().get("runtime", ""))

    def _try(self) -> bool:
        try:
            fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _read(self) -> dict[str, Any]:
        with suppress(ValueError):
            found = json.loads(os.pread(self.descriptor, 4096, 0))
            if isinstance(found, dict):
                return found
        return {}


class Reserve:
    """Disk that nobody else gets, for what Valkey has confirmed and could not write."""

    def __init__(self, directory: Path) -> None:
        self._file = directory / "store.reserve"
        descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(descriptor, 0, _RESERVE)
            else:
                os.pwrite(descriptor, bytes(_RESERVE), 0)
        except OSError:
            self.give_back()
            raise
        finally:
            os.close(descriptor)

    def give_back(self) -> None:
        """Let the disk have it."""
        self._file.unlink(missing_ok=True)


class Valkey:
    """The running server, and the end of what it says."""

    def __init__(self, binary: str, directory: Path, socket_path: str, lock: Lock) -> None:
        self.socket_path = socket_path
        self._log = directory / "valkey.log"
        self._last_words: deque[str] = deque(maxlen=8)
        options = {
            "port": "0",
            "unixsocket": socket_path,
            "unixsocketperm": "700",
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        command = [
            binary,
            *(part for name, text in options.items() for part in (f"--{name}", text)),
        ]
        self.process = subprocess.Popen(
            command,
            cwd=directory,
            env={**os.environ, "LC_ALL": "C"},  # an unknown locale would end it at once
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(lock.descriptor,),
            restore_signals=False,  # a limit on the size of files must not end it (SIGXFSZ)
            preexec_fn=_end_with_parent(),  # noqa: PLW1509 - there is one thread
        )
        assert self.process.stdout is not None
        self.output = self.process.stdout.fileno()
        os.set_blocking(self.output, False)

    def hear(self) -> bool:
        """Keep what it says; false once it can say no more."""
        return self._read() != b""

    def _read(self) -> bytes | None:
        try:
            said = os.read(self.output, 65536)
        except BlockingIOError:
            return None
        self._last_words.extend(said.decode(errors="replace").splitlines())
        # A full disk is no reason to stop listening.
        with suppress(OSError), self._log.open("ab") as log:
            log.write(said)
            if log.tell() > _LOG_LIMIT:
                self._log.replace(self._log.with_suffix(".log.1"))
        return said

    def answers(self) -> bool | None:
        """Whether it serves; None while it still reads its files."""
        with socket.socket(socket.AF_UNIX) as door:
            door.settimeout(1)
            try:
                door.connect(self.socket_path)
                door.sendall(b"PING\r\n")
                answer = door.recv(64)
            except OSError:
                return False
        return None if answer.startswith(b"-LOADING") else answer.startswith(b"+PONG")

    def stop(self, alarm: Alarm) -> None:
        """Ask it to end, and wait until it has, however long that takes."""
        while self.process.poll() is None:
            self.process.terminate()
            reminded = time.monotonic()
            while self.process.poll() is None and time.monotonic() < reminded + _REMIND_EVERY:
                alarm.wait(_REMIND_EVERY)

    def obituary(self) -> str:
        """Tell how it ended, with its last words."""
        while self._read():
            pass
        said = "\n".join(f"  {line}" for line in self._last_words)
        return f"the store's server ended (exit code {self.process.returncode}):\n{said}"


def supervise(job: dict[str, Any]) -> None:
    """Run the store from its start to its end."""
    os.umask(0o077)
    directory = Path(job["directory"])
    directory.mkdir(parents=True, exist_ok=True)
    alarm = Alarm()
    with ExitStack() as leaving:
        lock = Lock(directory, job["server"])
        leaving.callback(os.close, lock.descriptor)
        lock.take(alarm, in_use_wait=job["in_use_wait"], closing_wait=job["closing_wait"])
        clear_away(lock.left())
        lock.note(serving=True)
        reserve = Reserve(directory)
        leaving.callback(reserve.give_back)
        runtime = runtime_directory()
        leaving.callback(shutil.rmtree, runtime, ignore_errors=True)
        lock.note(serving=True, runtime=runtime)
        valkey = Valkey(job["binary"], directory, f"{runtime}/store.sock", lock)
        leaving.callback(valkey.stop, alarm)
        leaving.callback(reserve.give_back)
        alarm.listen(valkey.output, valkey.hear)
        lock.note(serving=True, store=valkey.process.pid)
        wait_until_ready(valkey, alarm, seconds=job["start_wait"])
        tell(ready=valkey.socket_path, pid=valkey.process.pid)
        while not alarm.stopping:
            if valkey.process.poll() is not None:
                raise Failed(valkey.obituary())
            alarm.wait(3600)
        lock.note(serving=False, store=valkey.process.pid)


def wait_until_ready(valkey: Valkey, alarm: Alarm, *, seconds: float) -> None:
    """Wait until it serves. Reading its files may take as long as it needs."""
    began = time.monotonic()
    while (serves := valkey.answers()) is not True:
        alarm.wait(_TICK)
        if alarm.stopping:
            raise OwnerGone
        if valkey.process.poll() is not None:
            raise Failed(valkey.obituary())
        if serves is None:
            began = time.monotonic()
        elif time.monotonic() - began > seconds:
            raise Failed(f"the store's server does not answer after {seconds:.0f} s")


def runtime_directory() -> str:
    """Make a directory for the socket whose path is short enough for one.

    The user's own runtime directory is the second choice: it goes with his last logout, while a
    service that he has started goes on.
    """
    parents = [tempfile.gettempdir(), os.environ.get("XDG_RUNTIME_DIR", "")]
    room = _LONGEST_SOCKET_PATH - len("/conquian-12345678/store.sock")
    refused = []
    for parent in filter(os.path.isdir, parents):
        if len(os.fsencode(parent)) > room:
            refused.append(f"{parent}: too long for the path of a socket")
            continue
        try:
            return tempfile.mkdtemp(prefix="conquian-", dir=parent)
        except OSError as error:
            refused.append(f"{parent}: {error.strerror}")
    raise Failed(
        "no directory for the store's socket; set TMPDIR or XDG_RUNTIME_DIR to a short path ("
        + "; ".join(refused)
        + ")"
    )


def clear_away(runtime: str) -> None:
    """Remove a runtime directory that a killed supervisor has left; nothing else, whoever asks."""
    with suppress(OSError):
        if Path(runtime).name.startswith("conquian-") and os.lstat(runtime).st_uid == os.geteuid():
            Path(runtime, "store.sock").unlink(missing_ok=True)
            Path(runtime).rmdir()


def tell(**message: object) -> None:
    """Tell the service, if it is still there."""
    with suppress(OSError):
        os.write(1, json.dumps(message).encode() + b"\n")


def _alive(process: object) -> bool:
    try:
        os.kill(int(str(process)), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True


def _end_with_parent() -> Callable[[], None] | None:
    """Make what a child calls to be told SIGTERM when this program dies. Linux only."""
    if sys.platform != "linux":
        return None
    libc, parent = ctypes.CDLL(None), os.getpid()

    def end_with_parent() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return end_with_parent


def main() -> None:
    """Do the job given on the command line."""
    try:
        supervise(json.loads(sys.argv[1]))
    except OwnerGone:
        pass
    except Failed as error:
        tell(failed=str(error))
    except OSError as error:
        tell(failed=f"the store cannot be started: {error}")


if __name__ == "__main__":
    main()
