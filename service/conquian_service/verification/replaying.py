"""The record played again: what must follow from each entry, against what it tells.

Only that somebody took a seat, chose a move or gave up is believed, and the pack orders that
the creator gave. Who may act, what may be played, draws, hands, turned and dead cards, scores
and results are computed anew and compared, entry by entry, up to the first fault.
"""

from __future__ import annotations

from dataclasses import replace

from conquian_engine import (
    AwaitingOrder,
    Card,
    CardTurned,
    DealStarted,
    Discarded,
    GameOver,
    GameRules,
    GameState,
    Seat,
    StockShuffled,
    View,
    cards_to_order,
    give_order,
    new_game,
    view_for,
)
from conquian_service.verification.acting import act
from conquian_service.verification.comparing import first_difference, words_of
from conquian_service.verification.drawing import Chance, Due, not_whole, wrong_order
from conquian_service.verification.seating import Seating
from conquian_service.verification.transcript import (
    Cancelled,
    Created,
    Entry,
    Freed,
    Recorded,
    Seated,
    Started,
    TokenIssued,
    Unknown,
)
from conquian_service.verification.verdict import DealSeen, Fault, FaultKind, Found, Source

_ABOUT_THE_UPCARD = (FaultKind.MOVER, FaultKind.MOVE, FaultKind.EVENT)


class Newer(Exception):
    """Something in an entry that this build does not know: where."""


class Replay:
    """A game played again from its second entry on."""

    def __init__(
        self, created: Created, rules: GameRules, game_id: str, seed: bytes | None
    ) -> None:
        """`seed` is None if it is not the one committed to: draws are then not checked."""
        self.seating = Seating(rules.seats)
        self.state: GameState | None = None
        self.dealer: Seat | None = None
        self.dealer_source: Source | None = None
        self.deals: list[DealSeen] = []
        self._created = created
        self._rules = rules
        self._game_id = game_id
        self._seed = seed
        self._chance: Chance | None = None
        self._entry = Entry(1, None, ())
        self._upcard_since = 1
        self._draws = 1
        self._packs = 0

    @property
    def over(self) -> bool:
        """Whether the game has its result."""
        return self.state is not None and isinstance(self.state.phase, GameOver)

    def play(self, entry: Entry) -> None:
        """Play one entry.

        Raises:
            Found: it is not what follows.
            Newer: this build does not know something in it.
        """
        unknown = [*entry.unknown, *(part for part in entry.events if isinstance(part, Unknown))]
        if unknown:
            raise Newer(unknown[0].path)
        self._entry, before = entry, self.state
        try:
            self._compare(self._follow())
        except Found as found:
            raise Found(self._placed(found.fault, before)) from None
        if any(isinstance(event, CardTurned | Discarded) for event in entry.events):
            self._upcard_since = entry.revision

    def _follow(self) -> list[Recorded]:
        """What the entry must hold, by what it begins with."""
        first = self._told(0)
        if first is None:
            raise Found(Fault(FaultKind.MOVE, "nothing happens in it: the move is missing"))
        if self.over:
            text = f"{words_of(first)} comes after the end of the game"
            raise Found(Fault(FaultKind.MOVE, text))
        if isinstance(first, Seated | Freed | TokenIssued):
            return self._sit(first)
        if isinstance(first, Created | Cancelled):
            text = f"{words_of(first)} has no place in a game that is played"
            raise Found(Fault(FaultKind.TABLE, text))
        if self.state is None:
            text = f"{words_of(first)} comes before the game has started"
            raise Found(Fault(FaultKind.MOVE, text))
        step = act(self.state, first)
        return self._deal_while_due(step.state, list(step.events))

    def _sit(self, event: Seated | Freed | TokenIssued) -> list[Recorded]:
        revision, started = self._entry.revision, self.state is not None
        why_not = self.seating.change(event, revision, started=started)
        if why_not is not None:
            raise Found(Fault(FaultKind.TABLE, why_not, seat=event.seat))
        if not (isinstance(event, Seated) and self.seating.full):
            return [event]
        if self._seed is not None:
            self._chance = Chance(self._seed, self._game_id, self.seating.entropies)
        told = self._told(1)
        dealer = self._first_dealer(told.dealer if isinstance(told, Started) else None)
        self.dealer = dealer
        return self._deal_while_due(new_game(self._rules, dealer=dealer), [event, Started(dealer)])

    def _first_dealer(self, told: Seat | None) -> Seat:
        """The dealer that chance or the creator made the first."""
        fixed, seats = self._created.first_dealer, range(self._rules.seats)
        if fixed is not None:
            self.dealer_source = Source.GIVEN
            if told not in (None, fixed) or fixed not in seats:
                text = f"seat {told} deals first, but entry 1 has the creator fix seat {fixed}"
                raise Found(Fault(FaultKind.DEALER, text, seat=told, since=1))
            return fixed
        if self._chance is None:
            self.dealer_source = Source.UNCHECKED
            if told is None or told not in seats:
                raise Found(Fault(FaultKind.DEALER, "the first dealer is missing", seat=told))
            return told
        self.dealer_source = Source.DRAWN
        drawn = self._chance.dealer()
        if told is not None and told != drawn:
            if told in seats:
                self._doubt_the_draws(self._chance, new_game(self._rules, dealer=told))
            text = f"seat {told} deals first, but draw 0 gives seat {drawn}"
            raise Found(Fault(FaultKind.DEALER, text, seat=told))
        return drawn

    def _doubt_the_draws(self, chance: Chance, state: GameState) -> None:
        """Say so if it is not the dealer that is wrong, but what all draws are made from."""
        dealt, cards = self._told(2), cards_to_order(state)
        if isinstance(dealt, DealStarted) and cards and not self._created.pinned_deals:
            if dealt.order == chance.order(cards, 1):
                return
            fault = wrong_order(chance, Due(state, cards, 1, 1), dealt)
            if fault.kind is FaultKind.DRAW:
                raise Found(fault)

    def _deal_while_due(self, state: GameState, events: list[Recorded]) -> list[Recorded]:
        """Meet every chance point with the order that is right there."""
        while (cards := cards_to_order(state)) is not None:
            # An order is only to be doubted if all before it is right.
            self._compare(events, self._entry.events[: len(events)])
            due = self._due(state, cards)
            source = self._source(due)
            if due.pack is not None:
                self.deals.append(DealSeen(state.deal + 1, self._entry.revision, source))
            step = give_order(state, self._order(due, self._told(len(events)), source))
            state = step.state
            events += step.events
        self.state = state
        return events

    def _due(self, state: GameState, cards: tuple[Card, ...]) -> Due:
        """The order due, counted as a draw and perhaps as a pack of the game."""
        draw, pack = self._draws, None
        self._draws += 1
        if isinstance(state.phase, AwaitingOrder):
            self._packs += 1
            pack = self._packs
        return Due(state, cards, draw, pack)

    def _source(self, due: Due) -> Source:
        if due.pack is not None and due.pack <= self._created.pinned_deals:
            return Source.GIVEN
        return Source.UNCHECKED if self._chance is None else Source.DRAWN

    def _order(self, due: Due, told: Recorded | None, source: Source) -> tuple[Card, ...]:
        """The order that is due: as drawn, or as the creator gave it."""
        chance, kind = self._chance, StockShuffled if due.pack is None else DealStarted
        recorded = told if isinstance(told, kind) else None
        if chance is not None and source is Source.DRAWN:
            drawn = chance.order(due.cards, due.draw)
            if recorded is not None and recorded.order != drawn:
                raise Found(wrong_order(chance, due, recorded))
            return drawn
        if recorded is None:
            what = (
                "is missing" if due.pack is not None else "the shuffle of its discards is missing"
            )
            raise Found(Fault(FaultKind.DEAL, f"{due.name} {what}"))
        order = recorded.order or ()
        unfit = not_whole(order, due)
        if unfit is not None:
            text, cards = unfit
            raise Found(Fault(FaultKind.ORDER, f"{due.name}: {text}", cards=cards))
        if chance is not None and order == chance.order(due.cards, due.draw):
            text = (
                f"{due.name}: entry 1 has its order given by the creator, but it is the one drawn"
            )
            raise Found(Fault(FaultKind.ORDER, text, since=1))
        return order

    def _compare(
        self, replayed: list[Recorded], recorded: tuple[Recorded, ...] | None = None
    ) -> None:
        fault = first_difference(self._entry.events if recorded is None else recorded, replayed)
        if fault is not None:
            raise Found(fault)

    def _told(self, at: int) -> Recorded | None:
        events = self._entry.events
        return events[at] if at < len(events) else None

    def _placed(self, fault: Fault, before: GameState | None) -> Fault:
        """The fault with its entry, and the upcard's, in which it may lie just as well."""
        fault = replace(fault, revision=self._entry.revision)
        view = None if before is None else view_for(before, None)
        upcard = view.upcard if isinstance(view, View) else None
        if upcard is None or fault.kind not in _ABOUT_THE_UPCARD:
            return fault
        since = self._upcard_since
        text = f"{fault.text}; the upcard is {upcard.card}, of entry {since}"
        return replace(fault, text=text, since=since)
