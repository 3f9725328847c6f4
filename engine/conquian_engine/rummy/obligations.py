"""Obligations: whether a turn that has come so far can still be ended (R3.2).

A play is legal only if afterwards everything owed can still be met: the opening reaches its
total, and where the closing discard is compulsory a card is left that may be discarded.
Without further cards drawn from the discards one card left is enough. Cards drawn with a
deeper one (`bank_depth` any) may not be discarded in the same turn (R3.1); whether they may
be all that is left is the matter of `closing`.

Source: R3.1, R3.2, R3.30.
"""

from __future__ import annotations

from collections.abc import Iterator

from conquian_engine.rummy.additions import joker_takings, lay_offs
from conquian_engine.rummy.cards import hand_cards, without
from conquian_engine.rummy.closing import can_close
from conquian_engine.rummy.finding import new_melds
from conquian_engine.rummy.melds import meld_book, value_of
from conquian_engine.rummy.openings import reaches, worth_through
from conquian_engine.rummy.rules import RummyRules
from conquian_engine.rummy.standing import Standing, after, may_discard


def can_end(rules: RummyRules, standing: Standing) -> bool:
    """Whether a turn can still be ended after what has been played in it (R3.2)."""
    if not rules.closing_discard:
        return True
    hand, taken = standing.hand, standing.taken
    if not standing.missing:
        return may_discard(hand, taken) or (bool(taken) and can_close(rules, standing))
    book = meld_book(rules.melds)
    if not reaches(book, rules.values, hand, standing.missing):
        return False
    for card in dict.fromkeys(hand):
        if hand.count(card) > taken.count(card):
            left = without(hand, (card,))
            if reaches(book, rules.values, left, standing.missing):
                return True
    return bool(taken) and can_close(rules, standing)


def can_use(rules: RummyRules, standing: Standing, card: int) -> bool:
    """Whether some first play uses a card taken for use, and the turn can be ended (R3.2)."""
    if not standing.missing:
        return any(can_end(rules, next_) for next_ in _after_plays(rules, standing, card))
    least = standing.missing if rules.opening_single else 0
    book = meld_book(rules.melds)
    if len(standing.taken) == 1:
        # Nothing hangs on what its jokers stand for but the value.
        return any(
            can_end(rules, after(standing, used, value=value))
            for used, value in worth_through(book, rules.values, standing.hand, card)
            if value >= least
        )
    for meld in new_melds(book, standing.hand, through=card):
        value = value_of(book, rules.values, meld)
        next_ = after(standing, hand_cards(meld), value=value, new=meld)
        if value >= least and can_end(rules, next_):
            return True
    return False


def _after_plays(rules: RummyRules, standing: Standing, card: int) -> Iterator[Standing]:
    """What can come of the plays of a seat that has opened which use a card."""
    book = meld_book(rules.melds)
    hand = standing.hand
    for meld in new_melds(book, hand, through=card):
        yield after(standing, hand_cards(meld), new=meld)
    for old in dict.fromkeys(standing.melds):
        for change in lay_offs(rules, book, old, hand, using=card):
            yield after(standing, change.given, old=old, new=change.result)
        if rules.joker_taking:
            for change in joker_takings(rules, book, old, hand):
                if card in change.given:
                    yield after(
                        standing, change.given, old=old, new=change.result, freed=change.freed
                    )
