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
    ONLY_FROM_STOCK = "ONLY_FROM_STOCK"
    """A seat that holds one card draws from the stock (R3.20)."""
    NO_DISCARDS = "NO_DISCARDS"
    """Fewer discards lie there than are to be drawn (R3.1)."""
    STOCK_EMPTY = "STOCK_EMPTY"
    """No stock is left to draw from (R3.5)."""
    STOCK_NOT_EMPTY = "STOCK_NOT_EMPTY"
    """A stop while there is something to draw (R3.5)."""
    DEPTH_NOT_ALLOWED = "DEPTH_NOT_ALLOWED"
    """More than the top discard, where only that one is open (R3.30)."""
    DISCARD_NOT_USABLE = "DISCARD_NOT_USABLE"
    """A discard taken for use that no first play can use and meet what it owes (R3.2)."""
    MUST_USE_TAKEN = "MUST_USE_TAKEN"
    """A first play, or a discard, without the card that was taken for use (R3.2)."""
    TAKEN_CARD_DISCARDED = "TAKEN_CARD_DISCARDED"
    """A card taken from the discards thrown back in the same turn (R3.1)."""
    NO_SUCH_MELD = "NO_SUCH_MELD"
    """A meld named that does not lie on that table (R3.3)."""
    DOES_NOT_FIT = "DOES_NOT_FIT"
    """A result that is no extension of the meld (R3.3)."""
    JOKER_NOT_MOVABLE = "JOKER_NOT_MOVABLE"
    """A joker that may not go where it is put (R3.40)."""
    JOKER_NOT_NAMED = "JOKER_NOT_NAMED"
    """A joker of a run whose card is open or wrong (R3.30, R3.40)."""
    TOO_MANY_JOKERS = "TOO_MANY_JOKERS"
    """A meld with more jokers than its naturals allow (R3.30, R3.40)."""
    NOT_OPENED = "NOT_OPENED"
    """A play that needs an opening first (R3.30)."""
    OPENING_TOO_LOW = "OPENING_TOO_LOW"
    """A meld after which the opening cannot reach its total this turn (R3.2)."""
    OPENING_BEGUN = "OPENING_BEGUN"
    """Another play or a discard before the opening has reached its total (R3.2)."""
    ONE_PLAY_A_TURN = "ONE_PLAY_A_TURN"
    """A second play in one turn (R3.20)."""
    NEEDS_OWN_FOUR = "NEEDS_OWN_FOUR"
    """An addition to a meld before a stand-alone four of one's own (R3.20)."""
    MUST_KEEP_DISCARD = "MUST_KEEP_DISCARD"
    """A play that leaves no card for the closing discard (R3.2)."""
    ALREADY_CHALLENGED = "ALREADY_CHALLENGED"
    """A second challenge in one turn (R3.10)."""
    NO_CHALLENGE = "NO_CHALLENGE"
    """The ruleset has no challenge (R3.10)."""
    NO_JOKER_TAKING = "NO_JOKER_TAKING"
    """The ruleset takes no jokers from melds (R3.30)."""
    JOKER_CARD_WRONG = "JOKER_CARD_WRONG"
    """A card given for a joker that does not stand for it (R3.30)."""
    NO_LAYING_YET = "NO_LAYING_YET"
    """The dealer, who begins, only discards (R3.20)."""
    OBLIGATION_UNMET = "OBLIGATION_UNMET"
    """A move after which the turn could not be ended (R3.2)."""
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    """A seat number outside the table."""
    SEAT_RESIGNED = "SEAT_RESIGNED"
    """The seat has resigned (R4.1)."""


class Detail(StrEnum):
    """Cases of one reason that a player is told apart."""

    SIZE = "size"
    """NOT_A_MELD: it is the number of cards that is wrong (R3.20, R3.40)."""
    ADDED_SIZE = "added_size"
    """DOES_NOT_FIT: so many cards are not added in one play (R3.20)."""
    ONE_END = "one_end"
    """DOES_NOT_FIT: a four is added at one end of a run (R3.20)."""
    SINGLE = "single"
    """OPENING_TOO_LOW: under `opening_single` the first meld alone must reach it (R3.30)."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason, the rule it comes from, and the cards it is about."""

    reason: Reason
    rule: str
    cards: tuple[Card, ...] = ()
    detail: Detail | None = None
    """Which case it is, where a reason has several."""
    value: str = ""
    """The number that is refused, if it is about one."""
    allowed: str = ""
    """What that number may be: "40", "1, 4", "3-8"."""


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
    """Rules stored by a newer build that this one does not know (decision 0.7)."""
