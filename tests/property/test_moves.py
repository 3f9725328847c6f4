"""`legal_moves`, `why_illegal` and `apply` agree, on legal moves and on near misses."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conquian_engine import (
    Discard,
    Force,
    GameOver,
    IllegalMove,
    LayFromHand,
    LetGo,
    Move,
    Pass,
    Seat,
    State,
    Take,
    Trade,
    apply,
    give_order,
    legal_moves,
    order_due,
    resign,
    seats_to_act,
    void,
    why_illegal,
)
from tests.property.games import Play, plays
from tests.property.near_misses import is_true, meaning, near_misses

RULES = Path(__file__).parents[2] / "engine" / "RULES.md"
KINDS: tuple[type[Move], ...] = (Take, LayFromHand, Force, Pass, LetGo, Discard, Trade)
SEEDS = st.integers(0, 2**20)


def _rule_numbers() -> set[str]:
    """Every rule number that RULES.md defines."""
    text = RULES.read_text(encoding="utf-8")
    return set(re.findall(r"^(?:## )?(R\d+(?:\.\d+)?)\b", text, re.MULTILINE))


def _some(states: list[State], rng: Random) -> list[State]:
    """Some states of a game; those where something other than a pass is possible first."""
    eventful = [each for each in states if len(_legal_of_anybody(each)) > 1]
    dull = [each for each in states if each not in eventful]
    return rng.sample(eventful, min(4, len(eventful))) + rng.sample(dull, min(1, len(dull)))


@given(plays())
def test_seat_to_act_has_moves_and_others_have_none(play: Play) -> None:
    """Who has to act can act, nobody else can, and somebody has to before the end (R4.2)."""
    for state in play.states:
        due = seats_to_act(state)
        waits = order_due(state) or isinstance(state.phase, GameOver)
        assert waits == (due == ())
        assert not set(due) & set(state.resigned)
        for seat in map(Seat, range(play.options.seats)):
            assert (seat in due) == bool(legal_moves(state, seat))


@given(plays())
def test_legal_moves_are_listed_once_in_order(play: Play) -> None:
    """Takings, layings, forces, pass or let go, discards, trades: each once, in one order."""
    for state in play.states:
        for seat in seats_to_act(state):
            moves = legal_moves(state, seat)
            kinds = [KINDS.index(type(move)) for move in moves]
            assert sorted(kinds) == kinds
            assert len({meaning(move) for move in moves}) == len(moves)
            assert moves == legal_moves(state, seat)


@settings(max_examples=settings().max_examples // 2)
@given(plays(steps=100), SEEDS)
def test_apply_accepts_exactly_the_legal_moves(play: Play, seed: int) -> None:
    """A near miss is refused, truthfully, or is a legal move in other words (R4.2, R4.3)."""
    rng, numbers = Random(seed), _rule_numbers()
    for state in _some(play.states, rng):
        before = repr(state)
        for seat in map(Seat, range(play.options.seats)):
            legal = legal_moves(state, seat)
            meanings = {meaning(move) for move in legal}
            tried = near_misses(state, legal or _legal_of_anybody(state), rng)
            for move in tried if legal else rng.sample(tried, min(12, len(tried))):
                refusal = why_illegal(state, seat, move)
                assert (meaning(move) in meanings) == (refusal is None), (seat, move, refusal)
                if refusal is None:
                    apply(state, seat, move)
                    continue
                assert is_true(state, seat, move, refusal), (seat, move, refusal)
                assert refusal.rule in numbers, refusal
                with pytest.raises(IllegalMove) as raised:
                    apply(state, seat, move)
                assert refusal == raised.value.refusal
        assert before == repr(state)


def _legal_of_anybody(state: State) -> tuple[Move, ...]:
    return tuple(move for seat in seats_to_act(state) for move in legal_moves(state, seat))


@given(plays())
def test_legal_moves_are_not_refused(play: Play) -> None:
    """`why_illegal` has nothing against any listed move, and `apply` makes it (R4.2)."""
    for state in play.states:
        for seat in seats_to_act(state):
            for move in legal_moves(state, seat):
                assert why_illegal(state, seat, move) is None, move
                assert apply(state, seat, move).events, move


@given(plays(), SEEDS)
def test_words_of_a_taking_do_not_matter(play: Play, seed: int) -> None:
    """A taking named in any order of cards and melds does the same (R2.10)."""
    rng = Random(seed)
    for state in play.states:
        for seat in seats_to_act(state):
            legal = legal_moves(state, seat)
            takes = [move for move in legal if isinstance(move, Take | LayFromHand)]
            for move in [*takes[:3], *takes[-1:]]:
                layout = [tuple(rng.sample(meld, len(meld))) for meld in move.layout]
                other = type(move)(tuple(rng.sample(layout, len(layout))))
                assert apply(state, seat, move) == apply(state, seat, other)


@given(plays())
def test_nobody_acts_for_a_seat_that_does_not_exist(play: Play) -> None:
    """A seat number outside the table has no move, no decision and no resignation (R0)."""
    for state in play.states[:: max(1, len(play.states) // 8)]:
        for seat in (Seat(-1), Seat(play.options.seats)):
            assert legal_moves(state, seat) == ()
            for move in near_misses(state, _legal_of_anybody(state), Random(0))[:6]:
                assert why_illegal(state, seat, move) is not None
            with pytest.raises(IllegalMove):
                resign(state, seat)


@given(plays())
def test_nothing_happens_after_the_end(play: Play) -> None:
    """A game with a result takes no move, order, resignation or voiding (R4.2)."""
    for state in (each for each in play.states if isinstance(each.phase, GameOver)):
        for move in (Pass(), LetGo(), Force(Seat(0)), Take(())):
            with pytest.raises(IllegalMove):
                apply(state, Seat(0), move)
        with pytest.raises(IllegalMove):
            give_order(state, ())
        with pytest.raises(IllegalMove):
            resign(state, Seat(0))
        with pytest.raises(IllegalMove):
            void(state)
