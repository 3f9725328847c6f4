"""Every legal taking of an upcard, by trying all layouts (R2.10-R2.18, R2.30, R2.31)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from tests.oracle.ends import allowed_by_ends, lends_by_ends
from tests.oracle.melds import Meld, all_melds, cards_of, is_meld
from tests.oracle.options import Options

Layout = frozenset[Meld]


def melds_of(options: Options) -> tuple[Meld, ...]:
    """Every meld that these options allow."""
    return all_melds(options.pack, options.max_run, options.black_twos_wild)


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


def takings(
    options: Options,
    table: Layout,
    hand: frozenset[str],
    upcard: str,
    opponents: Layout = frozenset(),
) -> set[Layout]:
    """Every layout by which this table and hand may take the upcard.

    `opponents` are all melds of the other seats (R2.10, R2.12, R2.15, R2.31).
    """
    theirs = opponents if options.borrow_from_opponents else frozenset()
    found = set()
    must = cards_on(table) | {upcard}
    spare = frozenset(card for meld in theirs for card in meld if _spared(options, meld, card))
    for layout in layouts(melds_of(options), must, hand | spare):
        (around,) = [meld for meld in layout if upcard in meld]
        if not options.extra_hand_cards and not cards_on(layout) & hand <= around:
            continue
        if not all(lends(options, meld, cards_on(layout)) for meld in theirs):
            continue
        if _rearranged_rightly(options, table, layout, hand | {upcard}, theirs):
            found.add(layout)
    return found


@cache
def _spared(options: Options, meld: Meld, card: str) -> bool:
    """Whether a meld could be left of an opponent's without this card."""
    return any(part <= meld - {card} for part in melds_of(options))


def hand_only(options: Options, table: Layout, hand: frozenset[str]) -> set[Layout]:
    """Every layout without the upcard that `after_turn_up` allows (R2.12)."""
    return {
        layout
        for layout in layouts(melds_of(options), cards_on(table), hand)
        if cards_on(table) < cards_on(layout)
        and len(cards_on(layout)) < options.target
        and _rearranged_rightly(options, table, layout, hand, frozenset())
    }


def _rearranged_rightly(
    options: Options, table: Layout, layout: Layout, free: frozenset[str], theirs: Layout
) -> bool:
    if options.rearrange == "free":
        return True
    return allowed_by_ends(options, list(table), list(layout), free, list(theirs))


def lends(options: Options, meld: Meld, laid: frozenset[str]) -> bool:
    """Whether an opponent's meld may give up those of its cards that were laid (R2.31)."""
    left = meld - laid
    if left == meld:
        return True
    if options.rearrange == "ends_only":
        return lends_by_ends(options, meld, left)
    return left_of(options, left) is not None


@cache
def left_of(options: Options, left: Meld) -> Layout | None:
    """The melds that remain of a meld: as few as can be, and of several choices one (R2.31)."""
    choices = [each for each in layouts(melds_of(options), left, frozenset()) if each]
    order = cards_of(options.pack)

    def written(meld: Meld) -> tuple[int, int, int]:
        bits = sum(1 << order.index(card) for card in meld)
        return (min(map(order.index, meld)), len(meld), bits)

    def rank(layout: Layout) -> tuple[int, list[int]]:
        return len(layout), [bits for _, _, bits in sorted(map(written, layout))]

    return min(choices, key=rank, default=None)


def can_be_forced(options: Options, table: Layout, upcard: str) -> bool:
    """Whether a seat that passed could be made to take the upcard by its table (R2.18)."""
    if options.forcing == "off":
        return False
    if options.forcing == "simple":
        pack, longest, wild = options.pack, options.max_run, options.black_twos_wild
        return any(is_meld(pack, longest, meld | {upcard}, wild) for meld in table)
    return bool(takings(options, table, frozenset(), upcard))


def cards_that_go_out(
    options: Options, table: Layout, hand: frozenset[str], opponents: Layout = frozenset()
) -> set[str]:
    """Which upcards would bring the table to its target (R2.16)."""
    lying = cards_on(table) | hand | cards_on(opponents)
    if len(lying) + 1 < options.target:
        return set()
    elsewhere = set(cards_of(options.pack)) - lying
    return {
        upcard
        for upcard in elsewhere
        for layout in takings(options, table, hand, upcard, opponents)
        if len(cards_on(layout)) >= options.target
    }
