"""The game: start it, give it pack orders, ask for legal moves, make them.

Everything here is a function from values to values, for both families: each function looks
at the type of what it is given once. A game goes

    new_game -> give_order -> apply ... apply -> [give_order -> ...] -> GameOver

where each step returns the new state and the complete events of that step. The engine
stops at a chance point (`order_due`) and is given the order of `cards_to_order` from
outside (R1.2, R1.3).

`legal_moves`, `apply` and every refusal rest on `why_illegal` and agree with it.

Source: R1.2-R1.4, R2, R3, R4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from conquian_engine.cards import Card, pack_named
from conquian_engine.dealing import deal_hands, read_order
from conquian_engine.events import DealStarted, Event, Step
from conquian_engine.families import GameRules, GameState
from conquian_engine.moves import Move, MoveKind, move_kind
from conquian_engine.notation import cards_of_move
from conquian_engine.phases import apply_in, decision_of, legal_in, search_in, why_in
from conquian_engine.phases import seats_to_act as seats_that_act
from conquian_engine.refusals import IllegalMove, Reason, Refusal
from conquian_engine.resigning import OVER, running_phase, why_gone
from conquian_engine.resigning import resign as resign_upcard_game
from conquian_engine.resigning import void as void_upcard_game
from conquian_engine.rules import Rules
from conquian_engine.rummy import play as rummy
from conquian_engine.rummy.rules import RummyRules
from conquian_engine.rummy.state import RummyState
from conquian_engine.scoring import FIRST_STAKE
from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import AwaitingOrder, Cause, GameOver, State, Trading
from conquian_engine.trading import begin_deal
from conquian_engine.turns import dealing_order

__all__ = [
    "Step",
    "apply",
    "cards_to_order",
    "decision_key",
    "each_legal_move",
    "give_order",
    "legal_moves",
    "new_game",
    "order_due",
    "resign",
    "search_legal_moves",
    "seats_to_act",
    "void",
    "why_illegal",
]


@overload
def new_game(rules: Rules, *, dealer: Seat) -> State: ...
@overload
def new_game(rules: RummyRules, *, dealer: Seat) -> RummyState: ...
@overload
def new_game(rules: GameRules, *, dealer: Seat) -> GameState: ...
def new_game(rules: GameRules, *, dealer: Seat) -> GameState:
    """A game before its first deal: the first pack order is due (R2.28)."""
    seats = rules.seats
    if not 0 <= dealer < seats:
        raise ValueError(f"no seat {dealer} at this table")
    if isinstance(rules, RummyRules):
        return rummy.new_game(rules, dealer)
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


def order_due(state: GameState) -> bool:
    """Whether the game waits for an order of cards (R1.3)."""
    if isinstance(state, RummyState):
        return rummy.cards_to_order(state) is not None
    return isinstance(state.phase, AwaitingOrder)


def cards_to_order(state: GameState) -> tuple[Card, ...] | None:
    """The cards whose order is due, in pack order, copies side by side, jokers last.

    The whole pack for a deal, the discards where they become the stock (R3.20); None when
    no order is due (R1.3).
    """
    if isinstance(state, RummyState):
        return rummy.cards_to_order(state)
    return pack_named(state.rules.pack).deck if order_due(state) else None


def give_order(state: GameState, order: Sequence[Card]) -> Step:
    """Deal the next deal from a whole pack, or restock, top card first (R1.2, R1.3).

    Raises:
        BadOrder: the order is not exactly of `cards_to_order`.
        IllegalMove: no order is due, or the game is over.
    """
    if isinstance(state, RummyState):
        return rummy.give_order(state, order)
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


def seats_to_act(state: GameState) -> tuple[Seat, ...]:
    """The seats that owe a decision; none at a chance point and after the end (R4.2)."""
    if isinstance(state, RummyState):
        return rummy.seats_to_act(state)
    return seats_that_act(state)


def legal_moves(state: GameState, seat: Seat) -> tuple[Move, ...]:
    """Every move the seat may make now; empty for a seat not to act (R4.2).

    Family U, in this order: takings, sorted meld by meld by the melds' masks, or as they are
    found where cards may be borrowed (R2.31); layings of hand cards, sorted likewise; forces,
    in the order in which the seats passed; pass or let go; discards or trades, in pack order.
    Family H: draws from the stock, draws from the discards, the fewest first; challenge,
    acceptance, refusal, stop; melds; lay-offs and takings of jokers, seat by seat and meld by
    meld; discards, in pack order.
    """
    if isinstance(state, RummyState):
        return tuple(rummy.each_legal_move(state, seat, None, None))
    decision = decision_of(state, seat)
    return () if decision is None else legal_in(state, decision, seat)


def each_legal_move(
    state: GameState,
    seat: Seat,
    *,
    kinds: frozenset[MoveKind] | None = None,
    card: Card | None = None,
) -> Iterator[Move]:
    """The moves of `legal_moves` in the same order, one at a time.

    Only those of some kinds, or that name a card: discard it, lay it, add it to a meld.
    """
    found = search_legal_moves(state, seat, kinds=kinds, card=card)
    return (move for move in found if move is not None)


def search_legal_moves(
    state: GameState,
    seat: Seat,
    *,
    kinds: frozenset[MoveKind] | None = None,
    card: Card | None = None,
) -> Iterator[Move | None]:
    """As `each_legal_move`, with a None for each step that found no such move.

    Where cards may be borrowed (R2.31) a position can have hundreds of thousands of takings,
    and millions of choices that are none: whoever follows the search can give up in time.
    """
    if isinstance(state, RummyState):
        return rummy.each_legal_move(state, seat, kinds, card)
    decision = decision_of(state, seat)
    if decision is None:
        return iter(())
    if not state.rules.borrow_from_opponents:
        found: Iterable[Move | None] = legal_in(state, decision, seat)
    else:
        takings = kinds is None or MoveKind.TAKE in kinds
        found = search_in(state, decision, seat, takings=takings)
    return (move if move is None or _is_asked_for(move, kinds, card) else None for move in found)


def why_illegal(state: GameState, seat: Seat, move: Move) -> Refusal | None:
    """Why the seat may not make the move now; None if it may (R4.3).

    Judges this one move without listing the others. Cards of a meld and melds of a layout
    may be named in any order.
    """
    if isinstance(state, RummyState):
        return rummy.why_illegal(state, seat, move)
    decision = decision_of(state, seat)
    if decision is None:
        return _why_not_acting(state, seat)
    return why_in(state, decision, seat, move)


def apply(state: GameState, seat: Seat, move: Move) -> Step:
    """Make a move.

    Raises:
        IllegalMove: `why_illegal` refuses it; nothing has changed (R4.3).
    """
    if isinstance(state, RummyState):
        return rummy.apply(state, seat, move)
    decision = decision_of(state, seat)
    if decision is None:
        raise IllegalMove(_why_not_acting(state, seat))
    refusal = why_in(state, decision, seat, move)
    if refusal is not None:
        raise IllegalMove(refusal)
    events: list[Event] = []
    after = apply_in(state, decision, seat, move, events)
    return Step(after, tuple(events))


def resign(state: GameState, seat: Seat, *, cause: Cause = Cause.RESIGNATION) -> Step:
    """Give up the game for a seat, at any time, out of turn too (R4.1).

    Of two seats left the other wins, the totals as they stand. Otherwise a decision the
    seat owed falls to a refusal and the deal goes on without it. The cause may also be
    TIME or FORFEIT, which act as the seat's resignation (R4.5).

    Raises:
        IllegalMove: the game is over, or the seat has resigned or does not exist.
    """
    if isinstance(state, RummyState):
        return rummy.resign(state, seat, cause)
    return resign_upcard_game(state, seat, cause=cause)


def void(state: GameState) -> Step:
    """End the game without a winner; nothing is scored (R4.5).

    Raises:
        IllegalMove: the game is over.
    """
    return rummy.void(state) if isinstance(state, RummyState) else void_upcard_game(state)


def decision_key(state: GameState, seat: Seat) -> tuple[int | str, ...] | None:
    """Names the decision the seat owes now; None when it owes none.

    Two states of one game have equal keys for a seat exactly when it faces the same
    decision in both, whatever happened elsewhere in between. Every upcard of a deal has its
    number, and a seat meets each kind of decision at most once for each upcard, or with
    fewer hand cards each time (R2.12); trades have their round. What another seat chooses
    in secret is no part of it. In family H every turn has its number, and the plays made in
    it or the challenge tell its decisions apart.
    """
    if isinstance(state, RummyState):
        return rummy.decision_key(state, seat)
    decision = decision_of(state, seat)
    if decision is None:
        return None
    again = decision.round if isinstance(decision, Trading) else state.hands[seat].bit_count()
    return (state.deal, state.upcards, type(decision).__name__, again)


def _is_asked_for(move: Move, kinds: frozenset[MoveKind] | None, card: Card | None) -> bool:
    return (kinds is None or move_kind(move) in kinds) and (
        card is None or card in cards_of_move(move)
    )


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
