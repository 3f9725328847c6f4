"""The rows of the error table: how each reason comes about."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from conquian_engine import Reason
from conquian_service.application.errors import CallReason
from tests.conformance.doors import Door, Refusal

Provoke = Callable[[Door], Awaitable[Refusal]]


@dataclass(frozen=True, slots=True)
class Row:
    """How a reason comes about, and what the error says beside it."""

    provoke: Provoke
    metadata: dict[str, str]


ROWS: dict[str, Row] = {}


def row(reason: CallReason | Reason, **metadata: str) -> Callable[[Provoke], Provoke]:
    """Note how a reason comes about."""

    def note(provoke: Provoke) -> Provoke:
        ROWS[reason.value] = Row(provoke, metadata)
        return provoke

    return note
