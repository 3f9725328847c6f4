"""A terminal with a program in it: a real pseudo-terminal, its window read as a person reads it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Self

__all__ = ["Terminal"]

WITHIN = 45.0

# A child in a session of its own takes the pseudo-terminal as its controlling one, so that Ctrl-C
# and a changed window reach it as signals; then it becomes the program.
_TAKE_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    " os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
)
_PART = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z])|([\r\n\b])|([^\x1b\r\n\b]+)")


class Terminal:
    """A program of Python in a window of some size, from `with` to its end."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        env: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        ours, theirs = pty.openpty()
        self._ours = ours
        self.columns, self.rows = columns, rows
        self.written = ""
        """All that the program wrote, as it wrote it."""
        self._unread = ""
        self._cells: list[list[str]] = []
        self._drawing = False
        """Whether what is shown is only begun."""
        self.resize(columns, rows)
        kept = {name: value for name, value in os.environ.items() if name not in _WINDOW}
        self._program = subprocess.Popen(
            [sys.executable, "-c", _TAKE_TERMINAL, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=kept | {"TERM": "xterm-256color", "PYTHONUTF8": "1", **env},
            start_new_session=True,
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._program.poll() is None:
            self._program.kill()
        self._program.wait()
        os.close(self._ours)

    @property
    def window(self) -> str:
        """What the window shows, line by line, without blanks at the ends."""
        return "\n".join("".join(row).rstrip() for row in self._cells)

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size; the program is told by a signal."""
        self.columns, self.rows = columns, rows
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._clear()

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._ours, text.encode())

    def forget(self) -> None:
        """Take the window for blank until the program draws again."""
        self._clear()

    def until(self, found: Callable[[str], object], *, what: str) -> str:
        """Read until the window is as is waited for; what it shows then."""
        give_up = time.monotonic() + WITHIN
        while self._drawing or not found(self.window):
            assert time.monotonic() < give_up, f"waited in vain for {what}:\n{self.window}"
            assert self._read(1.0), f"the program ended before {what}:\n{self.window}"
        return self.window

    def until_end(self) -> int:
        """Read to the end of the program; its exit code."""
        give_up = time.monotonic() + WITHIN
        while self._read(1.0):
            assert time.monotonic() < give_up, f"it does not end:\n{self.window}"
        return self._program.wait(WITHIN)

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._ours], [], [], seconds)
        if not ready:
            return True
        try:
            sent = os.read(self._ours, 65536).decode(errors="ignore")
        except OSError:  # nobody holds the other end any more
            return False
        self.written += sent
        self._show(sent)
        return bool(sent)

    def _show(self, sent: str) -> None:
        text, self._unread = self._unread + sent, ""
        cut = text.rfind("\x1b")
        if cut >= 0 and not re.match(r"\x1b\[\??[0-9;]*[A-Za-z]", text[cut:]):
            text, self._unread = text[:cut], text[cut:]
        for part in _PART.finditer(text):
            private, numbers, command, control, letters = part.groups()
            if letters:
                self._put(letters)
            elif control:
                self._control(control)
            elif command == "H":
                row, column = (int(number or 1) for number in (numbers or "1;1").split(";"))
                self._row, self._column = row - 1, column - 1
            elif private and numbers == "2026":
                self._drawing = command == "h"
            elif command == "J" or (private and numbers == "1049"):
                self._clear()

    def _put(self, letters: str) -> None:
        for letter in letters:
            if self._column >= self.columns:
                self._row, self._column = self._row + 1, 0
            self._scroll()
            self._cells[self._row][self._column] = letter
            self._column += 1

    def _control(self, control: str) -> None:
        match control:
            case "\r":
                self._column = 0
            case "\n":
                self._row += 1
                self._scroll()
            case _:
                self._column = max(0, self._column - 1)

    def _scroll(self) -> None:
        while self._row >= self.rows:
            self._cells = [*self._cells[1:], [" "] * self.columns]
            self._row -= 1

    def _clear(self) -> None:
        self._cells = [[" "] * self.columns for _ in range(self.rows)]
        self._row = self._column = 0


_WINDOW: Sequence[str] = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE")
"""What would tell the program of another terminal than this."""
