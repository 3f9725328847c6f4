"""Requests that must come in time, for which the library would wait for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Self

from starlette.types import Message, Receive

WITHIN_SECONDS = 30.0
"""How long a body may take, as at the REST door."""


class InTime:
    """Receives a request; its connection is cut if the body takes too long.

    A class, as every call comes through here, and a generator of contextlib's costs more.
    """

    __slots__ = ("_receive", "_timer")

    def __init__(self, receive: Receive, cut: Callable[[], None]) -> None:
        self._receive = receive
        self._timer = asyncio.get_running_loop().call_later(WITHIN_SECONDS, cut)

    async def __call__(self) -> Message:
        """Receive the next message."""
        message = await self._receive()
        if not message.get("more_body", False):
            self._timer.cancel()
        return message

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # Others may follow on the same connection.
        self._timer.cancel()
