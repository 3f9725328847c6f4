"""Questions about melds, openings and hands of family H that belong to no game.

Source: R3.10-R3.40.
"""

from __future__ import annotations

from collections.abc import Iterable

from conquian_engine.cards import Card, Meld
from conquian_engine.refusals import Refusal
from conquian_engine.rummy.rules import RummyRules


def judge_meld(rules: RummyRules, cards: Iterable[Card]) -> Refusal | None:
    """Why these cards are not one valid meld; None if they are."""
    raise NotImplementedError


def meld_value(rules: RummyRules, meld: Meld) -> int:
    """What a meld is worth in an opening (R3.30)."""
    raise NotImplementedError


def best_opening(rules: RummyRules, hand: Iterable[Card]) -> int:
    """The greatest total of disjoint melds of a hand, or under `opening_single` of one (R3.30)."""
    raise NotImplementedError


def melds_from(rules: RummyRules, hand: Iterable[Card], limit: int) -> tuple[Meld, ...]:
    """The new melds that a hand can lay, at most so many, in the order of `legal_moves`."""
    raise NotImplementedError


def lay_offs_of(rules: RummyRules, meld: Meld, hand: Iterable[Card]) -> tuple[Meld, ...]:
    """What a meld can become by one lay-off of hand cards, in the order of `legal_moves`."""
    raise NotImplementedError


def hand_points(rules: RummyRules, hand: Iterable[Card]) -> int:
    """What a hand counts against its holder."""
    raise NotImplementedError
