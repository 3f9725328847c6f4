"""Laying cards on the table: takings, and layings of hand cards without the upcard.

What may be laid is found by `takings` in the common case and by `layouts` in all others;
here the two meet the state of a game.

Source: R2.10-R2.16, R2.31.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from conquian_engine.cards import Layout
from conquian_engine.events import Event, LaidFromHand, Taken
from conquian_engine.flow import end_deal, turn_up
from conquian_engine.layouts import (
    Ground,
    find_layouts,
    layouts,
    search_layouts,
    why_no_layout,
)
from conquian_engine.lending import rest_of
from conquian_engine.meld_tables import meld_table
from conquian_engine.melds import MeldTable
from conquian_engine.moves import LayFromHand, Move, Take
from conquian_engine.refusals import Reason, Refusal
from conquian_engine.rules import HandOnlyMelds, Rearrange, Rules
from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import Cause, DiscardDue, Offered, Origin, State, Upcard
from conquian_engine.takings import Masks, masks_of, takings, why_no_taking
from conquian_engine.turns import next_active

# Looking an enum's member up costs as much as a small function call on Python 3.11.
_FREE = Rearrange.FREE
_NEVER = HandOnlyMelds.NEVER
_TURNED = Origin.TURNED


@dataclass(frozen=True, slots=True)
class Position:
    """What one seat has before it when an upcard is on offer; cards as masks."""

    own: Masks
    """The melds of its table."""
    hand: int
    upcard: int
    """A bit number."""
    others: Masks = ()
    """Opponents' melds, where a taking may borrow from them (R2.31)."""

    @property
    def ground(self) -> Ground:
        """What a taking may be made of."""
        return Ground(own=self.own, hand=self.hand, upcard=1 << self.upcard, others=self.others)


def takings_of(rules: Rules, melds: MeldTable, position: Position) -> list[Masks]:
    """Every layout by which a seat may take the upcard, in order."""
    if rules.rearrange is not _FREE or position.others:
        return layouts(rules, melds, position.ground)
    return takings(
        melds,
        table=sum(position.own),
        hand=position.hand,
        upcard=position.upcard,
        extra_hand_cards=rules.extra_hand_cards,
    )


def goes_out(rules: Rules, melds: MeldTable, position: Position) -> bool:
    """Whether some taking of the upcard holds the target or more cards (R2.16)."""
    found = find_layouts(rules, melds, position.ground, at_least=rules.target)
    return next(found, None) is not None


def why_not_taken(
    rules: Rules, melds: MeldTable, position: Position, layout: Layout
) -> Refusal | None:
    """Why a layout is no legal taking of the upcard; None if it is one."""
    if rules.rearrange is not _FREE or position.others:
        return why_no_layout(rules, melds, position.ground, layout)
    return why_no_taking(
        melds,
        table=sum(position.own),
        hand=position.hand,
        upcard=position.upcard,
        extra_hand_cards=rules.extra_hand_cards,
        layout=layout,
    )


def legal_takes(state: State, seat: Seat, upcard: Upcard) -> list[Move]:
    """Every taking of the upcard by a seat."""
    rules = state.rules
    if rules.borrow_from_opponents:
        return [move for move in search_takes(state, seat, upcard) if move is not None]
    melds = meld_table(rules.pack, rules.max_run, rules.black_twos_wild)
    if rules.rearrange is _FREE:
        found = takings(
            melds,
            table=sum(state.tables[seat]),
            hand=state.hands[seat],
            upcard=upcard.card,
            extra_hand_cards=rules.extra_hand_cards,
        )
    else:
        found = layouts(rules, melds, _position(state, seat, upcard).ground)
    return [Take(melds.layout(masks)) for masks in found]


def search_takes(state: State, seat: Seat, upcard: Upcard) -> Iterator[Move | None]:
    """Every taking as it is found, once; a None for each step of the search without one."""
    rules = state.rules
    melds = meld_table(rules.pack, rules.max_run, rules.black_twos_wild)
    known: set[Masks] = set()
    for masks in search_layouts(rules, melds, _position(state, seat, upcard).ground):
        ordered = None if masks is None else melds.layout_order(masks)
        if ordered is None or ordered in known:
            yield None
        else:
            known.add(ordered)
            yield Take(melds.layout(ordered))


def why_no_take(state: State, seat: Seat, upcard: Upcard, layout: Layout) -> Refusal | None:
    """Why a seat may not take the upcard by a layout."""
    rules = state.rules
    melds = meld_table(rules.pack, rules.max_run, rules.black_twos_wild)
    return why_not_taken(rules, melds, _position(state, seat, upcard), layout)


def take(state: State, seat: Seat, upcard: Upcard, layout: Layout, events: list[Event]) -> State:
    """Lay the taking; the seat has gone out, owes a discard, or has none to give (R2.16)."""
    rules = state.rules
    melds = meld_table(rules.pack, rules.max_run, rules.black_twos_wild)
    masks = masks_of(melds, layout)
    laid = sum(masks)
    hand = state.hands[seat]
    pack = melds.pack
    tables = state.tables
    borrowed = 0
    if rules.borrow_from_opponents:
        borrowed = laid & ~(hand | 1 << upcard.card | sum(tables[seat]))
        tables = _lent(melds, tables, borrowed)
    events.append(
        Taken(
            seat,
            pack.cards[upcard.card],
            melds.layout(masks),
            pack.cards_in(hand & laid),
            pack.cards_in(borrowed) if borrowed else (),
        )
    )
    taken = State(
        rules,
        state.dealer,
        state.deal,
        DiscardDue(seat),
        state.hands.replace(seat, hand & ~laid),
        tables.replace(seat, masks),
        state.stock,
        state.dead,
        state.upcards,
        state.stake,
        state.scores,
        state.resigned,
    )
    if laid.bit_count() >= rules.target:
        return end_deal(taken, events, cause=Cause.WENT_OUT, winner=seat)
    if not hand & ~laid:
        turner = next_active(taken, seat)
        return turn_up(taken, turner, events, origin=_TURNED, dead=state.dead)
    return taken


def legal_lays(state: State, phase: Offered) -> list[Move]:
    """Every laying of hand cards without the upcard by the seat being offered it (R2.12)."""
    if not _may_lay(state.rules, phase):
        return []
    rules = state.rules
    melds = meld_table(rules.pack, rules.max_run, rules.black_twos_wild)
    found = layouts(rules, melds, _hand_only(state, phase.to))
    return [LayFromHand(melds.layout(masks)) for masks in found]


def why_no_lay(state: State, phase: Offered, layout: Layout) -> Refusal | None:
    """Why the seat being offered the upcard may not lay hand cards without it (R2.12)."""
    rules = state.rules
    if rules.hand_only_melds is _NEVER:
        return Refusal(Reason.HAND_ONLY_MELDS_OFF, "R2.12")
    melds = meld_table(rules.pack, rules.max_run, rules.black_twos_wild)
    if not _may_lay(rules, phase):
        upcard = (melds.pack.cards[phase.upcard.card],)
        return Refusal(Reason.NOT_TURNED_UP_BY_SEAT, "R2.12", upcard)
    return why_no_layout(rules, melds, _hand_only(state, phase.to), layout)


def lay(state: State, phase: Offered, layout: Layout, events: list[Event]) -> State:
    """Lay hand cards; the upcard is still on offer to the same seat (R2.12)."""
    rules, seat = state.rules, phase.to
    melds = meld_table(rules.pack, rules.max_run, rules.black_twos_wild)
    masks = masks_of(melds, layout)
    laid, hand = sum(masks), state.hands[seat]
    from_hand = melds.pack.cards_in(hand & laid)
    events.append(LaidFromHand(seat, melds.layout(masks), from_hand))
    return State(
        rules,
        state.dealer,
        state.deal,
        phase,
        state.hands.replace(seat, hand & ~laid),
        state.tables.replace(seat, masks),
        state.stock,
        state.dead,
        state.upcards,
        state.stake,
        state.scores,
        state.resigned,
    )


def _may_lay(rules: Rules, phase: Offered) -> bool:
    """Whether hand cards alone may be laid: on a card the seat turned up itself (R2.12)."""
    upcard = phase.upcard
    return (
        rules.hand_only_melds is not _NEVER and upcard.origin is _TURNED and upcard.by == phase.to
    )


def _hand_only(state: State, seat: Seat) -> Ground:
    return Ground(own=state.tables[seat], hand=state.hands[seat])


def _position(state: State, seat: Seat, upcard: Upcard) -> Position:
    return Position(state.tables[seat], state.hands[seat], upcard.card, _others(state, seat))


def _others(state: State, seat: Seat) -> Masks:
    """Opponents' melds that a seat may borrow from, those of seats that resigned too (R2.31)."""
    if not state.rules.borrow_from_opponents:
        return ()
    return tuple(
        meld for other, table in enumerate(state.tables) if other != seat for meld in table
    )


def _lent(melds: MeldTable, tables: BySeat[Masks], borrowed: int) -> BySeat[Masks]:
    """The tables without the cards borrowed, in the melds that are left (R2.31)."""
    for seat, table in enumerate(tables):
        if sum(table) & borrowed:
            left = [rest for meld in table for rest in _left(melds, meld, borrowed)]
            tables = tables.replace(Seat(seat), melds.layout_order(left))
    return tables


def _left(melds: MeldTable, meld: int, borrowed: int) -> Masks:
    if not meld & borrowed:
        return (meld,)
    return cast("Masks", rest_of(melds, meld & ~borrowed))  # a meld lends nothing else
