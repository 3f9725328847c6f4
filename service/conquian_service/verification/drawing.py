"""What chance gives a game, computed again: its first dealer and its pack orders.

Where a record tells of another order, `wrong_order` says how that may have come about.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from conquian_engine import (
    Card,
    DealStarted,
    Pack,
    Seat,
    State,
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
    """All that goes into the draws of a game (DESIGN section 7)."""

    seed: bytes
    game_id: str
    entropies: tuple[bytes, ...]
    """By seat."""
    pack: Pack

    def dealer(self) -> Seat:
        """Draw 0."""
        return Seat(draw_seat(self.seed, self.game_id, self.entropies, seats=len(self.entropies)))

    def order(self, deal: int) -> tuple[Card, ...]:
        """The draw that orders the pack of a deal; deals and draws have equal numbers."""
        return draw_order(self.seed, self.game_id, self.entropies, self.pack.cards, draw=deal)


def wrong_order(chance: Chance, state: State, recorded: DealStarted) -> Fault:
    """What is wrong with the order of a deal that is not the one drawn.

    `state` is the game for which the order is due.
    """
    deal, order = state.deal + 1, recorded.order or ()
    drawn = chance.order(deal)

    def fault(text: str, cards: tuple[Card, ...] = (), kind: FaultKind = FaultKind.ORDER) -> Fault:
        return Fault(kind, f"deal {deal}: {text}", cards=cards)

    unfit = not_a_pack(order, chance.pack)
    if unfit is not None:
        return fault(*unfit)
    other = _other_draw(chance, order)
    if other is not None:
        return fault(f"the pack order is that of draw {other}, not of draw {deal}")
    places = [place for place, card in enumerate(order) if card != drawn[place]]
    moved = tuple(order[place] for place in places)
    if len(places) <= _SWAPPED:
        where = ", ".join(
            f"place {place + 1} has {order[place]} instead of {drawn[place]}" for place in places
        )
        return fault(f"the pack order is not the one drawn: {where}", moved)
    if _dealt_hands(state, order) != recorded.hands:
        first = f"first at place {places[0] + 1}: {order[places[0]]} instead of {drawn[places[0]]}"
        text = f"the pack order is not the one drawn: {len(places)} places differ, {first}"
        return fault(text, moved[:1])
    # The cards were dealt as the record says, so it is what they were drawn from that differs.
    return fault(
        "the cards dealt are not drawn from this seed, this game id and the entropy recorded "
        f"({_told(chance)}){_hint(chance, order, deal)}",
        kind=FaultKind.DRAW,
    )


def not_a_pack(order: tuple[Card, ...], pack: Pack) -> tuple[str, tuple[Card, ...]] | None:
    """Why an order is not one of the whole pack, and the cards it is about; None if it is."""
    if not order:
        return "the pack order is missing", ()
    counts = Counter(order)
    foreign = tuple(card for card in counts if card not in pack.index)
    doubled = tuple(card for card, count in counts.items() if count > 1)
    missing = tuple(card for card in pack.cards if card not in counts)
    wrong = [
        f"{' '.join(cards)} {what}"
        for cards, what in (
            (foreign, "of no such pack"),
            (doubled, "more than once"),
            (missing, "missing"),
        )
        if cards
    ]
    if not wrong:
        return None
    return f"the pack order is not the whole pack: {', '.join(wrong)}", (
        *foreign,
        *doubled,
        *missing,
    )


def _other_draw(chance: Chance, order: tuple[Card, ...]) -> int | None:
    return next((draw for draw in range(_DRAWS_TRIED) if chance.order(draw) == order), None)


def _dealt_hands(state: State, order: tuple[Card, ...]) -> object:
    dealt = give_order(state, order).events[0]
    return dealt.hands if isinstance(dealt, DealStarted) else None


def _told(chance: Chance) -> str:
    return ", ".join(
        f"seat {seat}: {entropy.hex() or 'none'}" for seat, entropy in enumerate(chance.entropies)
    )


def _hint(chance: Chance, order: tuple[Card, ...], deal: int) -> str:
    """Whether the cards come from the draw without what one seat has added."""
    for seat, entropy in enumerate(chance.entropies):
        without = (*chance.entropies[:seat], b"", *chance.entropies[seat + 1 :])
        if entropy and replace(chance, entropies=without).order(deal) == order:
            return f"; they are, without the entropy of seat {seat}"
    return ""
