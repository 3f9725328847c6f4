"""Lending: what may be taken away from a meld on the table, and what then is left of it.

Under `ends_only` a set that has four lends one card, a run its end cards while at least
three remain (R2.15). Otherwise an opponent's meld lends whatever leaves one or more valid
melds (R2.31). Wild cards are tested under every naming (R2.30).

Source: R2.15, R2.30, R2.31.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from itertools import combinations, product
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


def loans(
    melds: MeldTable, others: Masks, borrower: int, *, ends_only: bool, fewest: int = 0
) -> Iterator[int | None]:
    """Every choice of at least so many cards that the opponents' melds may lend together.

    Where nobody has any, the empty one. Choices of fewer cards come first: most takings
    borrow little. Left out are choices with a card that makes no meld with others of the
    choice and the borrower's cards (R2.31); there are far more of those, and each is a None.
    """
    if not others:
        yield 0
        return
    lends = [_loans_of(melds, meld, ends_only) for meld in others]
    free = borrower | reduce(or_, (part for parts in lends for part in parts), 0)
    useful = sum(1 << card for card in bits_of(free & ~borrower) if melds.through(card, free))
    choices = [_by_size(part for part in parts if not part & ~useful) for parts in lends]
    for sizes in sorted(product(*choices), key=sum):
        if sum(sizes) < fewest:
            continue
        for parts in product(*map(dict.__getitem__, choices, sizes)):
            lent = sum(parts)
            melded = all(melds.through(card, borrower | lent) for card in bits_of(lent))
            yield lent if melded else None


def _by_size(parts: Iterable[int]) -> dict[int, list[int]]:
    """Sets of cards by how many there are, in the order in which they come."""
    found: dict[int, list[int]] = {}
    for part in parts:
        found.setdefault(part.bit_count(), []).append(part)
    return found


@lru_cache(maxsize=4096)
def _loans_of(melds: MeldTable, meld: int, ends_only: bool) -> tuple[int, ...]:  # noqa: FBT001 - as cached
    """What one meld may lend, nothing at first: it leaves one or more valid melds (R2.31)."""
    if ends_only:
        kept = kept_by_ends(melds, meld)
        return tuple(sorted(meld & ~left for left in kept))
    cards = tuple(bits_of(meld))
    parts = (
        sum(1 << card for card in chosen)
        for number in range(len(cards) - SHORTEST + 1)
        for chosen in combinations(cards, number)
    )
    return tuple(part for part in parts if rest_of(melds, meld & ~part) is not None)


def rest_of(melds: MeldTable, left: int) -> Masks | None:
    """The melds that are left of a meld, as few as possible; None if cards are over.

    Only wild cards leave a choice; then the first in the order of layouts is taken.
    """
    found = map(melds.layout_order, splits(melds, left))
    return min(found, key=lambda masks: (len(masks), masks), default=None) if left else None
