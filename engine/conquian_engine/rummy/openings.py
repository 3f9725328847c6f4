"""Openings: whether the melds of a hand can be worth a total.

Searched exactly: the lowest card of what is left is in some meld or in none. What was found
about a hand is remembered; hands that differ by a few cards have most of it in common.

Source: R3.2, R3.30.
"""

from __future__ import annotations

from functools import cache, lru_cache

from conquian_engine.rummy.cards import JOKER_KIND, hand_cards, without
from conquian_engine.rummy.finding import runs, sets
from conquian_engine.rummy.melds import MeldBook, card_values, value_of
from conquian_engine.rummy.rules import Values

_JOKER = bytes((JOKER_KIND,))
_LARGE_HAND = 20
"""So many cards reach any total soon; there is nothing to be gained by sorting out."""
_HIGHEST = 10
"""No card of an opening is worth more."""

Worth = tuple[bytes, int]
"""Cards of a hand that make a meld, and what it is worth."""


@lru_cache(maxsize=1 << 13)
def reaches(book: MeldBook, values: Values, hand: bytes, total: int) -> bool:
    """Whether disjoint new melds of a hand are worth at least a total above nothing."""
    if len(hand) > _LARGE_HAND:
        return _reaches(book, values, hand, total)
    useful = bytes(
        [card for card in hand if card == JOKER_KIND or worth_through(book, values, hand, card)]
    )
    return _reaches(book, values, useful, total)


@lru_cache(maxsize=1 << 15)
def _reaches(book: MeldBook, values: Values, hand: bytes, total: int) -> bool:
    if total <= 0:
        return True
    bound = _most(book, values)
    while hand and hand[0] != JOKER_KIND and sum(hand.translate(bound)) >= total:
        for used, value in worth_through(book, values, hand, hand[0]):
            if _reaches(book, values, without(hand, used), total - value):
                return True
        hand = hand[1:]
    return False


@lru_cache(maxsize=1 << 12)
def greatest(book: MeldBook, values: Values, hand: bytes) -> int:
    """The greatest total of disjoint new melds of a hand."""
    if not hand or hand[0] == JOKER_KIND:
        return 0
    best = greatest(book, values, hand[1:])
    for used, value in worth_through(book, values, hand, hand[0]):
        best = max(best, value + greatest(book, values, without(hand, used)))
    return best


def worth_through(book: MeldBook, values: Values, hand: bytes, card: int) -> tuple[Worth, ...]:
    """What each new meld that uses a card takes from the hand, and the most it is worth.

    The most worthy first. What a joker stands for may change the worth, so that of several
    melds of the same cards the best counts.
    """
    if card == JOKER_KIND:
        return _best(
            [
                worth
                for natural in dict.fromkeys(hand.rstrip(_JOKER))
                for worth in worth_through(book, values, hand, natural)
                if JOKER_KIND in worth[0]
            ]
        )
    # Less than `holding` would find, which is a third of the time of a search.
    width = book.width
    rank = card % width
    low, ranks = card - rank, 0
    for held in hand:
        if low <= held < low + width:
            ranks |= 1 << held - low
    cards = bytes([held for held in hand if held % width == rank and held != JOKER_KIND])
    return _worth(book, values, card, (ranks, cards, hand.count(JOKER_KIND)))


@lru_cache(maxsize=1 << 14)
def _worth(
    book: MeldBook, values: Values, card: int, around: tuple[int, bytes, int]
) -> tuple[Worth, ...]:
    """The melds through a natural depend on its suit, its rank and the jokers alone."""
    ranks, cards, jokers = around
    found = (*runs(book, card // book.width, ranks, jokers), *sets(book, cards, jokers))
    return _best(
        [(hand_cards(sorted(meld)), value_of(book, values, meld)) for meld in found if card in meld]
    )


def _best(found: list[Worth]) -> tuple[Worth, ...]:
    best: dict[bytes, int] = {}
    for used, value in found:
        best[used] = max(best.get(used, 0), value)
    return tuple(sorted(best.items(), key=lambda worth: (-worth[1], worth[0])))


@cache
def _most(book: MeldBook, values: Values) -> bytes:
    """The most that each kind can be worth in any meld."""
    worth = card_values(book.pack.name, values)
    kinds = len(book.pack.suits) * book.width
    most = [
        max(worth[kind % book.width], _HIGHEST * (not kind % book.width)) for kind in range(kinds)
    ]
    return bytes([*most, *[_HIGHEST] * (256 - kinds)])
