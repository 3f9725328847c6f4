"""The game of family H: start it, give it orders, ask for legal moves, make them.

The functions are those of `conquian_engine.play` for this family, where their promises
stand.

Source: R1.2-R1.4, R3, R4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conquian_engine.cards import Card, pack_named
from conquian_engine.events import Event, Step
from conquian_engine.moves import Move, MoveKind
from conquian_engine.refusals import IllegalMove, Reason, Refusal
from conquian_engine.resigning import OVER, why_gone
from conquian_engine.rummy.dealing import cards_to_order, deal, read_order, reshuffle
from conquian_engine.rummy.phases import actor, each_in, make_in, why_in
from conquian_engine.rummy.resigning import refuse_after_end, resign, void
from conquian_engine.rummy.rules import RummyRules
from conquian_engine.rummy.state import (
    DrawDue,
    PlayDue,
    ReshuffleDue,
    RummyDecision,
    RummyState,
)
from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import AwaitingOrder, GameOver

__all__ = [
    "apply",
    "cards_to_order",
    "decision_key",
    "each_legal_move",
    "give_order",
    "new_game",
    "resign",
    "seats_to_act",
    "void",
    "why_illegal",
]


def new_game(rules: RummyRules, dealer: Seat) -> RummyState:
    """A game before its first deal."""
    seats = rules.seats
    return RummyState(
        rules,
        dealer,
        0,
        AwaitingOrder(),
        BySeat([b""] * seats),
        BySeat([()] * seats),
        b"",
        b"",
        BySeat([False] * seats),
        0,
        0,
        BySeat([0] * seats),
        (),
    )


def give_order(state: RummyState, order: Sequence[Card]) -> Step:
    """Deal, or renew the stock."""
    refuse_after_end(state)
    due = cards_to_order(state)
    if due is None:
        raise IllegalMove(Refusal(Reason.WRONG_PHASE, "R1.3"))
    cards = read_order(state, order, due)
    events: list[Event] = []
    phase = state.phase
    if isinstance(phase, ReshuffleDue):
        return Step(reshuffle(state, phase, cards, events), tuple(events))
    return Step(deal(state, cards, events), tuple(events))


def seats_to_act(state: RummyState) -> tuple[Seat, ...]:
    """The seat that owes a decision, if any does."""
    phase = state.phase
    return (actor(phase),) if isinstance(phase, RummyDecision) else ()


def each_legal_move(
    state: RummyState, seat: Seat, kinds: frozenset[MoveKind] | None, card: Card | None
) -> Iterator[Move]:
    """The moves of a seat, one at a time; a card filters those that give it from the hand."""
    decision = _decision_of(state, seat)
    code = None if card is None else pack_named(state.rules.pack).index.get(card)
    if decision is None or (card is not None and code is None):
        return iter(())
    return each_in(state, decision, kinds, code)


def why_illegal(state: RummyState, seat: Seat, move: Move) -> Refusal | None:
    """Why the seat may not make the move now; None if it may (R4.3)."""
    decision = _decision_of(state, seat)
    return _why_not_acting(state, seat) if decision is None else why_in(state, decision, move)


def apply(state: RummyState, seat: Seat, move: Move) -> Step:
    """Make a move, or raise `IllegalMove`."""
    decision = _decision_of(state, seat)
    if decision is None:
        raise IllegalMove(_why_not_acting(state, seat))
    events: list[Event] = []
    after = make_in(state, decision, move, events)
    if isinstance(after, Refusal):
        raise IllegalMove(after)
    return Step(after, tuple(events))


def decision_key(state: RummyState, seat: Seat) -> tuple[int | str, ...] | None:
    """Names the decision the seat owes now; None when it owes none."""
    decision = _decision_of(state, seat)
    if decision is None:
        return None
    again = 0
    if isinstance(decision, PlayDue):
        again = decision.turn.plays
    elif isinstance(decision, DrawDue):
        again = int(decision.challenged)
    return (state.deal, state.turns, type(decision).__name__, again)


def _decision_of(state: RummyState, seat: Seat) -> RummyDecision | None:
    """The phase that waits for this seat; None if nothing does."""
    phase = state.phase
    return phase if isinstance(phase, RummyDecision) and actor(phase) == seat else None


def _why_not_acting(state: RummyState, seat: Seat) -> Refusal:
    """Why a seat that owes no decision may not move."""
    if isinstance(state.phase, GameOver):
        return OVER
    gone = why_gone(state, seat)
    if gone is not None:
        return gone
    if isinstance(state.phase, RummyDecision):
        return Refusal(Reason.NOT_YOUR_TURN, "R4.2")
    return Refusal(Reason.WRONG_PHASE, "R1.3")
