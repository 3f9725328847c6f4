"""Metrics of several processes: a folder in memory where each keeps its numbers in files.

Any of them can then tell the sum of all, for prometheus_client reads the files of the others
(its multiprocess mode). The mode is chosen by an environment variable when that package is
imported: the parent sets it for its workers, and a process that serves alone must not have it.

The folder goes with the last process that uses it. What was left because all of them were
killed at once goes when the next service starts. It may vanish under a service that runs on:
the last logout of a user empties what he has in memory. Each process opens its files at the start
and counts on in them; what starts later gets a folder made anew, and tells what is counted there.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from prometheus_client import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

__all__ = ["MetricsFolder", "SharedMetrics"]

_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
_PREFIX = "conquian-metrics-"
_IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made below it


class MetricsFolder:
    """The folder as one process holds it: locked, so that nobody removes it meanwhile."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        fcntl.flock(self._lock, fcntl.LOCK_SH)

    @classmethod
    def make(cls) -> MetricsFolder:
        """An empty one, made by the parent."""
        while True:
            with suppress(FileNotFoundError):  # another start has taken it for abandoned
                folder = cls(_made())
                folder.path.stat()
                return folder

    @classmethod
    def remove_abandoned(cls) -> None:
        """Remove those of services that were killed altogether."""
        for parent in _parents():
            for path in parent.glob(f"{_PREFIX}*"):
                # Somebody else's, gone by now, or just being made: none of our business.
                with suppress(OSError):
                    if path.lstat().st_uid == os.geteuid():
                        cls(path).leave()

    @property
    def environment(self) -> dict[str, str]:
        """What a worker must find in its environment."""
        return {_VARIABLE: str(self.path)}

    def renew(self) -> None:
        """Make it anew where it has vanished: at its place, or where there is one by now."""
        if self._is_there():
            return
        try:
            self.path.mkdir(mode=0o700)
            fresh = MetricsFolder(self.path)
        except OSError:  # what it lay in is gone too, or the place is somebody's
            fresh = MetricsFolder.make()
        os.close(self._lock)
        self.path, self._lock = fresh.path, fresh._lock  # noqa: SLF001 - one of us

    def forget(self, process: int) -> None:
        """Drop the gauges of a process that has ended; what it counted stays counted."""
        with suppress(OSError):  # it may be vanishing right now
            mark_process_dead(process, str(self.path))  # type: ignore[no-untyped-call]

    def leave(self) -> None:
        """Let go of it; the last one removes it."""
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Still locked, for nobody may join a folder that is about to go. One that was made
            # anew at its place is not this one.
            if self._is_there():
                self.remove()
        except BlockingIOError:
            return
        finally:
            os.close(self._lock)

    def remove(self) -> None:
        """Remove it, whoever uses it."""
        shutil.rmtree(self.path, ignore_errors=True)

    def _is_there(self) -> bool:
        try:
            return os.path.samestat(self.path.lstat(), os.fstat(self._lock))
        except OSError:
            return False


class SharedMetrics(Collector):
    """What all processes together have counted."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        # A process that is starting, or was killed while it did, has a file with nothing in it.
        files = [str(path) for path in self._folder.glob("*.db") if _size(path)]
        metrics: Iterable[Metric] = MultiProcessCollector.merge(files)  # type: ignore[no-untyped-call]
        return metrics


def _parents() -> Iterator[Path]:
    """Where the folder may lie: in memory if possible, because a full disk kills who maps it."""
    named = os.environ.get("XDG_RUNTIME_DIR")
    for path in (Path(named) if named else _IN_MEMORY, _IN_MEMORY, Path(tempfile.gettempdir())):
        if path.is_dir() and os.access(path, os.W_OK):
            yield path


def _made() -> Path:
    return Path(tempfile.mkdtemp(prefix=_PREFIX, dir=next(_parents(), None)))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0  # its process has just been forgotten
