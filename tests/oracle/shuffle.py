"""The shuffle written a second time, from docs/fair-shuffle.md alone.

Plain on purpose: it makes the published vectors and imports nothing of the service.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence


def plain_commitment(seed: bytes) -> str:
    """SHA-256 of the seed."""
    return hashlib.sha256(seed).hexdigest()


def plain_words(
    seed: bytes, game_id: str, entropies: Sequence[bytes], draw: int, blocks: int
) -> list[int]:
    """The first words of a draw, eight for each block."""
    stream = b""
    for block in range(blocks):
        message = b"conquian-draw-1" + game_id.encode("ascii")
        for entropy in entropies:
            message += bytes([len(entropy)]) + entropy
        message += draw.to_bytes(4, "big") + block.to_bytes(4, "big")
        stream += hmac.new(seed, message, hashlib.sha256).digest()
    return [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]


def plain_pick(
    seed: bytes, game_id: str, entropies: Sequence[bytes], draw: int, things: int
) -> int:
    """A draw of one thing: the first dealer."""
    words = plain_words(seed, game_id, entropies, draw, blocks=4)
    return pick(words, things)


def plain_order(
    seed: bytes, game_id: str, entropies: Sequence[bytes], draw: int, cards: Sequence[str]
) -> list[str]:
    """A draw of a pack order, top first, from the cards in their published order."""
    words = plain_words(seed, game_id, entropies, draw, blocks=16)
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        chosen = pick(words, place + 1)
        order[place], order[chosen] = order[chosen], order[place]
    return order


def pick(words: list[int], things: int) -> int:
    """One of some things, by the next word that favours none; used words are taken away."""
    multiple = 2**32 // things * things
    while True:
        word = words.pop(0)
        if word < multiple:
            return word % things
