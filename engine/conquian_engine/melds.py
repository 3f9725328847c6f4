"""Melds as bit masks: every valid set and run of a pack, looked up, never searched.

`meld_table` builds the tables of one (pack, longest run) once. A run lies inside the
unbroken *block* of its suit's available cards, so the runs through a card are found by
that block; the sets through a card by the available cards of its rank.

Sizes: `short40` has 50 sets and, with `max_run` 8, 132 runs.

Source: R2.13.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from conquian_engine.cards import Card, Layout, Meld, Pack, bits_of, pack_named
from conquian_engine.refusals import Reason, Refusal

SHORTEST = 3
"""Fewest cards of a meld (R2.13)."""


@dataclass(frozen=True, slots=True)
class MeldTable:
    """All melds of one pack under one longest run."""

    pack: Pack
    texts: Mapping[int, Meld]
    """The friendly form of each valid meld's mask."""
    masks: Mapping[Meld, int]
    """The mask of each valid meld written in pack order."""
    suits: tuple[int, ...]
    """For each card the mask of its suit."""
    ranks: tuple[int, ...]
    """For each card the mask of its rank."""
    runs_in_block: tuple[Mapping[int, tuple[int, ...]], ...]
    """For each card: its block of available cards -> the runs through it."""
    sets_in_rank: tuple[Mapping[int, tuple[int, ...]], ...]
    """For each card: the available cards of its rank -> the sets through it."""
    run_starts: int
    """The cards that can be the lowest of a run."""
    places: Mapping[int, int]
    """The place of each meld among all, by lowest card and then size."""

    def through(self, card: int, free: int) -> tuple[int, ...]:
        """The melds that hold one card (a bit number) and otherwise cards of `free`.

        `free` must hold the card itself. Runs come first; the order is stable.
        """
        bit = 1 << card
        line = free & self.suits[card]
        # Adding the card's bit carries through the cards right above it; the highest
        # gap below it is where the block starts.
        above = line & ~(line + bit)
        start = (~line & (bit - 1)).bit_length()
        block = above | (bit - (1 << start))
        return self.runs_in_block[card][block] + self.sets_in_rank[card][free & self.ranks[card]]

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

    def layout_order(self, melds: Iterable[int]) -> tuple[int, ...]:
        """Disjoint melds in the order of a layout: lowest first card first."""
        return tuple(sorted(melds, key=self.places.__getitem__))

    def layout(self, masks: Iterable[int]) -> Layout:
        """The friendly form of a table's masks."""
        return tuple(map(self.texts.__getitem__, masks))


@cache
def meld_table(pack_name: str, max_run: int | None) -> MeldTable:
    """The tables of a pack under a longest run (None: no limit); built once."""
    pack = pack_named(pack_name)
    runs = tuple(_runs(pack, max_run))
    sets = tuple(_sets(pack))
    in_order = sorted((*runs, *sets), key=lambda mask: (mask & -mask, mask.bit_count(), mask))
    texts = {mask: pack.cards_in(mask) for mask in in_order}
    numbers = range(len(pack.cards))
    width = len(pack.ranks)
    suits = tuple(((1 << width) - 1) << (bit - bit % width) for bit in numbers)
    ranks = tuple(_rank_mask(pack, bit % width) for bit in numbers)
    return MeldTable(
        pack=pack,
        texts=texts,
        masks={text: mask for mask, text in texts.items()},
        suits=suits,
        ranks=ranks,
        runs_in_block=tuple(_by_block(bit, width, runs) for bit in numbers),
        sets_in_rank=tuple(_by_rank(bit, ranks[bit], sets) for bit in numbers),
        run_starts=sum({run & -run for run in runs}),
        places={mask: place for place, mask in enumerate(in_order)},
    )


def why_no_meld(melds: MeldTable, mask: int) -> Refusal | None:
    """Why the cards of a mask are not one meld; None if they are (R2.13)."""
    if mask in melds.texts:
        return None
    cards = melds.pack.cards_in(mask)
    unbroken = meld_table(melds.pack.name, None).texts
    reason = Reason.RUN_TOO_LONG if mask in unbroken else Reason.NOT_A_MELD
    return Refusal(reason, "R2.13", cards)


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


def _runs(pack: Pack, max_run: int | None) -> Iterator[int]:
    width = len(pack.ranks)
    longest = width if max_run is None else min(max_run, width)
    for suit in range(len(pack.suits)):
        for length in range(SHORTEST, longest + 1):
            for start in range(width - length + 1):
                yield ((1 << length) - 1) << (suit * width + start)


def _sets(pack: Pack) -> Iterator[int]:
    width = len(pack.ranks)
    for rank in range(width):
        for size in range(SHORTEST, len(pack.suits) + 1):
            for suits in combinations(range(len(pack.suits)), size):
                yield sum(1 << (suit * width + rank) for suit in suits)


def _rank_mask(pack: Pack, rank: int) -> int:
    width = len(pack.ranks)
    return sum(1 << (suit * width + rank) for suit in range(len(pack.suits)))


def _by_block(bit: int, width: int, runs: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Every unbroken block of one suit around a card -> the runs through the card in it."""
    first = bit - bit % width
    through = [run for run in runs if run >> bit & 1]
    blocks = (
        ((1 << (high - low + 1)) - 1) << low
        for low in range(first, bit + 1)
        for high in range(bit, first + width)
    )
    return {block: tuple(run for run in through if run & ~block == 0) for block in blocks}


def _by_rank(bit: int, rank: int, sets: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Every choice of one rank's cards with a card -> the sets through the card in it."""
    through = [cards for cards in sets if cards >> bit & 1]
    choices = {0}
    for other in range(rank.bit_length()):
        if rank >> other & 1:
            choices |= {choice | 1 << other for choice in choices}
    return {
        choice: tuple(cards for cards in through if cards & ~choice == 0)
        for choice in choices
        if choice >> bit & 1
    }
