"""Rules of a game as data: a ruleset's options, resolved and pinned.

`Rules` holds every option of family U, each with one meaning and one rule number. A
ruleset is a name for a set of values; nothing in the engine asks for the name. A fix that
changes what is legal becomes a new option value, so that running games keep theirs
(decision 0.7).

Source: R2, "Options of R2" and "Rulesets of family U".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TradeDirection(StrEnum):
    """Which neighbour a traded card goes to (R2.3)."""

    NEXT = "next"
    PREVIOUS = "previous"


class HandOnlyMelds(StrEnum):
    """When a seat may lay melds without using the upcard (R2.12)."""

    NEVER = "never"
    AFTER_TURN_UP = "after_turn_up"


class Rearrange(StrEnum):
    """What may be done with melds that lie on the own table (R2.15)."""

    FREE = "free"
    ENDS_ONLY = "ends_only"


class Forcing(StrEnum):
    """When a seat that passed can be forced (R2.18)."""

    SIMPLE = "simple"
    REARRANGE = "rearrange"
    OFF = "off"


class ForceScope(StrEnum):
    """Which upcards can be forced (R2.21)."""

    ANY = "any"
    DISCARDS_ONLY = "discards_only"


class OnDrawn(StrEnum):
    """What a drawn deal does to the stake (R2.24)."""

    CARRY = "carry"
    DOUBLE = "double"
    FEWEST_CARDS = "fewest_cards"


class Scoring(StrEnum):
    """What a won deal is worth (R2.25)."""

    STAKE = "stake"
    HAND_POINTS = "hand_points"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Resolved options of one game."""

    ruleset: str
    seats: int
    pack: str
    dealt: int
    packet: int = 2
    trade_rounds: int = 0
    trade_direction: TradeDirection = TradeDirection.NEXT
    opening_upcard: bool = True
    extra_hand_cards: bool = True
    hand_only_melds: HandOnlyMelds = HandOnlyMelds.NEVER
    max_run: int | None = 8
    """Longest run; None for `none`."""
    rearrange: Rearrange = Rearrange.FREE
    forcing: Forcing = Forcing.SIMPLE
    force_scope: ForceScope = ForceScope.ANY
    on_drawn: OnDrawn = OnDrawn.CARRY
    scoring: Scoring = Scoring.STAKE
    deals: int | None = None
    """The game lasts this many deals; at most one of `deals` and `points_target` is given."""
    points_target: int | None = None
    """The game lasts until a total reaches this; neither given means `until_won`."""
    max_deals: int = 50
    black_twos_wild: bool = False
    borrow_from_opponents: bool = False

    @property
    def target(self) -> int:
        """Table cards that go out (R2.2)."""
        return self.dealt + 1
