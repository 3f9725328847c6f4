"""Cards of family H as bytes: in hands and piles, and in melds.

A card's *kind* is its number in the pack; a joker is 52. In a meld a joker's byte tells
what it is there:

    0x40 | kind   stands for that card in a run
    0xC0 | kind   the same, moved there and not to be moved again (R3.40)
    0x7F          in a set, for a missing suit

Hands are sorted bytes: multisets, of which equal ones are equal bytes (R1.1).

Source: R1.1, R3.30, R3.40.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from conquian_engine.cards import JOKER, Card, Meld, pack_named

JOKER_KIND = 52
"""A joker in a hand or a pile."""

STANDS_FOR = 0x40
"""Mark of a joker in a run."""

MOVED = 0xC0
"""Mark of a joker that was moved."""

SET_JOKER = 0x7F
"""A joker in a set."""

KIND = 0x3F
"""What is left of a byte of a run without its mark."""


def is_joker(code: int) -> bool:
    """Whether a byte of a meld is a joker."""
    return code >= STANDS_FOR


def hand_cards(meld: Iterable[int]) -> bytes:
    """The cards of a meld as they are in a hand: every joker a plain one."""
    return bytes([code if code < STANDS_FOR else JOKER_KIND for code in meld])


def without(hand: bytes, cards: Iterable[int]) -> bytes:
    """A hand without some of its cards; `ValueError` if it does not hold them all."""
    left = bytearray(hand)
    for card in cards:
        left.remove(card)
    return bytes(left)


def joined(hand: bytes, cards: Iterable[int]) -> bytes:
    """A hand with more cards."""
    return bytes(sorted((*hand, *cards)))


def holds(hand: bytes, cards: bytes) -> bool:
    """Whether a hand holds all of these cards, repeated ones as often."""
    return all(hand.count(card) >= cards.count(card) for card in cards)


def less_played(taken: bytes, played: bytes) -> bytes:
    """The taken cards that are left when some hand cards are played.

    Of equal cards the taken one is played first **(ours)**: the other may be discarded.
    """
    if not taken:
        return taken
    left = bytearray(taken)
    for card in played:
        if card in left:
            left.remove(card)
    return bytes(left)


@lru_cache(maxsize=1 << 14)
def meld_text(pack_name: str, meld: bytes) -> Meld:
    """The friendly form of a meld."""
    return tuple(map(_texts(pack_name).__getitem__, meld))


def card_texts(pack_name: str, cards: Iterable[int]) -> tuple[Card, ...]:
    """The friendly form of hand cards or of a pile."""
    return tuple(map(pack_named(pack_name).cards.__getitem__, cards))


@cache
def codes(pack_name: str) -> Mapping[Card, int]:
    """The byte of every text that a meld may hold; a plain joker is `JOKER_KIND`."""
    pack = pack_named(pack_name)
    texts = _texts(pack_name)
    known = {text: code for code, text in texts.items() if code != SET_JOKER}
    return {**known, JOKER: JOKER_KIND} if pack.jokers else dict(pack.index)


@cache
def _texts(pack_name: str) -> Mapping[int, Card]:
    naturals = [card for card in pack_named(pack_name).cards if card != JOKER]
    texts = dict(enumerate(naturals))
    texts |= {STANDS_FOR | kind: Card(f"JK={card}") for kind, card in enumerate(naturals)}
    texts |= {MOVED | kind: Card(f"JK*={card}") for kind, card in enumerate(naturals)}
    return {**texts, SET_JOKER: JOKER}
