"""A small disk in a mount namespace of its own, which a test can fill."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_BLOCK = 4096
_PRIVILEGES = {"root": ("-m",), "user namespaces": ("-r", "-m")}
_HOLD = 'mount -t tmpfs -o size="$1" none "$2" && echo mounted && exec cat'
"""Mount a disk, say so, and keep the namespace until standard input ends."""


class SmallDisk:
    """A mounted disk that only processes of its namespace see; `launcher` starts one there."""

    def __init__(self, holder: int, place: Path, *, own_user: bool) -> None:
        user = ("--user", "--preserve-credentials") if own_user else ()
        self.launcher = ("nsenter", f"--target={holder}", "--mount", *user, "--wd=.", "--")
        self.place = Path(f"/proc/{holder}/root{place}")
        """The disk as seen from outside."""
        self._filler = self.place / "filler"

    def fill(self) -> None:
        """Take all the room that is left."""
        with self._filler.open("ab", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(_BLOCK))
            except OSError:
                return

    def make_room(self) -> None:
        """Give it back."""
        self._filler.unlink()


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[SmallDisk | None]:
    """A disk of this size at a place; None where neither root nor user namespaces allow one."""
    place.mkdir()
    for name, flags in _PRIVILEGES.items():
        with subprocess.Popen(
            ["unshare", *flags, "sh", "-c", _HOLD, "sh", size, str(place)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as holder:
            assert holder.stdout is not None
            assert holder.stdin is not None
            if holder.stdout.readline() == b"mounted\n":
                try:
                    yield SmallDisk(holder.pid, place, own_user=name != "root")
                finally:
                    holder.stdin.close()
                return
    yield None
