"""Cards and packs (R1), in their friendly form and as bits.

A card is its text: rank then suit, `"7H"`, `"TC"`, `"SC"` (the sota of copas). The pack
decides how a text is read. A meld is a tuple of cards in pack order, a layout a tuple of
melds. Where speed asks for it a set of cards of a single pack is a *mask*: an int whose
bit `pack.bit(card)` is set for each card held. Bits run suit by suit, low rank first, so
that a run is a block of neighbouring bits.

Source: R1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NewType

from conquian_engine.refusals import NewerRules

Card = NewType("Card", str)
"""A card's text in its pack."""

Mask = NewType("Mask", int)
"""A set of cards of one single pack, one bit a card."""

Meld = tuple[Card, ...]
"""Cards of one set (in suit order) or one run (low to high)."""

Layout = tuple[Meld, ...]
"""A table split into melds, lowest first card first."""


JOKER = Card("JK")
"""A joker in a hand or a pile; in a run on the table it names its card, `JK=8C` (R3)."""


class UnknownCard(ValueError):
    """A text that names no card of the pack."""

    def __init__(self, text: str, pack: str) -> None:
        super().__init__(f"{text!r} is not a card of {pack}")
        self.text = text
        self.pack = pack


def bits_of(mask: int) -> Iterator[int]:
    """The bit numbers set in a mask, lowest first.

    >>> list(bits_of(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack: its name, its ranks low to high, its suits and its card points (R2.26)."""

    name: str
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    points: tuple[int, ...]
    """Card points by rank, in rank order (R2.26)."""
    copies: int = 1
    """How many of each card: 2 in a double pack, which are the same card (R1.1)."""
    jokers: int = 0
    cards: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    """Every different card, in bit order: suit by suit, low to high; a joker last."""
    index: Mapping[Card, int] = field(init=False, repr=False, compare=False)
    """Bit number of each card."""
    deck: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    """All cards there are, copies side by side, jokers last: what a shuffle begins with."""

    def __post_init__(self) -> None:
        naturals = tuple(Card(rank + suit) for suit in self.suits for rank in self.ranks)
        cards = (*naturals, JOKER) if self.jokers else naturals
        copies = (card for card in naturals for _ in range(self.copies))
        object.__setattr__(self, "deck", (*copies, *[JOKER] * self.jokers))
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "index", {card: bit for bit, card in enumerate(cards)})

    def parse_card(self, text: str) -> Card:
        """Read one card; `UnknownCard` if the pack has none of that text."""
        if text not in self.index:
            raise UnknownCard(text, self.name)
        return Card(text)

    def bit(self, card: Card) -> int:
        """The bit number of a card; `UnknownCard` if the pack has none of that text."""
        try:
            return self.index[card]
        except KeyError:
            raise UnknownCard(card, self.name) from None

    def mask(self, cards: Iterable[Card]) -> Mask:
        """The mask of some cards; `UnknownCard` for a text the pack does not know."""
        mask = 0
        for card in cards:
            mask |= 1 << self.bit(card)
        return Mask(mask)

    def cards_in(self, mask: int) -> tuple[Card, ...]:
        """The cards of a mask, in bit order."""
        cards = self.cards
        found = []
        while mask:
            low = mask & -mask
            found.append(cards[low.bit_length() - 1])
            mask ^= low
        return tuple(found)

    def points_of(self, mask: int) -> int:
        """Card points of a hand (R2.26)."""
        return sum(self.points[bit % len(self.points)] for bit in bits_of(mask))


_FRENCH = ("C", "D", "H", "S")
_SPANISH = ("O", "C", "E", "B")
_BLACK_TWOS = (Card("2C"), Card("2S"))

SHORT40 = Pack("short40", tuple("A234567JQK"), _FRENCH, (15, 2, 3, 4, 5, 6, 7, 10, 10, 10))
SPANISH40 = Pack("spanish40", tuple("1234567SCR"), _SPANISH, (1, 2, 3, 4, 5, 6, 7, 10, 11, 12))
COURTLESS40 = Pack("courtless40", tuple("A23456789T"), _FRENCH, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
FULL52 = Pack(
    "full52", tuple("A23456789TJQK"), _FRENCH, (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
)

DOUBLE104 = replace(FULL52, name="double104", copies=2)
DOUBLE106 = replace(DOUBLE104, name="double106", jokers=2)
DOUBLE108 = replace(DOUBLE104, name="double108", jokers=4)

SINGLE_PACKS: Mapping[str, Pack] = MappingProxyType(
    {pack.name: pack for pack in (SHORT40, SPANISH40, COURTLESS40, FULL52)}
)
"""The packs in which every card is there once, by name."""

PACKS: Mapping[str, Pack] = MappingProxyType(
    {**SINGLE_PACKS, **{pack.name: pack for pack in (DOUBLE104, DOUBLE106, DOUBLE108)}}
)
"""All packs by name."""


def wild_twos(pack: Pack) -> int:
    """The mask of a single pack's black twos; 0 if it has none (R2.30)."""
    return sum(1 << pack.index[two] for two in _BLACK_TWOS if pack.suits == _FRENCH)


def pack_named(name: str) -> Pack:
    """The pack of that name; `NewerRules` if this build has none."""
    try:
        return PACKS[name]
    except KeyError:
        raise NewerRules(f"pack {name!r}") from None
