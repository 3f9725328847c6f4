"""The meld table that a game is played with: the plain one, or one with wild twos.

A black two may be itself or any other card of the pack, wherever that card lies; which one
is not recorded. With wild cards there are too many melds to keep: they are made from the
plain ones when asked for, by putting wilds in the places of cards that are missing.

Source: R2.13, R2.30.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from itertools import combinations

from conquian_engine.cards import Meld, bits_of, wild_twos
from conquian_engine.melds import MeldTable, plain_table


@cache
def meld_table(pack_name: str, max_run: int | None, black_twos_wild: bool) -> MeldTable:  # noqa: FBT001 - as cached
    """The table of a pack under a longest run (None: no limit), with wild twos or without."""
    plain = plain_table(pack_name, max_run)
    return _with_wilds(plain) if black_twos_wild else plain


@dataclass(frozen=True, slots=True, eq=False)
class _WildTable(MeldTable):
    """A table in which some cards may stand for any other."""

    plain: MeldTable

    def through(self, card: int, free: int) -> tuple[int, ...]:
        wilds = free & self.wilds
        if not wilds:
            return self.plain.through(card, free)
        if not wilds >> card & 1:
            # A natural card lies in melds of its suit or its rank only.
            around = self.around[card]
            free &= around.suit | around.rank | self.wilds
        return _through(self, card, free)

    def within(self, free: int) -> list[int]:
        found: list[int] = []
        for lowest in bits_of(free):
            found += self.through(lowest, free & -(1 << lowest))
        return found

    def is_run_too_long(self, meld: int) -> bool:
        return meld in meld_table(self.pack.name, None, True).texts

    def layout_order(self, melds: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted(melds, key=lambda meld: (meld & -meld, meld.bit_count(), meld)))

    def standing(self, stand: int, card: int, free: int) -> Iterator[int]:
        """Melds through a card in which exactly the wilds `stand` are in others' places."""
        bit, naturals, wilds = 1 << card, free & ~stand, stand.bit_count()
        whole = (1 << len(self.pack.cards)) - 1
        shapes = self.plain.texts if stand & bit else self.plain.through(card, whole)
        for shape in shapes:
            missing = shape & ~naturals
            more = wilds - missing.bit_count()
            if more >= 0:
                # A wild may stand for a card that is at hand as well.
                for spared in combinations(bits_of(shape & naturals & ~bit), more):
                    yield (shape & naturals & ~sum(1 << each for each in spared)) | stand


@lru_cache(maxsize=20_000)
def _through(table: _WildTable, card: int, free: int) -> tuple[int, ...]:
    # Found again and again while layouts are searched for, and dear.
    plain = table.plain.through(card, free)
    stands = _choices(free & table.wilds)
    found = {meld for stand in stands for meld in table.standing(stand, card, free)}
    return (*plain, *table.layout_order(found.difference(plain)))


class _WildTexts(dict[int, Meld]):
    """The friendly forms of melds: the plain ones held, those with wilds made anew."""

    def __init__(self, table: _WildTable) -> None:
        super().__init__(table.plain.texts)
        self._table = table

    def __contains__(self, meld: object) -> bool:
        if super().__contains__(meld):
            return True
        table = self._table
        if not isinstance(meld, int) or not meld & table.wilds:
            return False
        return table.is_set(meld) or any(True for _ in table.run_orders(meld))

    def __missing__(self, meld: int) -> Meld:
        return self._table.pack.cards_in(meld)


def _with_wilds(plain: MeldTable) -> MeldTable:
    shared = {field.name: getattr(plain, field.name) for field in fields(MeldTable)}
    table = _WildTable(**{**shared, "wilds": wild_twos(plain.pack)}, plain=plain)
    object.__setattr__(table, "texts", _WildTexts(table))
    return table


def _choices(cards: int) -> Iterator[int]:
    """Every choice of some of these cards, but not of none."""
    choice = cards
    while choice:
        yield choice
        choice = (choice - 1) & cards
