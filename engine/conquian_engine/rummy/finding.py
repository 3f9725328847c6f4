"""Finding the new melds that a hand can lay, lazily and in a stable order.

Runs come first, suit by suit, from the lowest place and the shortest on, then sets rank by
rank. Where jokers are held every choice of what they stand for is a meld of its own.

Which runs there are depends on the cards of one suit and the number of jokers alone, which
sets on the cards of one rank; so little is searched twice.

Source: R3.10, R3.20, R3.30, R3.40.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from conquian_engine.rummy.cards import JOKER_KIND, SET_JOKER, STANDS_FOR
from conquian_engine.rummy.melds import MeldBook

_FEW_CARDS = 7
"""With more cards of one suit and jokers the runs are too many to be remembered."""


class Holding(NamedTuple):
    """A hand as melds see it."""

    suits: tuple[int, ...]
    """The ranks held of each suit, one bit each."""
    ranks: tuple[bytes, ...]
    """The cards held of each rank, sorted."""
    jokers: int


@lru_cache(maxsize=1 << 12)
def holding(book: MeldBook, hand: bytes) -> Holding:
    """What a hand holds of each suit and rank."""
    width = book.width
    suits = [0] * len(book.pack.suits)
    ranks = [b""] * width
    for card in hand:
        if card != JOKER_KIND:
            suit, rank = divmod(card, width)
            suits[suit] |= 1 << rank
            ranks[rank] += bytes((card,))
    return Holding(tuple(suits), tuple(ranks), hand.count(JOKER_KIND))


def new_melds(book: MeldBook, hand: bytes, *, through: int | None = None) -> Iterator[bytes]:
    """Every new meld of hand cards, or those that use one card of a kind."""
    held = holding(book, hand)
    jokers = held.jokers
    if through is None:
        for suit, ranks in enumerate(held.suits):
            yield from runs(book, suit, ranks, jokers)
        for cards in held.ranks:
            yield from sets(book, cards, jokers)
    elif through == JOKER_KIND:
        yield from (meld for meld in new_melds(book, hand) if max(meld) >= STANDS_FOR)
    else:
        suit, rank = divmod(through, book.width)
        found = runs(book, suit, held.suits[suit], jokers)
        yield from (meld for meld in found if through in meld)
        yield from (meld for meld in sets(book, held.ranks[rank], jokers) if through in meld)


def runs(book: MeldBook, suit: int, ranks: int, jokers: int) -> Iterable[bytes]:
    """The new runs of one suit of which these ranks are held."""
    if ranks.bit_count() + min(jokers, ranks.bit_count()) < book.rules.shortest:
        return ()
    if jokers and ranks.bit_count() > _FEW_CARDS:
        return _each_run(book, suit, ranks, jokers)
    return _few_runs(book, suit, ranks, jokers)


def sets(book: MeldBook, cards: bytes, jokers: int) -> Iterable[bytes]:
    """The new sets of one rank of which these cards are held."""
    if len(cards) + min(jokers, len(cards)) < book.rules.shortest:
        return ()
    return _sets(book, cards, jokers)


@lru_cache(maxsize=1 << 12)
def choices(cards: bytes, *, repeats: bool) -> tuple[bytes, ...]:
    """Every different choice of sorted cards, not empty, the fewest first."""
    if not repeats:
        cards = bytes(sorted(set(cards)))
    found = {bytes(some) for size in range(len(cards)) for some in combinations(cards, size + 1)}
    return tuple(sorted(found, key=lambda some: (len(some), some)))


@lru_cache(maxsize=1 << 12)
def _few_runs(book: MeldBook, suit: int, ranks: int, jokers: int) -> tuple[bytes, ...]:
    return tuple(_each_run(book, suit, ranks, jokers))


def _each_run(book: MeldBook, suit: int, ranks: int, jokers: int) -> Iterator[bytes]:
    width = book.width
    for start, size, wanted in book.new_runs:
        most = min(jokers, size // 2)
        lacking = (wanted & ~ranks).bit_count()
        if lacking <= most:
            kinds = [book.kind_at(suit, start + step) for step in range(size)]
            missing = [place for place in range(size) if not ranks >> kinds[place] % width & 1]
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


@lru_cache(maxsize=1 << 12)
def _sets(book: MeldBook, cards: bytes, jokers: int) -> tuple[bytes, ...]:
    shortest = book.rules.shortest
    largest = shortest if book.rules.new_runs is not None else book.largest_set
    return tuple(
        naturals + bytes((SET_JOKER,)) * extra
        for naturals in choices(cards, repeats=not book.rules.suits_differ)
        for extra in range(min(jokers, len(naturals)) + 1)
        if shortest <= len(naturals) + extra <= largest
    )
