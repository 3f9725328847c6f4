"""The game: start it, give it pack orders, ask for legal moves, make them.

Everything here is a function from values to values. A game goes

    new_game -> give_order -> apply ... apply -> [give_order -> ...] -> GameOver

where each step returns the new state and the complete events of that step. The engine
stops at a chance point (`order_due`) and is given the pack's order from outside (R1.2,
R1.3).

`legal_moves`, `apply` and every refusal rest on `why_illegal` and agree with it.

Source: R1.2-R1.4, R2, R4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from conquian_engine.cards import Card, pack_named
from conquian_engine.dealing import deal_hands, read_order
from conquian_engine.events import DealStarted, Event, SeatResigned
from conquian_engine.flow import after_refusal, ask_forces, end_game, in_phase, let_die, turn_up
from conquian_engine.moves import Move
from conquian_engine.phases import apply_in, decision_of, legal_in, seats_to_act, why_in
from conquian_engine.refusals import IllegalMove, Reason, Refusal
from conquian_engine.rules import Rules
from conquian_engine.scoring import FIRST_STAKE
from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import (
    AwaitingOrder,
    Cause,
    DiscardDue,
    ForceAsked,
    GameOver,
    Offered,
    Origin,
    State,
    TakeForced,
)
from conquian_engine.turns import active_seats, dealing_order, next_active

__all__ = [
    "Step",
    "apply",
    "decision_key",
    "give_order",
    "legal_moves",
    "new_game",
    "order_due",
    "resign",
    "seats_to_act",
    "void",
    "why_illegal",
]


@dataclass(frozen=True, slots=True)
class Step:
    """The state after something happened, and what happened, in order."""

    state: State
    events: tuple[Event, ...]


def new_game(rules: Rules, *, dealer: Seat) -> State:
    """A game before its first deal: the first pack order is due."""
    seats = rules.seats
    return State(
        rules,
        dealer,
        0,
        AwaitingOrder(),
        BySeat([0] * seats),
        BySeat([()] * seats),
        b"",
        0,
        0,
        FIRST_STAKE,
        BySeat([0] * seats),
        (),
    )


def order_due(state: State) -> bool:
    """Whether the game waits for a pack order (R1.3)."""
    return isinstance(state.phase, AwaitingOrder)


def give_order(state: State, order: Sequence[Card]) -> Step:
    """Deal the next deal from a whole pack, top card first (R1.2, R2.1, R2.4).

    Raises:
        BadOrder: the order is not exactly the pack.
        IllegalMove: no order is due.
    """
    if not order_due(state):
        raise IllegalMove(Refusal(Reason.WRONG_PHASE, "R1.3"))
    rules = state.rules
    pack = pack_named(rules.pack)
    bits = read_order(pack, order)
    hands, stock = deal_hands(rules, bits, dealing_order(state))
    dealt = State(
        rules,
        state.dealer,
        state.deal + 1,
        state.phase,
        hands,
        state.tables,
        stock,
        0,
        0,
        state.stake,
        state.scores,
        state.resigned,
    )
    events: list[Event] = [
        DealStarted(
            deal=dealt.deal,
            dealer=dealt.dealer,
            stake=dealt.stake,
            order=tuple(order),
            hands=hands.map(pack.cards_in),
            hand_sizes=hands.map(int.bit_count),
            stock_size=len(stock),
        )
    ]
    if rules.opening_upcard:
        begun = turn_up(dealt, dealt.dealer, events, origin=Origin.OPENING, dead=0)
    else:
        first = next_active(dealt, dealt.dealer)
        begun = turn_up(dealt, first, events, origin=Origin.TURNED, dead=0)
    return Step(begun, tuple(events))


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every move the seat may make now; empty for a seat not to act (R4.2).

    In this order: takings, sorted meld by meld by the melds' masks; forces, in the order
    in which the seats passed; pass or let go; discards, in pack order.
    """
    decision = decision_of(state, seat)
    return () if decision is None else legal_in(state, decision)


def why_illegal(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Why the seat may not make the move now; None if it may (R4.3).

    Judges this one move without listing the others. Cards and melds of a layout may be
    named in any order.
    """
    decision = decision_of(state, seat)
    if decision is None:
        return _why_not_acting(state, seat)
    return why_in(state, decision, move)


def apply(state: State, seat: Seat, move: Move) -> Step:
    """Make a move.

    Raises:
        IllegalMove: `why_illegal` refuses it; nothing has changed (R4.3).
    """
    decision = decision_of(state, seat)
    if decision is None:
        raise IllegalMove(_why_not_acting(state, seat))
    refusal = why_in(state, decision, move)
    if refusal is not None:
        raise IllegalMove(refusal)
    events: list[Event] = []
    after = apply_in(state, decision, move, events)
    return Step(after, tuple(events))


def resign(state: State, seat: Seat, *, cause: Cause = Cause.RESIGNATION) -> Step:
    """Give up the game for a seat, at any time, out of turn too (R4.1).

    Of two seats left the other wins, the totals as they stand. Otherwise a decision the
    seat owed falls to a refusal and the deal goes on without it. The cause may also be
    TIME or FORFEIT, which act as the seat's resignation (R4.5).

    Raises:
        IllegalMove: the game is over, or the seat has resigned or does not exist.
    """
    refusal = _why_gone(state, seat)
    if refusal is not None:
        raise IllegalMove(refusal)
    if cause not in (Cause.RESIGNATION, Cause.TIME, Cause.FORFEIT):
        raise ValueError(f"{cause} is not a way to resign")
    events: list[Event] = [SeatResigned(seat, cause)]
    gone = replace(state, resigned=(*state.resigned, seat))
    left = active_seats(gone)
    if len(left) == 1:
        after = end_game(gone, GameOver(cause, left), gone.scores, events)
    else:
        after = _without(gone, seat, events)
    return Step(after, tuple(events))


def void(state: State) -> Step:
    """End the game without a winner; nothing is scored (R4.5).

    Raises:
        IllegalMove: the game is over.
    """
    if isinstance(state.phase, GameOver):
        raise IllegalMove(Refusal(Reason.GAME_OVER, "R4.2"))
    events: list[Event] = []
    after = end_game(state, GameOver(Cause.VOID, ()), state.scores, events)
    return Step(after, tuple(events))


def decision_key(state: State, seat: Seat) -> tuple[int | str, ...] | None:
    """Names the decision the seat owes now; None when it owes none.

    Two states of one game have equal keys for a seat exactly when it faces the same
    decision in both, whatever happened elsewhere in between: every upcard of a deal has
    its number, and a seat meets each kind of decision at most once for each upcard.
    """
    decision = decision_of(state, seat)
    return None if decision is None else (state.deal, state.upcards, type(decision).__name__)


def _without(state: State, seat: Seat, events: list[Event]) -> State:
    """Go on after a seat has resigned and others are left to play (R4.1)."""
    phase = state.phase
    match phase:
        case AwaitingOrder():
            if state.dealer == seat:
                return replace(state, dealer=next_active(state, seat))
            return state
        case Offered():
            passed = tuple(other for other in phase.passed if other != seat)
            if phase.to == seat:
                return after_refusal(state, phase.upcard, seat, passed, events)
            return in_phase(state, Offered(phase.upcard, phase.to, passed))
        case ForceAsked():
            passed = tuple(other for other in phase.passed if other != seat)
            return ask_forces(state, phase.upcard, passed, events, start=phase.asked)
        case TakeForced():
            return let_die(state, phase.upcard, events) if phase.seat == seat else state
        case DiscardDue():
            if phase.seat != seat:
                return state
            turner = next_active(state, seat)
            return turn_up(state, turner, events, origin=Origin.TURNED, dead=state.dead)
        case GameOver():
            return state
        case _:
            assert_never(phase)


def _why_not_acting(state: State, seat: Seat) -> Refusal:
    """Why a seat that owes no decision may not move."""
    return _why_gone(state, seat) or (
        Refusal(Reason.WRONG_PHASE, "R1.3")
        if order_due(state)
        else Refusal(Reason.NOT_YOUR_TURN, "R4.2")
    )


def _why_gone(state: State, seat: Seat) -> Refusal | None:
    """Why a seat has no say in the game at all, now or later."""
    if isinstance(state.phase, GameOver):
        return Refusal(Reason.GAME_OVER, "R4.2")
    if not 0 <= seat < state.rules.seats:
        return Refusal(Reason.NO_SUCH_SEAT, "R0")
    if seat in state.resigned:
        return Refusal(Reason.SEAT_RESIGNED, "R4.1")
    return None
