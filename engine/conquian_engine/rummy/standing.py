"""What a turn has come to: the values that its obligations are judged by.

Source: R3.1, R3.2.
"""

from __future__ import annotations

from typing import NamedTuple

from conquian_engine.rummy.cards import JOKER_KIND, joined, less_played, without
from conquian_engine.rummy.state import RummyState, Turn


class Standing(NamedTuple):
    """What a turn has come to."""

    hand: bytes
    taken: bytes
    """Cards of the hand that were drawn from the discards in this turn (R3.1)."""
    melds: tuple[bytes, ...]
    """All melds on all tables, sorted."""
    missing: int
    """What an opening still lacks; 0 once the seat has opened or need not."""


def standing_of(state: RummyState, turn: Turn, hand: bytes) -> Standing:
    """What a turn has come to, the seat holding these cards."""
    rules = state.rules
    missing = 0 if state.opened[turn.seat] else max(0, rules.opening - turn.opening)
    melds = sorted(meld for table in state.tables for meld in table)
    return Standing(hand, turn.taken, tuple(melds), missing)


def may_discard(hand: bytes, taken: bytes) -> bool:
    """Whether some card of a hand may be discarded (R3.1).

    A card taken from the discards may not, unless an equal one is held besides it **(ours)**
    or it is the last card.
    """
    return len(hand) > len(taken) or len(hand) == 1


def after(
    standing: Standing,
    given: bytes,
    *,
    value: int = 0,
    old: bytes | None = None,
    new: bytes | None = None,
    freed: int = 0,
) -> Standing:
    """What a turn has come to after a play that takes some cards from the hand."""
    hand = without(standing.hand, given)
    if freed:
        hand = joined(hand, (JOKER_KIND,) * freed)
    melds = standing.melds
    if new is not None:
        kept = list(melds)
        if old is not None:
            kept.remove(old)
        melds = tuple(sorted((*kept, new)))
    missing = max(0, standing.missing - value)
    return Standing(hand, less_played(standing.taken, given), melds, missing)
