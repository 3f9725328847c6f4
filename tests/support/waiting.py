"""Waiting for something to come true: polling with an end, never a bare sleep."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

_PAUSE = 0.02

T = TypeVar("T")


def until(found: Callable[[], T | None], *, seconds: float, what: str) -> T:
    """Ask until the answer is true; AssertionError once the time is up."""
    give_up = time.monotonic() + seconds
    while not (answer := found()):
        if time.monotonic() > give_up:
            raise AssertionError(f"waited {seconds:g} s in vain for {what}")
        time.sleep(_PAUSE)
    return answer


async def until_async(found: Callable[[], Awaitable[T | None]], *, seconds: float, what: str) -> T:
    """Ask until the answer is true; AssertionError once the time is up."""
    give_up = time.monotonic() + seconds
    while not (answer := await found()):
        if time.monotonic() > give_up:
            raise AssertionError(f"waited {seconds:g} s in vain for {what}")
        await asyncio.sleep(_PAUSE)
    return answer
