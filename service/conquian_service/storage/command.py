"""One command to the store: packed, awaited, answered or lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, TypeAlias

import hiredis

from conquian_service.storage._errors import error_of_reply, unavailable

__all__ = ["Command", "Part", "Reply", "pack"]

Part: TypeAlias = str | bytes | int
Reply: TypeAlias = Any
"""What the store answered: bytes, int, None, or lists of these."""


def pack(parts: Sequence[Part]) -> bytes:
    """Write a command as the store reads it. In C: the driver's own packing is the dearest step."""
    packed: bytes = hiredis.pack_command(tuple(parts))  # type: ignore[arg-type]  # of any length
    return packed


class Command:
    """One command under way, and the caller who waits for its reply.

    `changes` says whether a lost reply leaves open what happened. `retry` is what
    to send instead when the store does not know the script. A caller who no longer
    waits leaves a cancelled future: a command not yet sent is dropped, one already
    sent runs its course and its reply is let go.
    """

    __slots__ = ("changes", "deadline", "future", "packed", "retry")

    def __init__(
        self, parts: Sequence[Part], *, changes: bool, retry: Sequence[Part] | None = None
    ) -> None:
        self.packed = pack(parts)
        self.future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.changes = changes
        self.retry = retry
        self.deadline = 0.0

    def answer(self, reply: Reply) -> None:
        if self.future.done():
            return
        if isinstance(reply, Exception):
            self.future.set_exception(error_of_reply(reply))
        else:
            self.future.set_result(reply)

    def lose(self, *, sent: bool, cause: BaseException | None) -> None:
        if not self.future.done():
            error = unavailable(may_have_happened=sent and self.changes, cause=cause)
            self.future.set_exception(error)
