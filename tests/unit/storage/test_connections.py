"""How a store's URL is read."""

from __future__ import annotations

import pytest
from redis.asyncio.connection import Connection, SSLConnection, UnixDomainSocketConnection

from conquian_service.storage.connections import connections


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("redis://host:6380/3", Connection),
        ("rediss://user:secret@host", SSLConnection),
        ("unix:///run/a%20b/store.sock?db=2", UnixDomainSocketConnection),
        ("redis://host?socket_timeout=9&retry_on_timeout=true", Connection),
    ],
)
def test_the_url_decides_what_is_connected_to(url: str, kind: type) -> None:
    """Whatever the URL says, nothing is retried and no reply has a timer of its own."""
    connection = connections(url, timeout=1.5)()
    assert type(connection) is kind
    assert connection.socket_timeout is None
    assert connection.socket_connect_timeout == 1.5
    assert connection.retry.get_retries() == 0


@pytest.mark.parametrize("url", ["", "host:6379", "http://host", "memcached://host"])
def test_another_kind_of_url_is_refused(url: str) -> None:
    """What is no store's URL is refused before anything connects."""
    with pytest.raises(ValueError, match="scheme"):
        connections(url, timeout=1.0)


@pytest.mark.parametrize(
    "url",
    [
        "redis://host?colour=red",
        "unix:///store.sock?max_connections=5",
        "rediss://host?ssl_cert_reqs=perhaps",
    ],
)
def test_an_unknown_option_is_refused(url: str) -> None:
    """A misspelt option or value is told at once, not at the first call."""
    with pytest.raises(ValueError, match="option"):
        connections(url, timeout=1.0)


@pytest.mark.parametrize("url", ["redis://host/games", "rediss://host/1x", "redis://host/-1"])
def test_a_database_is_a_number(url: str) -> None:
    """The driver would take any other for database 0, which may be somebody else's."""
    with pytest.raises(ValueError, match="database"):
        connections(url, timeout=1.0)
