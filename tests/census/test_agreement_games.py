"""Engine and oracle agree step by step on random whole games of 2, 3 and 4 seats.

After every step the seats to act, their legal moves, what happened and everything that
can be counted at the table must be the same (R2, R4.1, R4.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from conquian_engine import (
    AwaitingOrder,
    Card,
    Cause,
    GameOver,
    Seat,
    Step,
    apply,
    give_order,
    legal_moves,
    new_game,
    order_due,
    resign,
    seats_to_act,
    view_for,
)
from tests.oracle.chance import Step as PlainStep
from tests.oracle.chance import random_options, random_play
from tests.oracle.game import Fact, Game
from tests.oracle.words import plain_event, plain_layout, plain_move, rules_of
from tests.support.families import upcard_state

GAMES = {2: 90, 3: 70, 4: 70}
CHUNK = 10
CASES = [(seats, start) for seats, games in GAMES.items() for start in range(0, games, CHUNK)]


def _game(name: str, seats: int) -> tuple[Game, Iterator[PlainStep]]:
    rng = Random(name)
    options = random_options(rng, seats)
    game = Game(options, rng.randrange(options.seats))
    return game, random_play(game, rng)


class _Pair:
    """One game played on the oracle and, step by step, on the engine."""

    def __init__(self, name: str, seats: int) -> None:
        self.oracle, self.steps = _game(name, seats)
        rules = rules_of(self.oracle.options)
        self.state = new_game(rules, dealer=Seat(self.oracle.dealer))

    def play(self) -> None:
        """Play to the end, comparing after every step."""
        self._compare()
        told = 0
        for plain in self.steps:
            step = self._same(plain)
            self.state = upcard_state(step.state)
            happened = [plain_event(event) for event in step.events]
            assert _told(self.oracle.log[told:]) == _told(happened), self.oracle.log
            told = len(self.oracle.log)
            self._compare()

    def _same(self, step: PlainStep) -> Step:
        """Make on the engine the step that the oracle has just made."""
        if step[0] == "resign":
            return resign(self.state, Seat(step[1]), cause=Cause(step[2]))
        if step[0] == "order":
            return give_order(self.state, [Card(card) for card in step[1]])
        seat = Seat(step[1])
        (move,) = [move for move in legal_moves(self.state, seat) if plain_move(move) == step[2]]
        return apply(self.state, seat, move)

    def _compare(self) -> None:
        game, state = self.oracle, self.state
        assert game.acting() == list(seats_to_act(state)), game.log
        for seat in range(game.options.seats):
            moves = legal_moves(state, Seat(seat))
            assert game.legal(seat) == {plain_move(move) for move in moves}, game.log
            assert len(game.legal(seat)) == len(moves)
        assert (game.phase == "order") == order_due(state) == isinstance(state.phase, AwaitingOrder)
        assert (game.phase == "over") == isinstance(state.phase, GameOver)
        view = view_for(state, None)
        assert tuple(game.scores) == tuple(view.scores)
        if game.phase not in ("order", "over"):
            self._compare_table()

    def _compare_table(self) -> None:
        game = self.oracle
        view = view_for(self.state, None)
        assert game.stake == view.stake
        assert (game.deal, game.dealer) == (view.deal, view.dealer)
        assert (len(game.stock), len(game.dead)) == (view.stock_size, view.dead)
        assert game.tables == [plain_layout(table) for table in view.tables]
        for seat in game.after(0):
            assert len(game.hands[seat]) == view.hand_sizes[seat]
            own = view_for(self.state, Seat(seat))
            assert game.hands[seat] == set(own.hand or ())
            assert game.chosen.get(seat) == own.chosen
        assert (game.round if game.phase == "trade" else None) == view.trade_round
        assert sorted(game.chosen) == list(view.traders)
        if game.phase in ("discard", "trade"):
            assert view.upcard is None
        else:
            assert view.upcard is not None
            upcard = (view.upcard.card, str(view.upcard.origin), view.upcard.by)
            assert (game.upcard, game.origin, game.by) == upcard
            assert game.phase == "forced" or tuple(game.passed) == tuple(view.passed)
        assert (game.owing if game.phase == "forced" else None) == view.forced


def _told(facts: list[Fact]) -> list[Fact]:
    """Facts without what a resignation implies: whether it is told as a pass is open (R4.1)."""
    gone = {fact[1] for fact in facts if fact[0] == "resigned"}
    return [fact for fact in facts if not (fact[0] in ("passed", "let go") and fact[1] in gone)]


@pytest.mark.parametrize(("seats", "start"), CASES)
def test_games(seats: int, start: int) -> None:
    """Ten random games run alike on both, from the first order to the result."""
    for number in range(start, start + CHUNK):
        _Pair(f"game {seats} {number}", seats).play()


def test_games_reach_everything() -> None:
    """The games above hold every kind of step and ending, so agreement means something."""
    seen: Counter[str] = Counter()
    for seats, number in [(seats, start + each) for seats, start in CASES for each in range(4)]:
        game, steps = _game(f"game {seats} {number}", seats)
        for step in steps:
            seen[f"{step[0]} with {len(game.resigned)} gone"] += step[0] == "order"
        for fact in game.log:
            seen[fact[0]] += 1
            seen["borrowed"] += fact[0] == "taken" and bool(fact[5])
            if fact[0] == "deal ended":
                seen[f"{fact[2]} {'drawn' if fact[3] is None else 'won'}"] += 1
            if fact[0] == "game ended":
                seen[f"game {fact[1]}"] += 1

    facts = ["let go", *"deal turned passed forced taken discarded died resigned".split()]
    facts += ["traded", "trade chosen", "laid", "borrowed"]
    deals = ["went_out won", "stock_exhausted won", "stock_exhausted drawn"]
    games = "went_out stock_exhausted deal_limit resignation time forfeit".split()
    wanted = [*facts, *deals, *(f"game {cause}" for cause in games), "order with 1 gone"]
    assert [] == [each for each in wanted if not seen[each]]
