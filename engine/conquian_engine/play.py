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

from conquian_engine.cards import Card, pack_named
from conquian_engine.dealing import deal_hands, read_order
from conquian_engine.events import DealStarted, Event, Step
from conquian_engine.moves import Move
from conquian_engine.phases import apply_in, decision_of, legal_in, seats_to_act, why_in
from conquian_engine.refusals import IllegalMove, Reason, Refusal
from conquian_engine.resigning import OVER, resign, running_phase, void, why_gone
from conquian_engine.rules import Rules
from conquian_engine.scoring import FIRST_STAKE
from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import AwaitingOrder, GameOver, State, Trading
from conquian_engine.trading import begin_deal
from conquian_engine.turns import dealing_order

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


def new_game(rules: Rules, *, dealer: Seat) -> State:
    """A game before its first deal: the first pack order is due (R2.28)."""
    seats = rules.seats
    if not 0 <= dealer < seats:
        raise ValueError(f"no seat {dealer} at this table")
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
    """Deal the next deal from a whole pack, top card first (R1.2, R2.1, R2.3, R2.4).

    Raises:
        BadOrder: the order is not exactly the pack.
        IllegalMove: no order is due, or the game is over.
    """
    if not isinstance(running_phase(state), AwaitingOrder):
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
    begun = begin_deal(dealt, events)
    return Step(begun, tuple(events))


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every move the seat may make now; empty for a seat not to act (R4.2).

    In this order: takings, sorted meld by meld by the melds' masks; layings of hand cards,
    likewise; forces, in the order in which the seats passed; pass or let go; discards or
    trades, in pack order.
    """
    decision = decision_of(state, seat)
    return () if decision is None else legal_in(state, decision, seat)


def why_illegal(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Why the seat may not make the move now; None if it may (R4.3).

    Judges this one move without listing the others. Cards and melds of a layout may be
    named in any order.
    """
    decision = decision_of(state, seat)
    if decision is None:
        return _why_not_acting(state, seat)
    return why_in(state, decision, seat, move)


def apply(state: State, seat: Seat, move: Move) -> Step:
    """Make a move.

    Raises:
        IllegalMove: `why_illegal` refuses it; nothing has changed (R4.3).
    """
    decision = decision_of(state, seat)
    if decision is None:
        raise IllegalMove(_why_not_acting(state, seat))
    refusal = why_in(state, decision, seat, move)
    if refusal is not None:
        raise IllegalMove(refusal)
    events: list[Event] = []
    after = apply_in(state, decision, seat, move, events)
    return Step(after, tuple(events))


def decision_key(state: State, seat: Seat) -> tuple[int | str, ...] | None:
    """Names the decision the seat owes now; None when it owes none.

    Two states of one game have equal keys for a seat exactly when it faces the same
    decision in both, whatever happened elsewhere in between. Every upcard of a deal has its
    number, and a seat meets each kind of decision at most once for each upcard, or with
    fewer hand cards each time (R2.12); trades have their round. What another seat chooses
    in secret is no part of it.
    """
    decision = decision_of(state, seat)
    if decision is None:
        return None
    again = decision.round if isinstance(decision, Trading) else state.hands[seat].bit_count()
    return (state.deal, state.upcards, type(decision).__name__, again)


def _why_not_acting(state: State, seat: Seat) -> Refusal:
    """Why a seat that owes no decision may not move."""
    if isinstance(state.phase, GameOver):
        return OVER
    gone = why_gone(state, seat)
    if gone is not None:
        return gone
    if order_due(state):
        return Refusal(Reason.WRONG_PHASE, "R1.3")
    return Refusal(Reason.NOT_YOUR_TURN, "R4.2")
