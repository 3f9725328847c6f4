"""Lending: what may be taken away from a meld on the table, and what then is left of it.

Under `ends_only` a set that has four lends one card, a run its end cards while at least
three remain (R2.15). Otherwise an opponent's meld lends whatever leaves one or more valid
melds (R2.31). Wild cards are tested under every naming (R2.30).

Source: R2.15, R2.30, R2.31.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import combinations
from operator import or_

from conquian_engine.cards import bits_of
from conquian_engine.melds import SHORTEST, MeldTable
from conquian_engine.takings import Masks, splits


@lru_cache(maxsize=4096)
def kept_by_ends(melds: MeldTable, meld: int) -> tuple[int, ...]:
    """What may be left of a meld that lends as R2.15 has it; first the meld, lending nothing."""
    found = {meld: None}
    size = meld.bit_count()
    if size > SHORTEST and melds.is_set(meld):
        found |= {meld & ~(1 << card): None for card in bits_of(meld)}
    for order in melds.run_orders(meld):
        for start, end in combinations(range(size + 1), 2):
            if end - start >= SHORTEST:
                found[sum(1 << card for card in order[start:end])] = None
    return tuple(found)


@lru_cache(maxsize=4096)
def may_lend(melds: MeldTable, meld: int) -> int:
    """The cards of an opponent's meld that some taking might borrow (R2.31).

    A card that every smaller meld within it needs has to stay.
    """
    smaller = [part for part in melds.within(meld) if part != meld]
    return reduce(or_, (meld & ~part for part in smaller), 0)


def rest_of(melds: MeldTable, left: int) -> Masks | None:
    """The melds that are left of a meld, as few as possible; None if cards are over.

    Only wild cards leave a choice; then the first in the order of layouts is taken.
    """
    found = map(melds.layout_order, splits(melds, left))
    return min(found, key=lambda masks: (len(masks), masks), default=None) if left else None
