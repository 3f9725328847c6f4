"""Openings: whether the melds of a hand can be worth a total.

Searched exactly: the lowest card of what is left is in some meld or in none. What was found
about a hand is remembered; hands that differ by a few cards have most of it in common.

Source: R3.2, R3.30.
"""

from __future__ import annotations

from functools import lru_cache

from conquian_engine.rummy.cards import JOKER_KIND, hand_cards, without
from conquian_engine.rummy.finding import new_melds
from conquian_engine.rummy.melds import MeldBook, card_values, value_of
from conquian_engine.rummy.rules import Values

_HIGHEST = 10
"""No card of an opening is worth more."""


@lru_cache(maxsize=1 << 15)
def reaches(book: MeldBook, values: Values, hand: bytes, total: int) -> bool:
    """Whether disjoint new melds of a hand are worth at least a total."""
    if total <= 0:
        return True
    if not hand or hand[0] == JOKER_KIND or _bound(book, values, hand) < total:
        return False
    for used, value in worth_through(book, values, hand, hand[0]):
        if reaches(book, values, without(hand, used), total - value):
            return True
    return reaches(book, values, hand[1:], total)


@lru_cache(maxsize=1 << 12)
def greatest(book: MeldBook, values: Values, hand: bytes) -> int:
    """The greatest total of disjoint new melds of a hand."""
    if not hand or hand[0] == JOKER_KIND:
        return 0
    best = greatest(book, values, hand[1:])
    for used, value in worth_through(book, values, hand, hand[0]):
        best = max(best, value + greatest(book, values, without(hand, used)))
    return best


def worth_through(
    book: MeldBook, values: Values, hand: bytes, card: int
) -> list[tuple[bytes, int]]:
    """The cards of each new meld that uses a card, and the most they are worth so laid.

    The most worthy first. What a joker stands for may change the worth, so that of several
    melds of the same cards the best counts.
    """
    best: dict[bytes, int] = {}
    for meld in new_melds(book, hand, through=card):
        used = hand_cards(sorted(meld))
        best[used] = max(best.get(used, 0), value_of(book, values, meld))
    return sorted(best.items(), key=lambda worth: (-worth[1], worth[0]))


def _bound(book: MeldBook, values: Values, hand: bytes) -> int:
    """More than this no melds of a hand can be worth: every card as high as it can be."""
    worth = card_values(book.pack.name, values)
    return sum(
        _HIGHEST if card == JOKER_KIND or card % book.width == 0 else worth[card % book.width]
        for card in hand
    )
