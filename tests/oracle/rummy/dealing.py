"""Dealing, and hands that must be dealt again (R3.4, R3.20, R3.30)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.oracle.rummy.options import JOKER, Options
from tests.oracle.rummy.plays import Hand


def dealt_to(options: Options, dealer: int, playing: Sequence[int]) -> list[int]:
    """The seat that gets each card from the top; `playing` from the one after the dealer."""
    if options.ruleset == "coo_can":
        others = [seat for seat in playing if seat != dealer]
        return [dealer, *others] * options.dealt + [dealer]
    return list(playing) * options.dealt


def deal_hands(
    options: Options, dealer: int, playing: Sequence[int], pile: Sequence[str]
) -> tuple[list[Hand], list[str]]:
    """The hands of all seats, empty for those not playing, and the stock."""
    to = dealt_to(options, dealer, playing)
    hands = [
        tuple(sorted(card for card, receiver in zip(pile, to, strict=False) if receiver == seat))
        for seat in range(options.seats)
    ]
    return hands, list(pile[len(to) :])


def bad_hands(options: Options, hands: Sequence[Hand]) -> tuple[int, ...]:
    """Seats with three jokers or three pairs of identical cards (R3.30)."""
    if options.ruleset != "kunken":
        return ()
    bad = []
    for seat, hand in enumerate(hands):
        copies = Counter(hand)
        pairs = [card for card in copies if card != JOKER and copies[card] == 2]
        if copies[JOKER] >= 3 or len(pairs) >= 3:
            bad.append(seat)
    return tuple(bad)
