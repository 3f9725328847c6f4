"""Forcing: who may oblige whom to use an upcard he refused.

A seat being offered the upcard may force a seat that passed it (R2.19 a). After the last
pass the seats are asked in turn; each may force a seat that passed after it did, the
discarder any (R2.19 b). Hand cards never make a force possible.

Source: R2.18-R2.21.
"""

from __future__ import annotations

from conquian_engine.cards import pack_named
from conquian_engine.layouts import Ground, layouts
from conquian_engine.meld_tables import meld_table
from conquian_engine.refusals import Reason, Refusal
from conquian_engine.rules import ForceScope, Forcing, Rearrange, Rules
from conquian_engine.seats import Seat
from conquian_engine.state import Origin, State, Upcard
from conquian_engine.takings import can_be_laid
from conquian_engine.turns import rotation

# Looking an enum's member up costs as much as a small function call on Python 3.11.
_OFF = Forcing.OFF
_SIMPLE = Forcing.SIMPLE
_FREE = Rearrange.FREE
_ANY = ForceScope.ANY
_DISCARDED = Origin.DISCARDED


def fits_table(rules: Rules, table: tuple[int, ...], card: int) -> bool:
    """Whether a table alone can use an upcard (a bit number), as `forcing` has it (R2.18)."""
    if rules.forcing is _OFF or not table:
        return False
    melds = meld_table(rules.pack, rules.max_run, rules.black_twos_wild)
    bit = 1 << card
    if rules.forcing is _SIMPLE:
        # Quicker than asking for each, but wild melds are not held among the texts.
        if not melds.texts.keys().isdisjoint([meld | bit for meld in table]):
            return True
        return bool(melds.wilds) and any(meld | bit in melds.texts for meld in table)
    if rules.rearrange is _FREE:
        return can_be_laid(melds, sum(table) | bit)
    return bool(layouts(rules, melds, Ground(own=table, hand=0, upcard=bit)))


def forceable(state: State, upcard: Upcard, passed: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Those of the seats that passed whom a force could oblige, in order (R2.18, R2.21)."""
    rules, tables, card = state.rules, state.tables, upcard.card
    if not _scope_allows(rules, upcard):
        return ()
    return tuple(
        [seat for seat in passed if tables[seat] and fits_table(rules, tables[seat], card)]
    )


def passed_after(seat: Seat, passed: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats that passed after `seat` did; all of them if it was not offered (R2.19 b)."""
    return passed[passed.index(seat) + 1 :] if seat in passed else passed


def next_asked(
    state: State, upcard: Upcard, passed: tuple[Seat, ...], *, start: Seat
) -> Seat | None:
    """The next seat to be asked whether it forces, from `start` on (R2.19 b).

    None if no seat from there on could force one that passed after it.
    """
    targets = forceable(state, upcard, passed)
    if not targets:
        return None
    order = rotation(upcard, state.rules.seats)
    able = order[order.index(start) : order.index(targets[-1])]
    return next((seat for seat in able if seat not in state.resigned), None)


def why_no_force(
    state: State, upcard: Upcard, passed: tuple[Seat, ...], seat: Seat
) -> Refusal | None:
    """Why a seat cannot be forced by one that may force any of `passed`."""
    rules = state.rules
    if not 0 <= seat < rules.seats:
        return Refusal(Reason.NO_SUCH_SEAT, "R0")
    cards = (pack_named(rules.pack).cards[upcard.card],)
    if rules.forcing is _OFF:
        return Refusal(Reason.FORCING_OFF, "R2.18", cards)
    if not _scope_allows(rules, upcard):
        return Refusal(Reason.NOT_FORCEABLE_ORIGIN, "R2.21", cards)
    if seat in state.resigned:
        return Refusal(Reason.SEAT_RESIGNED, "R4.1", cards)
    if seat not in passed:
        return Refusal(Reason.SEAT_NOT_PASSED, "R2.19", cards)
    if not fits_table(rules, state.tables[seat], upcard.card):
        return Refusal(Reason.CANNOT_FORCE, "R2.18", cards)
    return None


def _scope_allows(rules: Rules, upcard: Upcard) -> bool:
    return rules.force_scope is _ANY or upcard.origin is _DISCARDED
