"""Ways to tamper with a transcript, each a change of what it says, and how it must be named.

A way takes a `Record`, changes it in place and returns what the verdict's first fault must
name; it raises `NotHere` where the game has no place for it. None of them turns a record
into another one that could have been: a move is changed only where a later entry answers it.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from tests.support.tampering import chance, events, frame, moves, rummy
from tests.support.tampering.record import Change, NotHere, Record, check

Way = Callable[[Record], Change]


def _ways(module: ModuleType) -> dict[str, Way]:
    return {
        name: value
        for name, value in vars(module).items()
        if callable(value)
        and getattr(value, "__module__", "") == module.__name__
        and not name.startswith("_")
    }


WAYS: dict[str, Way] = {
    **_ways(chance),
    **_ways(moves),
    **_ways(events),
    **_ways(frame),
    **_ways(rummy),
}

__all__ = ["WAYS", "Change", "NotHere", "Record", "Way", "check"]
