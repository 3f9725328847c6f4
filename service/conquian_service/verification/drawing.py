"""What chance gives a game, computed again: its first dealer and its pack orders.

Where a record tells of another order, `wrong_order` says how that may have come about.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from conquian_engine import (
    Card,
    DealStarted,
    GameState,
    Seat,
    StockShuffled,
    give_order,
)
from conquian_service.application.shuffle import draw_order, draw_seat
from conquian_service.verification.verdict import Fault, FaultKind

_DRAWS_TRIED = 64
"""Draw numbers among which a misplaced order is looked for."""
_SWAPPED = 8
"""Places that differ up to which an order counts as the drawn one with cards moved."""


@dataclass(frozen=True, slots=True)
class Chance:
    """All that goes into the draws of a game (docs/fair-shuffle.md)."""

    seed: bytes
    game_id: str
    entropies: tuple[bytes, ...]
    """By seat."""

    def dealer(self) -> Seat:
        """Draw 0."""
        return Seat(draw_seat(self.seed, self.game_id, self.entropies, seats=len(self.entropies)))

    def order(self, cards: tuple[Card, ...], draw: int) -> tuple[Card, ...]:
        """Some cards in the order of a draw."""
        return draw_order(self.seed, self.game_id, self.entropies, cards, draw=draw)


@dataclass(frozen=True, slots=True)
class Due:
    """An order that a game waits for."""

    state: GameState
    """The game that waits for it."""
    cards: tuple[Card, ...]
    """What is shuffled, in the order in which a shuffle begins."""
    draw: int
    """Number of the draw."""
    pack: int | None
    """Which pack of the game it is, from 1; None for discards that become the stock (R3.20)."""

    @property
    def name(self) -> str:
        """What it is the order of."""
        deal = self.state.deal + 1 if self.pack is not None else self.state.deal
        return f"deal {deal}"

    @property
    def what(self) -> str:
        """What is ordered."""
        return "pack" if self.pack is not None else "stock"


def wrong_order(chance: Chance, due: Due, recorded: DealStarted | StockShuffled) -> Fault:
    """What is wrong with an order that is not the one drawn."""
    order = recorded.order or ()
    drawn = chance.order(due.cards, due.draw)

    def fault(text: str, cards: tuple[Card, ...] = (), kind: FaultKind = FaultKind.ORDER) -> Fault:
        return Fault(kind, f"{due.name}: {text}", cards=cards)

    unfit = not_whole(order, due)
    if unfit is not None:
        return fault(*unfit)
    other = _other_draw(chance, due.cards, order)
    if other is not None:
        return fault(f"the {due.what} order is that of draw {other}, not of draw {due.draw}")
    places = [place for place, card in enumerate(order) if card != drawn[place]]
    moved = tuple(order[place] for place in places)
    if len(places) <= _SWAPPED:
        where = ", ".join(
            f"place {place + 1} has {order[place]} instead of {drawn[place]}" for place in places
        )
        return fault(f"the {due.what} order is not the one drawn: {where}", moved)
    if not isinstance(recorded, DealStarted) or _dealt(due.state, order) != recorded.hands:
        first = f"first at place {places[0] + 1}: {order[places[0]]} instead of {drawn[places[0]]}"
        text = f"the {due.what} order is not the one drawn: {len(places)} places differ, {first}"
        return fault(text, moved[:1])
    # The cards were dealt as the record says, so it is what they were drawn from that differs.
    return fault(
        "the cards dealt are not drawn from this seed, this game id and the entropy recorded "
        f"({_told(chance)}){_hint(chance, due, order)}",
        kind=FaultKind.DRAW,
    )


def not_whole(order: tuple[Card, ...], due: Due) -> tuple[str, tuple[Card, ...]] | None:
    """Why an order is not one of all the cards due, and what it is about; None if it is."""
    if not order:
        return f"the {due.what} order is missing", ()
    counts, right = Counter(order), Counter(due.cards)
    foreign = tuple(card for card in counts if card not in right)
    doubled = tuple(card for card in right if counts[card] > right[card])
    missing = tuple(card for card in right if counts[card] < right[card])
    too_often = "more than once" if max(right.values()) == 1 else "too often"
    no_such = "of no such pack" if due.pack is not None else "not among the discards"
    wrong = [
        f"{' '.join(cards)} {what}"
        for cards, what in ((foreign, no_such), (doubled, too_often), (missing, "missing"))
        if cards
    ]
    if not wrong:
        return None
    whole = "the whole pack" if due.pack is not None else "all the discards"
    return f"the {due.what} order is not {whole}: {', '.join(wrong)}", (
        *foreign,
        *doubled,
        *missing,
    )


def _other_draw(chance: Chance, cards: tuple[Card, ...], order: tuple[Card, ...]) -> int | None:
    tried = range(_DRAWS_TRIED)
    return next((draw for draw in tried if chance.order(cards, draw) == order), None)


def _dealt(state: GameState, order: tuple[Card, ...]) -> object:
    dealt = give_order(state, order).events[0]
    return dealt.hands if isinstance(dealt, DealStarted) else None


def _told(chance: Chance) -> str:
    return ", ".join(
        f"seat {seat}: {entropy.hex() or 'none'}" for seat, entropy in enumerate(chance.entropies)
    )


def _hint(chance: Chance, due: Due, order: tuple[Card, ...]) -> str:
    """Whether the cards come from the draw without what one seat has added."""
    for seat, entropy in enumerate(chance.entropies):
        without = (*chance.entropies[:seat], b"", *chance.entropies[seat + 1 :])
        other = replace(chance, entropies=without)
        if entropy and other.order(due.cards, due.draw) == order:
            return f"; they are, without the entropy of seat {seat}"
    return ""
