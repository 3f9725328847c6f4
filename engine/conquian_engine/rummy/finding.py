"""Finding the new melds that a hand can lay, lazily and in a stable order.

Runs come first, suit by suit, from the lowest place and the shortest on, then sets rank by
rank. Where jokers are held every choice of what they stand for is a meld of its own.

Source: R3.10, R3.20, R3.30, R3.40.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from conquian_engine.rummy.cards import JOKER_KIND, SET_JOKER, STANDS_FOR
from conquian_engine.rummy.melds import MeldBook

_FEW_CARDS = 7
"""With more cards of one suit and jokers the runs are too many to be remembered."""


def new_melds(book: MeldBook, hand: bytes, *, through: int | None = None) -> Iterator[bytes]:
    """Every new meld of hand cards, or those that use one card of a kind."""
    jokers = hand.count(JOKER_KIND)
    by_suit, by_rank = _sorted_out(book, hand)
    natural = through is not None and through != JOKER_KIND
    for suit, ranks in enumerate(by_suit):
        if through is None or not natural or through // book.width == suit:
            for run in _runs(book, suit, ranks, jokers):
                if through is None or _uses(run, through):
                    yield run
    for rank, cards in enumerate(by_rank):
        if through is None or not natural or through % book.width == rank:
            for meld in _sets(book, cards, jokers):
                if through is None or _uses(meld, through):
                    yield meld


def _uses(meld: bytes, card: int) -> bool:
    return max(meld) >= STANDS_FOR if card == JOKER_KIND else card in meld


def _sorted_out(book: MeldBook, hand: bytes) -> tuple[list[int], list[bytes]]:
    """The ranks held of each suit, one bit each, and the cards held of each rank."""
    width = book.width
    by_suit = [0] * len(book.pack.suits)
    by_rank = [b""] * width
    for card in hand:
        if card != JOKER_KIND:
            suit, rank = divmod(card, width)
            by_suit[suit] |= 1 << rank
            by_rank[rank] += bytes((card,))
    return by_suit, by_rank


def _runs(book: MeldBook, suit: int, ranks: int, jokers: int) -> Iterator[bytes]:
    if not ranks:
        return iter(())
    if jokers and ranks.bit_count() > _FEW_CARDS:
        return _each_run(book, suit, ranks, jokers)
    return iter(_few_runs(book, suit, ranks, jokers))


@lru_cache(maxsize=1 << 12)
def _few_runs(book: MeldBook, suit: int, ranks: int, jokers: int) -> tuple[bytes, ...]:
    return tuple(_each_run(book, suit, ranks, jokers))


def _each_run(book: MeldBook, suit: int, ranks: int, jokers: int) -> Iterator[bytes]:
    """The new runs of one suit."""
    for start, size, wanted in book.new_runs:
        most = min(jokers, size // 2)
        lacking = (wanted & ~ranks).bit_count()
        if lacking <= most:
            kinds = [book.kind_at(suit, start + step) for step in range(size)]
            missing = [place for place in range(size) if not ranks >> kinds[place] % book.width & 1]
            yield from _named(kinds, missing, most - lacking)


def _named(kinds: list[int], missing: list[int], spare: int) -> Iterator[bytes]:
    """A run with jokers where cards are missing, and in up to `spare` other places."""
    held = [place for place in range(len(kinds)) if place not in missing]
    for more in range(spare + 1):
        for further in combinations(held, more):
            run = bytearray(kinds)
            for place in (*missing, *further):
                run[place] |= STANDS_FOR
            yield bytes(run)


def _sets(book: MeldBook, cards: bytes, jokers: int) -> Iterator[bytes]:
    """The new sets of one rank, the cards held of which are given."""
    shortest = book.rules.shortest
    largest = shortest if book.rules.new_runs is not None else book.largest_set
    for naturals in choices(cards, repeats=not book.rules.suits_differ):
        for extra in range(min(jokers, len(naturals)) + 1):
            if shortest <= len(naturals) + extra <= largest:
                yield naturals + bytes((SET_JOKER,)) * extra


@lru_cache(maxsize=1 << 12)
def choices(cards: bytes, *, repeats: bool) -> tuple[bytes, ...]:
    """Every different choice of sorted cards, not empty, the fewest first."""
    if not repeats:
        cards = bytes(sorted(set(cards)))
    found = {bytes(some) for size in range(len(cards)) for some in combinations(cards, size + 1)}
    return tuple(sorted(found, key=lambda some: (len(some), some)))
