"""The flow of a game, step by step (R3.1, R3.4, R3.5, R3.10-R3.40, R4.1).

Moves are those of `plays` and `("draw",)`, `("draw discards", n)`, `("challenge",)`,
`("accept",)`, `("refuse",)`, `("stop",)` and `("discard", card)`. What happens is written
to `Game.log` as plain tuples whose first word says what it is.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from tests.oracle.rummy.dealing import bad_hands, deal_hands
from tests.oracle.rummy.ends import Ending, drawn, game_is_over, stopped, top, won
from tests.oracle.rummy.melds import Meld, value
from tests.oracle.rummy.options import Options
from tests.oracle.rummy.plays import Hand, Play, freed
from tests.oracle.rummy.turns import Turn, can_be_ended, follow, legal_in_turn

Move = tuple[Any, ...]
Fact = tuple[Any, ...]

WITHOUT_PLAY = 30
"""Turns of every seat in a row without a play that end a deal (R3.5)."""


class Game:
    """One game in progress, changed in place."""

    def __init__(self, options: Options, dealer: int) -> None:
        self.options = options
        self.dealer = dealer
        self.deal = 0
        self.redealing = False
        self.scores = [0] * options.seats
        self.resigned: list[int] = []
        self.last_winner: int | None = None
        self.winners: tuple[int, ...] | None = None
        self.log: list[Fact] = []
        self._clear_table()

    def _clear_table(self) -> None:
        seats = self.options.seats
        self.phase = "order"
        self.hands: list[Hand] = [()] * seats
        self.tables: list[tuple[Meld, ...]] = [()] * seats
        self.opened = [False] * seats
        self.stock: list[str] = []
        self.discards: list[str] = []
        """The top one first."""
        self.dealt_in: list[int] = []
        self.seat = -1
        """Whose turn it is; in a challenge still the challenger's."""
        self.challenged = False
        self.turn: Turn | None = None
        self.idle = Counter[int]()
        """Turns of each seat since the last play by anybody (R3.5)."""

    def after(self, seat: int) -> list[int]:
        """Seats still in the game, from the one after `seat` round to `seat` itself."""
        seats = self.options.seats
        round_table = [(seat + step) % seats for step in range(1, seats + 1)]
        return [other for other in round_table if other not in self.resigned]

    def to_act(self) -> int | None:
        """The seat that has to decide now; None at a chance point and at the end (R4.2)."""
        if self.phase in ("draw", "play", "first discard"):
            return self.seat
        return self.after(self.seat)[0] if self.phase == "challenge" else None

    def legal(self, seat: int) -> set[Move]:
        """Every move the seat may make now (R4.2)."""
        if seat != self.to_act():
            return set()
        if self.phase == "challenge":
            return {("accept",), ("refuse",)}
        if self.phase == "first discard":
            return {("discard", card) for card in self.hands[seat]}
        if self.phase == "draw":
            return self._draws(seat)
        assert self.turn is not None
        return set(legal_in_turn(self.options, self.turn))

    # The deal (R3.4, R3.20, R3.30)

    def wanted(self) -> list[str]:
        """The cards whose order is due: the whole pack, or the discards of a reshuffle (R1.3)."""
        if self.phase == "reshuffle":
            return list(self.discards)
        return self.options.cards if self.phase == "order" else []

    def give_order(self, order: list[str]) -> None:
        """Take a new order, top first (R1.2, R1.3)."""
        assert order
        assert Counter(order) == Counter(self.wanted())
        if self.phase == "reshuffle":
            self.stock, self.discards = list(order), []
            self.log.append(("shuffled", tuple(order)))
            self.phase = "play"
            if self.turn is None:  # its seat resigned: the one after it draws (R4.1)
                self._draw_by(self.seat)
        else:
            self._deal(list(order))

    def _deal(self, pile: list[str]) -> None:
        self._clear_table()
        self.deal += not self.redealing
        self.redealing = False
        self.dealt_in = self.after(self.dealer)
        self.hands, self.stock = deal_hands(self.options, self.dealer, self.dealt_in, pile)
        self.log.append(("deal", self.deal, self.dealer, tuple(self.hands)))
        bad = bad_hands(self.options, self.hands)
        if bad:
            self.log.append(("redealt", bad))
            self.redealing, self.phase = True, "order"
            return
        if self.options.ruleset == "coo_can":
            self.phase, self.seat = "first discard", self.dealer
            return
        self.discards = [self.stock.pop(0)]
        self.log.append(("discards started", self.discards[0]))
        self._draw_by(self.after(self.dealer)[0])

    def _draw_by(self, seat: int) -> None:
        self.seat, self.challenged, self.turn, self.phase = seat, False, None, "draw"

    def _draws(self, seat: int) -> set[Move]:
        moves: set[Move] = set()
        if self.stock:
            moves.add(("draw",))
        deepest = len(self.discards) if self.options.bank_depth == "any" else 1
        for depth in range(1, min(deepest, len(self.discards)) + 1):
            if self._may_take(seat, depth):
                moves.add(("draw discards", depth))
        if self.options.ruleset == "colonel" and not self.challenged:
            moves.add(("challenge",))
        stops = self.options.ruleset in ("colonel", "coon_can") and not self.stock
        # Where nothing at all can be drawn any seat may stop (a reading of ours).
        if stops or not moves:
            moves.add(("stop",))
        return moves

    def _may_take(self, seat: int, depth: int) -> bool:
        if self.options.ruleset == "coo_can" and len(self.hands[seat]) == 1:
            return False
        return can_be_ended(self.options, self._turn_with(seat, tuple(self.discards[:depth])))

    def _turn_with(self, seat: int, taken: Hand) -> Turn:
        """A turn that begins with these discards, the deepest last."""
        at_once = self.options.ruleset == "kunken"
        at_once |= self.options.ruleset in ("colonel", "coon_can") and not self.stock
        return Turn(
            seat=seat,
            hand=tuple(sorted((*self.hands[seat], *taken))),
            tables=tuple(map(tuple, self.tables)),
            opened=self.opened[seat],
            taken=tuple(sorted(taken)),
            must_use=taken[-1] if taken and at_once else None,
            tables_empty=not any(self.tables),
        )

    def _draw(self, depth: int) -> None:
        seat = self.seat
        if depth:
            taken, self.discards = tuple(self.discards[:depth]), self.discards[depth:]
            self.log.append(("discards taken", seat, taken))
            self._start(self._turn_with(seat, taken))
            return
        card = self.stock.pop(0)
        self.log.append(("drawn", seat, card))
        turn = self._turn_with(seat, ())
        turn = replace(turn, hand=tuple(sorted((*turn.hand, card))))
        self._start(turn)
        if self.stock or not self.discards:
            return
        if self.options.ruleset == "coo_can":
            self.phase = "reshuffle"
        if self.options.ruleset == "kunken":
            self.stock, self.discards = self.discards[::-1], []
            self.log.append(("turned over", len(self.stock)))

    def _start(self, turn: Turn) -> None:
        self.turn, self.phase = turn, "play"
        self.hands[turn.seat] = turn.hand

    def play(self, seat: int, move: Move) -> None:
        """Make one legal move."""
        match move:
            case ("draw",):
                self._draw(0)
            case ("draw discards", depth):
                self._draw(depth)
            case ("challenge",):
                self.log.append(("challenged", seat))
                self.challenged, self.phase = True, "challenge"
            case ("refuse",):
                self.log.append(("refused", seat))
                self.phase = "draw"
            case ("accept",):
                self.log.append(("accepted", seat))
                self._end_deal(stopped(self.options, self.hands, "challenge"))
            case ("stop",):
                self.log.append(("stopped", seat))
                self._end_deal(stopped(self.options, self.hands, "stock_exhausted"))
            case ("discard", card):
                self._discard(seat, card)
            case _:
                self._play(seat, move)

    def _play(self, seat: int, play: Play) -> None:
        assert self.turn is not None
        before = self.turn
        turn = self.turn = follow(self.options, before, play)
        self.hands[seat] = turn.hand
        self.tables = list(turn.tables)
        self.opened[seat] = turn.opened
        if play[0] == "meld":
            self.log.append(("melded", seat, play[1]))
        elif play[0] == "lay off":
            self.log.append(("laid off", seat, *play[1:]))
        else:
            self.log.append(("joker taken", seat, *play[1:], freed(play)))
        if turn.opened_now and not before.opened_now:
            self.log.append(("opened", seat, before.opening + value(self.options, play[1])))
        if not turn.hand:
            self._win(seat)

    def _discard(self, seat: int, card: str) -> None:
        left = list(self.hands[seat])
        left.remove(card)
        self.hands[seat] = tuple(left)
        self.discards.insert(0, card)
        self.log.append(("discarded", seat, card))
        if not left:
            self._win(seat)
            return
        # A turn without a play leaves as many as before: they were reached in an earlier one.
        if (
            self.options.ruleset == "coo_can"
            and len(left) in (1, 4)
            and self.turn
            and self.turn.plays
        ):
            self.log.append(("declared", seat, len(left)))
        if self.turn is not None:
            self.idle[seat] += 1
            if self.turn.plays:
                self.idle.clear()
        playing = self.after(seat)
        if all(self.idle[other] >= WITHOUT_PLAY for other in playing):
            self._end_deal(drawn(self.options, "no_progress"))
        else:
            self._draw_by(playing[0])

    def resign(self, seat: int, cause: str) -> None:
        """Take a seat out of the game (R4.1)."""
        self.resigned.append(seat)
        self.log.append(("resigned", seat, cause))
        if self.phase == "play" and self.seat == seat and self.turn and self.turn.plays:
            self.idle.clear()  # a play by somebody, though he did not finish his turn
        left = self.after(seat)
        if len(left) == 1:
            self._end_game(cause, (left[0],))
        elif self.phase == "order":
            self.dealer = self.dealer if self.dealer != seat else left[0]
        elif self.seat == seat and self.phase == "reshuffle":
            self.seat, self.turn = left[0], None
        elif self.seat == seat:
            self._draw_by(left[0])

    def _win(self, seat: int) -> None:
        losers = [other for other in self.dealt_in if other != seat]
        self._end_deal(won(self.options, self.hands, seat, losers, self.turn))

    def _end_deal(self, ending: Ending) -> None:
        points = ending.points
        self.scores = [total + gain for total, gain in zip(self.scores, points, strict=True)]
        shown = tuple(
            self.hands[seat] if seat in ending.counted else None
            for seat in range(self.options.seats)
        )
        totals = tuple(self.scores)
        told = (ending.cause, ending.winner, tuple(points), totals, shown, ending.bonus)
        self.log.append(("deal ended", self.deal, *told))
        self.last_winner = ending.winner
        playing = sorted(self.after(self.dealer))
        if game_is_over(self.options, self.deal, self.scores, playing):
            self._end_game(ending.cause, top(self.scores, playing))
        elif self.deal >= self.options.max_deals:
            self._end_game("deal_limit", top(self.scores, playing))
        else:
            self._clear_table()
            self.dealer = self.after(self.dealer)[0]
            if self.options.lowest_deals and ending.winner is not None:
                self.dealer = ending.winner

    def _end_game(self, cause: str, winners: tuple[int, ...]) -> None:
        self.phase, self.winners = "over", winners
        self.log.append(("game ended", cause, winners, tuple(self.scores)))
