"""How connections to the store are made and written to. The URL decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from redis.asyncio.connection import AbstractConnection, Connection, parse_url
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisError

__all__ = ["Connect", "connections", "send"]

Connect: TypeAlias = Callable[[], AbstractConnection]
"""Makes one connection, not yet opened, to the node that serves now."""


def connections(url: str, *, timeout: float) -> Connect:
    """Read a store's URL: `redis://`, `rediss://` or `unix://`.

    Raises `ValueError` for anything else, and for a database that is no number, which
    redis-py would take for database 0. What redis-py would do for us is off, whatever
    the URL says: no retry (a write could count twice), no timer around each reply (the
    lane has one for all), no library name sent (one round trip less).
    """
    parts = urlsplit(url)
    database = parts.path.strip("/")
    if parts.scheme in ("redis", "rediss") and database and not database.isdecimal():
        raise ValueError("the store's URL names a database that is no number")
    options: dict[str, Any] = {**parse_url(url)}
    connection_class: type[AbstractConnection] = options.pop("connection_class", Connection)
    options.update(
        decode_responses=False,
        driver_info=None,
        health_check_interval=0,
        protocol=2,
        retry=None,
        retry_on_error=[],
        retry_on_timeout=False,
        socket_connect_timeout=timeout,
        socket_timeout=None,
    )

    def connect() -> AbstractConnection:
        return connection_class(**options)

    try:
        connect()  # opens nothing, but finds an option that there is not
    except (RedisError, TypeError) as error:
        raise ValueError("the store's URL has an option that cannot be used") from error
    return connect


async def send(connection: AbstractConnection, packed: bytes) -> None:
    """Write packed commands; a driver error if the connection is lost."""
    try:
        await connection.send_packed_command(packed, check_health=False)
    except RuntimeError as error:
        # So uvloop says that the other side has closed.
        raise ConnectionLost("the connection is closed") from error
