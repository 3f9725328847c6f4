"""What a parent and a worker tell each other: a line of JSON each way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

__all__ = ["Job", "Told"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What a worker is given; all else it finds in the environment, as its parent did."""

    number: int
    """From 1."""
    settings: Mapping[str, str | int | bool]
    """Settings that the parent knows better than the environment."""
    metrics_folder: str
    own_store: bool

    def to_line(self) -> bytes:
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Job:
        return cls(**json.loads(line))


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a worker tells: that it serves, or why it cannot start or go on."""

    ready: bool = False
    failure: str = ""

    def to_line(self) -> bytes:
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Told:
        return cls(**json.loads(line))
