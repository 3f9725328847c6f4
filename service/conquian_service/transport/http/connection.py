"""How an app breaks off the connection of a request.

Closing it would first wait until the client has read what is unsent, which a client that
reads nothing never does.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.types import Scope

_EXTENSION = "conquian.connection"


def extension(abort: Callable[[], None]) -> dict[str, dict[object, object]]:
    """What the server puts into the scope's extensions."""
    return {_EXTENSION: {"abort": abort}}


def abort_of(scope: Scope) -> Callable[[], None]:
    """Breaks off the request's connection; does nothing where a server does not offer it."""
    offered = scope.get("extensions") or {}
    abort: Callable[[], None] = offered.get(_EXTENSION, {}).get("abort", _nothing)
    return abort


def _nothing() -> None:
    return
