"""A scripted game of family H on both engine and oracle, for tests that tell a story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from conquian_engine import Seat, pack_named, parse_move, why_illegal
from tests.census.rummy import Pair
from tests.oracle.rummy.game import Fact
from tests.oracle.rummy.game import Move as PlainMove
from tests.oracle.rummy.options import RULESETS
from tests.oracle.rummy.orders import stacked
from tests.oracle.rummy.words import plain_meld, plain_move


class Table(Pair):
    """A game in which every step is written down; both sides are compared after each."""

    def __init__(self, ruleset: str, *, seats: int = 2, dealer: int = 0, **options: Any) -> None:
        chosen = replace(RULESETS[ruleset], seats=seats, **options)
        super().__init__(chosen, dealer)

    def deal(
        self, hands: Mapping[int, str], pile: str = "", playing: Sequence[int] | None = None
    ) -> None:
        """Deal these hands, this pile on top of what is left."""
        options, dealer = self.oracle.options, self.oracle.dealer
        self.give(stacked(options, dealer, hands, pile, playing))

    def give(self, order: Sequence[str]) -> None:
        """Give an order, top first."""
        self.step(("order", list(order)))

    def plays(self, seat: int, *moves: str) -> None:
        """Make moves one after the other."""
        for move in moves:
            self.step(("move", seat, self._read(move)))

    def resigns(self, seat: int) -> None:
        """Take a seat out of the game."""
        self.step(("resign", seat, "resignation"))

    def may(self, seat: int, *moves: str) -> None:
        """Every one of these moves is legal."""
        legal = self.oracle.legal(seat)
        assert [move for move in moves if self._read(move) not in legal] == []

    def may_not(self, seat: int, **refused: Sequence[str]) -> None:
        """These moves are refused, each for the reason that it is given under (R4.3)."""
        legal = self.oracle.legal(seat)
        for reason, moves in refused.items():
            for text in moves:
                assert self._read(text) not in legal, text
                move = parse_move(text, pack_named(self.state.rules.pack))
                refusal = why_illegal(self.state, Seat(seat), move)
                assert refusal is not None, text
                assert reason == str(refusal.reason), (text, refusal)

    def only(self, seat: int, *moves: str) -> None:
        """These and no other moves are legal."""
        assert {self._read(move) for move in moves} == self.oracle.legal(seat)

    def kinds(self, seat: int) -> set[str]:
        """The kinds of moves that are legal."""
        return {str(move[0]) for move in self.oracle.legal(seat)}

    def idles(self, turns: int, draw: str = "draw") -> None:
        """So many turns in which the drawn card, or else the first that may, is thrown away."""
        for _ in range(turns):
            seat = self.oracle.to_act()
            assert seat is not None
            before = self.oracle.hands[seat]
            self.plays(seat, draw if self._read(draw) in self.oracle.legal(seat) else "draw")
            if self.oracle.phase == "reshuffle":
                return
            drawn = [card for card in self.oracle.hands[seat] if card not in before]
            thrown = [f"discard {card}" for card in (*drawn, *self.oracle.hands[seat])]
            legal = self.oracle.legal(seat)
            self.plays(seat, next(move for move in thrown if self._read(move) in legal))

    @property
    def last(self) -> list[Fact]:
        """What the last deal's and the game's end were told as."""
        return [fact for fact in self.facts if fact[0] in ("deal ended", "game ended")]

    def table(self, seat: int) -> list[str]:
        """A seat's melds as texts."""
        return [" ".join(meld) for meld in self.oracle.tables[seat]]

    def hand(self, seat: int) -> str:
        """A seat's hand as a text."""
        return " ".join(self.oracle.hands[seat])

    def _read(self, text: str) -> PlainMove:
        """A move from its text, read here as the engine reads it (R0, "Notation")."""
        words = text.split()
        move: PlainMove = (text,)
        if words[0] in ("lay", "take"):
            change = " ".join(words[3:]).split(" > ")
            old, new = (plain_meld(meld.split()) for meld in change)
            move = (" ".join(words[:2]), int(words[2].removesuffix(":")), old, new)
        elif words[0] == "meld":
            move = ("meld", plain_meld(words[1:]))
        elif words[0] == "discard":
            move = ("discard", words[1])
        elif words[:2] == ["draw", "discards"]:
            move = ("draw discards", int(words[2]))
        assert move == plain_move(parse_move(text, pack_named(self.state.rules.pack)))
        return move
