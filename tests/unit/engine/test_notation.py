"""Moves and layouts as text."""

from __future__ import annotations

import pytest

from conquian_engine import (
    SHORT40,
    SPANISH40,
    BadNotation,
    Card,
    Discard,
    Force,
    LayFromHand,
    LetGo,
    Move,
    Pass,
    Seat,
    Take,
    Trade,
    UnknownCard,
    format_layout,
    format_meld,
    format_move,
    parse_layout,
    parse_meld,
    parse_move,
    parse_seat,
)
from tests.unit.engine.table import cards, layout


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Take(layout("3C 3D 3S", "4D 5D 6D")), "take 3C 3D 3S, 4D 5D 6D"),
        (Take(layout("6D 5D 4D")), "take 6D 5D 4D"),
        (Take(()), "take"),
        (Pass(), "pass"),
        (Force(Seat(1)), "force 1"),
        (LetGo(), "let go"),
        (Discard(Card("KH")), "discard KH"),
        (LayFromHand(layout("3C 3D 3S", "4D 5D 6D")), "lay 3C 3D 3S, 4D 5D 6D"),
        (LayFromHand(()), "lay"),
        (Trade(Card("KH")), "trade KH"),
    ],
)
def test_moves_print_and_parse(move: Move, text: str) -> None:
    """A move reads back as it was written (R0, "Notation")."""
    assert format_move(move) == text
    assert parse_move(text, SHORT40) == move
    assert parse_move(f"  {text} ", SHORT40) == move


def test_melds_and_layouts_print_and_parse() -> None:
    """Cards are parted by blanks, melds by commas."""
    assert format_meld(cards("5C 5D 5S")) == "5C 5D 5S"
    assert parse_meld("5C 5D 5S", SHORT40) == cards("5C 5D 5S")
    assert format_layout(()) == ""
    assert parse_layout(" ", SHORT40) == ()
    assert parse_layout("5C 5D 5S,AC 2C 3C", SHORT40) == layout("5C 5D 5S", "AC 2C 3C")


def test_pack_decides_how_a_move_reads() -> None:
    """SC is the sota of copas in the Spanish pack (R0)."""
    assert parse_move("discard SC", SPANISH40) == Discard(Card("SC"))
    with pytest.raises(UnknownCard):
        parse_move("discard SC", SHORT40)


@pytest.mark.parametrize(
    "text",
    ["", "fold", "force", "force x", "force -1", "force 100", "let", "pass 1", "discard", "trade"],
)
def test_other_texts_are_no_moves(text: str) -> None:
    """A text of another form is refused."""
    with pytest.raises(BadNotation):
        parse_move(text, SHORT40)


def test_seat_is_a_number() -> None:
    """Seats are numbered from 0 (R0)."""
    assert parse_seat(" 3 ") == 3
    with pytest.raises(BadNotation) as caught:
        parse_seat("٣")
    assert caught.value.expected == "a seat"
