"""Dealing: hands out of a pack order that comes from outside.

Source: R1.2, R2.1, R4.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conquian_engine.cards import Card, Pack
from conquian_engine.refusals import BadOrder
from conquian_engine.rules import Rules
from conquian_engine.seats import BySeat, Seat


def read_order(pack: Pack, order: Sequence[Card]) -> bytes:
    """The bit numbers of a pack order; `BadOrder` unless it is the whole pack (R1.2)."""
    if len(order) != len(pack.cards) or frozenset(order) != pack.index.keys():
        raise BadOrder(f"not an order of {pack.name}")
    return bytes(pack.index[card] for card in order)


def deal_hands(rules: Rules, order: bytes, seats: Sequence[Seat]) -> tuple[BySeat[int], bytes]:
    """Hands and stock: the seats, in dealing order, get packets from the top (R2.1).

    Seats that are not dealt in get no hand.
    """
    hands = [0] * rules.seats
    top = 0
    for size in _packets(rules):
        for seat in seats:
            for bit in order[top : top + size]:
                hands[seat] |= 1 << bit
            top += size
    return BySeat(hands), order[top:]


def _packets(rules: Rules) -> Iterator[int]:
    """Sizes of one seat's packets: whole ones, then what is left over singly."""
    whole, over = divmod(rules.dealt, rules.packet)
    yield from [rules.packet] * whole
    yield from [1] * over
