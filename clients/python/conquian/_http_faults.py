"""How httpx is used by either client, and what it raises told as failed calls."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from ssl import SSLContext

import httpx
from grpc import StatusCode

from conquian._connect import FailedRequest

LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=20, keepalive_expiry=4.0)
"""Of calls: none waits for another to end, such as a poll that the service holds.

The service closes an idle connection after 5 seconds; it is better not to meet it in that.
"""
WATCH_LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=0)
"""Of watches: each has a new connection, which is closed with it."""


@cache
def certificates() -> SSLContext:
    """Whom to trust, read once for all lines."""
    return httpx.create_ssl_context()


@contextmanager
def told_as_failed_calls() -> Iterator[None]:
    """As grpcio would: a lost connection is UNAVAILABLE, time that is over DEADLINE_EXCEEDED."""
    try:
        yield
    except (TimeoutError, httpx.TimeoutException) as error:
        raise FailedRequest(StatusCode.DEADLINE_EXCEEDED, "no answer in time") from error
    except httpx.LocalProtocolError as error:
        raise FailedRequest(StatusCode.INVALID_ARGUMENT, str(error)) from error
    except (httpx.TransportError, OSError) as error:
        text = str(error) or type(error).__name__
        raise FailedRequest(StatusCode.UNAVAILABLE, text) from error
    except httpx.RequestError as error:  # a body that is not compressed as it says, redirects
        raise FailedRequest(StatusCode.INTERNAL, str(error)) from error
