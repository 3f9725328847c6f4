"""A game driven move by move in the players' words, for tests that tell a story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from conquian_engine import (
    Card,
    Cause,
    Discard,
    Event,
    Force,
    LayFromHand,
    LetGo,
    Move,
    Pass,
    Seat,
    State,
    Take,
    Trade,
    View,
    apply,
    give_order,
    legal_moves,
    new_game,
    resign,
    resolve_rules,
    seats_to_act,
    view_for,
)
from tests.oracle.game import Move as PlainMove
from tests.oracle.options import RULESETS, Options
from tests.oracle.orders import stacked
from tests.oracle.words import layout, plain_move
from tests.support.families import upcard_rules, upcard_state


class Sitting:
    """One game at one table: stacked deals, then moves by seat."""

    def __init__(
        self,
        ruleset: str,
        options: Mapping[str, str] | None = None,
        *,
        dealer: int = 0,
        seats: int | None = None,
    ) -> None:
        self.rules = upcard_rules(resolve_rules(ruleset, options or {}, seats=seats))
        self.state: State = new_game(self.rules, dealer=Seat(dealer))
        self.events: list[Event] = []
        """Everything that happened so far."""
        self.last: tuple[Event, ...] = ()
        """What happened in the last step."""

    def deal(
        self,
        hands: Mapping[int, str] | None = None,
        stock: str = "",
        *,
        playing: Sequence[int] = (),
    ) -> None:
        """Deal the given hands and put this stock on top; the rest follows in pack order."""
        base = RULESETS[self.rules.ruleset]
        dealing = Options(
            ruleset=base.ruleset,
            seats=self.rules.seats,
            pack=self.rules.pack,
            dealt=self.rules.dealt,
            packet=self.rules.packet,
        )
        self.give(stacked(dealing, self.state.dealer, hands or {}, stock, playing or None))

    def give(self, order: Sequence[str]) -> None:
        """Give a whole pack order, top first."""
        step = give_order(self.state, tuple(map(Card, order)))
        self._note(upcard_state(step.state), step.events)

    def move(self, seat: int, move: Move) -> None:
        """Make a move; `IllegalMove` if the rules refuse it."""
        step = apply(self.state, Seat(seat), move)
        self._note(upcard_state(step.state), step.events)

    def takes(self, seat: int, *melds: str) -> None:
        self.move(seat, Take(layout(*melds)))

    def lays(self, seat: int, *melds: str) -> None:
        self.move(seat, LayFromHand(layout(*melds)))

    def trades(self, seat: int, card: str) -> None:
        self.move(seat, Trade(Card(card)))

    def passes(self, *seats: int) -> None:
        for seat in seats:
            self.move(seat, Pass())

    def forces(self, seat: int, forced: int) -> None:
        self.move(seat, Force(Seat(forced)))

    def lets_go(self, seat: int) -> None:
        self.move(seat, LetGo())

    def discards(self, seat: int, card: str) -> None:
        self.move(seat, Discard(Card(card)))

    def resigns(self, seat: int, cause: Cause = Cause.RESIGNATION) -> None:
        step = resign(self.state, Seat(seat), cause=cause)
        self._note(upcard_state(step.state), step.events)

    def pass_out(self) -> None:
        """Let every seat pass, and force nobody, until the deal ends."""
        while self.to_act:
            (seat,) = self.to_act
            (refusal,) = self.choices(seat) & {("pass",), ("let go",)}
            self.move(seat, Pass() if refusal == ("pass",) else LetGo())

    def goes_out(self, dealer: int) -> None:
        """Deal so that the seat after the dealer goes out at once with the opening upcard."""
        if self.state.dealer != dealer:
            raise ValueError(f"{self.state.dealer} deals")
        winner = (dealer + 1) % self.rules.seats
        self.deal({winner: "4C 5C 7C JC QD QH QS AS 2S 3S"}, "6C")
        self.takes(winner, "4C 5C 6C 7C JC", "QD QH QS", "AS 2S 3S")

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have to act now."""
        return tuple(seats_to_act(self.state))

    def first_card(self, seat: int) -> str:
        """The first card of a hand."""
        return (self.view(seat).hand or ())[0]

    def legal(self, seat: int) -> set[PlainMove]:
        """The seat's legal moves in the oracle's words."""
        return {plain_move(move) for move in legal_moves(self.state, Seat(seat))}

    def choices(self, seat: int) -> set[PlainMove]:
        """The seat's legal moves; of takings and layings only that there are some."""
        laid = ("take", "lay")
        return {move[:1] if move[0] in laid else move for move in self.legal(seat)}

    def view(self, seat: int | None = None) -> View:
        """What a seat, or with None a watcher, sees now."""
        return view_for(self.state, None if seat is None else Seat(seat))

    def _note(self, state: State, events: tuple[Event, ...]) -> None:
        self.state, self.last = state, events
        self.events += events
