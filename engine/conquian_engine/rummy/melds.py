"""What is a meld in family H: its order, its shape, its value.

A meld is bytes in the order in which it lies: a set by suit with its jokers last, a run low
to high. A run of the whole suit is written from its ace, however it came about: wherever
it begins it is the same run **(ours)**.

Source: R3.10, R3.20, R3.30, R3.40.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from conquian_engine.cards import Pack, pack_named
from conquian_engine.rummy.cards import KIND, SET_JOKER, is_joker
from conquian_engine.rummy.rules import Ace, MeldRules, Values

LARGEST_SET = 8
"""Most cards of a set whose suits are free (R3.40)."""

_COURTS = frozenset("JQKSCR")
"""Ranks of courts, French and Spanish (R0)."""
_COURT_POINTS = 10
_TEN = "T"


@dataclass(frozen=True, slots=True, eq=False)
class MeldBook:
    """All about the melds of one `MeldRules`, looked up; made once by `meld_book`."""

    rules: MeldRules
    pack: Pack
    width: int
    """Cards of a suit."""
    places: int
    """Places of a line on which runs lie: one more than cards if the ace is at both ends."""
    largest_set: int
    starts: Mapping[int, int]
    """The ranks of a run (one bit each) -> the place of its lowest card."""
    new_runs: tuple[tuple[int, int, int], ...]
    """Place, size and ranks of every new run, the lowest and shortest first."""

    def is_set(self, meld: bytes) -> bool:
        """Whether a meld is a set; its naturals come first, and there are two."""
        return meld[-1] == SET_JOKER or self.rank(meld[0]) == self.rank(meld[1])

    def rank(self, code: int) -> int:
        """The rank of a natural, or of what a joker of a run stands for."""
        return (code & KIND) % self.width

    def start(self, run: bytes) -> int:
        """The place of a run's lowest card."""
        return self.starts[self._ranks(run)]

    def kind_at(self, suit: int, place: int) -> int:
        """The kind that lies at a place of a suit's line."""
        return suit * self.width + place % self.width

    def arranged(self, codes: Iterable[int]) -> bytes | None:
        """The meld that these bytes are, in order; None if they are none."""
        meld = bytes(sorted(codes))
        if len(meld) < self.rules.shortest or 2 * sum(map(is_joker, meld)) > len(meld):
            return None
        if meld[-1] == SET_JOKER or self.rank(meld[0]) == self.rank(meld[-1]):
            return meld if self._is_set(meld) else None
        return self._run(meld)

    def is_new(self, meld: bytes) -> bool:
        """Whether a meld may be laid as a new one: its size, and no joker was moved."""
        if self.rules.new_runs is not None:
            sizes = (self.rules.shortest,) if self.is_set(meld) else self.rules.new_runs
            return len(meld) in sizes
        return not any(code > SET_JOKER for code in meld)

    def sizes(self, *, of_sets: bool, new: bool) -> tuple[int, ...]:
        """How many cards a meld may have, a set or a run, when it is laid or as it lies."""
        largest = self.largest_set if of_sets else self.width
        sizes = range(self.rules.shortest, largest + 1)
        if not new or self.rules.new_runs is None:
            return tuple(sizes)
        return (self.rules.shortest,) if of_sets else self.rules.new_runs

    def _is_set(self, meld: bytes) -> bool:
        naturals = [code for code in meld if code != SET_JOKER]
        if any(is_joker(code) or self.rank(code) != self.rank(meld[0]) for code in naturals):
            return False
        if self.rules.suits_differ and len(set(naturals)) < len(naturals):
            return False
        return len(meld) <= self.largest_set

    def _run(self, meld: bytes) -> bytes | None:
        at = {code & KIND: code for code in meld}
        suit = (meld[0] & KIND) // self.width
        start = self.starts.get(self._ranks(meld))
        if len(at) < len(meld) or start is None:
            return None
        if any(kind // self.width != suit for kind in at):
            return None
        return bytes(at[self.kind_at(suit, start + step)] for step in range(len(meld)))

    def _ranks(self, run: bytes) -> int:
        ranks = 0
        for code in run:
            ranks |= 1 << (code & KIND) % self.width
        return ranks


@cache
def meld_book(rules: MeldRules) -> MeldBook:
    """The one book of some rules."""
    pack = pack_named(rules.pack)
    width = len(pack.ranks)
    places = width + (rules.ace is Ace.BOTH)
    starts: dict[int, int] = {}
    for size in range(rules.shortest, width + 1):
        last = width if rules.ace is Ace.ROUND else places - size + 1
        # Backwards, so that of the places of a whole suit the lowest is kept.
        for start in reversed(range(last)):
            starts[sum(1 << (start + step) % width for step in range(size))] = start
    largest = len(pack.suits) if rules.suits_differ else LARGEST_SET
    runs = sorted((start, ranks.bit_count(), ranks) for ranks, start in starts.items())
    new = tuple(run for run in runs if rules.new_runs is None or run[1] in rules.new_runs)
    return MeldBook(rules, pack, width, places, largest, starts, new)


def value_of(book: MeldBook, values: Values, meld: bytes) -> int:
    """What a meld is worth in an opening (R3.30).

    A joker counts as the card it stands for, an ace with a court in a run ten.
    """
    worth = card_values(book.pack.name, values)
    if book.is_set(meld):
        return worth[book.rank(meld[0])] * len(meld)
    ranks = [book.rank(code) for code in meld]
    total = sum(map(worth.__getitem__, ranks))
    if 0 in ranks and worth[0] == 1 and any(is_court(book.pack, rank) for rank in ranks):
        total += _COURT_POINTS - 1
    return total


@cache
def card_values(pack_name: str, values: Values) -> tuple[int, ...]:
    """The value of each rank, an ace's in a set or a run of number cards (R3.30)."""
    pack = pack_named(pack_name)
    if values is Values.FLAT:
        high = [rank == 0 or is_court(pack, rank) for rank in range(len(pack.ranks))]
        return tuple(_COURT_POINTS if each else 5 for each in high)
    return tuple(face_value(pack, rank) for rank in range(len(pack.ranks)))


def face_value(pack: Pack, rank: int) -> int:
    """Courts ten, the ace one, others face (R3.10, R3.20, R3.30)."""
    text = pack.ranks[rank]
    if is_court(pack, rank) or text == _TEN:
        return _COURT_POINTS
    return rank + 1


def is_court(pack: Pack, rank: int) -> bool:
    """Whether a rank is one of the three courts."""
    return pack.ranks[rank] in _COURTS
