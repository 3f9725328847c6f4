"""Rules of a game as data: a ruleset's options, resolved and pinned.

`Rules` holds every option that is live, each with one meaning and one rule number. A
ruleset is a name for a set of values; nothing in the engine asks for the name. A fix that
changes what is legal becomes a new option value, so that running games keep theirs
(DESIGN decision 7).

Source: R2, "Options of R2" and "Rulesets of family U".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
    opening_upcard: bool = True
    extra_hand_cards: bool = True
    max_run: int | None = 8
    """Longest run; None for `none`."""
    forcing: Forcing = Forcing.SIMPLE
    force_scope: ForceScope = ForceScope.ANY
    on_drawn: OnDrawn = OnDrawn.CARRY
    scoring: Scoring = Scoring.STAKE
    deals: int | None = None
    """The game lasts this many deals; at most one of `deals` and `points_target` is given."""
    points_target: int | None = None
    """The game lasts until a total reaches this; neither given means `until_won`."""
    max_deals: int = 50

    @property
    def target(self) -> int:
        """Table cards that go out (R2.2)."""
        return self.dealt + 1
