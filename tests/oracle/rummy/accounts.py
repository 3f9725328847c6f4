"""Scores worked out again from nothing but what a game's log tells (R3.10-R3.40, R4.5).

`score_from_events` follows the hands through the log of a game of family H, in the words of
`Game.log` and of `words.plain_event`, and works out every deal's and the game's ending
without looking at what the log says of them. For transcripts and records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tests.oracle.rummy.ends import top
from tests.oracle.rummy.game import WITHOUT_PLAY, Fact
from tests.oracle.rummy.melds import count, is_joker, is_run, map_in_hand, value
from tests.oracle.rummy.options import JOKER, Options

ENDINGS = ("deal ended", "game ended")


def score_from_events(options: Options, facts: Iterable[Fact]) -> list[Fact]:
    """The facts that end deals and the game, as they should be told; compare with `told`."""
    accounts = _Accounts(options)
    for fact in facts:
        accounts.hear(fact)
    return accounts.endings


def told(facts: Iterable[Fact]) -> list[Fact]:
    """The facts that end deals and the game, as they were told."""
    return [fact for fact in facts if fact[0] in ENDINGS]


class _Accounts:
    """The hands, and what the scores depend on besides."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.seats = range(options.seats)
        self.scores = [0] * options.seats
        self.gone: dict[int, str] = {}
        self.endings: list[Fact] = []
        self._start(0, [()] * options.seats)

    def _start(self, deal: int, hands: list[tuple[str, ...]]) -> None:
        self.deal = deal
        self.hands = [Counter(hand) for hand in hands]
        self.dealt_in = [seat for seat in self.seats if self.hands[seat]]
        self.opened = set[int]()
        self.melds_before = 0
        """Melds on all tables when the turn began."""
        self.melds = 0
        self.laid = 0
        """Value of the new melds laid in this turn by a seat that has not opened."""
        self.opened_now = False
        self.cooch = False
        self.plays = 0
        self.idle = Counter[int]()
        self.called = ""
        self.drawn = False

    def _begin_turn(self) -> None:
        self.drawn = True
        self.melds_before, self.laid, self.plays = self.melds, 0, 0
        self.opened_now = self.cooch = False

    def hear(self, fact: Fact) -> None:  # noqa: C901 - one line or two for each kind
        """Take in what happened."""
        match fact:
            case ("deal", deal, _, hands):
                self._start(deal, list(hands))
            case ("drawn", seat, card):
                self._begin_turn()
                self.hands[seat][card] += 1
            case ("discards taken", seat, cards):
                self._begin_turn()
                self.hands[seat].update(cards)
            case ("melded", seat, meld):
                self._lay_meld(seat, meld)
            case ("laid off", seat, _, old, new):
                self._change(seat, old, new)
            case ("joker taken", seat, _, old, new, jokers):
                self.hands[seat][JOKER] += jokers
                kept = sum(map(is_joker, new))
                assert sum(map(is_joker, old)) == kept + jokers
                self._change(
                    seat, [card for card in old if not is_joker(card)] + [JOKER] * kept, new
                )
            case ("discarded", seat, card):
                self._give(seat, [card])
                self._end_turn(seat)
            case ("accepted", _):
                self.called = "challenge"
            case ("stopped", _):
                self.called = "stock_exhausted"
            case ("resigned", seat, cause):
                self.gone[seat] = cause
            case ("deal ended", *_):
                self._end_deal()
            case ("game ended", cause, *_):
                self._end_game(cause)
            case _:
                pass  # nothing that moves a card between a hand and the table

    def _lay_meld(self, seat: int, meld: tuple[str, ...]) -> None:
        self._give(seat, map_in_hand(meld))
        self.melds += 1
        self.plays += 1
        self.idle.clear()
        if self.options.ruleset == "kunken" and seat not in self.opened:
            self.laid += value(self.options, meld)
            if self.laid >= self.options.opening:
                self.opened.add(seat)
                self.opened_now = True
        self.cooch = self.options.ruleset == "coo_can" and len(meld) == 10
        assert not self.cooch or is_run(self.options, meld)

    def _change(self, seat: int, old: Iterable[str], new: Iterable[str]) -> None:
        more = Counter(map_in_hand(list(new)))
        more.subtract(Counter(map_in_hand(list(old))))
        assert min(more.values()) >= 0
        self._give(seat, list(more.elements()))
        self.plays += 1
        self.idle.clear()

    def _give(self, seat: int, cards: Iterable[str]) -> None:
        self.hands[seat].subtract(cards)
        assert min(self.hands[seat].values()) >= 0, (seat, cards)
        self.hands[seat] = +self.hands[seat]

    def _end_turn(self, seat: int) -> None:
        if not self.drawn:
            return  # the dealer's first discard in coo_can is no turn (R3.1, R3.20)
        if not self.plays:
            self.idle[seat] += 1

    def _end_deal(self) -> None:
        winner = next(
            (seat for seat in self.dealt_in if not self.hands[seat] and seat not in self.gone), None
        )
        points = [0] * self.options.seats
        shown: list[tuple[str, ...] | None] = [None] * self.options.seats
        bonus = None
        counted: list[int] = []
        if winner is not None:
            cause = "went_out"
            counted = [seat for seat in self.dealt_in if seat != winner]
            bonus = self._bonus()
            for loser in counted:
                self._pay(points, loser, winner, 2 if bonus else 1)
        elif self.called:
            cause = self.called
            if self.options.ruleset == "colonel":
                counted = self.dealt_in
                winner = self._lower(points)
        else:
            cause = "no_progress"
            left = [seat for seat in self.seats if seat not in self.gone]
            assert all(self.idle[seat] >= WITHOUT_PLAY for seat in left)
        for seat in counted:
            shown[seat] = tuple(sorted(self.hands[seat].elements()))
        self.scores = [total + gain for total, gain in zip(self.scores, points, strict=True)]
        ending = (cause, winner, tuple(points), tuple(self.scores), tuple(shown), bonus)
        self.endings.append(("deal ended", self.deal, *ending))

    def _bonus(self) -> str | None:
        if self.cooch:
            return "cooch"
        empty = not self.melds_before or not self.options.express_on_empty_table
        return "express" if self.opened_now and empty else None

    def _pay(self, points: list[int], loser: int, winner: int, times: int) -> None:
        options = self.options
        hand = list(self.hands[loser].elements())
        if options.ruleset == "kunken":
            jokers = hand.count(JOKER)
            if options.joker_minus is None:
                points[loser] -= times * len(hand) * 2**jokers
            else:
                points[loser] -= times * (len(hand) + (options.joker_minus - 1) * jokers)
            return
        worth = count(options, hand)
        if options.ruleset == "coo_can":
            worth = times * (options.game_fee + options.spot_fee * worth)
            points[loser] -= worth
        points[winner] += worth

    def _lower(self, points: list[int]) -> int | None:
        counts = [count(self.options, hand.elements()) for hand in self.hands]
        if counts[0] == counts[1]:
            return None
        winner = 0 if counts[0] < counts[1] else 1
        loser = 1 - winner  # colonel is for two
        points[winner] = counts[loser] - (0 if self.called == "challenge" else counts[winner])
        return winner

    def _end_game(self, cause: str) -> None:
        left = [seat for seat in self.seats if seat not in self.gone]
        totals = tuple(self.scores)
        if cause == "void":
            self.endings.append(("game ended", "void", (), totals))
        elif len(left) == 1:
            last_to_go = list(self.gone.values())[-1]
            self.endings.append(("game ended", last_to_go, tuple(left), totals))
        else:
            self.endings.append(("game ended", self._why_over(left), top(totals, left), totals))

    def _why_over(self, left: list[int]) -> str:
        """The last deal's cause if the length was reached, otherwise the limit (R2.27)."""
        options, cause = self.options, str(self.endings[-1][2])
        if options.deals is not None:
            reached = self.deal >= options.deals
        elif options.points_target is not None:
            reached = max(self.scores[seat] for seat in left) >= options.points_target
        else:
            reached = min(self.scores) <= -options.minus_target
        assert reached or self.deal >= options.max_deals
        return cause if reached else "deal_limit"
