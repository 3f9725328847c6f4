"""Obligations: whether a turn that has come so far can still be ended (R3.2).

A play is legal only if afterwards everything owed can still be met: the opening reaches its
total, and where the closing discard is compulsory a card is left that may be discarded.
Without further cards drawn from the discards one card left is enough. Cards drawn with a
deeper one (`bank_depth` any) may not be discarded in the same turn (R3.1); if they are all
that would be left, only a search of all further plays tells.

Source: R3.1, R3.2, R3.30.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from conquian_engine.rummy.additions import joker_takings, lay_offs
from conquian_engine.rummy.cards import (
    JOKER_KIND,
    KIND,
    hand_cards,
    joined,
    less_played,
    without,
)
from conquian_engine.rummy.finding import new_melds
from conquian_engine.rummy.melds import MeldBook, meld_book, value_of
from conquian_engine.rummy.openings import reaches, worth_through
from conquian_engine.rummy.rules import RummyRules
from conquian_engine.rummy.state import RummyState, Turn


class Standing(NamedTuple):
    """What a turn has come to."""

    hand: bytes
    taken: bytes
    """Cards of the hand that were drawn from the discards in this turn (R3.1)."""
    melds: tuple[bytes, ...]
    """All melds on all tables, sorted."""
    missing: int
    """What an opening still lacks; 0 once the seat has opened or need not."""


def standing_of(state: RummyState, turn: Turn, hand: bytes) -> Standing:
    """What a turn has come to, the seat holding these cards."""
    rules = state.rules
    missing = 0 if state.opened[turn.seat] else max(0, rules.opening - turn.opening)
    melds = sorted(meld for table in state.tables for meld in table)
    return Standing(hand, turn.taken, tuple(melds), missing)


def may_discard(hand: bytes, taken: bytes) -> bool:
    """Whether some card of a hand may be discarded (R3.1).

    A card taken from the discards may not, unless an equal one is held besides it **(ours)**
    or it is the last card.
    """
    return len(hand) > len(taken) or len(hand) == 1


def can_end(rules: RummyRules, standing: Standing) -> bool:
    """Whether a turn can still be ended after what has been played in it (R3.2)."""
    if not rules.closing_discard:
        return True
    hand, taken = standing.hand, standing.taken
    if not standing.missing:
        if may_discard(hand, taken):
            return True
    elif reaches(meld_book(rules.melds), rules.values, hand, standing.missing):
        book = meld_book(rules.melds)
        for card in dict.fromkeys(hand):
            if hand.count(card) > taken.count(card):
                left = without(hand, (card,))
                if reaches(book, rules.values, left, standing.missing):
                    return True
    return bool(taken) and _Search(rules).can_end(standing)


def can_use(rules: RummyRules, standing: Standing, card: int) -> bool:
    """Whether some first play uses a card taken for use, and the turn can be ended (R3.2)."""
    if standing.missing:
        return any(
            can_end(rules, after(standing, used, value=value))
            for used, value in worth_through(
                meld_book(rules.melds), rules.values, standing.hand, card
            )
            if not rules.opening_single or value >= standing.missing
        )
    return any(can_end(rules, next_) for next_ in _after_plays(rules, standing, card))


def after(
    standing: Standing,
    given: bytes,
    *,
    value: int = 0,
    old: bytes | None = None,
    new: bytes | None = None,
    freed: int = 0,
) -> Standing:
    """What a turn has come to after a play that takes some cards from the hand."""
    hand = without(standing.hand, given)
    if freed:
        hand = joined(hand, (JOKER_KIND,) * freed)
    melds = standing.melds
    if new is not None:
        kept = list(melds)
        if old is not None:
            kept.remove(old)
        melds = tuple(sorted((*kept, new)))
    missing = max(0, standing.missing - value)
    return Standing(hand, less_played(standing.taken, given), melds, missing)


def _after_plays(
    rules: RummyRules, standing: Standing, card: int | None = None
) -> Iterator[Standing]:
    """What can come of a play of a seat that has opened, or of one that uses a card."""
    book = meld_book(rules.melds)
    hand = standing.hand
    for meld in new_melds(book, hand, through=card):
        yield after(standing, hand_cards(meld), new=meld)
    for old in dict.fromkeys(standing.melds):
        for change in lay_offs(rules, book, old, hand, using=card):
            yield after(standing, change.given, old=old, new=change.result)
        if rules.joker_taking:
            for change in joker_takings(rules, book, old, hand):
                if card is None or card in change.given:
                    yield after(
                        standing, change.given, old=old, new=change.result, freed=change.freed
                    )


class _Search:
    """A search of every further play; what was found hopeless is remembered."""

    def __init__(self, rules: RummyRules) -> None:
        self._rules = rules
        self._book: MeldBook = meld_book(rules.melds)
        self._hopeless: set[Standing] = set()

    def can_end(self, standing: Standing) -> bool:
        if not standing.missing and may_discard(standing.hand, standing.taken):
            return True
        if standing in self._hopeless or self._is_stuck(standing):
            return False
        if any(map(self.can_end, self._further(standing))):
            return True
        self._hopeless.add(standing)
        return False

    def _further(self, standing: Standing) -> Iterator[Standing]:
        if not standing.missing:
            yield from _after_plays(self._rules, standing)
            return
        for meld in new_melds(self._book, standing.hand):
            value = value_of(self._book, self._rules.values, meld)
            yield after(standing, hand_cards(meld), value=value, new=meld)

    def _is_stuck(self, standing: Standing) -> bool:
        """Whether an opening is out of reach, or two cards can never be played.

        Unless a joker is freed, which may be discarded. A joker on the table is freed by a
        card of the hand now or never; one of the hand may be laid first.
        """
        hand = standing.hand
        if standing.missing:
            return not reaches(self._book, self._rules.values, hand, standing.missing)
        if JOKER_KIND in hand:
            return False
        lonely = [card for card in hand if not self._may_go(standing, card)]
        return len(lonely) > 1 and not any(
            True
            for meld in standing.melds
            for _ in joker_takings(self._rules, self._book, meld, hand)
        )

    def _may_go(self, standing: Standing, card: int) -> bool:
        """Whether a card is in some meld of the hand, or near one of a table."""
        suit, rank = divmod(card, self._book.width)
        return any(
            (meld[0] & KIND) // self._book.width == suit or self._book.rank(meld[0]) == rank
            for meld in standing.melds
        ) or any(True for _ in new_melds(self._book, standing.hand, through=card))
