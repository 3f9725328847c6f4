"""Questions about melds, openings and hands of family H that belong to no game.

A card that the pack does not have is `UnknownCard`; a meld that is none where one is asked
for is a `ValueError`. Jokers of a hand are plain, `JK`.

Source: R3.2, R3.3, R3.10-R3.40.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from conquian_engine.cards import Card, Meld, pack_named
from conquian_engine.refusals import Refusal
from conquian_engine.rummy.additions import lay_offs
from conquian_engine.rummy.cards import meld_text
from conquian_engine.rummy.finding import new_melds
from conquian_engine.rummy.melds import meld_book, value_of
from conquian_engine.rummy.openings import greatest
from conquian_engine.rummy.reading import read_meld
from conquian_engine.rummy.rules import RummyRules
from conquian_engine.rummy.scoring import count


def judge_meld(rules: RummyRules, cards: Iterable[Card]) -> Refusal | None:
    """Why these cards are not one valid meld; None if they are.

    A meld as it may lie on the table: under R3.20 it may have more cards than a new one.
    """
    read = read_meld(meld_book(rules.melds), rules.rule, tuple(cards))
    return read if isinstance(read, Refusal) else None


def meld_value(rules: RummyRules, meld: Meld) -> int:
    """What a meld is worth in an opening (R3.30)."""
    return value_of(meld_book(rules.melds), rules.values, _meld(rules, meld))


def best_opening(rules: RummyRules, hand: Iterable[Card]) -> int:
    """The greatest total of disjoint melds of a hand, or under `opening_single` of one (R3.30).

    Whether a card is left for the discard does not matter here.
    """
    book, cards = meld_book(rules.melds), _hand(rules, hand)
    if not rules.opening_single:
        return greatest(book, rules.values, cards)
    values = (value_of(book, rules.values, meld) for meld in new_melds(book, cards))
    return max(values, default=0)


def melds_from(rules: RummyRules, hand: Iterable[Card], limit: int) -> tuple[Meld, ...]:
    """The new melds that a hand can lay, at most so many, in the order of `legal_moves`."""
    found = new_melds(meld_book(rules.melds), _hand(rules, hand))
    return tuple(meld_text(rules.pack, meld) for meld in islice(found, limit))


def lay_offs_of(rules: RummyRules, meld: Meld, hand: Iterable[Card]) -> tuple[Meld, ...]:
    """What a meld can become by one lay-off of hand cards, in the order of `legal_moves`."""
    found = lay_offs(rules, meld_book(rules.melds), _meld(rules, meld), _hand(rules, hand))
    return tuple(meld_text(rules.pack, change.result) for change in found)


def hand_points(rules: RummyRules, hand: Iterable[Card]) -> int:
    """What a hand counts against its holder: its card points, or its minus (R3.30)."""
    return count(rules, _hand(rules, hand))


def _hand(rules: RummyRules, hand: Iterable[Card]) -> bytes:
    pack = pack_named(rules.pack)
    return bytes(sorted(map(pack.bit, hand)))


def _meld(rules: RummyRules, meld: Meld) -> bytes:
    read = read_meld(meld_book(rules.melds), rules.rule, meld)
    if isinstance(read, Refusal):
        raise ValueError(f"{' '.join(meld)} is no meld: {read.reason}")  # noqa: TRY004 - a value is wrong, not a type
    return read
