"""Work that would hold the loop, done by a process beside this one.

Some questions about a position have answers that take seconds to find (wild cards, cards
to borrow, hands full of jokers), and nobody may wait for another's question. One process
answers them, one at a time; one that takes too long is killed, and the next question gets
a fresh one. It is started by the first question, and ends when its input ends, however this
process died. It is not forked: gRPC does not survive that.

    parent -> child   4 bytes length, pickled (function, arguments)
    child -> parent   4 bytes length, pickled (True, result) or (False, exception)
"""

from __future__ import annotations

import asyncio
import pickle
import sys
from collections.abc import Callable
from typing import Any, BinaryIO, TypeVar, cast

from conquian_service.application.errors import CallReason, CallRefused, refusal_of

T = TypeVar("T")

SECONDS = 2.0
"""How long one question may take."""
WAITING = 16
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
        self._process: asyncio.subprocess.Process | None = None

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

    async def close(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def _asked(self, question: bytes) -> object:
        done = False
        try:
            # Starting is not held against the question.
            process = await self._running()
            async with asyncio.timeout(self._seconds):
                answer = await _exchange(process, question)
            done = True
        except TimeoutError:
            raise CallRefused(CallReason.POSITION_TOO_COMPLEX) from None
        finally:
            # Killed too where the caller went away: its answer must not be the next one's.
            if not done:
                await self.close()
        answered, result = pickle.loads(answer)  # noqa: S301 - of a child of our own
        if not answered:
            raise result
        return result

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                __name__,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LARGEST_ANSWER,
                # Signals to our group are for us to judge.
                start_new_session=True,
            )
        return self._process


async def _exchange(process: asyncio.subprocess.Process, question: bytes) -> bytes:
    writer, reader = process.stdin, process.stdout
    assert writer is not None
    assert reader is not None
    writer.write(len(question).to_bytes(_LENGTH, "big") + question)
    await writer.drain()
    return await reader.readexactly(int.from_bytes(await reader.readexactly(_LENGTH), "big"))


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


if __name__ == "__main__":
    answer_all(sys.stdin.buffer, sys.stdout.buffer)
