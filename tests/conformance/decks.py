"""Pack orders that bring a game to where a rule can be broken."""

from __future__ import annotations

from collections.abc import Sequence

from conquian_engine import SHORT40

AFTER_DEALER = "3D 3S 4C 5C 7D JD QD KD AS 2S".split()
"""Hand of the seat after the dealer: the opening upcard makes a set with its threes."""
DEALER = "4D 4S 4H AC 2D 6S 7S JH QH KH".split()
FACE_DOWN = "3C 3H".split()
"""The opening upcard, and what is turned up next: it fits the set, and no hand but that."""


def two_seats() -> list[str]:
    """A whole short40 for two seats, dealt in packets of two, the seat after the dealer first."""
    return _order((AFTER_DEALER, DEALER), FACE_DOWN)


def _order(hands: Sequence[Sequence[str]], face_down: Sequence[str]) -> list[str]:
    dealt = [
        card
        for packet in range(0, len(hands[0]), 2)
        for hand in hands
        for card in hand[packet : packet + 2]
    ]
    first = [*dealt, *face_down]
    return [*first, *(card for card in SHORT40.cards if card not in first)]
