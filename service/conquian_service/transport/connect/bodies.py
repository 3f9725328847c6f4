"""Requests that must come in time, for which the library would wait for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from starlette.types import Message, Receive

WITHIN_SECONDS = 30.0
"""How long a body may take, as at the REST door."""


@contextmanager
def in_time(receive: Receive, cut: Callable[[], None]) -> Iterator[Receive]:
    """Receives a request; its connection is cut if the body takes too long."""
    timer = asyncio.get_running_loop().call_later(WITHIN_SECONDS, cut)

    async def receive_in_time() -> Message:
        message = await receive()
        if not message.get("more_body", False):
            timer.cancel()
        return message

    try:
        yield receive_in_time
    finally:
        # Others may follow on the same connection.
        timer.cancel()
