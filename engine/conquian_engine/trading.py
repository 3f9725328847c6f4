"""Trading: the secret simultaneous choice before the first upcard, and the exchange.

Every seat that has not chosen may choose. When the last has, all cards move at once to the
neighbour, the next or the one before; seats that resigned are passed over.

Source: R2.3, R4.1, R4.2.
"""

from __future__ import annotations

from functools import cache
from typing import cast

from conquian_engine.cards import bits_of, pack_named
from conquian_engine.events import CardsTraded, Event, TradeChosen, TradedCard
from conquian_engine.flow import first_upcard, in_phase
from conquian_engine.moves import Move, Trade
from conquian_engine.refusals import Reason, Refusal
from conquian_engine.rules import TradeDirection
from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import State, Trading
from conquian_engine.turns import active_seats


def begin_deal(state: State, events: list[Event]) -> State:
    """The hands are dealt: the first trade is due, or the first upcard (R2.3, R2.4)."""
    if not state.rules.trade_rounds:
        return first_upcard(state, events)
    return in_phase(state, Trading(1, _nobody(state)))


def yet_to_choose(state: State, phase: Trading) -> tuple[Seat, ...]:
    """The seats that still have to choose."""
    return tuple(seat for seat in active_seats(state) if phase.chosen[seat] is None)


def legal_in_trading(state: State, seat: Seat) -> tuple[Move, ...]:
    """A trade of each hand card, in pack order."""
    trades = _trades(state.rules.pack)
    return tuple([trades[bit] for bit in bits_of(state.hands[seat])])


def why_in_trading(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Why a seat that has not chosen may not make a move."""
    if not isinstance(move, Trade):
        return Refusal(Reason.WRONG_PHASE, "R2.3")
    bit = pack_named(state.rules.pack).index.get(move.card)
    if bit is None:
        return Refusal(Reason.UNKNOWN_CARD, "R1", (move.card,))
    if not state.hands[seat] >> bit & 1:
        return Refusal(Reason.CARD_NOT_IN_HAND, "R2.3", (move.card,))
    return None


def apply_in_trading(
    state: State, phase: Trading, seat: Seat, move: Move, events: list[Event]
) -> State:
    """Note the choice; the last one starts the exchange."""
    card = cast("Trade", move).card  # `why_in_trading` lets nothing else through
    events.append(TradeChosen(seat, card))
    bit = pack_named(state.rules.pack).index[card]
    return go_on_trading(state, Trading(phase.round, phase.chosen.replace(seat, bit)), events)


def without_choice(phase: Trading, seat: Seat) -> Trading:
    """The phase without what a seat that resigned has chosen (R4.1)."""
    return Trading(phase.round, phase.chosen.replace(seat, None))


def go_on_trading(state: State, phase: Trading, events: list[Event]) -> State:
    """Wait for further choices, or exchange, and begin the next round or show the upcard."""
    if yet_to_choose(state, phase):
        return in_phase(state, phase)
    traded = _exchanged(state, phase, events)
    if phase.round < state.rules.trade_rounds:
        return in_phase(traded, Trading(phase.round + 1, _nobody(state)))
    return first_upcard(traded, events)


def _exchanged(state: State, phase: Trading, events: list[Event]) -> State:
    """Move every chosen card to the neighbour."""
    seats = active_seats(state)
    step = 1 if state.rules.trade_direction is TradeDirection.NEXT else -1
    cards = pack_named(state.rules.pack).cards
    hands = list(state.hands)
    traded = []
    for place, giver in enumerate(seats):
        receiver = seats[(place + step) % len(seats)]
        bit = cast("int", phase.chosen[giver])  # all have chosen
        hands[giver] ^= 1 << bit
        hands[receiver] ^= 1 << bit
        traded.append(TradedCard(giver, receiver, cards[bit]))
    events.append(CardsTraded(phase.round, tuple(traded)))
    return State(
        state.rules,
        state.dealer,
        state.deal,
        phase,
        BySeat(hands),
        state.tables,
        state.stock,
        state.dead,
        state.upcards,
        state.stake,
        state.scores,
        state.resigned,
    )


def _nobody(state: State) -> BySeat[int | None]:
    """No seat has chosen."""
    return BySeat([None] * state.rules.seats)


@cache
def _trades(pack_name: str) -> tuple[Trade, ...]:
    """The trade of each card of a pack, built once."""
    return tuple(map(Trade, pack_named(pack_name).cards))
