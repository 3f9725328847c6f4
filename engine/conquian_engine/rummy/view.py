"""Views of family H: what one viewer may see of a state or an event.

Discards are drawn face up, so everybody sees which of them a seat holds until it plays
them; of the pile itself only what the rules keep open (R4.4).

Source: R4.4.
"""

from __future__ import annotations

from dataclasses import dataclass

from conquian_engine.cards import Card, Layout
from conquian_engine.rummy.state import RummyState
from conquian_engine.seats import BySeat, Seat
from conquian_engine.shown import GameResult, PhaseName


@dataclass(frozen=True, slots=True, kw_only=True)
class RummyView:
    """A game of family H as one viewer may see it."""

    viewer: Seat | None
    """None for a watcher."""
    deal: int
    dealer: Seat
    phase: PhaseName
    to_act: tuple[Seat, ...]
    challenger: Seat | None
    """Who waits for an answer to his challenge (R3.10)."""
    discards: tuple[Card, ...]
    """The discards that lie open, the top one first: that one, or all (R3.30)."""
    discards_size: int
    stock_size: int
    hand_sizes: BySeat[int]
    hand: tuple[Card, ...] | None
    """The viewer's own hand, in pack order; None for a watcher."""
    tables: BySeat[Layout]
    opened: BySeat[bool]
    """Who has opened (R3.30), or laid a stand-alone four of his own (R3.20)."""
    taken: tuple[Card, ...]
    """Cards the seat to act drew from the discards in this turn and has not played (R3.1)."""
    must_use: Card | None
    """The one of them that its first play must hold (R3.2)."""
    plays: int
    """Plays it made in this turn."""
    opening: int
    """Value it has laid of an opening that has not reached its total (R3.30)."""
    opening_needed: int
    """What is still missing; 0 when it has opened or need not."""
    scores: BySeat[int]
    resigned: tuple[Seat, ...]
    result: GameResult | None


def view_for(state: RummyState, viewer: Seat | None) -> RummyView:
    """The view of one seat, or of a watcher."""
    raise NotImplementedError


def phase_name(state: RummyState) -> PhaseName:
    """The name of what the game waits for."""
    raise NotImplementedError
