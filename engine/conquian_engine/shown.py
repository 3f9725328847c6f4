"""What the views of both families share.

Source: R4.4, R4.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import Cause


class PhaseName(StrEnum):
    """What a game waits for."""

    AWAITING_ORDER = "awaiting_order"
    TRADING = "trading"
    OFFERED = "offered"
    FORCE_ASKED = "force_asked"
    TAKE_FORCED = "take_forced"
    DISCARD_DUE = "discard_due"
    RESHUFFLE_DUE = "reshuffle_due"
    DRAW_DUE = "draw_due"
    CHALLENGE_ASKED = "challenge_asked"
    PLAY_DUE = "play_due"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class GameResult:
    """How the game ended (R4.5)."""

    cause: Cause
    winners: tuple[Seat, ...]
    scores: BySeat[int]


def check_viewer(viewer: Seat | None, seats: int) -> None:
    """Refuse a seat that is not at the table; None is a watcher."""
    # A negative number would index another seat's hand from the end.
    if viewer is not None and not 0 <= viewer < seats:
        raise ValueError(f"no seat {viewer} at this table")
