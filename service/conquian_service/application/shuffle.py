"""The fair shuffle: pack orders drawn from a committed seed (docs/fair-shuffle.md).

One 256-bit seed a game; its SHA-256, the commitment, is public from the start. Draw n of
a game is an unbiased Fisher-Yates over a stream of 32-bit big-endian words,

    block k = HMAC-SHA-256(seed, "conquian-draw-1" | game id | entropies | n | k)

where n and k are 4 bytes big-endian, the game id is its 26 bytes, and each seat's entropy
in seat order is preceded by its length in one byte. A word w picks one of m things as
w mod m, and is skipped when it is not below the greatest multiple of m under 2^32. For
i from the last card down to the second, card i changes places with card (pick of i + 1).
Draw 0 picks the first dealer where it is drawn; draws 1, 2, ... are all that is shuffled in the
game, one after the other: the pack of a deal or redeal, or discards that become the stock. The
cards begin in the order of the pack, copies side by side, jokers last (docs/fair-shuffle.md).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

SEED_SIZE = 32
_LABEL = b"conquian-draw-1"
_WORDS = 1 << 32

T = TypeVar("T")


def commitment(seed: bytes) -> str:
    """SHA-256 of a seed in hexadecimal: public from the game's creation."""
    return hashlib.sha256(seed).hexdigest()


def draw_seat(seed: bytes, game_id: str, entropies: Sequence[bytes], *, seats: int) -> int:
    """Draw 0: the first dealer's seat."""
    return _pick(_words(seed, game_id, entropies, 0), seats)


def draw_order(
    seed: bytes, game_id: str, entropies: Sequence[bytes], cards: Sequence[T], *, draw: int
) -> tuple[T, ...]:
    """The cards in the order of draw number `draw`, top first. The order given matters."""
    words = _words(seed, game_id, entropies, draw)
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        pick = _pick(words, last + 1)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def _words(seed: bytes, game_id: str, entropies: Sequence[bytes], draw: int) -> Iterator[int]:
    salted = b"".join(len(entropy).to_bytes(1, "big") + entropy for entropy in entropies)
    prefix = _LABEL + game_id.encode("ascii") + salted + draw.to_bytes(4, "big")
    block = 0
    while True:
        digest = hmac.digest(seed, prefix + block.to_bytes(4, "big"), hashlib.sha256)
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _pick(words: Iterator[int], choices: int) -> int:
    limit = _WORDS - _WORDS % choices
    # Words at or above the limit would favour the low picks.
    return next(word for word in words if word < limit) % choices
