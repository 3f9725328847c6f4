"""Ending a turn when nothing is left but cards that may not be discarded.

Under `bank_depth` any a seat may come to hold only cards that it took from the discards in
this turn. It ends its turn by laying all of them but one, which is then its last card, or by
freeing a joker, which did not come from the discards (R3.1).

Plays in a row come to the same as one change of each meld on the table and new melds of the
rest, so that laying all but one is a matter of covering the hand: of the cards that are
hardest to lay one after the other, every choice is tried. A joker is freed by one play
that lays it, at most, and the card that it stands for.

Source: R3.1, R3.2, R3.30.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from conquian_engine.rummy.additions import joker_takings, lay_offs
from conquian_engine.rummy.cards import JOKER_KIND, hand_cards, without
from conquian_engine.rummy.finding import new_melds
from conquian_engine.rummy.melds import MeldBook, meld_book, value_of
from conquian_engine.rummy.openings import reaches
from conquian_engine.rummy.rules import RummyRules
from conquian_engine.rummy.standing import Standing, after, may_discard

_MANY_WAYS = 12
"""So many ways to lay a card are not told from more."""


def can_close(rules: RummyRules, standing: Standing) -> bool:
    """Whether a turn can be ended in which the cards not taken do not suffice for it.

    An opening that still lacks something then uses up every card not taken: with one of
    them left the turn could be ended otherwise.
    """
    return _Closing(rules).can_close(standing)


class _Closing:
    """A search; what was found hopeless is remembered as long as it lasts."""

    def __init__(self, rules: RummyRules) -> None:
        self._rules = rules
        self._book: MeldBook = meld_book(rules.melds)
        self._hopeless: set[object] = set()

    def can_close(self, standing: Standing) -> bool:
        if standing.missing:
            return self._can_open(standing)
        hand, melds = standing.hand, standing.melds
        if may_discard(hand, standing.taken) or self._frees_a_joker(hand, melds):
            return True
        return len(hand) > 1 and self._can_lay(hand, melds, 1)

    def _can_open(self, standing: Standing) -> bool:
        """Whether new melds reach the total so that the turn can then be ended."""
        rules, book, hand = self._rules, self._book, standing.hand
        if standing in self._hopeless:
            return False
        if reaches(book, rules.values, hand, standing.missing):
            own = [card for card in hand if hand.count(card) > standing.taken.count(card)]
            for meld in new_melds(book, hand, through=own[0] if own else None):
                value = value_of(book, rules.values, meld)
                if self.can_close(after(standing, hand_cards(meld), value=value, new=meld)):
                    return True
        self._hopeless.add(standing)
        return False

    def _frees_a_joker(self, hand: bytes, melds: tuple[bytes, ...]) -> bool:
        """Whether some joker can be taken, at once or after one play that lays it."""
        if any(self._is_taken_from(meld, hand) for meld in melds):
            return True
        if JOKER_KIND not in hand:
            return False
        return any(
            self._is_taken_from(laid, without(hand, given))
            for given, laid, _ in self._ways(hand, melds, JOKER_KIND)
        )

    def _is_taken_from(self, meld: bytes, hand: bytes) -> bool:
        return any(True for _ in joker_takings(self._rules, self._book, meld, hand))

    def _can_lay(self, hand: bytes, melds: tuple[bytes, ...], spare: int) -> bool:
        """Whether all cards but so many, none or one, can be laid; each meld changes once."""
        if len(hand) <= spare or not hand:
            return len(hand) == spare
        here = (hand, melds, spare)
        if here in self._hopeless:
            return False
        card = min(dict.fromkeys(hand), key=lambda each: self._count(hand, melds, each))
        if spare and self._can_lay(without(hand, (card,)), melds, 0):
            return True
        for given, _, old in self._ways(hand, melds, card):
            left = melds if old is None else _less_one(melds, old)
            if self._can_lay(without(hand, given), left, spare):
                return True
        self._hopeless.add(here)
        return False

    def _count(self, hand: bytes, melds: tuple[bytes, ...], card: int) -> int:
        """The number of ways to lay a card; jokers, which go anywhere, come last."""
        if card == JOKER_KIND:
            return _MANY_WAYS
        return sum(1 for _ in islice(self._ways(hand, melds, card), _MANY_WAYS))

    def _ways(
        self, hand: bytes, melds: tuple[bytes, ...], card: int
    ) -> Iterator[tuple[bytes, bytes, bytes | None]]:
        """The plays that lay a card: what they take, what lies then, and the meld before."""
        for meld in new_melds(self._book, hand, through=card):
            yield hand_cards(meld), meld, None
        for old in dict.fromkeys(melds):
            for change in lay_offs(self._rules, self._book, old, hand, using=card):
                yield change.given, change.result, old


def _less_one(melds: tuple[bytes, ...], meld: bytes) -> tuple[bytes, ...]:
    """The melds without the first that is equal to one."""
    at = melds.index(meld)
    return melds[:at] + melds[at + 1 :]
