"""The client for asyncio; a client and its seats may be shared by the tasks of one loop.

The synchronous twin is generated from these modules by rewriting tokens, so they keep to plain
`await`, `async for` and `async with`; what the two cannot share is in `_runtime`.
"""

from conquian.aio._runtime import AsyncClock, SystemClock
from conquian.aio.client import AsyncClient, connect
from conquian.aio.playing import play_to_end
from conquian.aio.seat import AsyncSeat
from conquian.aio.watch import AsyncWatch

__all__ = [
    "AsyncClient",
    "AsyncClock",
    "AsyncSeat",
    "AsyncWatch",
    "SystemClock",
    "connect",
    "play_to_end",
]
