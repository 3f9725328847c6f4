"""Melds as bit masks: every valid set and run of a pack, looked up, never searched.

`plain_table` builds the tables of one (pack, longest run) once; `meld_tables` adds what
wild twos allow. A run lies inside the unbroken *block* of its suit's available cards, so
the runs through a card are found by that block; the sets through a card by the available
cards of its rank.

Sizes: `short40` has 50 sets and, with `max_run` 8, 132 runs.

Source: R2.13.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations, permutations
from operator import or_
from typing import NamedTuple

from conquian_engine.cards import Card, Layout, Meld, Pack, bits_of, pack_named
from conquian_engine.refusals import Reason, Refusal

SHORTEST = 3
"""Fewest cards of a meld (R2.13)."""


class Around(NamedTuple):
    """Where the melds through one card are found. A tuple, because it is read so often."""

    near: int
    """The cards that share a shortest meld with it, and itself."""
    promising: frozenset[int]
    """The choices of `near` that hold a meld through it."""
    suit: int
    """The cards of its suit."""
    rank: int
    """The cards of its rank."""
    runs: Mapping[int, tuple[int, ...]]
    """An unbroken block of its suit -> the runs through it in that block."""
    sets: Mapping[int, tuple[int, ...]]
    """A choice of its rank -> the sets through it of that choice."""


@dataclass(frozen=True, slots=True, eq=False)
class MeldTable:
    """All melds of one pack under one longest run."""

    pack: Pack
    longest: int
    """Most cards of a run."""
    wilds: int
    """The cards that may be any other card too (R2.30)."""
    texts: Mapping[int, Meld]
    """The friendly form of each valid meld's mask."""
    masks: Mapping[Meld, int]
    """The mask of each valid meld written in pack order."""
    around: tuple[Around, ...]
    """What lies around each card."""
    run_starts: int
    """The cards that can be the lowest of a run."""
    places: Mapping[int, int]
    """The place of each meld among all, by lowest card and then size."""

    def through(self, card: int, free: int) -> tuple[int, ...]:
        """The melds that hold one card (a bit number) and otherwise cards of `free`.

        `free` must hold the card itself. Runs come first; the order is stable.
        """
        near, promising, suit, rank, runs, sets = self.around[card]
        if free & near not in promising:
            return ()
        bit = 1 << card
        line = free & suit
        # Adding the card's bit carries through the cards right above it; the highest
        # gap below it is where the block starts.
        above = line & ~(line + bit)
        start = (~line & (bit - 1)).bit_length()
        return runs[above | (bit - (1 << start))] + sets[free & rank]

    def within(self, free: int) -> list[int]:
        """Every meld that can be made of the cards of `free`, by lowest card."""
        width = len(self.pack.ranks)
        runs = free & free >> 1 & free >> 2 & self.run_starts
        # The same rank one, two and three suits further: two of them make a set.
        one, two, three = free >> width, free >> 2 * width, free >> 3 * width
        sets = free & (one & two | one & three | two & three)
        found: list[int] = []
        for lowest in bits_of(runs | sets):
            found += self.through(lowest, free & -(1 << lowest))
        return found

    def is_set(self, meld: int) -> bool:
        """Whether cards are a set, wild ones being what they have to be."""
        width = len(self.pack.ranks)
        ranks = {bit % width for bit in bits_of(meld & ~self.wilds)}
        return len(ranks) == 1 and SHORTEST <= meld.bit_count() <= len(self.pack.suits)

    def run_orders(self, meld: int) -> Iterator[tuple[int, ...]]:
        """The orders, low to high, in which cards (bit numbers) are a run.

        One or none, but for wild cards, which may be at home in several places.
        """
        width, size = len(self.pack.ranks), meld.bit_count()
        naturals = tuple(bits_of(meld & ~self.wilds))
        if not naturals or not SHORTEST <= size <= self.longest:
            return
        suit, low = divmod(naturals[0], width)
        other, high = divmod(naturals[-1], width)
        if suit != other:
            return
        for lowest in range(max(0, high - size + 1), min(low, width - size) + 1):
            places = range(suit * width + lowest, suit * width + lowest + size)
            gaps = [place for place in places if place not in naturals]
            for wilds in permutations(bits_of(meld & self.wilds)):
                stands = dict(zip(gaps, wilds, strict=True))
                yield tuple(stands.get(place, place) for place in places)

    def is_run_too_long(self, meld: int) -> bool:
        """Whether cards would be a run if it might be of any length."""
        return meld in plain_table(self.pack.name, None).texts

    def layout_order(self, melds: Iterable[int]) -> tuple[int, ...]:
        """Disjoint melds in the order of a layout: lowest first card first."""
        return tuple(sorted(melds, key=self.places.__getitem__))

    def layout(self, masks: Iterable[int]) -> Layout:
        """The friendly form of a table's masks."""
        return tuple(map(self.texts.__getitem__, masks))


@cache
def plain_table(pack_name: str, max_run: int | None) -> MeldTable:
    """The tables of a pack under a longest run (None: no limit); built once."""
    pack = pack_named(pack_name)
    runs = tuple(_runs(pack, max_run))
    sets = tuple(_sets(pack))
    in_order = sorted((*runs, *sets), key=lambda mask: (mask & -mask, mask.bit_count(), mask))
    texts = {mask: pack.cards_in(mask) for mask in in_order}
    return MeldTable(
        pack=pack,
        longest=_longest(pack, max_run),
        wilds=0,
        texts=texts,
        masks={text: mask for mask, text in texts.items()},
        around=tuple(_around(pack, bit, runs, sets) for bit in range(len(pack.cards))),
        run_starts=sum({run & -run for run in runs}),
        places={mask: place for place, mask in enumerate(in_order)},
    )


def why_no_meld(melds: MeldTable, mask: int) -> Refusal | None:
    """Why the cards of a mask are not one meld; None if they are (R2.13)."""
    if mask in melds.texts:
        return None
    cards = melds.pack.cards_in(mask)
    reason = Reason.RUN_TOO_LONG if melds.is_run_too_long(mask) else Reason.NOT_A_MELD
    return Refusal(reason, "R2.30" if mask & melds.wilds else "R2.13", cards)


def read_cards(pack: Pack, cards: Iterable[Card]) -> int | Refusal:
    """The mask of cards that must be of the pack (R1) and all different (R2.14)."""
    named = tuple(cards)
    unknown = tuple(dict.fromkeys(card for card in named if card not in pack.index))
    if unknown:
        return Refusal(Reason.UNKNOWN_CARD, "R1", unknown)
    mask = repeated = 0
    for card in named:
        bit = 1 << pack.index[card]
        repeated |= mask & bit
        mask |= bit
    if repeated:
        return Refusal(Reason.CARD_REPEATED, "R2.14", pack.cards_in(repeated))
    return mask


def _longest(pack: Pack, max_run: int | None) -> int:
    return len(pack.ranks) if max_run is None else min(max_run, len(pack.ranks))


def _runs(pack: Pack, max_run: int | None) -> Iterator[int]:
    width = len(pack.ranks)
    for suit in range(len(pack.suits)):
        for length in range(SHORTEST, _longest(pack, max_run) + 1):
            for start in range(width - length + 1):
                yield ((1 << length) - 1) << (suit * width + start)


def _sets(pack: Pack) -> Iterator[int]:
    width = len(pack.ranks)
    for rank in range(width):
        for size in range(SHORTEST, len(pack.suits) + 1):
            for suits in combinations(range(len(pack.suits)), size):
                yield sum(1 << (suit * width + rank) for suit in suits)


def _around(pack: Pack, bit: int, runs: tuple[int, ...], sets: tuple[int, ...]) -> Around:
    width = len(pack.ranks)
    first = bit - bit % width
    suit = ((1 << width) - 1) << first
    rank = sum(1 << (line * width + bit % width) for line in range(len(pack.suits)))
    through_runs = [run for run in runs if run >> bit & 1]
    through_sets = [cards for cards in sets if cards >> bit & 1]
    shortest = [meld for meld in (*through_runs, *through_sets) if meld.bit_count() == SHORTEST]
    near = reduce(or_, shortest)
    blocks = (
        ((1 << (high - low + 1)) - 1) << low
        for low in range(first, bit + 1)
        for high in range(bit, first + width)
    )
    return Around(
        near=near,
        promising=frozenset(
            choice for choice in _choices(near) if any(meld & ~choice == 0 for meld in shortest)
        ),
        suit=suit,
        rank=rank,
        runs={block: _inside(block, through_runs) for block in blocks},
        sets={choice: _inside(choice, through_sets) for choice in _choices(rank)},
    )


def _choices(cards: int) -> Iterator[int]:
    """Every choice of some of these cards, from all to none."""
    choice = cards
    while choice:
        yield choice
        choice = (choice - 1) & cards
    yield 0


def _inside(cards: int, melds: list[int]) -> tuple[int, ...]:
    return tuple(meld for meld in melds if meld & ~cards == 0)
