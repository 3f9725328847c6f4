"""Cards and melds, as text that knows its parts.

A card is its text: rank then suit, read in the game's pack: `"7H"`, `"TC"` (ten), `"SC"` (the
sota of copas). A joker is `"JK"`, in a run on a table `"JK=8C"`, and `"JK*=8C"` once it was moved.
Cards come from the service and go back to it unchanged; nothing here needs to know the pack.

>>> Card.parse("7h").rank
'7'
>>> str(Meld.parse("5C 5D 5S"))
'5C 5D 5S'
>>> Card.parse("jk=8c").stands_for
Card('8C')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from conquian.v1 import cards_pb2

__all__ = [
    "Card",
    "Layout",
    "Meld",
    "layout_from_proto",
    "layout_to_proto",
    "meld_from_proto",
    "meld_to_proto",
    "to_cards",
]

_CARD = re.compile(r"(?:[A2-9TJQK][CDHS]|[1-7SCR][OCEB]|JK(?:\*?=[A2-9TJQK][CDHS])?)\Z")


class Card(str):
    """One card by its text, such as `Card("7H")`: a string with a rank and a suit.

    The constructor takes any text, as the service sends it; `parse` reads what a person typed.
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a card in either case; ValueError if no pack has it."""
        card = cls(text.strip().upper())
        if not _CARD.match(card):
            raise ValueError(f"{text!r} is not a card, such as '7H' or 'SC'")
        return card

    @property
    def rank(self) -> str:
        """All but the suit: `"7"`, `"T"`, `"K"`; `"JK"` for a joker."""
        return "JK" if self.is_joker else self[:-1]

    @property
    def suit(self) -> str:
        """The last letter: C D H S in French packs, O C E B in Spanish ones; none for a joker."""
        return "" if self.is_joker else self[-1:]

    @property
    def is_joker(self) -> bool:
        """Whether it is a joker, whatever it stands for."""
        return self.startswith("JK")

    @property
    def stands_for(self) -> Card | None:
        """The card that a joker in a run stands for; None for anything else."""
        return Card(self.partition("=")[2]) if self.is_joker and "=" in self else None

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


@dataclass(frozen=True, slots=True)
class Meld:
    """One set or run: the cards of a set in suit order, of a run low to high."""

    cards: tuple[Card, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read cards parted by spaces, such as `"5C 5D 5S"`; ValueError if one is none."""
        return cls(tuple(Card.parse(word) for word in text.split()))

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __str__(self) -> str:
        return " ".join(self.cards)


Layout = tuple[Meld, ...]
"""A table split into melds."""


def to_cards(texts: Iterable[str]) -> tuple[Card, ...]:
    """The cards of some texts, in the same order."""
    return tuple(map(Card, texts))


def meld_from_proto(message: cards_pb2.Meld) -> Meld:
    """The meld of a message."""
    return Meld(to_cards(message.cards))


def meld_to_proto(meld: Iterable[str]) -> cards_pb2.Meld:
    """A meld as a message."""
    return cards_pb2.Meld(cards=meld)


def layout_from_proto(melds: Iterable[cards_pb2.Meld]) -> Layout:
    """The melds of a message, in the same order."""
    return tuple(map(meld_from_proto, melds))


def layout_to_proto(layout: Iterable[Iterable[str]]) -> list[cards_pb2.Meld]:
    """A layout as messages; each meld may be any iterable of cards."""
    return [cards_pb2.Meld(cards=meld) for meld in layout]
