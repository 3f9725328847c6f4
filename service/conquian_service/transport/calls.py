"""What the doors tell of every call that ends; implemented in `telemetry`."""

from __future__ import annotations

from typing import Protocol


class CallRecord(Protocol):
    """Counts calls and writes the access log."""

    def ended(
        self, method: str, code: str, reason: str, seconds: float, *, game_id: str, streamed: bool
    ) -> None:
        """A call ended with a gRPC code and, if it failed, a reason.

        `game_id` is the well formed id the request named, or empty.
        """
