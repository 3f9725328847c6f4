"""One game of family H played on the oracle and, step by step, on the engine.

After every step the seat to act, its legal moves, what happened and everything that can
be seen or counted at the table must be the same (R3, R4.1, R4.2, R4.4).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

from conquian_engine import (
    Cause,
    GameOver,
    GameRecord,
    MoveKind,
    MoveMade,
    OrderGiven,
    PhaseName,
    RecordedStep,
    Resigned,
    RummyState,
    RummyView,
    Seat,
    cards_to_order,
    decision_key,
    event_for,
    legal_moves,
    move_kind,
    new_game,
    order_due,
    play_step,
    seats_to_act,
    view_for,
    why_illegal,
)
from tests.oracle.rummy.chance import Step as PlainStep
from tests.oracle.rummy.game import Fact, Game
from tests.oracle.rummy.options import Options
from tests.oracle.rummy.plays import Hand
from tests.oracle.rummy.words import (
    engine_cards,
    engine_move,
    plain_cards,
    plain_event,
    plain_meld,
    plain_move,
    rules_of,
)

SIZE = int(os.environ.get("AGREEMENT_SIZE", "1"))
"""How many times the usual number of games and positions are compared; `make soak` takes more."""

ORDER = (
    MoveKind.DRAW_STOCK,
    MoveKind.DRAW_DISCARDS,
    MoveKind.CHALLENGE,
    MoveKind.ACCEPT_CHALLENGE,
    MoveKind.REFUSE_CHALLENGE,
    MoveKind.STOP,
    MoveKind.MELD,
    MoveKind.LAY_OFF,
    MoveKind.TAKE_JOKER,
    MoveKind.DISCARD,
)
"""The order in which `legal_moves` lists moves."""

PHASES = {
    "order": PhaseName.AWAITING_ORDER,
    "reshuffle": PhaseName.RESHUFFLE_DUE,
    "draw": PhaseName.DRAW_DUE,
    "challenge": PhaseName.CHALLENGE_ASKED,
    "play": PhaseName.PLAY_DUE,
    "first discard": PhaseName.DISCARD_DUE,
    "over": PhaseName.GAME_OVER,
}


class Pair:
    """A game on both; `step` makes a step on the oracle first, `same` only on the engine."""

    def __init__(self, options: Options, dealer: int) -> None:
        self.oracle = Game(options, dealer)
        self.dealer = dealer
        state = new_game(rules_of(options), dealer=Seat(dealer))
        assert isinstance(state, RummyState)
        self.state: RummyState = state
        self.told = 0
        self.compared = 0
        """Decisions at which all legal moves were compared."""
        self.made: list[RecordedStep] = []
        """The record of the game so far."""
        self.key: object = None
        """The name of the decision that is due; a resignation of another seat keeps it."""
        self.keys: set[object] = set()
        """Names of the decisions that were due so far."""
        self.facts: list[Fact] = []
        """What the engine says happened so far."""

    def step(self, step: PlainStep) -> None:
        """Make a step on both and compare."""
        if step[0] == "resign":
            self.oracle.resign(step[1], step[2])
        elif step[0] == "order":
            self.oracle.give_order(step[1])
        else:
            assert step[2] in self.oracle.legal(step[1]), (step, self.oracle.legal(step[1]))
            self.oracle.play(step[1], step[2])
        self.same(step)

    def follow(self, steps: Iterable[PlainStep]) -> None:
        """Make on the engine the steps that the oracle makes, and compare after each."""
        self.compare()
        for step in steps:
            self.same(step)

    def same(self, step: PlainStep) -> None:
        """Make on the engine the step that the oracle has just made, and compare."""
        recorded = recorded_step(step)
        made = play_step(self.state, recorded)
        self.made.append(recorded)
        assert isinstance(made.state, RummyState)
        self.state = made.state
        happened = [plain_event(event) for event in made.events]
        self.facts += happened
        assert self.oracle.log[self.told :] == happened, self.story()
        self.told = len(self.oracle.log)
        for event, fact in zip(made.events, happened, strict=True):
            # Every seat in turn, and a watcher.
            watcher = len(self.made) % (self.oracle.options.seats + 1)
            viewer = Seat(watcher) if watcher < self.oracle.options.seats else None
            assert _as_shown(fact, viewer) == plain_event(event_for(event, viewer))
        self.compare()

    def story(self) -> object:
        """What led here, for whoever reads a failure."""
        return self.oracle.options, self.oracle.log

    def compare(self) -> None:
        """Who may do what, and what everybody sees."""
        game, state = self.oracle, self.state
        acting = game.to_act()
        assert ([] if acting is None else [acting]) == list(seats_to_act(state)), self.story()
        for seat in range(game.options.seats):
            self._compare_moves(seat)
        wanted = game.wanted()
        assert bool(wanted) == order_due(state)
        assert Counter(wanted) == Counter(cards_to_order(state) or ())
        assert (game.phase == "over") == isinstance(state.phase, GameOver)
        view = self._view(None)
        assert tuple(game.scores) == tuple(view.scores)
        assert tuple(game.resigned) == tuple(view.resigned)
        assert PHASES[game.phase] is self._named(view)
        if view.result is not None:
            assert game.winners == tuple(view.result.winners)
        if game.phase not in ("order", "over"):
            self._compare_table(view)

    def _named(self, view: RummyView) -> PhaseName:
        """Where the rules leave only a discard the engine may say so, the oracle does not."""
        only_discard = view.phase is PhaseName.DISCARD_DUE and self.oracle.phase == "play"
        return PhaseName.PLAY_DUE if only_discard else view.phase

    def _compare_moves(self, seat: int) -> None:
        moves = legal_moves(self.state, Seat(seat))
        expected, found = self.oracle.legal(seat), {plain_move(move) for move in moves}
        if expected != found:
            difference = {"missing": expected - found, "too many": found - expected}
            raise AssertionError((difference, self.oracle.turn, self.story()))
        assert len(found) == len(moves), "a move is listed twice"
        order = [ORDER.index(move_kind(move)) for move in moves]
        assert sorted(order) == order
        if seat == self.oracle.to_act():
            self.compared += 1
            key = seat, decision_key(self.state, Seat(seat))
            if key != self.key:
                assert key not in self.keys, key
            else:
                assert isinstance(self.made[-1], Resigned), "a decision made, and not a new one"
            self.key = key
            self.keys.add(key)

    def _view(self, seat: int | None) -> RummyView:
        view = view_for(self.state, None if seat is None else Seat(seat))
        assert isinstance(view, RummyView)
        return view

    def _compare_table(self, view: RummyView) -> None:
        game = self.oracle
        assert (game.deal, game.dealer) == (view.deal, view.dealer)
        assert (len(game.stock), len(game.discards)) == (view.stock_size, view.discards_size)
        open_cards = game.discards if game.options.bank_depth == "any" else game.discards[:1]
        assert tuple(open_cards) == tuple(view.discards)
        for seat in range(game.options.seats):
            table = sorted(map(plain_meld, view.tables[seat]))
            assert sorted(game.tables[seat]) == table, self.story()
            assert game.opened[seat] == view.opened[seat]
            if seat not in game.resigned:
                assert game.hands[seat] == plain_cards(self._view(seat).hand)
                assert len(game.hands[seat]) == view.hand_sizes[seat]
        owed = self._owed()
        assert owed == (plain_cards(view.taken), view.must_use, view.plays, view.opening)

    def _owed(self) -> tuple[Hand, str | None, int, int]:
        turn = self.oracle.turn
        if turn is None or self.oracle.phase not in ("play", "reshuffle"):
            return (), None, 0, 0
        return turn.taken, turn.must_use, turn.plays, turn.opening

    @property
    def record(self) -> GameRecord:
        """What the engine was given so far."""
        return GameRecord(self.state.rules, Seat(self.dealer), tuple(self.made))


def _as_shown(fact: Fact, viewer: int | None) -> Fact:
    """What happened, without what a viewer may not know: hands, cards drawn, orders (R4.4)."""
    match fact:
        case ("deal", deal, dealer, hands):
            own = tuple(hand if seat == viewer else () for seat, hand in enumerate(hands))
            return ("deal", deal, dealer, own)
        case ("drawn", seat, _) if seat != viewer:
            return ("drawn", seat, None)
        case ("shuffled", _):
            return ("shuffled", ())
        case _:
            return fact


def recorded_step(step: PlainStep) -> RecordedStep:
    """A step in the words of the engine's records."""
    if step[0] == "resign":
        return Resigned(Seat(step[1]), Cause(step[2]))
    if step[0] == "order":
        return OrderGiven(engine_cards(step[1]))
    return MoveMade(Seat(step[1]), engine_move(step[2]))


def is_refused(state: RummyState, seat: int, move: tuple[object, ...]) -> str | None:
    """The reason why a move of the oracle's words is refused; None if it is legal (R4.3)."""
    refusal = why_illegal(state, Seat(seat), engine_move(move))
    return None if refusal is None else str(refusal.reason)
