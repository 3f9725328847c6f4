"""Pack orders: shuffled, friendly to takings, or stacked to deal given hands (R1.2, R2.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from tests.oracle.melds import all_melds, cards_of
from tests.oracle.options import Options


def dealt_to(options: Options, dealer: int, seats: Sequence[int] | None = None) -> list[int]:
    """The seat that gets each card of the order, from the top, until all hands are full."""
    playing = range(options.seats) if seats is None else seats
    count = options.seats
    first_to_last = sorted(playing, key=lambda seat: (seat - dealer - 1) % count)
    to: list[int] = []
    left = options.dealt
    while left:
        size = options.packet if left >= options.packet else 1
        for seat in first_to_last:
            to += [seat] * size
        left -= size
    return to


def shuffled(options: Options, rng: Random) -> list[str]:
    """A pack in random order."""
    order = cards_of(options.pack)
    rng.shuffle(order)
    return order


def stacked(
    options: Options,
    dealer: int,
    hands: Mapping[int, str],
    stock: str = "",
    seats: Sequence[int] | None = None,
) -> list[str]:
    """The order that deals these cards to these hands and has this stock on top.

    What is not named is filled up with the other cards in pack order.
    """
    named = " ".join([*hands.values(), stock]).split()
    if len(set(named)) != len(named):
        raise ValueError(f"a card is named twice: {named}")
    spare = [card for card in cards_of(options.pack) if card not in named]
    left = {seat: cards.split() for seat, cards in hands.items()}
    order = []
    for seat in dealt_to(options, dealer, seats):
        own = left.get(seat)
        order.append(own.pop(0) if own else spare.pop(0))
    if any(left.values()):
        raise ValueError(f"too many cards for a hand: {left}")
    return order + stock.split() + spare


def friendly(options: Options, dealer: int, rng: Random) -> list[str]:
    """A random order whose hands are made of broken melds, so that takings abound."""
    melds = list(all_melds(options.pack, options.max_run))
    rng.shuffle(melds)
    free = set(cards_of(options.pack))
    hands: dict[int, list[str]] = {seat: [] for seat in range(options.seats)}
    for meld in melds:
        seat = min(hands, key=lambda each: len(hands[each]))
        room = options.dealt - len(hands[seat])
        part = sorted(meld & free)
        if len(part) >= 3 and room:
            rng.shuffle(part)
            hands[seat] += part[: min(room, len(meld) - 1)]
            free -= set(hands[seat])
    rest = sorted(free)
    rng.shuffle(rest)
    texts = {seat: " ".join(hand) for seat, hand in hands.items()}
    missing = sum(options.dealt - len(hand) for hand in hands.values())
    for seat, hand in hands.items():
        fill = [rest.pop() for _ in range(options.dealt - len(hand))]
        texts[seat] = " ".join(hand + fill)
    assert missing >= 0
    return stacked(options, dealer, texts, " ".join(rest))
