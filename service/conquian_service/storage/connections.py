"""How connections to the store are made. The URL decides; nothing connects yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from redis.asyncio.connection import AbstractConnection, Connection, parse_url

__all__ = ["Connect", "connections"]

Connect: TypeAlias = Callable[[], AbstractConnection]
"""Makes one connection, not yet opened, to the node that serves now."""


def connections(url: str, *, timeout: float) -> Connect:
    """Read a store's URL: `redis://`, `rediss://` or `unix://`.

    Raises `ValueError` for anything else. What redis-py would do for us is off:
    no retry (a write could count twice), no timer around each reply (the lane has
    one for all), no library name sent (one round trip less).
    """
    options: dict[str, Any] = {**parse_url(url)}
    connection_class: type[AbstractConnection] = options.pop("connection_class", Connection)
    options.update(
        protocol=2,
        retry=None,
        socket_timeout=None,
        socket_connect_timeout=timeout,
        driver_info=None,
    )

    def connect() -> AbstractConnection:
        return connection_class(**options)

    return connect
