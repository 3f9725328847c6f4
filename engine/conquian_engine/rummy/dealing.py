"""Orders that come from outside in family H: deals, redeals and reshuffles.

Source: R1.2, R1.3, R3.4, R3.20, R3.30.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from conquian_engine.cards import Card, pack_named
from conquian_engine.events import (
    DealStarted,
    DiscardsStarted,
    Event,
    Redealt,
    StockShuffled,
)
from conquian_engine.refusals import BadOrder
from conquian_engine.rummy.cards import JOKER_KIND, card_texts
from conquian_engine.rummy.flow import changed, cleared, turn_of
from conquian_engine.rummy.rules import RummyRules
from conquian_engine.rummy.state import PlayDue, ReshuffleDue, RummyState, Turn
from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import AwaitingOrder
from conquian_engine.turns import dealing_order, next_active

_CALLING_PAIRS = 3
_CALLING_JOKERS = 3


def cards_to_order(state: RummyState) -> tuple[Card, ...] | None:
    """The cards whose order is due, in pack order; None when none is."""
    match state.phase:
        case AwaitingOrder():
            return pack_named(state.rules.pack).deck
        case ReshuffleDue():
            return card_texts(state.rules.pack, sorted(state.discards))
        case _:
            return None


def read_order(state: RummyState, order: Sequence[Card], due: tuple[Card, ...]) -> bytes:
    """The bytes of an order; `BadOrder` unless it is exactly of the cards due (R1.2)."""
    if Counter(order) != Counter(due):
        raise BadOrder(f"not an order of the {len(due)} cards due")
    index = pack_named(state.rules.pack).index
    return bytes(index[card] for card in order)


def deal(state: RummyState, cards: bytes, events: list[Event]) -> RummyState:
    """Deal singly from the top; hands may call for a new deal (R3.4, R3.20, R3.30)."""
    rules = state.rules
    hands, stock = _hands(state, cards)
    begun = cleared(state, state.deal + 1)
    events.append(
        DealStarted(
            deal=begun.deal,
            dealer=begun.dealer,
            stake=1,
            order=card_texts(rules.pack, cards),
            hands=hands.map(lambda hand: card_texts(rules.pack, hand)),
            hand_sizes=hands.map(len),
            stock_size=len(stock),
        )
    )
    calling = _calling(rules, hands)
    if calling:
        events.append(Redealt(calling))
        return cleared(state, state.deal)
    if rules.dealer_begins:
        turn = Turn(begun.dealer, tables_empty=True, begins=True)
        return changed(begun, PlayDue(turn), hands=hands, stock=stock)
    events.append(DiscardsStarted(card_texts(rules.pack, stock[:1])[0], len(stock) - 1))
    dealt = changed(begun, begun.phase, hands=hands, stock=stock[1:], discards=stock[:1])
    return turn_of(dealt, next_active(dealt, dealt.dealer))


def reshuffle(
    state: RummyState, phase: ReshuffleDue, cards: bytes, events: list[Event]
) -> RummyState:
    """The discards in their new order are the stock; the turn goes on (R3.20).

    If its seat has resigned meanwhile the next one draws **(ours)**.
    """
    events.append(StockShuffled(card_texts(state.rules.pack, cards), len(cards)))
    turn = phase.turn
    after = changed(state, PlayDue(turn), stock=cards, discards=b"")
    return turn_of(after, next_active(after, turn.seat)) if turn.seat in after.resigned else after


def _hands(state: RummyState, cards: bytes) -> tuple[BySeat[bytes], bytes]:
    """Hands, sorted, and what is left; the dealer who begins is first and has one more."""
    rules = state.rules
    order = dealing_order(state)
    if rules.dealer_begins:
        order = (order[-1], *order[:-1])
    size = rules.dealt * len(order)
    hands = [b""] * rules.seats
    for place, seat in enumerate(order):
        hands[seat] = bytes(sorted(cards[place : size : len(order)]))
    if rules.dealer_begins:
        hands[order[0]] = bytes(sorted((*hands[order[0]], cards[size])))
        size += 1
    return BySeat(hands), cards[size:]


def _calling(rules: RummyRules, hands: BySeat[bytes]) -> tuple[Seat, ...]:
    """Seats whose hands call for a new deal: three pairs, or three jokers (R3.30)."""
    if not rules.redeal:
        return ()
    return tuple(Seat(seat) for seat, hand in enumerate(hands) if _calls(hand))


def _calls(hand: bytes) -> bool:
    pairs = sum(hand.count(card) == 2 for card in set(hand) if card != JOKER_KIND)
    return pairs >= _CALLING_PAIRS or hand.count(JOKER_KIND) >= _CALLING_JOKERS
