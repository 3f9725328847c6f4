"""Cards as coloured text, and the order of a hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text

from conquian.cards import Card, Meld

__all__ = ["Deck", "boxed", "large"]

_FRENCH = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_FRENCH_STYLES = {"C": "bold", "D": "bold red", "H": "bold red", "S": "bold"}
_SPANISH_STYLES = {"O": "bold yellow", "C": "bold red", "E": "bold cyan", "B": "bold green"}
_JOKER_STYLE = "bold magenta"

_FRENCH_CARD = re.compile(r"(?<![A-Za-z0-9])([A2-9TJQK])([CDHS])(?![A-Za-z0-9])")
_SPANISH_CARD = re.compile(r"(?<![A-Za-z0-9])([1-7SCR])([OCEB])(?![A-Za-z0-9])")
_JOKER = re.compile(r"(?<![A-Za-z0-9])JK(\*?=\S+)?")


@dataclass(frozen=True, slots=True)
class Deck:
    """How the cards of a game are shown."""

    spanish: bool
    """Whether the pack is a Spanish one, whose suits have letters only."""
    symbols: bool
    """Whether the terminal can show the suits of a French pack; else they stay letters."""

    def card(self, card: str) -> Text:
        """One card, such as 10♥ in red."""
        return self.sentence(card)

    def melds(self, melds: Iterable[Meld]) -> Text:
        """Melds parted by commas, each of which stays in one line where there is room."""
        return Text(", ").join(self.sentence(str(meld)) for meld in melds)

    def sentence(self, text: str) -> Text:
        """A text in which every card has its suit and its colour."""
        shown = Text()
        at = 0
        pattern = _SPANISH_CARD if self.spanish else _FRENCH_CARD
        for found in pattern.finditer(text):
            shown.append(text[at : found.start()])
            shown.append(*self._face(found[1], found[2]))
            at = found.end()
        shown.append(text[at:])
        shown.highlight_regex(_JOKER, _JOKER_STYLE)
        return shown

    def ordered(self, hand: Iterable[Card], *, by_rank: bool) -> list[Card]:
        """A hand suit by suit, or rank by rank; jokers last."""
        ranks = "1234567SCR" if self.spanish else "A23456789TJQK"
        suits = "OCEB" if self.spanish else "CDHS"

        def place(card: Card) -> tuple[int, int, int]:
            rank, suit = ranks.find(card.rank), suits.find(card.suit)
            return (card.is_joker, *((rank, suit) if by_rank else (suit, rank)))

        return sorted(hand, key=place)

    def _face(self, rank: str, suit: str) -> tuple[str, str]:
        if self.spanish:
            return rank + suit, _SPANISH_STYLES[suit]
        symbol = _FRENCH[suit] if self.symbols else suit
        return ("10" if rank == "T" and self.symbols else rank) + symbol, _FRENCH_STYLES[suit]


def boxed(cards: Sequence[Text], width: int, *, lines: bool) -> list[Text]:
    """Cards side by side, each in a box of its own; as many rows of boxes as they need."""
    corner = "╭╮╰╯─│" if lines else "++++-|"
    rows: list[Text] = []
    taken = width + 1
    for card in cards:
        wide = card.cell_len + 2
        if taken + wide > width:
            rows += [Text(no_wrap=True), Text(no_wrap=True), Text(no_wrap=True)]
            taken = 0
        top, middle, bottom = rows[-3:]
        top.append(corner[0] + corner[4] * (wide - 2) + corner[1])
        middle.append(corner[5]).append_text(card).append(corner[5])
        bottom.append(corner[2] + corner[4] * (wide - 2) + corner[3])
        taken += wide
    return rows


def large(card: Text, *, lines: bool) -> list[Text]:
    """One card in five lines."""
    corner = "╭╮╰╯─│" if lines else "++++-|"
    wide = max(7, card.cell_len + 4)
    blank = f"{corner[5]}{' ' * wide}{corner[5]}"
    middle = Text(corner[5], no_wrap=True)
    left = (wide - card.cell_len) // 2
    middle.append(" " * left).append_text(card).append(" " * (wide - left - card.cell_len))
    middle.append(corner[5])
    return [
        Text(corner[0] + corner[4] * wide + corner[1]),
        Text(blank),
        middle,
        Text(blank),
        Text(corner[2] + corner[4] * wide + corner[3]),
    ]
