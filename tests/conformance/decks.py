"""Pack orders that bring a game to where a rule can be broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from conquian_engine import SHORT40
from tests.oracle.options import RULESETS
from tests.oracle.orders import stacked

AFTER_DEALER = "3D 3S 4C 5C 7D JD QD KD AS 2S".split()
"""Hand of the seat after the dealer: the opening upcard makes a set with its threes."""
DEALER = "4D 4S 4H AC 2D 6S 7S JH QH KH".split()
FACE_DOWN = "3C 3H".split()
"""The opening upcard, and what is turned up next: it fits the set, and no hand but that."""


def two_seats() -> list[str]:
    """A whole short40 for two seats, dealt in packets of two, the seat after the dealer first."""
    return _order((AFTER_DEALER, DEALER), FACE_DOWN)


def near_the_target() -> list[str]:
    """Seven each, packets of two: seat 0 borrows 7S with 7C, and holds four kings and a seven."""
    dealing = replace(RULESETS["classic"], dealt=7)
    hands = {1: "4S 5S 7S AC 2D", 0: "7H 7D KC KD KH KS QD"}
    return stacked(dealing, 0, hands, "6S 7C 2H 3C 4D")


def _order(hands: Sequence[Sequence[str]], face_down: Sequence[str]) -> list[str]:
    dealt = [
        card
        for packet in range(0, len(hands[0]), 2)
        for hand in hands
        for card in hand[packet : packet + 2]
    ]
    first = [*dealt, *face_down]
    return [*first, *(card for card in SHORT40.cards if card not in first)]
