"""Keeps the score of a game from its transcript, written from RULES.md and nothing else.

It believes only what had to be told: pack orders, moves, resignations. Hands, tables,
the stock, who wins a deal, points and totals it works out for itself, and compares with
what the transcript says of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from conquian.v1 import events_pb2, view_pb2

RANKS = {
    "short40": "A234567JQK",
    "spanish40": "1234567SCR",
    "courtless40": "A23456789T",
    "full52": "A23456789TJQK",
    **dict.fromkeys(("double104", "double106", "double108"), "A23456789TJQK"),
}
SUITS = {name: "OCEB" if name == "spanish40" else "CDHS" for name in RANKS}
DOUBLE = {"coo_can": "double104", "kunken": "double108", "coon_can": "double106"}
"""The packs of rulesets that have only one (R3)."""
COUNTS: Mapping[str, Mapping[str, int]] = {
    "short40": {"A": 15, "J": 10, "Q": 10, "K": 10},
    "spanish40": {"S": 10, "C": 11, "R": 12},
    "courtless40": {"A": 1, "T": 10},
    "full52": {"A": 15, "T": 10, "J": 10, "Q": 10, "K": 10},
}
STAKE_LIMIT = 1000

Result = tuple[str, tuple[int, ...], tuple[int, ...]]
"""Cause, winners, totals."""


def pack_name(view: view_pb2.GameView) -> str:
    """The pack that a game is played with."""
    return DOUBLE.get(view.ruleset) or view.options["pack"]


def pack_of(name: str) -> list[str]:
    """Every different card of a pack but jokers (R1), suit by suit."""
    return [rank + suit for suit in SUITS[name] for rank in RANKS[name]]


def result_of(view: view_pb2.GameView) -> Result:
    """The result a view states."""
    result = view.result
    cause = view_pb2.Cause.Name(result.cause).removeprefix("CAUSE_")
    return cause, tuple(result.winner_seats), tuple(result.scores)


def keep_score(view: view_pb2.GameView, entries: Iterable[events_pb2.GameUpdate]) -> Result:
    """The result of a game, recomputed; AssertionError where the transcript contradicts R2."""
    books = _Books(view.options, seats=len(view.seats))
    for entry in entries:
        for event in entry.events:
            books.enter(event)
    assert books.result is not None, "the transcript has no end"
    return books.result


class _Books:
    """What a careful onlooker with open hands would note."""

    def __init__(self, options: Mapping[str, str], *, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.target = int(options["dealt"]) + 1
        self.scores = [0] * seats
        self.deal = 0
        self.stake = 1
        self.dealer = -1
        self.gone: list[int] = []
        self.hands: list[set[str]] = []
        self.tables: list[set[str]] = []
        self.stock: list[str] = []
        self.upcard = ""
        self.choices: dict[int, str] = {}
        self.result: Result | None = None

    def enter(self, event: events_pb2.Event) -> None:
        """Write one event into the books."""
        kind = event.WhichOneof("kind")
        assert kind is not None
        enter = getattr(self, f"_{kind}", None)
        if enter is not None:
            enter(getattr(event, kind))

    def _game_started(self, started: events_pb2.GameStarted) -> None:
        self.dealer = started.dealer

    def _deal_started(self, deal: events_pb2.DealStarted) -> None:
        if self.deal:
            self.dealer = self._after(self.dealer)[0]  # R2.28
        self.deal += 1
        assert (self.deal, self.dealer) == (deal.number, deal.dealer)
        assert self.options["scoring"] != "stake" or self.stake == deal.stake
        pack = self.options["pack"]
        assert sorted(pack_of(pack)) == sorted(deal.order)
        pile = list(deal.order)
        players = self._after(self.dealer)  # R2.1: the seat after the dealer first
        self.hands = [set() for _ in range(self.seats)]
        self.tables = [set() for _ in range(self.seats)]
        left, packet = int(self.options["dealt"]), int(self.options["packet"])
        while left:
            size = packet if left >= packet else 1
            for seat in players:
                self.hands[seat] |= set(pile[:size])
                del pile[:size]
            left -= size
        self.stock = pile
        self.choices = {}
        told = {hand.seat: set(hand.cards) for hand in deal.hands}
        assert told == {seat: self.hands[seat] for seat in players}
        assert deal.stock_size == len(self.stock)

    def _card_turned(self, turned: events_pb2.CardTurned) -> None:
        self.upcard = self.stock.pop(0)
        assert (self.upcard, len(self.stock)) == (turned.card, turned.stock_size)

    def _taken(self, taken: events_pb2.Taken) -> None:
        hand, table = self.hands[taken.seat], self.tables[taken.seat]
        cards = [card for meld in taken.layout for card in meld.cards]
        borrowed = self._borrow(taken.seat, set(cards))
        assert borrowed == set(taken.borrowed)
        laid = set(cards) - table - {self.upcard} - borrowed
        assert len(set(cards)) == len(cards)
        assert table | {self.upcard} <= set(cards)  # R2.10, R2.14
        assert laid <= hand
        assert (laid, self.upcard) == (set(taken.from_hand), taken.upcard)
        for meld in taken.layout:
            assert self._is_meld(list(meld.cards)), f"{meld.cards} is no meld"
        hand -= laid
        self.tables[taken.seat] = set(cards)
        self.upcard = ""

    def _borrow(self, taker: int, cards: set[str]) -> set[str]:
        """Move what is used of other tables away from them (R2.31)."""
        borrowed: set[str] = set()
        if self.options["borrow_from_opponents"] == "true":
            for seat in range(self.seats):
                if seat != taker:
                    borrowed |= self.tables[seat] & cards
                    self.tables[seat] -= cards
        return borrowed

    def _laid_from_hand(self, laid: events_pb2.LaidFromHand) -> None:
        cards = {card for meld in laid.layout for card in meld.cards}
        more = cards - self.tables[laid.seat]
        assert self.options["hand_only_melds"] == "after_turn_up"
        assert self.tables[laid.seat] < cards
        assert len(cards) < self.target  # R2.12
        assert more <= self.hands[laid.seat]
        assert more == set(laid.from_hand)
        for meld in laid.layout:
            assert self._is_meld(list(meld.cards)), f"{meld.cards} is no meld"
        self.hands[laid.seat] -= more
        self.tables[laid.seat] = cards

    def _trade_chosen(self, chosen: events_pb2.TradeChosen) -> None:
        assert chosen.card in self.hands[chosen.seat]
        assert chosen.seat not in self.choices
        self.choices[chosen.seat] = chosen.card

    def _cards_traded(self, traded: events_pb2.CardsTraded) -> None:
        for gone in self.gone:
            self.choices.pop(gone, None)
        given = {each.from_seat: each.card for each in traded.cards}
        assert given == self.choices
        assert sorted(given) == sorted(self._after(self.dealer))
        forward = self.options["trade_direction"] == "next"
        for each in traded.cards:
            line = self._after(each.from_seat if forward else each.to_seat)
            assert line[0] == (each.to_seat if forward else each.from_seat)  # R2.3
            self.hands[each.from_seat].remove(each.card)
        for each in traded.cards:
            self.hands[each.to_seat].add(each.card)
        self.choices = {}

    def _discarded(self, discarded: events_pb2.Discarded) -> None:
        self.hands[discarded.seat].remove(discarded.card)
        self.upcard = discarded.card

    def _card_died(self, died: events_pb2.CardDied) -> None:
        assert died.card == self.upcard
        self.upcard = ""

    def _seat_resigned(self, resigned: events_pb2.SeatResigned) -> None:
        self.gone.append(resigned.seat)

    def _deal_ended(self, ended: events_pb2.DealEnded) -> None:
        out = [seat for seat, table in enumerate(self.tables) if len(table) >= self.target]
        winner = out[0] if out else self._fewest()
        points = [0] * self.seats
        counted: dict[int, set[str]] = {}
        if winner is None:
            self._carry()
        else:
            for loser in range(self.seats):
                if loser == winner or not self.hands[loser] | self.tables[loser]:
                    continue  # a seat that resigned before this deal was not dealt in
                if self.options["scoring"] == "stake":  # R2.25
                    points[loser] -= self.stake
                    points[winner] += self.stake
                else:
                    counted[loser] = self.hands[loser]
                    points[winner] += sum(map(self._count, self.hands[loser]))
            self.stake = 1
        self.scores = [total + gain for total, gain in zip(self.scores, points, strict=True)]
        assert ended.HasField("winner_seat") == (winner is not None)
        assert winner is None or winner == ended.winner_seat
        assert (points, self.scores) == (list(ended.points), list(ended.scores))
        assert counted == {hand.seat: set(hand.cards) for hand in ended.counted_hands}
        assert out or not self.stock, "a deal ended before its time"
        cause = "WENT_OUT" if out else "STOCK_EXHAUSTED"
        assert view_pb2.Cause.Name(ended.cause) == f"CAUSE_{cause}"
        self.result = self._end_of_game(cause, winner)

    def _game_ended(self, ended: events_pb2.GameEnded) -> None:
        if ended.result.cause in (view_pb2.CAUSE_RESIGNATION, view_pb2.CAUSE_VOID):
            cause = view_pb2.Cause.Name(ended.result.cause).removeprefix("CAUSE_")
            left = tuple(self._after(self.dealer)) if cause == "RESIGNATION" else ()
            assert len(left) <= 1
            self.result = (cause, left, tuple(self.scores))

    def _end_of_game(self, cause: str, winner: int | None) -> Result | None:
        """The result if this deal ended the game (R2.27)."""
        totals = tuple(self.scores)
        playing = sorted(self._after(self.dealer))
        best = max(totals[seat] for seat in playing)
        top = tuple(seat for seat in playing if totals[seat] == best)
        if "deals" in self.options:
            reached = self.deal >= int(self.options["deals"])
        elif "points_target" in self.options:
            reached = len(top) == 1 and best >= int(self.options["points_target"])
        else:
            reached, top = winner is not None, top if winner is None else (winner,)
        if reached:
            return cause, top, totals
        if self.deal >= int(self.options["max_deals"]):
            return "DEAL_LIMIT", top, totals
        return None

    def _fewest(self) -> int | None:
        if self.options["on_drawn"] != "fewest_cards":
            return None
        sizes = {seat: len(self.hands[seat]) for seat in self._after(self.dealer)}
        fewest = [seat for seat in sizes if sizes[seat] == min(sizes.values())]
        return fewest[0] if len(fewest) == 1 else None

    def _carry(self) -> None:
        """A drawn deal raises the stake (R2.24), up to the limit (R2.27)."""
        if self.options["scoring"] == "stake":
            raised = self.stake * 2 if self.options["on_drawn"] == "double" else self.stake + 1
            self.stake = min(raised, STAKE_LIMIT)

    def _after(self, seat: int) -> list[int]:
        """Seats still in the game, from the one after `seat` round to `seat` itself."""
        order = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        return [other for other in order if other not in self.gone]

    def _count(self, card: str) -> int:
        named = COUNTS[self.options["pack"]]
        return named[card[0]] if card[0] in named else int(card[0])  # R2.26

    def _is_meld(self, cards: Sequence[str]) -> bool:
        """R2.13."""
        ranks, suits = [card[0] for card in cards], [card[1] for card in cards]
        if len(cards) < 3:
            return False
        if len(set(ranks)) == 1:
            return len(set(suits)) == len(cards)
        places = sorted(RANKS[self.options["pack"]].index(rank) for rank in ranks)
        unbroken = places == list(range(places[0], places[0] + len(places)))
        longest = self.options["max_run"]
        return (
            len(set(suits)) == 1 and unbroken and (longest == "none" or len(cards) <= int(longest))
        )
