"""A disk that is full for one process: a limit on its files."""

from __future__ import annotations

import resource
import sys
from pathlib import Path


def log_of(data: Path) -> Path:
    """The file to which the store of a data directory appends."""
    (log,) = data.glob("appendonlydir/*.incr.aof")
    return log


class FileLimit:
    """A store whose files may grow no more, as under a quota. Needs Linux and nothing else."""

    def __init__(self, store: int) -> None:
        self._store = store
        _, self._hard = self._set()

    def fill(self, log: Path) -> None:
        """Let the log of the store grow no more."""
        self._set((log.stat().st_size, self._hard))

    def make_room(self) -> None:
        """Let it grow again."""
        self._set((self._hard, self._hard))

    def _set(self, limits: tuple[int, int] | None = None) -> tuple[int, int]:
        assert sys.platform == "linux"
        arguments = (self._store, resource.RLIMIT_FSIZE)
        return (
            resource.prlimit(*arguments) if limits is None else resource.prlimit(*arguments, limits)
        )
