"""Chance favours nothing: chi-square over everything that small packs can do.

Seeds are fixed, so a test always gives the same answer. Its limit is the value that a fair
shuffle exceeds once in 10,000 sets of seeds (the upper 0.0001 point of the distribution).
The last tests hold the measure against shuffles that are known to be unfair.
"""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from random import Random

import pytest

from conquian_service.application.shuffle import draw_order, draw_seat

GAME = "abcdefghijklmnopqrstuvwx27"
NO_ENTROPY = [b"", b""]

LIMITS = {
    1: 15.14,
    2: 18.42,
    3: 21.11,
    5: 25.74,
    16: 45.92,
    23: 57.07,
    38: 79.22,
    119: 185.09,
    1521: 1734.7,
}
"""The upper 0.0001 point of chi-square, by degrees of freedom."""

Shuffle = Callable[[int, Sequence[int]], Sequence[int]]


def chi_square(counts: Counter[Hashable], kinds: int) -> float:
    """How far counts are from equal, over all kinds, those never seen too."""
    expected = counts.total() / kinds
    unseen = kinds - len(counts)
    return sum((count - expected) ** 2 for count in counts.values()) / expected + unseen * expected


def seed_of(number: int) -> bytes:
    """Seeds that have nothing to do with each other."""
    return hashlib.sha256(f"uniform {number}".encode()).digest()


def over_seeds(number: int, cards: Sequence[int]) -> tuple[int, ...]:
    """The first deal of many games."""
    return draw_order(seed_of(number), GAME, NO_ENTROPY, cards, draw=1)


def over_draws(number: int, cards: Sequence[int]) -> tuple[int, ...]:
    """Many deals of one game."""
    return draw_order(seed_of(0), GAME, NO_ENTROPY, cards, draw=number)


def over_entropy(number: int, cards: Sequence[int]) -> tuple[int, ...]:
    """One seed, and a player who tries many entropies: he gains nothing."""
    return draw_order(seed_of(0), GAME, [number.to_bytes(16, "big"), b""], cards, draw=1)


def orders_of(shuffle: Shuffle, size: int, draws: int) -> Counter[Hashable]:
    """How often each order comes."""
    return Counter(tuple(shuffle(number, range(size))) for number in range(draws))


@pytest.mark.parametrize(("size", "orders"), [(2, 2), (3, 6), (4, 24), (5, 120)])
@pytest.mark.parametrize("shuffle", [over_seeds, over_draws, over_entropy])
def test_small_packs_come_in_every_order_equally_often(
    shuffle: Shuffle, size: int, orders: int
) -> None:
    """All orders of two to five cards, about 100 times each."""
    counts = orders_of(shuffle, size, draws=100 * orders)
    assert len(counts) == orders
    assert chi_square(counts, orders) < LIMITS[orders - 1]


@pytest.mark.parametrize("shuffle", [over_seeds, over_draws])
def test_every_card_of_a_whole_pack_comes_to_every_place(shuffle: Shuffle) -> None:
    """The table of 40 cards by 40 places, each cell about 100 times.

    Rows and columns have fixed sums, so that 39 x 39 cells are free, and the sum over all
    cells is too great by 40/39.
    """
    counts: Counter[Hashable] = Counter()
    for number in range(4000):
        counts.update(enumerate(shuffle(number, range(40))))
    assert chi_square(counts, 1600) * 39 / 40 < LIMITS[1521]


def test_two_neighbours_in_the_pack_part_like_any_two() -> None:
    """The way from a card to its old neighbour, round the pack: 39 lengths, equally likely."""
    orders = (over_seeds(number, range(40)) for number in range(3900))
    counts = Counter[Hashable]((order.index(8) - order.index(7)) % 40 for order in orders)
    assert chi_square(counts, 39) < LIMITS[38]


def test_one_deal_tells_nothing_of_the_next() -> None:
    """Top card of a deal by top card of the next: 25 pairs, 16 degrees of freedom."""
    tops = [over_draws(number, range(5))[0] for number in range(2501)]
    pairs = Counter(itertools.pairwise(tops))
    rows, columns = Counter(tops[:-1]), Counter(tops[1:])
    total = len(tops) - 1
    found = sum(
        (pairs[one, two] - rows[one] * columns[two] / total) ** 2
        / (rows[one] * columns[two] / total)
        for one in range(5)
        for two in range(5)
    )
    assert found < LIMITS[16]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_deals_first_equally_often(seats: int) -> None:
    """Draw 0, over many games."""
    entropies = [b""] * seats
    counts: Counter[Hashable] = Counter(
        draw_seat(seed_of(number), GAME, entropies, seats=seats) for number in range(3000)
    )
    assert chi_square(counts, seats) < LIMITS[seats - 1]


def _any_place(number: int, cards: Sequence[int]) -> Sequence[int]:
    """The well-known wrong shuffle: every card changes with any place."""
    rng, order = Random(number), list(cards)
    for place in range(len(order)):
        other = rng.randrange(len(order))
        order[place], order[other] = order[other], order[place]
    return order


def _never_at_home(number: int, cards: Sequence[int]) -> Sequence[int]:
    """The other one: no card may stay where it is."""
    rng, order = Random(number), list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = rng.randrange(place)
        order[place], order[other] = order[other], order[place]
    return order


def _too_few_bits(number: int, cards: Sequence[int]) -> Sequence[int]:
    """Four bits for each pick, taken modulo: low places are favoured."""
    rng, order = Random(number), list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = rng.randrange(16) % (place + 1)
        order[place], order[other] = order[other], order[place]
    return order


@pytest.mark.parametrize("shuffle", [_any_place, _never_at_home, _too_few_bits])
def test_the_measure_finds_unfair_shuffles(shuffle: Shuffle) -> None:
    """With as many draws as above, each is far beyond the limit."""
    assert chi_square(orders_of(shuffle, 5, draws=12_000), 120) > 1.5 * LIMITS[119]
