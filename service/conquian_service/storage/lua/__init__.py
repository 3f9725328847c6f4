"""The scripts that run inside the store, as values.

Each lies beside this file as `<name>.lua` and opens with every key it touches,
its type and its meaning.
"""

import hashlib
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from importlib import resources

__all__ = ["Effect", "Script", "script"]


class Effect(Enum):
    """What a script leaves behind."""

    READS = auto()
    """Nothing: it may run on a store that takes no writes."""
    HINTS = auto()
    """Something whose loss loses nothing."""
    LASTS = auto()
    """Something that must last: all of it or nothing is written."""


@dataclass(frozen=True, slots=True)
class Script:
    """One script: its text, and the digest by which the store caches it."""

    source: bytes
    sha: bytes
    effect: Effect


@cache
def script(name: str, effect: Effect) -> Script:
    """Read the script of that name."""
    source = resources.files(__name__).joinpath(f"{name}.lua").read_bytes()
    # The store's own name for a script; nothing is protected by it.
    sha = hashlib.sha1(source, usedforsecurity=False).hexdigest()
    return Script(source, sha.encode(), effect)
