"""What `ends_only` allows, by the letter of R2.15.

First the upcard and hand cards may be added to old melds; then new melds are formed from
the upcard, hand cards and borrowed cards: one card of a set that now has four, or end cards
of a run while at least three remain. Old melds are never split: a new meld that is a piece
of one old meld is read as a split of it (so says E31).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from tests.oracle.melds import Meld, all_melds, is_set_under_some_naming, run_readings
from tests.oracle.options import Options


def lends_by_ends(options: Options, grown: Meld, left: Meld) -> bool:
    """Whether a meld may lend until only this is left of it."""
    if left == grown:
        return True
    wild = options.black_twos_wild
    if len(grown) == 4 and len(left) == 3 and is_set_under_some_naming(grown, wild):
        return True
    return any(
        set(reading[start : start + len(left)]) == left
        for reading in run_readings(options.pack, options.max_run, grown, wild)
        for start in range(len(grown) - len(left) + 1)
        if len(left) >= 3
    )


def allowed_by_ends(
    options: Options,
    table: list[Meld],
    layout: list[Meld],
    free: frozenset[str],
    theirs: list[Meld],
) -> bool:
    """Whether the layout comes of the table by growing, lending and forming new melds.

    `free` holds the hand and the upcard.
    """
    laid = frozenset(card for meld in layout for card in meld)
    for kept in permutations(layout, len(table)):
        new = [meld for meld in layout if meld not in kept]
        if any(meld <= old for meld in new for old in [*table, *theirs]):
            continue
        formed = frozenset(card for meld in new for card in meld)
        if _lent_in_some_way(options, list(zip(table, kept, strict=True)), free & laid, formed):
            return True
    return False


def _lent_in_some_way(
    options: Options, pairs: list[tuple[Meld, Meld]], free: frozenset[str], formed: frozenset[str]
) -> bool:
    """Whether each old meld can become what was kept of it, all lent cards in new melds."""
    if not pairs:
        return True
    (old, left), *others = pairs
    return any(
        grown - left <= formed
        and lends_by_ends(options, grown, left)
        and _lent_in_some_way(options, others, free - grown, formed)
        for grown in _grown(options, old, free)
        if left <= grown
    )


def _grown(options: Options, old: Meld, free: frozenset[str]) -> Iterator[Meld]:
    for meld in all_melds(options.pack, options.max_run, options.black_twos_wild):
        if old <= meld <= old | free:
            yield meld
