"""The flow of a game of two to four seats, step by step (R2.1-R2.9, R2.12, R2.16-R2.31, R4.1).

Moves are `("take", layout)`, `("lay", layout)`, `("pass",)`, `("force", seat)`,
`("let go",)`, `("discard", card)` and `("trade", card)`. What happens is written to
`Game.log` as plain tuples whose first word says what it is.
"""

from __future__ import annotations

from typing import Any

from tests.oracle.melds import hand_points
from tests.oracle.options import Options
from tests.oracle.takings import Layout, can_be_forced, cards_on, hand_only, left_of, takings

Move = tuple[Any, ...]
Fact = tuple[Any, ...]

STAKE_LIMIT = 1000


class Game:
    """One game in progress, changed in place."""

    def __init__(self, options: Options, dealer: int) -> None:
        self.options = options
        self.dealer = dealer
        self.deal = 0
        self.stake = 1
        self.scores = [0] * options.seats
        self.resigned: list[int] = []
        self.log: list[Fact] = []
        self.winners: tuple[int, ...] | None = None
        self._clear_table()

    def _clear_table(self) -> None:
        seats = self.options.seats
        self.phase = "order"
        self.hands: list[frozenset[str]] = [frozenset()] * seats
        self.tables: list[Layout] = [frozenset()] * seats
        self.stock: list[str] = []
        self.dead: list[str] = []
        self.dealt_in: list[int] = []
        self.upcard = ""
        self.origin = ""
        self.by = -1
        self.waiting: list[int] = []
        self.passed: list[int] = []
        self.asking: list[int] = []
        self.owing = -1
        self.round = 0
        self.chosen: dict[int, str] = {}

    def after(self, seat: int) -> list[int]:
        """Seats still in the game, from the one after `seat` round to `seat` itself."""
        seats = self.options.seats
        round_table = [(seat + step) % seats for step in range(1, seats + 1)]
        return [other for other in round_table if other not in self.resigned]

    def acting(self) -> list[int]:
        """The seats that have to decide now, by number; several while trading (R4.2)."""
        if self.phase == "trade":
            return [seat for seat in sorted(self.after(0)) if seat not in self.chosen]
        if self.phase == "offer":
            return [self.waiting[0]]
        if self.phase == "ask":
            return [self.asking[0]]
        return [self.owing] if self.phase in ("forced", "discard") else []

    def to_act(self) -> int | None:
        """A seat that has to decide now, None at a chance point and at the end."""
        acting = self.acting()
        return acting[0] if acting else None

    def opponents(self, seat: int) -> Layout:
        """All melds of the other seats, those of seats that resigned too (R2.31, R4.1)."""
        others = [table for other, table in enumerate(self.tables) if other != seat]
        return frozenset(meld for table in others for meld in table)

    def legal(self, seat: int) -> set[Move]:
        """Every move the seat may make now (R4.2)."""
        if seat not in self.acting():
            return set()
        if self.phase == "trade":
            return {("trade", card) for card in self.hands[seat]}
        if self.phase == "discard":
            return {("discard", card) for card in self.hands[seat]}
        if self.phase == "ask":
            return {("force", other) for other in self._forceable_by(seat)} | {("let go",)}
        table, hand = self.tables[seat], self.hands[seat]
        moves: set[Move] = {
            ("take", layout)
            for layout in takings(self.options, table, hand, self.upcard, self.opponents(seat))
        }
        if self.phase == "offer":
            if self._may_lay(seat):
                moves |= {("lay", layout) for layout in hand_only(self.options, table, hand)}
            moves |= {("force", other) for other in self.passed if self._fits(other)}
            moves.add(("pass",))
        return moves

    def _may_lay(self, seat: int) -> bool:
        """Whether hand cards may be laid first: on a card the seat turned itself (R2.12)."""
        turned_it = self.origin == "turned" and self.by == seat
        return turned_it and self.options.hand_only_melds == "after_turn_up"

    # The deal (R2.1-R2.4)

    def give_order(self, order: list[str]) -> None:
        """Deal from a pack order, top first, and show the first upcard (R1.2, R2.1, R2.4)."""
        self._clear_table()
        self.deal += 1
        self.dealt_in = self.after(self.dealer)
        pile = list(order)
        hands: dict[int, set[str]] = {seat: set() for seat in self.dealt_in}
        left = self.options.dealt
        while left:
            size = self.options.packet if left >= self.options.packet else 1
            for seat in self.dealt_in:
                hands[seat] |= set(pile[:size])
                del pile[:size]
            left -= size
        for seat, hand in hands.items():
            self.hands[seat] = frozenset(hand)
        self.stock = pile
        self.log.append(("deal", self.deal, self.dealer, self.stake, tuple(self.hands)))
        if self.options.trade_rounds:
            self.phase, self.round = "trade", 1
        else:
            self._begin_play()

    def _begin_play(self) -> None:
        if self.options.opening_upcard:
            self._show("opening", self.dealer)
        else:
            self._turn(self.dealt_in[0])

    def _trade_when_all_have_chosen(self) -> None:
        """Move all chosen cards at once, then the next round or the first upcard (R2.3)."""
        if self.acting():
            return
        moved = []
        for giver in sorted(self.chosen):
            line = self.after(giver)
            receiver = line[0] if self.options.trade_direction == "next" else line[-2]
            moved.append((giver, receiver, self.chosen[giver]))
        for giver, _, card in moved:
            self.hands[giver] -= {card}
        for _, receiver, card in moved:
            self.hands[receiver] |= {card}
        self.log.append(("traded", self.round, tuple(moved)))
        self.chosen = {}
        self.round += 1
        if self.round > self.options.trade_rounds:
            self._begin_play()

    def _turn(self, seat: int) -> None:
        """Turn the next card up, or end the deal when there is none (R2.9, R2.24)."""
        if self.stock:
            self._show("turned", seat)
        else:
            self._draw_deal()

    def _show(self, origin: str, by: int) -> None:
        card = self.stock.pop(0)
        self.log.append(("turned", card, origin, by))
        self.start_offer(card, origin, by)

    # The offer (R2.5-R2.8)

    def start_offer(self, card: str, origin: str, by: int) -> None:
        """Offer an upcard to the seats entitled to it, in order (R2.4-R2.7)."""
        self.upcard, self.origin, self.by = card, origin, by
        order = self.after(by)
        if origin == "turned":
            order = [by, *[seat for seat in order if seat != by]]
        if origin == "discarded":
            order = [seat for seat in order if seat != by]
        self.waiting = order
        self.passed = []
        self.phase = "offer"

    def _ask_or_bury(self) -> None:
        """After the last pass: ask who may force, then the upcard is dead (R2.8, R2.19 b)."""
        while self.asking and not self._forceable_by(self.asking[0]):
            self.asking.pop(0)
        if self.asking:
            self.phase = "ask"
        else:
            self._bury()

    def _all_passed(self) -> None:
        discarder = [self.by] if self.origin == "discarded" else []
        order = discarder + self.passed
        self.asking = [seat for seat in order if seat not in self.resigned]
        self._ask_or_bury()

    def _bury(self) -> None:
        self.dead.append(self.upcard)
        self.log.append(("died", self.upcard))
        before = self.dealer if self.origin == "opening" else self.by
        self._turn(self.after(before)[0])

    # Forcing (R2.18-R2.21)

    def _fits(self, seat: int) -> bool:
        if self.options.force_scope == "discards_only" and self.origin != "discarded":
            return False
        return can_be_forced(self.options, self.tables[seat], self.upcard)

    def _forceable_by(self, seat: int) -> list[int]:
        later = self.passed
        if seat in self.passed:
            later = self.passed[self.passed.index(seat) + 1 :]
        return [other for other in later if self._fits(other)]

    # Moves

    def play(self, seat: int, move: Move) -> None:
        """Make one legal move."""
        kind = move[0]
        if kind == "pass":
            self.log.append(("passed", seat))
            self._pass()
        elif kind == "let go":
            self.log.append(("let go", seat))
            self.asking.pop(0)
            self._ask_or_bury()
        elif kind == "force":
            self.log.append(("forced", move[1], seat))
            self.phase, self.owing = "forced", move[1]
        elif kind == "discard":
            self.hands[seat] -= {move[1]}
            self.log.append(("discarded", seat, move[1]))
            self.start_offer(move[1], "discarded", seat)
        elif kind == "trade":
            self.chosen[seat] = move[1]
            self.log.append(("trade chosen", seat, move[1]))
            self._trade_when_all_have_chosen()
        elif kind == "lay":
            laid = cards_on(move[1]) & self.hands[seat]
            self.tables[seat] = move[1]
            self.hands[seat] -= laid
            self.log.append(("laid", seat, move[1], laid))
        else:
            self._take(seat, move[1])

    def _pass(self) -> None:
        self.passed.append(self.waiting.pop(0))
        if not self.waiting:
            self._all_passed()

    def _take(self, seat: int, layout: Layout) -> None:
        laid = cards_on(layout) & self.hands[seat]
        borrowed = cards_on(layout) & cards_on(self.opponents(seat))
        for other in range(self.options.seats):
            if other != seat:
                self.tables[other] = self._without(self.tables[other], borrowed)
        self.tables[seat] = layout
        self.hands[seat] -= laid
        self.log.append(("taken", seat, self.upcard, layout, laid, borrowed))
        if len(cards_on(layout)) >= self.options.target:
            self._win_deal(seat, "went_out")
        elif not self.hands[seat]:
            self._turn(self.after(seat)[0])
        else:
            self.phase, self.owing = "discard", seat

    def _without(self, table: Layout, borrowed: frozenset[str]) -> Layout:
        """A table after cards of it were borrowed (R2.31)."""
        left: set[frozenset[str]] = set()
        for meld in table:
            rest = left_of(self.options, meld - borrowed) if meld & borrowed else {meld}
            assert rest is not None
            left |= rest
        return frozenset(left)

    def resign(self, seat: int, cause: str) -> None:
        """Take a seat out of the game (R4.1)."""
        owed = self.to_act() == seat
        self.resigned.append(seat)
        self.log.append(("resigned", seat, cause))
        left = self.after(seat)
        if len(left) == 1:
            self._end_game(cause, (left[0],))
            return
        self.passed = [other for other in self.passed if other != seat]
        self.waiting = [other for other in self.waiting if other != seat]
        self.asking = [other for other in self.asking if other != seat]
        if self.phase == "trade":
            self.chosen.pop(seat, None)
            self._trade_when_all_have_chosen()
        elif self.phase == "order" and self.dealer == seat:
            self.dealer = left[0]
        elif self.phase == "offer" and not self.waiting:
            self._all_passed()
        elif self.phase == "ask":
            self._ask_or_bury()
        elif self.phase == "forced" and owed:
            self._bury()
        elif self.phase == "discard" and owed:
            self._turn(left[0])

    # End and score (R2.22-R2.28)

    def _draw_deal(self) -> None:
        if self.options.on_drawn == "fewest_cards":
            sizes = {seat: len(self.hands[seat]) for seat in self.after(self.dealer)}
            fewest = [seat for seat in sizes if sizes[seat] == min(sizes.values())]
            if len(fewest) == 1:
                self._win_deal(fewest[0], "stock_exhausted")
                return
        if self.options.scoring == "stake":
            grown = self.stake * 2 if self.options.on_drawn == "double" else self.stake + 1
            self.stake = min(grown, STAKE_LIMIT)
        self._end_deal("stock_exhausted", None, [0] * self.options.seats, {})

    def _win_deal(self, winner: int, cause: str) -> None:
        points = [0] * self.options.seats
        counted: dict[int, frozenset[str]] = {}
        for loser in self.dealt_in:
            if loser == winner:
                continue
            if self.options.scoring == "hand_points":
                counted[loser] = self.hands[loser]
                points[winner] += hand_points(self.options.pack, self.hands[loser])
            else:
                points[loser] -= self.stake
                points[winner] += self.stake
        self.stake = 1
        self._end_deal(cause, winner, points, counted)

    def _end_deal(
        self, cause: str, winner: int | None, points: list[int], counted: dict[int, frozenset[str]]
    ) -> None:
        self.scores = [total + gain for total, gain in zip(self.scores, points, strict=True)]
        shown = tuple(counted.get(seat) for seat in range(self.options.seats))
        self.log.append(
            ("deal ended", self.deal, cause, winner, tuple(points), tuple(self.scores), shown)
        )
        if self.options.until_won and winner is not None:
            self._end_game(cause, (winner,))
        elif self._length_reached():
            self._end_game(cause, self._top())
        elif self.deal >= self.options.max_deals:
            self._end_game("deal_limit", self._top())
        else:
            self._clear_table()
            self.dealer = self.after(self.dealer)[0]

    def _top(self) -> tuple[int, ...]:
        """The seats still in the game that share the highest total."""
        playing = sorted(self.after(self.dealer))
        best = max(self.scores[seat] for seat in playing)
        return tuple(seat for seat in playing if self.scores[seat] == best)

    def _length_reached(self) -> bool:
        """Whether the agreed deals are played or one seat alone has the points (R2.27)."""
        if self.options.deals is not None:
            return self.deal >= self.options.deals
        if self.options.points_target is not None:
            first, *others = self._top()
            return not others and self.scores[first] >= self.options.points_target
        return False

    def _end_game(self, cause: str, winners: tuple[int, ...]) -> None:
        self.phase, self.winners = "over", winners
        self.log.append(("game ended", cause, winners, tuple(self.scores)))
