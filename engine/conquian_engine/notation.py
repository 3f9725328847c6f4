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
             draw
             draw discards 2
             challenge
             accept
             refuse
             stop
             meld 7H JK=8H 9H
             lay off 1: 7H 8H 9H > 7H 8H 9H TH
             take joker 1: 5S JK=6S 7S > 5S 6S 7S

A joker on the table names the card it stands for in a run, `JK=8C`, and whether it was
moved there, `JK*=8C` (R3.40); in a set it is plain.

Reading what was written gives the same value, in whatever order the cards stand. Seats
are numbered from 0.

Source: R0, "Notation".
"""

from __future__ import annotations

from conquian_engine.card_notation import (
    BadNotation,
    format_cards,
    format_meld,
    parse_cards,
    parse_meld,
    parse_seat,
)
from conquian_engine.cards import Card, Layout, Pack
from conquian_engine.moves import (
    Discard,
    Force,
    LayFromHand,
    LetGo,
    Move,
    Pass,
    Take,
    Trade,
)
from conquian_engine.rummy.notation import format_rummy_move, parse_rummy_move

__all__ = [
    "BadNotation",
    "cards_of_move",
    "format_cards",
    "format_layout",
    "format_meld",
    "format_move",
    "parse_cards",
    "parse_layout",
    "parse_meld",
    "parse_move",
    "parse_seat",
]

_OF_TWO_WORDS = (("lay", "off"), ("take", "joker"))
"""Beginnings of moves of family H that are also words of family U."""


def format_layout(layout: Layout) -> str:
    """A layout: its melds parted by commas; an empty text for an empty table."""
    return ", ".join(map(format_meld, layout))


def parse_layout(text: str, pack: Pack) -> Layout:
    """Read a layout, valid or not."""
    return tuple(parse_meld(part, pack) for part in text.split(",")) if text.strip() else ()


def format_move(move: Move) -> str:
    """A move in words.

    >>> format_move(Pass())
    'pass'
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
            return format_rummy_move(move)


def parse_move(text: str, pack: Pack) -> Move:
    """Read a move, legal or not.

    Raises:
        BadNotation: the text has another form.
        UnknownCard: it names a card that the pack does not have.
    """
    if tuple(text.split(maxsplit=2)[:2]) in _OF_TWO_WORDS:
        return parse_rummy_move(text, pack)
    match text.strip().split(maxsplit=1):
        case ["take", *layout]:
            return Take(parse_layout(" ".join(layout), pack))
        case ["lay", *layout]:
            return LayFromHand(parse_layout(" ".join(layout), pack))
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
            return parse_rummy_move(text, pack)


def cards_of_move(move: Move) -> frozenset[Card]:
    """The cards a move of family U names: those of its layout, or the one given up."""
    match move:
        case Take() | LayFromHand():
            return frozenset(card for meld in move.layout for card in meld)
        case Discard() | Trade():
            return frozenset((move.card,))
        case _:
            return frozenset()
