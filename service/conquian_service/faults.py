"""Where a fault happened, without what it held.

The text and arguments of an exception may hold a hand, a token or a request id, so they
are never logged: types and places are (docs/api.md, "Errors").
"""

from __future__ import annotations

import traceback

_MOST_FRAMES = 40


def frames_of(error: BaseException) -> list[str]:
    """Types and places of an exception and of what caused it, each innermost last.

    >>> frames_of(ValueError("7H 8H 9H"))
    ['ValueError']
    """
    frames: list[str] = []
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        frames.append(type(cause).__name__)
        for frame, line in traceback.walk_tb(cause.__traceback__):
            module = frame.f_globals.get("__name__", "?")
            frames.append(f"{module}:{line} {frame.f_code.co_name}")
        cause = cause.__cause__ or cause.__context__
    return frames[:_MOST_FRAMES]
