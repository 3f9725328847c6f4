"""Seats and values held one per seat.

A seat is a place at the table, numbered from 0 in playing order (R0). The engine knows
only "the next seat"; clockwise and anticlockwise are the same to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NewType, TypeVar

Seat = NewType("Seat", int)

T = TypeVar("T")
U = TypeVar("U")


class BySeat(tuple[T, ...]):
    """One value for each seat, in playing order.

    >>> BySeat((10, 20, 30)).replace(Seat(1), 25)
    BySeat((10, 25, 30))
    """

    __slots__ = ()

    def replace(self, seat: Seat, value: T) -> BySeat[T]:
        """Copy with the value of one seat exchanged."""
        return BySeat((*self[:seat], value, *self[seat + 1 :]))

    def map(self, function: Callable[[T], U]) -> BySeat[U]:
        """Apply a function to each seat's value."""
        return BySeat(map(function, self))

    def __repr__(self) -> str:
        return f"BySeat({tuple.__repr__(self)})"


def seats_after(seat: Seat, seats: int, *, out: Iterable[Seat] = ()) -> tuple[Seat, ...]:
    """Other seats in playing order from the one after `seat`, without those in `out`."""
    gone = frozenset(out)
    order = (Seat((seat + step) % seats) for step in range(1, seats))
    return tuple(other for other in order if other not in gone)
