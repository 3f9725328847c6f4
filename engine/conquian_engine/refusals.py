"""Refusals: why the rules turn something down.

    EngineError
    +-- IllegalMove      this seat may not make this move now (R4.3)
    +-- OptionsRefused   these options make no game (RULES.md, "Options of R2")
    +-- BadOrder         a pack order that is not the whole pack (R1.2)
    +-- NewerRules       a ruleset, option or value this build does not know

Texts for people live in the service; here are only reasons, rule numbers and cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # cards.py raises errors of this module
    from conquian_engine.cards import Card


class Reason(StrEnum):
    """Why a move is refused. The API's `ErrorReason` has each of them (a test compares)."""

    GAME_OVER = "GAME_OVER"
    """The game has its result; nobody moves."""
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    """Another seat has to act."""
    WRONG_PHASE = "WRONG_PHASE"
    """A move of this kind is not what is due now."""
    UNKNOWN_CARD = "UNKNOWN_CARD"
    """A card that is not in the pack (R1)."""
    CARD_REPEATED = "CARD_REPEATED"
    """A card named twice in one layout (R2.14)."""
    NOT_A_MELD = "NOT_A_MELD"
    """Cards that are neither a set nor a run (R2.13)."""
    RUN_TOO_LONG = "RUN_TOO_LONG"
    """A run longer than `max_run` (R2.13)."""
    CARD_NOT_IN_HAND = "CARD_NOT_IN_HAND"
    """A card laid or discarded that the hand does not hold (R2.10, R2.16)."""
    UPCARD_NOT_USED = "UPCARD_NOT_USED"
    """A layout without the upcard (R2.10)."""
    TABLE_CARD_MISSING = "TABLE_CARD_MISSING"
    """A layout that leaves out a card of the own table (R2.10, R2.14)."""
    EXTRA_HAND_CARD = "EXTRA_HAND_CARD"
    """A hand card laid away from the upcard's meld under `extra_hand_cards` off (R2.12)."""
    MELD_NOT_KEPT = "MELD_NOT_KEPT"
    """An old meld split, joined or lending what it may not under `ends_only` (R2.15)."""
    OPPONENT_MELD_BROKEN = "OPPONENT_MELD_BROKEN"
    """Opponents' cards borrowed so that what is left of their meld is none (R2.31)."""
    HAND_ONLY_MELDS_OFF = "HAND_ONLY_MELDS_OFF"
    """The ruleset lays no hand cards without the upcard (R2.12)."""
    NOT_TURNED_UP_BY_SEAT = "NOT_TURNED_UP_BY_SEAT"
    """Hand cards alone are laid only on a card that the seat itself turned up (R2.12)."""
    NO_HAND_CARD_LAID = "NO_HAND_CARD_LAID"
    """A layout of hand cards without a further hand card (R2.12)."""
    TARGET_REACHED = "TARGET_REACHED"
    """A layout without the upcard that would go out (R2.12)."""
    FORCED_TO_TAKE = "FORCED_TO_TAKE"
    """A forced seat must take (R2.20)."""
    FORCING_OFF = "FORCING_OFF"
    """The ruleset has no forcing (R2.18)."""
    NOT_FORCEABLE_ORIGIN = "NOT_FORCEABLE_ORIGIN"
    """Only discards force under `force_scope` discards_only (R2.21)."""
    SEAT_NOT_PASSED = "SEAT_NOT_PASSED"
    """A force of a seat that has not passed, or not after the forcing seat (R2.19)."""
    CANNOT_FORCE = "CANNOT_FORCE"
    """The upcard does not fit the forced seat's table (R2.18)."""
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    """A seat number outside the table."""
    SEAT_RESIGNED = "SEAT_RESIGNED"
    """The seat has resigned (R4.1)."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason, the rule it comes from, and the cards it is about."""

    reason: Reason
    rule: str
    cards: tuple[Card, ...] = ()


class EngineError(Exception):
    """Root of the engine's errors."""


class IllegalMove(EngineError):
    """A move the rules refuse; the state is unchanged (R4.3)."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason, refusal.rule)
        self.refusal = refusal


class OptionsRefused(EngineError):
    """Options that are unknown, out of range, or make no game together."""

    def __init__(self, options: tuple[str, ...], why: str) -> None:
        super().__init__(f"{', '.join(options)}: {why}")
        self.options = options
        self.why = why


class BadOrder(EngineError):
    """A pack order with a wrong, missing or repeated card (R1.2)."""


class NewerRules(EngineError):
    """Rules stored by a newer build that this one does not know (DESIGN decision 7)."""
