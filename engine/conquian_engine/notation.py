"""Text for cards, melds, layouts and moves, written and read.

    cards    7H
    melds    5C 5D 5S
    layouts  3C 3D 3S, 4D 5D 6D
    moves    take 3C 3D 3S, 4D 5D 6D
             pass
             force 1
             let go
             discard KH
             lay 3C 3D 3S
             trade KH

Reading what was written gives the same value, in whatever order the cards stand. Seats
are numbered from 0.

Source: R0, "Notation".
"""

from __future__ import annotations

from typing import assert_never

from conquian_engine.cards import Card, Layout, Meld, Pack
from conquian_engine.moves import Discard, Force, LayFromHand, LetGo, Move, Pass, Take, Trade
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
    """Read a meld, valid or not."""
    return parse_cards(text, pack)


def format_layout(layout: Layout) -> str:
    """A layout: its melds parted by commas; an empty text for an empty table."""
    return ", ".join(map(format_meld, layout))


def parse_layout(text: str, pack: Pack) -> Layout:
    """Read a layout, valid or not."""
    return tuple(parse_meld(part, pack) for part in text.split(",")) if text.strip() else ()


def format_move(move: Move) -> str:
    """A move in words.

    >>> format_move(Force(Seat(1)))
    'force 1'
    """
    match move:
        case Take():
            return f"take {format_layout(move.layout)}".rstrip()
        case LayFromHand():
            return f"lay {format_layout(move.layout)}".rstrip()
        case Pass():
            return "pass"
        case Force():
            return f"force {move.seat}"
        case LetGo():
            return "let go"
        case Discard():
            return f"discard {move.card}"
        case Trade():
            return f"trade {move.card}"
        case _:
            assert_never(move)


def parse_move(text: str, pack: Pack) -> Move:
    """Read a move, legal or not.

    Raises:
        BadNotation: the text has another form.
        UnknownCard: it names a card that the pack does not have.
    """
    match text.strip().split(maxsplit=1):
        case ["take"]:
            return Take(())
        case ["take", layout]:
            return Take(parse_layout(layout, pack))
        case ["lay"]:
            return LayFromHand(())
        case ["lay", layout]:
            return LayFromHand(parse_layout(layout, pack))
        case ["pass"]:
            return Pass()
        case ["force", seat]:
            return Force(parse_seat(seat))
        case ["let", "go"]:
            return LetGo()
        case ["discard", card]:
            return Discard(pack.parse_card(card))
        case ["trade", card]:
            return Trade(pack.parse_card(card))
        case _:
            raise BadNotation(text, "a move")


def parse_seat(text: str) -> Seat:
    """Read a seat number."""
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= _SEAT_DIGITS):
        raise BadNotation(text, "a seat")
    return Seat(int(text))
