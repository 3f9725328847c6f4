"""Work that would hold the loop, done by a process beside this one.

Some questions about a position have answers that take seconds to find (wild cards, cards
to borrow, hands full of jokers), and nobody may wait for another's question. One process
answers them, one at a time; one that takes too long is killed, and the next question gets
a fresh one. It is started by the first question, and ends at once when its input ends, however
this process died. It is not forked: gRPC does not survive that.

    parent -> child   4 bytes length, pickled (function, arguments)
    child -> parent   4 bytes length, pickled (True, result) or (False, exception)
"""

from __future__ import annotations

import asyncio
import os
import pickle
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any, BinaryIO, TypeVar, cast

from conquian_service.application.errors import CallReason, CallRefused, refusal_of

T = TypeVar("T")

SECONDS = 1.0
"""How long one question may take."""
WAITING = 4
"""Questions that may wait for the one being answered."""
_LENGTH = 4
_BUSY_MILLIS = 500
_LARGEST_ANSWER = 64 * 1024 * 1024


class Aside:
    """Asks the process beside this one."""

    def __init__(self, *, seconds: float = SECONDS, waiting: int = WAITING) -> None:
        self._seconds = seconds
        self._room = waiting + 1
        self._turn = asyncio.Lock()
        self._helper: _Helper | None = None

    async def ask(self, function: Callable[..., T], *arguments: object) -> T:
        """Call a function of a module there, and return or raise what it does.

        `RATE_LIMITED` if too many wait already, `POSITION_TOO_COMPLEX` if it takes too long.
        """
        if not self._room:
            raise CallRefused(CallReason.RATE_LIMITED, retry_millis=_BUSY_MILLIS)
        self._room -= 1
        try:
            async with self._turn:
                return cast("T", await self._asked(pickle.dumps((function, arguments))))
        finally:
            self._room += 1

    def close(self) -> None:
        """End the process, if there is one."""
        helper, self._helper = self._helper, None
        if helper is not None:
            helper.end()

    async def _asked(self, question: bytes) -> object:
        done = False
        try:
            if self._helper is None:
                self._helper = await _Helper.start()
            async with asyncio.timeout(self._seconds):
                answer = await self._helper.exchange(question)
            done = True
        except TimeoutError:
            raise CallRefused(CallReason.POSITION_TOO_COMPLEX) from None
        finally:
            # Ended too where the caller went away: its answer must not be the next one's.
            if not done:
                self.close()
        answered, result = pickle.loads(answer)  # noqa: S301 - of a child of our own
        if not answered:
            raise result
        return result


class _Helper:
    """The process, at the other end of a pair of sockets, which is its input and output."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._process = process
        self._reader = reader
        self._writer = writer

    @classmethod
    async def start(cls) -> _Helper:
        """Start it and wait until it is ready, which is not held against any question."""
        ours, theirs = socket.socketpair()
        with theirs:
            process = _spawn(theirs.fileno())
        reader, writer = await asyncio.open_connection(sock=ours, limit=_LARGEST_ANSWER)
        helper = cls(process, reader, writer)
        try:
            await helper.exchange(pickle.dumps((len, ("",))))
        except BaseException:
            helper.end()
            raise
        return helper

    async def exchange(self, question: bytes) -> bytes:
        """Send a question and wait for its answer."""
        self._writer.write(len(question).to_bytes(_LENGTH, "big") + question)
        await self._writer.drain()
        length = await self._reader.readexactly(_LENGTH)
        return await self._reader.readexactly(int.from_bytes(length, "big"))

    def end(self) -> None:
        """Kill it. That takes no time, so it is waited for."""
        self._writer.close()
        self._process.kill()
        self._process.wait()


def _spawn(both_ways: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", __name__],
        stdin=both_ways,
        stdout=both_ways,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        # Signals to our group are for us to judge.
        start_new_session=True,
    )


def answer_all(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until there are no more."""
    while len(length := questions.read(_LENGTH)) == _LENGTH:
        function, arguments = pickle.loads(  # noqa: S301 - of our own parent
            questions.read(int.from_bytes(length, "big"))
        )
        outcome: tuple[bool, Any]
        try:
            outcome = True, function(*arguments)
        except Exception as error:  # noqa: BLE001 - handed to whoever asked
            # Of a fault only the kind: its text may hold what the caller sent.
            outcome = False, refusal_of(error) or RuntimeError(type(error).__name__)
        answer = pickle.dumps(outcome)
        answers.write(len(answer).to_bytes(_LENGTH, "big") + answer)
        answers.flush()


def end_with_parent(descriptor: int) -> None:
    """End this process when the other end of its input is gone, whatever it is doing."""

    def watch() -> None:
        hung_up = select.poll()
        hung_up.register(descriptor, 0)  # a hang-up is told of in any case
        hung_up.poll()
        os._exit(1)

    threading.Thread(target=watch, name="watch-parent", daemon=True).start()


if __name__ == "__main__":
    end_with_parent(0)
    answer_all(sys.stdin.buffer, sys.stdout.buffer)
