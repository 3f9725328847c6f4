"""Every legal taking of an upcard, by trying all layouts (R2.10-R2.18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.oracle.melds import Meld, all_melds, cards_of, is_meld
from tests.oracle.options import Options

Layout = frozenset[Meld]


def layouts(melds: Sequence[Meld], must: frozenset[str], may: frozenset[str]) -> Iterator[Layout]:
    """Every layout that holds all of `must` and otherwise only cards of `may`."""
    at_hand = [meld for meld in melds if meld <= must | may]
    if not must:
        yield frozenset()
        for place, meld in enumerate(at_hand):
            for rest in layouts(at_hand[place + 1 :], must, may - meld):
                yield rest | {meld}
        return
    first = min(must)
    for meld in at_hand:
        if first in meld:
            for rest in layouts(at_hand, must - meld, may - meld):
                yield rest | {meld}


def cards_on(table: Layout) -> frozenset[str]:
    """The cards of a layout."""
    return frozenset(card for meld in table for card in meld)


def takings(options: Options, table: Layout, hand: frozenset[str], upcard: str) -> set[Layout]:
    """Every layout by which this table and hand may take the upcard (R2.10, R2.12, R2.15)."""
    melds = all_melds(options.pack, options.max_run)
    found = set()
    for layout in layouts(melds, cards_on(table) | {upcard}, hand):
        (around,) = [meld for meld in layout if upcard in meld]
        if options.extra_hand_cards or cards_on(layout) & hand <= around:
            found.add(layout)
    return found


def can_be_forced(options: Options, table: Layout, upcard: str) -> bool:
    """Whether a seat that passed could be made to take the upcard by its table (R2.18)."""
    if options.forcing == "off":
        return False
    if options.forcing == "simple":
        return any(is_meld(options.pack, options.max_run, meld | {upcard}) for meld in table)
    melds = all_melds(options.pack, options.max_run)
    return any(True for _ in layouts(melds, cards_on(table) | {upcard}, frozenset()))


def cards_that_go_out(options: Options, table: Layout, hand: frozenset[str]) -> set[str]:
    """Which upcards would bring the table to its target (R2.16)."""
    elsewhere = set(cards_of(options.pack)) - cards_on(table) - hand
    return {
        upcard
        for upcard in elsewhere
        for layout in takings(options, table, hand, upcard)
        if len(cards_on(layout)) >= options.target
    }
