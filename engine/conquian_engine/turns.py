"""Turns: which seat comes next, who is offered an upcard and who turns the next one.

Every upcard has a *rotation*: all seats in playing order from the first that has a say
in it. Of an opening upcard that is the seat after the dealer, of a turned card its
turner, of a discard the discarder, who is never offered it but may force first. Seats
that resigned are skipped everywhere.

Source: R2.4-R2.8, R2.19, R4.1.
"""

from __future__ import annotations

from conquian_engine.families import GameState
from conquian_engine.seats import Seat, seats_after
from conquian_engine.state import Origin, State, Upcard

# Looking an enum's member up costs as much as a small function call on Python 3.11.
_OPENING = Origin.OPENING
_TURNED = Origin.TURNED


def active_seats(state: GameState) -> tuple[Seat, ...]:
    """Seats that have not resigned, by number."""
    seats = map(Seat, range(state.rules.seats))
    return tuple(seat for seat in seats if seat not in state.resigned)


def next_active(state: GameState, seat: Seat) -> Seat:
    """The next seat in playing order that has not resigned."""
    seats = state.rules.seats
    after = Seat((seat + 1) % seats)
    while after in state.resigned:
        after = Seat((after + 1) % seats)
    return after


def dealing_order(state: GameState) -> tuple[Seat, ...]:
    """Seats to be dealt to, the next after the dealer first (R2.1, R4.1)."""
    return (*seats_after(state.dealer, state.rules.seats, out=state.resigned), state.dealer)


def first_offered(state: State, upcard: Upcard) -> Seat:
    """The seat a new upcard is offered to first (R2.4, R2.6, R2.7)."""
    if upcard.origin is _TURNED:
        return upcard.by
    return next_active(state, upcard.by)


def next_offered(state: State, upcard: Upcard, seat: Seat) -> Seat | None:
    """The seat the upcard is offered to after `seat`; None when all have had it."""
    seats = state.rules.seats
    first = first_in_rotation(upcard, seats)
    after = Seat((seat + 1) % seats)
    while after != first:
        if after not in state.resigned:
            return after
        after = Seat((after + 1) % seats)
    return None


def first_in_rotation(upcard: Upcard, seats: int) -> Seat:
    """The first seat that has a say in the upcard."""
    return upcard.by if upcard.origin is not _OPENING else Seat((upcard.by + 1) % seats)


def rotation(upcard: Upcard, seats: int) -> tuple[Seat, ...]:
    """All seats in the order in which they have a say in the upcard."""
    first = first_in_rotation(upcard, seats)
    return tuple(Seat((first + step) % seats) for step in range(seats))


def next_turner(state: State, upcard: Upcard) -> Seat:
    """The seat that turns up when the upcard is dead (R2.8).

    That is always the seat after the one it came from; an opening upcard comes from the
    dealer.
    """
    return next_active(state, upcard.by)
