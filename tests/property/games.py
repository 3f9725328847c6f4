"""Whole games for Hypothesis: any options, any orders, any legal play, resignations too.

A game is drawn as a seed for its orders and one byte a step, so that a failing game
shrinks to the shortest play that still fails.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from hypothesis import strategies as st

from conquian_engine import (
    Card,
    Cause,
    GameOver,
    MoveMade,
    OrderGiven,
    Resigned,
    Rules,
    Seat,
    State,
    Step,
    apply,
    give_order,
    legal_moves,
    new_game,
    order_due,
    resign,
    seats_to_act,
)
from tests.oracle.options import RULESETS, Options
from tests.oracle.orders import friendly, shuffled
from tests.oracle.words import rules_of
from tests.support.families import upcard_state

RESIGNS_FROM = 254
"""A byte from here on makes a seat resign; the ones below choose a legal move."""

Made = OrderGiven | MoveMade | Resigned


@dataclass(frozen=True, repr=False)
class Play:
    """A game from its start: what was done and what came of it.

    Its repr is the call that plays it again.
    """

    options: Options
    dealer: Seat
    seed: int
    choices: bytes
    rules: Rules
    made: tuple[Made, ...]
    steps: tuple[Step, ...]

    def __repr__(self) -> str:
        return f"play_out({self.options!r}, {self.dealer!r}, {self.seed!r}, {self.choices!r})"

    @property
    def states(self) -> list[State]:
        """Every state of the game, the one before the first deal included."""
        return [
            new_game(self.rules, dealer=self.dealer),
            *(upcard_state(step.state) for step in self.steps),
        ]


@st.composite
def options(draw: st.DrawFn) -> Options:
    """Every combination of live options that makes a game."""
    base = RULESETS[draw(st.sampled_from(sorted(RULESETS)))]
    length = draw(st.sampled_from(["until_won", "deals", "points_target"]))
    scoring = draw(st.sampled_from(["stake", "hand_points"]))
    wanted = draw(st.sampled_from([1, 2, 30] if scoring == "stake" else [1, 50, 100]))
    if base.ruleset == "mexican":
        base = replace(base, seats=draw(st.sampled_from([2, 3])))
    pack = draw(st.sampled_from(["short40", "spanish40", "courtless40", "full52"]))
    wild = draw(st.integers(0, 7)) == 7 and pack != "spanish40"
    return replace(
        base,
        pack=pack,
        dealt=draw(st.integers(7, 10 if base.seats < 4 else 9)),
        packet=draw(st.integers(1, 10)),
        trade_rounds=draw(st.sampled_from([0, 0, 0, 1, 2])),
        trade_direction=draw(st.sampled_from(["next", "previous"])),
        opening_upcard=draw(st.booleans()),
        extra_hand_cards=draw(st.booleans()),
        hand_only_melds=draw(st.sampled_from(["never", "never", "after_turn_up"])),
        max_run=draw(st.sampled_from([8, 3, 4, 5, 10, 13, None])),
        rearrange=draw(st.sampled_from(["free", "free", "ends_only"])),
        forcing=draw(st.sampled_from(["simple", "rearrange", "off"])),
        force_scope=draw(st.sampled_from(["any", "discards_only"])),
        on_drawn=draw(st.sampled_from(["carry", "double", "fewest_cards"])),
        scoring=scoring,
        deals=draw(st.integers(1, 3)) if length == "deals" else None,
        points_target=wanted if length == "points_target" else None,
        max_deals=draw(st.integers(1, 5)),
        black_twos_wild=wild,
        borrow_from_opponents=draw(st.sampled_from([False, False, True])),
    )


@st.composite
def plays(draw: st.DrawFn, steps: int = 160) -> Play:
    """A game of at most so many steps."""
    chosen = draw(options())
    seed = draw(st.integers(0, 2**20))
    dealer = Seat(draw(st.integers(0, chosen.seats - 1)))
    choices = draw(st.binary(min_size=steps, max_size=steps))
    return play_out(chosen, dealer, seed, choices)


def play_out(chosen: Options, dealer: Seat, seed: int, choices: bytes) -> Play:
    """Play a game by the given choices until they run out or the game is over."""
    rules = rules_of(chosen)
    state = new_game(rules, dealer=dealer)
    made: list[Made] = []
    steps: list[Step] = []
    for choice in choices:
        if isinstance(state.phase, GameOver):
            break
        done = _made(state, chosen, seed, choice)
        step = again(state, done)
        made.append(done)
        steps.append(step)
        state = upcard_state(step.state)
    used = choices[: len(made)]
    return Play(chosen, dealer, seed, used, rules, tuple(made), tuple(steps))


def again(state: State, done: Made) -> Step:
    """Do on a state what was done before."""
    match done:
        case OrderGiven():
            return give_order(state, done.order)
        case Resigned():
            return resign(state, done.seat, cause=done.cause)
        case MoveMade():
            return apply(state, done.seat, done.move)


def _made(state: State, chosen: Options, seed: int, choice: int) -> Made:
    if choice >= RESIGNS_FROM:
        left = [seat for seat in range(chosen.seats) if seat not in state.resigned]
        cause = (Cause.RESIGNATION, Cause.TIME, Cause.FORFEIT)[state.upcards % 3]
        return Resigned(Seat(left[(state.upcards + choice) % len(left)]), cause)
    if order_due(state):
        rng = Random(f"{seed} {state.deal}")
        order = shuffled(chosen, rng)
        if rng.random() < 0.7 and not state.resigned:
            order = friendly(chosen, state.dealer, rng)
        return OrderGiven(tuple(Card(card) for card in order))
    acting = seats_to_act(state)
    seat = acting[choice % len(acting)]
    moves = legal_moves(state, seat)
    return MoveMade(seat, moves[choice * len(moves) // RESIGNS_FROM])
