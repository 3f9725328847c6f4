"""Waiting for what must come true, in place of sleeping and hoping."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


async def until(
    holds: Callable[[], bool | Awaitable[bool]], what: str, *, within: float = 10.0
) -> None:
    """Return as soon as the condition holds; fail when it never does."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + within
    while True:
        held = holds()
        if isinstance(held, Awaitable):
            held = await held
        if held:
            return
        if loop.time() > deadline:
            raise AssertionError(f"not within {within} s: {what}")
        await asyncio.sleep(0.01)
