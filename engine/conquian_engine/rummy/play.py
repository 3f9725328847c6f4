"""The game of family H: start it, give it orders, ask for legal moves, make them.

The functions are those of `conquian_engine.play` for this family.

Source: R1.2-R1.4, R3, R4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conquian_engine.cards import Card
from conquian_engine.events import Step
from conquian_engine.moves import Move, MoveKind
from conquian_engine.refusals import Refusal
from conquian_engine.rummy.rules import RummyRules
from conquian_engine.rummy.state import RummyState
from conquian_engine.seats import Seat
from conquian_engine.state import Cause


def new_game(rules: RummyRules, dealer: Seat) -> RummyState:
    raise NotImplementedError


def cards_to_order(state: RummyState) -> tuple[Card, ...] | None:
    raise NotImplementedError


def give_order(state: RummyState, order: Sequence[Card]) -> Step:
    raise NotImplementedError


def seats_to_act(state: RummyState) -> tuple[Seat, ...]:
    raise NotImplementedError


def each_legal_move(
    state: RummyState, seat: Seat, kinds: frozenset[MoveKind] | None, card: Card | None
) -> Iterator[Move]:
    raise NotImplementedError


def why_illegal(state: RummyState, seat: Seat, move: Move) -> Refusal | None:
    raise NotImplementedError


def apply(state: RummyState, seat: Seat, move: Move) -> Step:
    raise NotImplementedError


def decision_key(state: RummyState, seat: Seat) -> tuple[int | str, ...] | None:
    raise NotImplementedError


def resign(state: RummyState, seat: Seat, cause: Cause) -> Step:
    raise NotImplementedError


def void(state: RummyState) -> Step:
    raise NotImplementedError
