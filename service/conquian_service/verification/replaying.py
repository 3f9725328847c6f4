"""The record played again: what must follow from each entry, against what it tells.

Only that somebody took a seat, chose a move or gave up is believed, and the pack orders that
the creator gave. Who may act, what may be played, draws, hands, turned and dead cards, scores
and results are computed anew and compared, entry by entry, up to the first fault.
"""

from __future__ import annotations

from dataclasses import replace

from conquian_engine import (
    Card,
    CardTurned,
    DealStarted,
    Discarded,
    GameOver,
    Rules,
    Seat,
    State,
    give_order,
    new_game,
    order_due,
    pack_named,
    view_for,
)
from conquian_service.verification.acting import act
from conquian_service.verification.comparing import first_difference, words_of
from conquian_service.verification.drawing import Chance, not_a_pack, wrong_order
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

    def __init__(self, created: Created, rules: Rules, game_id: str, seed: bytes | None) -> None:
        """`seed` is None if it is not the one committed to: draws are then not checked."""
        self.seating = Seating(rules.seats)
        self.state: State | None = None
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
        why_not = self.seating.change(event, started=self.state is not None)
        if why_not is not None:
            raise Found(Fault(FaultKind.TABLE, why_not, seat=event.seat))
        if not (isinstance(event, Seated) and self.seating.full):
            return [event]
        if self._seed is not None:
            pack = pack_named(self._rules.pack)
            self._chance = Chance(self._seed, self._game_id, self.seating.entropies, pack)
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

    def _doubt_the_draws(self, chance: Chance, state: State) -> None:
        """Say so if it is not the dealer that is wrong, but what all draws are made from."""
        dealt = self._told(2)
        if isinstance(dealt, DealStarted) and not self._created.pinned_deals:
            if dealt.order == chance.order(1):
                return
            fault = wrong_order(chance, state, dealt)
            if fault.kind is FaultKind.DRAW:
                raise Found(fault)

    def _deal_while_due(self, state: State, events: list[Recorded]) -> list[Recorded]:
        """Meet every chance point with the order that is right there."""
        while order_due(state):
            # An order is only to be doubted if all before it is right.
            self._compare(events, self._entry.events[: len(events)])
            told = self._told(len(events))
            deal, source = state.deal + 1, self._source(state.deal + 1)
            order = self._order(state, told if isinstance(told, DealStarted) else None, source)
            self.deals.append(DealSeen(deal, self._entry.revision, source))
            step = give_order(state, order)
            state = step.state
            events += step.events
        self.state = state
        return events

    def _source(self, deal: int) -> Source:
        if deal <= self._created.pinned_deals:
            return Source.GIVEN
        return Source.UNCHECKED if self._chance is None else Source.DRAWN

    def _order(self, state: State, told: DealStarted | None, source: Source) -> tuple[Card, ...]:
        """The order that is due: as drawn, or as the creator gave it."""
        deal, chance = state.deal + 1, self._chance
        if chance is not None and source is Source.DRAWN:
            drawn = chance.order(deal)
            if told is not None and told.order != drawn:
                raise Found(wrong_order(chance, state, told))
            return drawn
        if told is None:
            raise Found(Fault(FaultKind.DEAL, f"deal {deal} is missing"))
        order = told.order or ()
        unfit = not_a_pack(order, pack_named(self._rules.pack))
        if unfit is not None:
            text, cards = unfit
            raise Found(Fault(FaultKind.ORDER, f"deal {deal}: {text}", cards=cards))
        if chance is not None and order == chance.order(deal):
            text = (
                f"deal {deal}: entry 1 has its order given by the creator, but it is the one drawn"
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

    def _placed(self, fault: Fault, before: State | None) -> Fault:
        """The fault with its entry, and the upcard's, in which it may lie just as well."""
        fault = replace(fault, revision=self._entry.revision)
        upcard = None if before is None else view_for(before, None).upcard
        if upcard is None or fault.kind not in _ABOUT_THE_UPCARD:
            return fault
        since = self._upcard_since
        text = f"{fault.text}; the upcard is {upcard.card}, of entry {since}"
        return replace(fault, text=text, since=since)
