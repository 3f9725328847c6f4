"""Seats and values held one per seat."""

from __future__ import annotations

import pytest

from conquian_engine import BySeat, Seat, seats_after


def test_by_seat_replaces_and_maps() -> None:
    """A value per seat is changed by making another."""
    values = BySeat((1, 2, 3))
    assert values.replace(Seat(1), 9) == BySeat((1, 9, 3))
    assert values.map(str) == BySeat(("1", "2", "3"))
    assert repr(values) == "BySeat((1, 2, 3))"


@pytest.mark.parametrize(
    ("seat", "out", "expected"),
    [(0, (), (1, 2, 3)), (2, (), (3, 0, 1)), (3, (1,), (0, 2))],
)
def test_seats_after_go_round_in_playing_order(
    seat: int, out: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    """The next seat follows, round the table (R0)."""
    assert seats_after(Seat(seat), 4, out=map(Seat, out)) == expected
