"""Random play of whole games: ours, and a peer's, driven from Python in the same way.

Both loops ask whether chance or a player comes next, list what is legal, pick one and
apply it. Only players' decisions are counted; the time of chance (dealing, turning up) is
part of the loop and told apart beside it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

from conquian_engine import (
    GameRules,
    GameState,
    Seat,
    apply,
    cards_to_order,
    give_order,
    legal_moves,
    new_game,
    order_due,
    seats_to_act,
)

PEER = "OpenSpiel gin_rummy"


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a stretch of play was."""

    decisions: int
    games: int
    seconds: float
    chance_seconds: float

    @property
    def rate(self) -> float:
        """Decisions a second of the whole loop."""
        return self.decisions / self.seconds

    @property
    def rate_without_chance(self) -> float:
        """Decisions a second of what is not dealing."""
        return self.decisions / (self.seconds - self.chance_seconds)


def play_conquian(rules: GameRules, chance: random.Random, *, seconds: float) -> Pace:
    """Play whole games for about so long."""
    decisions = games = 0
    dealing = 0.0
    started = now = process_time()
    while now - started < seconds:
        state: GameState = new_game(rules, dealer=Seat(0))
        while True:
            if order_due(state):
                began = perf_counter()
                cards = list(cards_to_order(state) or ())
                chance.shuffle(cards)
                state = give_order(state, cards).state
                dealing += perf_counter() - began
                continue
            seats = seats_to_act(state)
            if not seats:
                break
            seat = seats[0]
            moves = legal_moves(state, seat)
            state = apply(state, seat, chance.choice(moves)).state
            decisions += 1
        games += 1
        now = process_time()
    return Pace(decisions, games, now - started, dealing)


def play_peer(game: Any, chance: random.Random, *, seconds: float) -> Pace:
    """Play whole games of the peer for about so long."""
    decisions = games = 0
    dealing = 0.0
    started = now = process_time()
    while now - started < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                # All outcomes of its chance nodes are equally likely.
                began = perf_counter()
                state.apply_action(chance.choice(state.legal_actions()))
                dealing += perf_counter() - began
                continue
            actions = state.legal_actions()
            state.apply_action(chance.choice(actions))
            decisions += 1
        games += 1
        now = process_time()
    return Pace(decisions, games, now - started, dealing)


def load_peer() -> Any | None:
    """The peer's game; None where it is not installed."""
    try:
        return import_module("pyspiel").load_game("gin_rummy")
    except ModuleNotFoundError:
        return None
