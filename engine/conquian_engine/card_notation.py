"""Text for cards, melds and seats, written and read.

Source: R0, "Notation"; R3.30, R3.40 for jokers.
"""

from __future__ import annotations

from conquian_engine.cards import Card, Meld, Pack
from conquian_engine.seats import Seat

_SEAT_DIGITS = 2
"""More digits are no seat of any table."""


class BadNotation(ValueError):
    """A text that is no move or record. A wrong card is `UnknownCard`."""

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(f"{text!r} is not {expected}")
        self.text = text
        self.expected = expected


def format_cards(cards: tuple[Card, ...]) -> str:
    """Cards parted by blanks, such as a meld or a hand."""
    return " ".join(cards)


def parse_cards(text: str, pack: Pack) -> tuple[Card, ...]:
    """Read cards parted by blanks; `UnknownCard` for one the pack does not have."""
    return tuple(map(pack.parse_card, text.split()))


def format_meld(meld: Meld) -> str:
    """A meld: its cards parted by blanks."""
    return format_cards(meld)


def parse_meld(text: str, pack: Pack) -> Meld:
    """Read a meld, valid or not; jokers may name a card where the pack has any."""
    return tuple(_parse_meld_card(card, pack) for card in text.split())


def parse_seat(text: str) -> Seat:
    """Read a seat number."""
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= _SEAT_DIGITS):
        raise BadNotation(text, "a seat")
    return Seat(int(text))


def _parse_meld_card(text: str, pack: Pack) -> Card:
    for named in ("JK=", "JK*="):
        if pack.jokers and text.startswith(named):
            return Card(named + pack.parse_card(text.removeprefix(named)))
    return pack.parse_card(text)
