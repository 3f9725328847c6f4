"""Whole games of family H for Hypothesis: any options, any orders, any legal play.

A game is drawn as a seed for its orders, a mood and one byte a step, so that a failing
game shrinks to the shortest play that still fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from conquian_engine import (
    RULESETS,
    Card,
    Cause,
    GameOver,
    GameRecord,
    Move,
    MoveKind,
    MoveMade,
    OrderGiven,
    Resigned,
    RummyRules,
    RummyState,
    Seat,
    Step,
    cards_to_order,
    legal_moves,
    move_kind,
    new_game,
    play_step,
    resolve_rules,
    seats_to_act,
)
from tests.support.families import rummy_rules, rummy_state

RUMMY = ("colonel", "coo_can", "kunken", "coon_can")
RESIGNS_FROM = 255
"""A byte from here on makes a seat resign; the ones below choose a legal move."""

PLAYS = frozenset({MoveKind.MELD, MoveKind.LAY_OFF, MoveKind.TAKE_JOKER, MoveKind.DRAW_DISCARDS})
MOODS = {
    "any": frozenset(MoveKind),
    "eager": PLAYS,
    "hasty": frozenset(
        {
            MoveKind.CHALLENGE,
            MoveKind.DRAW_STOCK,
            MoveKind.MELD,
            MoveKind.REFUSE_CHALLENGE,
        }
    ),
}
"""Kinds of moves that a player in some mood prefers."""

_LEAVING = (Cause.RESIGNATION, Cause.TIME, Cause.FORFEIT)

Made = OrderGiven | MoveMade | Resigned


@dataclass(frozen=True, repr=False)
class RummyPlay:
    """A game from its start: what was done and what came of it.

    Its repr is the call that plays it again.
    """

    rules: RummyRules
    dealer: Seat
    seed: int
    mood: str
    choices: bytes
    made: tuple[Made, ...]
    steps: tuple[Step, ...]

    def __repr__(self) -> str:
        drawn = (self.rules, self.dealer, self.seed, self.mood, self.choices)
        return f"play_out({', '.join(map(repr, drawn))})"

    @property
    def states(self) -> list[RummyState]:
        """Every state of the game, the one before the first deal included."""
        return [
            new_game(self.rules, dealer=self.dealer),
            *(rummy_state(step.state) for step in self.steps),
        ]

    @property
    def record(self) -> GameRecord:
        """The record of the game."""
        return GameRecord(self.rules, self.dealer, self.made)


@st.composite
def options(draw: st.DrawFn, ruleset: str) -> dict[str, str]:
    """Any values of a ruleset's options, with one game length at most."""
    chosen: dict[str, str] = {}
    lengths = ("deals", "points_target", "minus_target")
    length = draw(st.sampled_from(lengths))
    for option in RULESETS[ruleset].options:
        if option.name in lengths and option.name != length:
            continue
        if option.name == "max_deals":
            chosen[option.name] = str(draw(st.integers(1, 4)))
        elif option.choices:
            chosen[option.name] = draw(st.sampled_from(option.choices))
        elif option.kind == "bool":
            chosen[option.name] = draw(st.sampled_from(["false", "true"]))
        else:
            chosen[option.name] = str(draw(st.integers(max(1, option.low), 60)))
    return chosen


@st.composite
def rules(draw: st.DrawFn) -> RummyRules:
    """Any rules of family H."""
    ruleset = draw(st.sampled_from(RUMMY))
    seats = draw(st.sampled_from(RULESETS[ruleset].seats))
    return rummy_rules(resolve_rules(ruleset, draw(options(ruleset)), seats=seats))


@st.composite
def plays(draw: st.DrawFn, steps: int = 140) -> RummyPlay:
    """A game of at most so many steps."""
    chosen = draw(rules())
    dealer = Seat(draw(st.integers(0, chosen.seats - 1)))
    seed = draw(st.integers(0, 2**20))
    mood = draw(st.sampled_from(sorted(MOODS)))
    return play_out(chosen, dealer, seed, mood, draw(st.binary(min_size=steps, max_size=steps)))


def play_out(chosen: RummyRules, dealer: Seat, seed: int, mood: str, choices: bytes) -> RummyPlay:
    """Play a game by the given choices until they run out or the game is over."""
    state = new_game(chosen, dealer=dealer)
    made: list[Made] = []
    steps: list[Step] = []
    for choice in choices:
        if isinstance(state.phase, GameOver):
            break
        done = _made(state, Random(f"{seed} {len(made)}"), mood, choice)
        step = play_step(state, done)
        made.append(done)
        steps.append(step)
        state = rummy_state(step.state)
    return RummyPlay(chosen, dealer, seed, mood, choices[: len(made)], tuple(made), tuple(steps))


def _made(state: RummyState, rng: Random, mood: str, choice: int) -> Made:
    if choice >= RESIGNS_FROM:
        left = [seat for seat in range(state.rules.seats) if seat not in state.resigned]
        return Resigned(Seat(rng.choice(left)), rng.choice(_LEAVING))
    due = cards_to_order(state)
    if due is not None:
        return OrderGiven(_order(state, due, rng))
    (seat,) = seats_to_act(state)
    return MoveMade(seat, _chosen(legal_moves(state, seat), mood, choice))


def _chosen(moves: Sequence[Move], mood: str, choice: int) -> Move:
    preferred = [move for move in moves if move_kind(move) in MOODS[mood]]
    moves = preferred if preferred and choice % 4 else moves
    return moves[choice * len(moves) // RESIGNS_FROM]


def _order(state: RummyState, due: tuple[Card, ...], rng: Random) -> tuple[Card, ...]:
    """An order of the cards due: often one in which neighbours come into one hand."""
    cards = list(due)
    rng.shuffle(cards)
    if rng.random() < 0.6:
        by = rng.choice([lambda card: card[-1] + card, lambda card: card])
        cards.sort(key=by)
        size = rng.choice([2, 3, 4, 5])
        blocks = [cards[at : at + size] for at in range(0, len(cards), size)]
        rng.shuffle(blocks)
        cards = [card for block in blocks for card in block]
    left = state.rules.seats - len(state.resigned)
    dealt = state.rules.dealt * left
    hands = [cards[at : at + state.rules.dealt] for at in range(0, dealt, state.rules.dealt)]
    dealt_in_turn = [card for cards_ in zip(*hands, strict=False) for card in cards_]
    rest = cards[dealt:] if len(cards) > dealt else []
    order = (*dealt_in_turn, *rest)
    return order if len(order) == len(cards) else tuple(cards)
