"""Phases of a deal and the decision each one asks for.

Every phase has three functions: `_legal_in_*` lists the moves of the seat to act,
`_why_in_*` tells why one move is refused, `_apply_in_*` plays a move that is not. The
public functions dispatch on the phase; a new phase brings its three and one line for
each.

Source: R2.5, R2.10, R2.16, R2.19, R2.20, R4.2.
"""

from __future__ import annotations

from functools import cache
from typing import assert_never, cast

from conquian_engine.cards import Layout, bits_of, pack_named
from conquian_engine.events import Discarded, Event, Forced, Passed, Taken, WaivedForce
from conquian_engine.flow import after_refusal, ask_forces, end_deal, in_phase
from conquian_engine.forcing import forceable, passed_after, why_no_force
from conquian_engine.melds import meld_table
from conquian_engine.moves import Discard, Force, LetGo, Move, Pass, Take
from conquian_engine.refusals import Reason, Refusal
from conquian_engine.seats import Seat
from conquian_engine.state import (
    AwaitingOrder,
    Cause,
    Decision,
    DiscardDue,
    ForceAsked,
    GameOver,
    Offered,
    Origin,
    State,
    TakeForced,
    Upcard,
)
from conquian_engine.takings import masks_of, takings, why_no_taking
from conquian_engine.turns import first_offered

_PASS = Pass()
_LET_GO = LetGo()


def seats_to_act(state: State) -> tuple[Seat, ...]:
    """The seats that owe a decision; none at a chance point and after the end (R4.2)."""
    phase = state.phase
    match phase:
        case Offered():
            return (phase.to,)
        case DiscardDue() | TakeForced():
            return (phase.seat,)
        case ForceAsked():
            return (phase.asked,)
        case AwaitingOrder() | GameOver():
            return ()
        case _:
            assert_never(phase)


def decision_of(state: State, seat: Seat) -> Decision | None:
    """The phase that waits for this seat; None if nothing does."""
    phase = state.phase
    return phase if isinstance(phase, Decision) and seat in seats_to_act(state) else None


def legal_in(state: State, decision: Decision) -> tuple[Move, ...]:
    """The moves of the seat to act; never empty (R4.2)."""
    match decision:
        case Offered():
            return _legal_in_offered(state, decision)
        case DiscardDue():
            return _legal_in_discard_due(state, decision)
        case ForceAsked():
            return _legal_in_force_asked(state, decision)
        case TakeForced():
            return _legal_in_take_forced(state, decision)
        case _:
            assert_never(decision)


def why_in(state: State, decision: Decision, move: Move) -> Refusal | None:
    """Why the seat to act may not make a move; None if it may."""
    match decision:
        case Offered():
            return _why_in_offered(state, decision, move)
        case DiscardDue():
            return _why_in_discard_due(state, decision, move)
        case ForceAsked():
            return _why_in_force_asked(state, decision, move)
        case TakeForced():
            return _why_in_take_forced(state, decision, move)
        case _:
            assert_never(decision)


def apply_in(state: State, decision: Decision, move: Move, events: list[Event]) -> State:
    """The state after a move that `why_in` does not refuse."""
    match decision:
        case Offered():
            return _apply_in_offered(state, decision, move, events)
        case DiscardDue():
            return _apply_in_discard_due(state, decision, move, events)
        case ForceAsked():
            return _apply_in_force_asked(state, decision, move, events)
        case TakeForced():
            return _apply_in_take_forced(state, decision, move, events)
        case _:
            assert_never(decision)


def _legal_in_offered(state: State, phase: Offered) -> tuple[Move, ...]:
    forces = forceable(state, phase.upcard, phase.passed) if phase.passed else ()
    return (*_takes(state, phase.to, phase.upcard), *map(Force, forces), _PASS)


def _why_in_offered(state: State, phase: Offered, move: Move) -> Refusal | None:
    match move:
        case Pass():
            return None
        case Take():
            return _why_no_take(state, phase.to, phase.upcard, move.layout)
        case Force():
            return why_no_force(state, phase.upcard, phase.passed, move.seat)
        case Discard() | LetGo():
            return Refusal(Reason.WRONG_PHASE, "R2.5")
        case _:
            assert_never(move)


def _apply_in_offered(state: State, phase: Offered, move: Move, events: list[Event]) -> State:
    upcard, seat = phase.upcard, phase.to
    if isinstance(move, Pass):
        events.append(Passed(seat))
        return after_refusal(state, upcard, seat, (*phase.passed, seat), events)
    if isinstance(move, Force):
        return _force(state, upcard, by=seat, seat=move.seat, events=events)
    take = cast("Take", move)  # `why_in` lets nothing else through
    return _take(state, seat, upcard, take.layout, events)


def _legal_in_force_asked(state: State, phase: ForceAsked) -> tuple[Move, ...]:
    targets = passed_after(phase.asked, phase.passed)
    return (*map(Force, forceable(state, phase.upcard, targets)), _LET_GO)


def _why_in_force_asked(state: State, phase: ForceAsked, move: Move) -> Refusal | None:
    match move:
        case LetGo():
            return None
        case Force():
            targets = passed_after(phase.asked, phase.passed)
            return why_no_force(state, phase.upcard, targets, move.seat)
        case Take() | Pass() | Discard():
            return Refusal(Reason.WRONG_PHASE, "R2.19")
        case _:
            assert_never(move)


def _apply_in_force_asked(
    state: State, phase: ForceAsked, move: Move, events: list[Event]
) -> State:
    if isinstance(move, Force):
        return _force(state, phase.upcard, by=phase.asked, seat=move.seat, events=events)
    events.append(WaivedForce(phase.asked))
    # The last seat in rotation is never asked, so the next one in it follows the asked seat.
    start = Seat((phase.asked + 1) % state.rules.seats)
    return ask_forces(state, phase.upcard, phase.passed, events, start=start)


def _legal_in_take_forced(state: State, phase: TakeForced) -> tuple[Move, ...]:
    return tuple(_takes(state, phase.seat, phase.upcard))


def _why_in_take_forced(state: State, phase: TakeForced, move: Move) -> Refusal | None:
    if isinstance(move, Take):
        return _why_no_take(state, phase.seat, phase.upcard, move.layout)
    upcard = pack_named(state.rules.pack).cards[phase.upcard.card]
    return Refusal(Reason.FORCED_TO_TAKE, "R2.20", (upcard,))


def _apply_in_take_forced(
    state: State, phase: TakeForced, move: Move, events: list[Event]
) -> State:
    take = cast("Take", move)  # `why_in` lets nothing else through
    return _take(state, phase.seat, phase.upcard, take.layout, events)


def _legal_in_discard_due(state: State, phase: DiscardDue) -> tuple[Move, ...]:
    discards = _discards(state.rules.pack)
    return tuple([discards[bit] for bit in bits_of(state.hands[phase.seat])])


def _why_in_discard_due(state: State, phase: DiscardDue, move: Move) -> Refusal | None:
    if not isinstance(move, Discard):
        return Refusal(Reason.WRONG_PHASE, "R2.16")
    bit = pack_named(state.rules.pack).index.get(move.card)
    if bit is None:
        return Refusal(Reason.UNKNOWN_CARD, "R1", (move.card,))
    if not state.hands[phase.seat] >> bit & 1:
        return Refusal(Reason.CARD_NOT_IN_HAND, "R2.16", (move.card,))
    return None


def _apply_in_discard_due(
    state: State, phase: DiscardDue, move: Move, events: list[Event]
) -> State:
    seat = phase.seat
    card = cast("Discard", move).card  # `why_in` lets nothing else through
    bit = pack_named(state.rules.pack).index[card]
    upcard = Upcard(bit, Origin.DISCARDED, seat)
    events.append(Discarded(seat, card))
    return State(
        state.rules,
        state.dealer,
        state.deal,
        Offered(upcard, first_offered(state, upcard), ()),
        state.hands.replace(seat, state.hands[seat] & ~(1 << bit)),
        state.tables,
        state.stock,
        state.dead,
        state.upcards + 1,
        state.stake,
        state.scores,
        state.resigned,
    )


@cache
def _discards(pack_name: str) -> tuple[Discard, ...]:
    """The discard of each card of a pack, built once."""
    return tuple(map(Discard, pack_named(pack_name).cards))


def _takes(state: State, seat: Seat, upcard: Upcard) -> list[Move]:
    rules = state.rules
    melds = meld_table(rules.pack, rules.max_run)
    layouts = takings(
        melds,
        table=sum(state.tables[seat]),
        hand=state.hands[seat],
        upcard=upcard.card,
        extra_hand_cards=rules.extra_hand_cards,
    )
    return [Take(melds.layout(masks)) for masks in layouts]


def _why_no_take(state: State, seat: Seat, upcard: Upcard, layout: Layout) -> Refusal | None:
    rules = state.rules
    return why_no_taking(
        meld_table(rules.pack, rules.max_run),
        table=sum(state.tables[seat]),
        hand=state.hands[seat],
        upcard=upcard.card,
        extra_hand_cards=rules.extra_hand_cards,
        layout=layout,
    )


def _take(state: State, seat: Seat, upcard: Upcard, layout: Layout, events: list[Event]) -> State:
    """Lay the taking; the seat has gone out or owes a discard (R2.16)."""
    rules = state.rules
    melds = meld_table(rules.pack, rules.max_run)
    masks = masks_of(melds, layout)
    laid = sum(masks)
    hand = state.hands[seat]
    pack = melds.pack
    events.append(
        Taken(seat, pack.cards[upcard.card], melds.layout(masks), pack.cards_in(hand & laid))
    )
    taken = State(
        rules,
        state.dealer,
        state.deal,
        DiscardDue(seat),
        state.hands.replace(seat, hand & ~laid),
        state.tables.replace(seat, masks),
        state.stock,
        state.dead,
        state.upcards,
        state.stake,
        state.scores,
        state.resigned,
    )
    if laid.bit_count() >= rules.target:
        return end_deal(taken, events, cause=Cause.WENT_OUT, winner=seat)
    return taken


def _force(state: State, upcard: Upcard, *, by: Seat, seat: Seat, events: list[Event]) -> State:
    events.append(Forced(seat, by))
    return in_phase(state, TakeForced(upcard, seat, by))
