"""Keys as they are pressed, read from a terminal, and what wakes the one who waits for them.

POSIX only: the terminal gives each key at once and echoes none while `Keys` is entered, and has
its own settings again afterwards. Ctrl-C and Ctrl-Z mean what they always mean.
"""

from __future__ import annotations

import codecs
import os
import re
import select
import signal
import termios
import tty
from collections.abc import Iterator
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Self

__all__ = ["NAMED", "Keys"]

NAMED = {
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\b": "backspace",
    "\x15": "clear",
    "\x04": "end",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[5~": "up",
    "\x1b[6~": "down",
    "\x1bOA": "up",
    "\x1bOB": "down",
}
"""The keys that are no character, by what a terminal sends for them."""

_KEY = re.compile(r"\x1b[\[O][0-9;?]*[ -/]*[@-~]|\x1b.?|.", re.DOTALL)
_MOST_AT_ONCE = 1024


class Keys:
    """The keys of one terminal, from `with` to the end of it. In the main thread only."""

    def __init__(self, descriptor: int) -> None:
        self._terminal = descriptor
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="ignore")
        self._woken, self._waking = -1, -1

    def __enter__(self) -> Self:
        self._settings = termios.tcgetattr(self._terminal)
        self._woken, self._waking = os.pipe()
        for end in (self._woken, self._waking):
            os.set_blocking(end, False)
        self._before = {
            number: signal.signal(number, self._signalled)
            for number in (signal.SIGWINCH, signal.SIGCONT)
        }
        tty.setcbreak(self._terminal)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)
        with suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._settings)
        waking, self._waking = self._waking, -1
        os.close(waking)
        os.close(self._woken)

    def wake(self) -> None:
        """Let `read` return, now or when it is called next. From any thread."""
        # A full pipe wakes as well as one byte more would; a closed one wakes nobody.
        with suppress(OSError):
            os.write(self._waking, b".")

    def read(self) -> list[str]:
        """Wait for keys, or to be woken; characters as they are, the others by name.

        Raises:
            EOFError: the terminal is gone.
        """
        ready, _, _ = select.select([self._terminal, self._woken], [], [])
        if self._woken in ready:
            os.read(self._woken, _MOST_AT_ONCE)
        return list(self._pressed()) if self._terminal in ready else []

    def forget(self) -> None:
        """Let go of what was pressed and not read yet."""
        with suppress(termios.error):  # the terminal may be gone
            termios.tcflush(self._terminal, termios.TCIFLUSH)

    def _pressed(self) -> Iterator[str]:
        try:
            sent = os.read(self._terminal, _MOST_AT_ONCE)
        except OSError:
            sent = b""
        if not sent:
            raise EOFError
        for found in _KEY.finditer(self._decoder.decode(sent)):
            key = NAMED.get(found[0], found[0])
            if key in NAMED.values() or key.isprintable():
                yield key

    def _signalled(self, number: int, _: FrameType | None) -> None:
        if number == signal.SIGCONT:  # the shell had the terminal in between
            tty.setcbreak(self._terminal)
        self.wake()
