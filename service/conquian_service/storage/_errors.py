"""What can go wrong between the service and its store. Driver errors end here.

* `StoreUnavailable` (application): the store is away; a change may or may not have happened
* `StoreFull` (application): the store has no memory or disk left; nothing changed
* `StoreUnfit`: the store is reachable but must not be used as it is set up
* `EmbeddedStoreFailed`: the store of our own did not start or stop
* `StoreFault`: an answer that no correct program gets: a bug, or a foreign writer
"""

from __future__ import annotations

from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    MasterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    TryAgainError,
)

from conquian_service.application.errors import StoreFull, StoreUnavailable

__all__ = [
    "EmbeddedStoreFailed",
    "StoreFault",
    "StoreFull",
    "StoreUnavailable",
    "StoreUnfit",
    "error_of_reply",
    "unavailable",
]


class StoreUnfit(Exception):
    """The store must not be used as it is set up. The text is for an operator."""


class EmbeddedStoreFailed(Exception):
    """The store of our own did not start or stop. The text is for an operator."""


class StoreFault(Exception):
    """The store refused a command for a reason that we do not expect to meet."""


_AWAY = (BusyLoadingError, ClusterDownError, MasterDownError, ReadOnlyError, TryAgainError)
"""Replies of a store that is there but cannot serve now: loading, demoted, failing over."""

_AWAY_PREFIXES = ("BUSY ", "MISCONF ", "NOREPLICAS ", "UNBLOCKED ")
"""The same, where the driver has no class for the reply."""


_FULL = ("Disk quota exceeded", "File too large", "No space left on device")
"""What the store quotes from its system when it cannot write its files."""


def unavailable(*, may_have_happened: bool, cause: BaseException | None) -> StoreUnavailable:
    """Make the error for one command, each with a traceback of its own."""
    error = StoreUnavailable(may_have_happened=may_have_happened)
    error.__cause__ = cause
    return error


def error_of_reply(reply: Exception) -> Exception:
    """Translate an error with which the store answered one command.

    The store refused it, so nothing happened: our scripts write all or nothing.
    """
    text = str(reply)
    if isinstance(reply, OutOfMemoryError) or any(full in text for full in _FULL):
        translated: Exception = StoreFull()
    elif isinstance(reply, _AWAY) or text.startswith(_AWAY_PREFIXES):
        translated = StoreUnavailable(may_have_happened=False)
    else:
        translated = StoreFault(text)
    translated.__cause__ = reply
    return translated
