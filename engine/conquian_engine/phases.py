"""Phases of a deal and the decision each one asks for.

Every phase has three functions: `_legal_in_*` lists the moves of the seat to act,
`_why_in_*` tells why one move is refused, `_apply_in_*` plays a move that is not. The
public functions dispatch on the phase; a new phase brings its three and one line for
each. Those of trading stand in `trading`, what is laid on the table in `laying`.

Source: R2.3, R2.5, R2.10, R2.16, R2.19, R2.20, R4.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import assert_never, cast

from conquian_engine.cards import bits_of, pack_named
from conquian_engine.events import Discarded, Event, Forced, Passed, WaivedForce
from conquian_engine.flow import after_refusal, ask_forces, in_phase
from conquian_engine.forcing import forceable, passed_after, why_no_force
from conquian_engine.laying import (
    lay,
    legal_lays,
    legal_takes,
    search_takes,
    take,
    why_no_lay,
    why_no_take,
)
from conquian_engine.moves import Discard, Force, LayFromHand, LetGo, Move, Pass, Take
from conquian_engine.refusals import Reason, Refusal
from conquian_engine.rules import HandOnlyMelds
from conquian_engine.seats import Seat
from conquian_engine.state import (
    AwaitingOrder,
    Decision,
    DiscardDue,
    ForceAsked,
    GameOver,
    Offered,
    Origin,
    State,
    TakeForced,
    Trading,
    Upcard,
)
from conquian_engine.trading import (
    apply_in_trading,
    legal_in_trading,
    why_in_trading,
    yet_to_choose,
)
from conquian_engine.turns import first_offered

# Looking an enum's member up costs as much as a small function call on Python 3.11.
_NEVER = HandOnlyMelds.NEVER
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
        case Trading():
            return yet_to_choose(state, phase)
        case AwaitingOrder() | GameOver():
            return ()
        case _:
            assert_never(phase)


def decision_of(state: State, seat: Seat) -> Decision | None:
    """The phase that waits for this seat; None if nothing does."""
    phase = state.phase
    if type(phase) is Offered:
        # Four decisions in five, and asking a union of classes costs as much as a call.
        return phase if phase.to == seat else None
    return phase if isinstance(phase, Decision) and seat in seats_to_act(state) else None


def legal_in(state: State, decision: Decision, seat: Seat) -> tuple[Move, ...]:
    """The moves of a seat to act; never empty (R4.2)."""
    match decision:
        case Offered():
            return _legal_in_offered(state, decision)
        case DiscardDue():
            return _legal_in_discard_due(state, decision)
        case ForceAsked():
            return _legal_in_force_asked(state, decision)
        case TakeForced():
            return _legal_in_take_forced(state, decision)
        case Trading():
            return legal_in_trading(state, seat)
        case _:
            assert_never(decision)


def search_in(
    state: State, decision: Decision, seat: Seat, *, takings: bool
) -> Iterator[Move | None]:
    """The moves of `legal_in` as they are found; a None for each step that found nothing.

    Without the takings, if they are not asked for.
    """
    match decision:
        case Offered():
            if takings:
                yield from search_takes(state, seat, decision.upcard)
            yield from _legal_beside_taking(state, decision)
        case TakeForced():
            if takings:
                yield from search_takes(state, seat, decision.upcard)
        case _:
            yield from legal_in(state, decision, seat)


def why_in(state: State, decision: Decision, seat: Seat, move: Move) -> Refusal | None:
    """Why a seat to act may not make a move; None if it may."""
    match decision:
        case Offered():
            return _why_in_offered(state, decision, move)
        case DiscardDue():
            return _why_in_discard_due(state, decision, move)
        case ForceAsked():
            return _why_in_force_asked(state, decision, move)
        case TakeForced():
            return _why_in_take_forced(state, decision, move)
        case Trading():
            return why_in_trading(state, seat, move)
        case _:
            assert_never(decision)


def apply_in(
    state: State, decision: Decision, seat: Seat, move: Move, events: list[Event]
) -> State:
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
        case Trading():
            return apply_in_trading(state, decision, seat, move, events)
        case _:
            assert_never(decision)


def _legal_in_offered(state: State, phase: Offered) -> tuple[Move, ...]:
    return (*legal_takes(state, phase.to, phase.upcard), *_legal_beside_taking(state, phase))


def _legal_beside_taking(state: State, phase: Offered) -> tuple[Move, ...]:
    forces = forceable(state, phase.upcard, phase.passed) if phase.passed else ()
    lays = () if state.rules.hand_only_melds is _NEVER else legal_lays(state, phase)
    return (*lays, *map(Force, forces), _PASS)


def _why_in_offered(state: State, phase: Offered, move: Move) -> Refusal | None:
    match move:
        case Pass():
            return None
        case Take():
            return why_no_take(state, phase.to, phase.upcard, move.layout)
        case LayFromHand():
            return why_no_lay(state, phase, move.layout)
        case Force():
            return why_no_force(state, phase.upcard, phase.passed, move.seat)
        case _:
            return Refusal(Reason.WRONG_PHASE, "R2.5")


def _apply_in_offered(state: State, phase: Offered, move: Move, events: list[Event]) -> State:
    upcard, seat = phase.upcard, phase.to
    if isinstance(move, Pass):
        events.append(Passed(seat))
        return after_refusal(state, upcard, seat, (*phase.passed, seat), events)
    if isinstance(move, Force):
        return _force(state, upcard, by=seat, seat=move.seat, events=events)
    if isinstance(move, LayFromHand):
        return lay(state, phase, move.layout, events)
    layout = cast("Take", move).layout  # `why_in` lets nothing else through
    return take(state, seat, upcard, layout, events)


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
        case _:
            return Refusal(Reason.WRONG_PHASE, "R2.19")


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
    return tuple(legal_takes(state, phase.seat, phase.upcard))


def _why_in_take_forced(state: State, phase: TakeForced, move: Move) -> Refusal | None:
    if isinstance(move, Take):
        return why_no_take(state, phase.seat, phase.upcard, move.layout)
    upcard = pack_named(state.rules.pack).cards[phase.upcard.card]
    return Refusal(Reason.FORCED_TO_TAKE, "R2.20", (upcard,))


def _apply_in_take_forced(
    state: State, phase: TakeForced, move: Move, events: list[Event]
) -> State:
    layout = cast("Take", move).layout  # `why_in` lets nothing else through
    return take(state, phase.seat, phase.upcard, layout, events)


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


def _force(state: State, upcard: Upcard, *, by: Seat, seat: Seat, events: list[Event]) -> State:
    events.append(Forced(seat, by))
    return in_phase(state, TakeForced(upcard, seat, by))
