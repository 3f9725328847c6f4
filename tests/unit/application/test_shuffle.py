"""The fair shuffle is the one that is published (docs/fair-shuffle.md)."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Sequence

from conquian_service.application.shuffle import commitment, draw_order, draw_seat

GAME = "abcdefghijklmnopqrstuvwx27"
SEED = bytes(range(32))
NOTHING = [b"", b""]


def _published(seed: bytes, entropies: Sequence[bytes], draw: int, size: int) -> list[int]:
    """The shuffle written a second time, from the description alone."""
    message = b"conquian-draw-1" + GAME.encode()
    for entropy in entropies:
        message += bytes([len(entropy)]) + entropy
    message += draw.to_bytes(4, "big")
    stream = b"".join(
        hmac.new(seed, message + block.to_bytes(4, "big"), hashlib.sha256).digest()
        for block in range(64)
    )
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    order, used = list(range(size)), 0
    for last in reversed(range(1, size)):
        things = last + 1
        while words[used] >= 2**32 // things * things:
            used += 1
        chosen = words[used] % things
        used += 1
        order[last], order[chosen] = order[chosen], order[last]
    return order


def test_an_order_is_the_published_one() -> None:
    """The order of a draw is what anybody computes from seed, game, entropies and number."""
    entropies = [b"\x01" * 16, b""]
    for draw in range(5):
        expected = _published(SEED, entropies, draw, 40)
        assert expected == list(draw_order(SEED, GAME, entropies, range(40), draw=draw))


def test_an_order_is_a_permutation() -> None:
    """No card is lost or doubled."""
    for draw in range(50):
        assert list(range(52)) == sorted(draw_order(SEED, GAME, NOTHING, range(52), draw=draw))


def test_everything_that_goes_in_counts() -> None:
    """Another seed, game, entropy, seat of the entropy or draw number is another order."""
    base = draw_order(SEED, GAME, [b"a" * 16, b""], range(40), draw=1)
    others = [
        draw_order(bytes(32), GAME, [b"a" * 16, b""], range(40), draw=1),
        draw_order(SEED, GAME[::-1], [b"a" * 16, b""], range(40), draw=1),
        draw_order(SEED, GAME, [b"b" * 16, b""], range(40), draw=1),
        draw_order(SEED, GAME, [b"", b"a" * 16], range(40), draw=1),
        draw_order(SEED, GAME, [b"a" * 16, b""], range(40), draw=2),
    ]
    assert len({base, *others}) == 6


def test_small_packs_come_in_every_order_about_as_often() -> None:
    """Chi-square over the 6 orders of three cards: 5 degrees of freedom, 1 in 10,000 is 25.7."""
    draws = 3000
    counts = Counter(draw_order(SEED, GAME, NOTHING, "abc", draw=draw) for draw in range(draws))
    expected = draws / 6
    assert len(counts) == 6
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 25.7


def test_the_first_dealer_is_drawn_fairly() -> None:
    """Draw 0 gives every seat its share: 2 degrees of freedom, 1 in 10,000 is 18.4."""
    games = 3000
    counts = Counter(
        draw_seat(hashlib.sha256(bytes([n % 256, n // 256])).digest(), GAME, NOTHING, seats=3)
        for n in range(games)
    )
    expected = games / 3
    assert sorted(counts) == [0, 1, 2]
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 18.4


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    """Anybody can check the revealed seed against it with a standard tool."""
    assert "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd" == commitment(SEED)
