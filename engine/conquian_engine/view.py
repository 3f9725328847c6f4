"""Views: what one viewer may see of a state or an event.

The one door between the engine's secrets and the world: whatever leaves the server is
made by `view_for` and `event_for`. A viewer is a seat, or None for a watcher, who sees
what every seat sees. Nobody sees another hand, the order of the stock, or which cards
are dead; a hand counted for the score is in the `DealEnded` event (R4.4).

Source: R4.4.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never, overload

from conquian_engine.cards import Card, Layout, Pack
from conquian_engine.events import (
    CardDrawn,
    CardsTraded,
    DealStarted,
    Event,
    StockShuffled,
    TradeChosen,
)
from conquian_engine.families import GameState
from conquian_engine.meld_tables import meld_table
from conquian_engine.phases import seats_to_act
from conquian_engine.rummy import view as rummy_view
from conquian_engine.rummy.state import RummyState
from conquian_engine.rummy.view import RummyView
from conquian_engine.seats import BySeat, Seat
from conquian_engine.shown import GameResult, PhaseName, check_viewer
from conquian_engine.state import (
    AwaitingOrder,
    DiscardDue,
    ForceAsked,
    GameOver,
    Offered,
    Origin,
    Phase,
    State,
    TakeForced,
    Trading,
)


@dataclass(frozen=True, slots=True)
class ShownUpcard:
    """The upcard on offer, as everybody sees it."""

    card: Card
    origin: Origin
    by: Seat
    """Who turned or discarded it; for the opening upcard the dealer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A game of family U as one viewer may see it."""

    viewer: Seat | None
    """None for a watcher."""
    deal: int
    dealer: Seat
    phase: PhaseName
    to_act: tuple[Seat, ...]
    upcard: ShownUpcard | None
    passed: tuple[Seat, ...]
    """Seats still in the game that passed the upcard, in order."""
    forced: Seat | None
    """The seat that must take the upcard (R2.20)."""
    trade_round: int | None
    """The round of trading that waits for choices, from 1 (R2.3)."""
    traders: tuple[Seat, ...]
    """Seats that have chosen a card in this round; what they chose is secret."""
    chosen: Card | None
    """The card that the viewer has chosen to give away."""
    stock_size: int
    dead: int
    """Number of dead cards."""
    hand_sizes: BySeat[int]
    hand: tuple[Card, ...] | None
    """The viewer's own hand, in pack order; None for a watcher."""
    tables: BySeat[Layout]
    scores: BySeat[int]
    stake: int
    resigned: tuple[Seat, ...]
    result: GameResult | None


AnyView = View | RummyView
"""A game of either family as one viewer may see it."""


@overload
def view_for(state: State, viewer: Seat | None) -> View: ...
@overload
def view_for(state: RummyState, viewer: Seat | None) -> RummyView: ...
@overload
def view_for(state: GameState, viewer: Seat | None) -> AnyView: ...
def view_for(state: GameState, viewer: Seat | None) -> AnyView:
    """The view of one seat, or of a watcher."""
    if isinstance(state, RummyState):
        return rummy_view.view_for(state, viewer)
    check_viewer(viewer, state.rules.seats)
    rules = state.rules
    melds = meld_table(rules.pack, rules.max_run, rules.black_twos_wild)
    phase = state.phase
    trade_round, traders, chosen = _trade(phase, viewer, melds.pack)
    return View(
        viewer=viewer,
        deal=state.deal,
        dealer=state.dealer,
        phase=_name_of(phase),
        to_act=seats_to_act(state),
        upcard=_shown_upcard(phase, melds.pack),
        passed=phase.passed if isinstance(phase, Offered | ForceAsked) else (),
        forced=phase.seat if isinstance(phase, TakeForced) else None,
        trade_round=trade_round,
        traders=traders,
        chosen=chosen,
        stock_size=len(state.stock),
        dead=state.dead,
        hand_sizes=state.hands.map(int.bit_count),
        hand=None if viewer is None else melds.pack.cards_in(state.hands[viewer]),
        tables=state.tables.map(melds.layout),
        scores=state.scores,
        stake=state.stake,
        resigned=state.resigned,
        result=_result(phase, state.scores),
    )


def event_for(event: Event, viewer: Seat | None) -> Event:
    """A copy of an event without what this viewer may not see.

    Secrets are in the deal, the pack orders and the other hands, in trades, whose cards
    only giver and receiver know (R2.3), and in draws from the stock (R3.1). Every other
    event tells what happened face up.
    """
    match event:
        case DealStarted():
            check_viewer(viewer, len(event.hands))
            hands = (hand if seat == viewer else None for seat, hand in enumerate(event.hands))
            return replace(event, order=None, hands=BySeat(hands))
        case TradeChosen() | CardDrawn():
            return event if event.seat == viewer else replace(event, card=None)
        case CardsTraded():
            cards = (
                traded if viewer in (traded.giver, traded.receiver) else replace(traded, card=None)
                for traded in event.cards
            )
            return replace(event, cards=tuple(cards))
        case StockShuffled():
            return replace(event, order=None)
        case _:
            return event


def phase_name(state: GameState) -> PhaseName:
    """The name of what the game waits for."""
    if isinstance(state, RummyState):
        return rummy_view.phase_name(state)
    return _name_of(state.phase)


def _name_of(phase: Phase) -> PhaseName:
    match phase:
        case AwaitingOrder():
            return PhaseName.AWAITING_ORDER
        case Trading():
            return PhaseName.TRADING
        case Offered():
            return PhaseName.OFFERED
        case ForceAsked():
            return PhaseName.FORCE_ASKED
        case TakeForced():
            return PhaseName.TAKE_FORCED
        case DiscardDue():
            return PhaseName.DISCARD_DUE
        case GameOver():
            return PhaseName.GAME_OVER
        case _:
            assert_never(phase)


def _shown_upcard(phase: Phase, pack: Pack) -> ShownUpcard | None:
    if not isinstance(phase, Offered | ForceAsked | TakeForced):
        return None
    return ShownUpcard(pack.cards[phase.upcard.card], phase.upcard.origin, phase.upcard.by)


def _trade(
    phase: Phase, viewer: Seat | None, pack: Pack
) -> tuple[int | None, tuple[Seat, ...], Card | None]:
    """The round, who has chosen, and what the viewer himself chose."""
    if not isinstance(phase, Trading):
        return None, (), None
    traders = tuple(Seat(seat) for seat, bit in enumerate(phase.chosen) if bit is not None)
    bit = None if viewer is None else phase.chosen[viewer]
    return phase.round, traders, None if bit is None else pack.cards[bit]


def _result(phase: Phase, scores: BySeat[int]) -> GameResult | None:
    return GameResult(phase.cause, phase.winners, scores) if isinstance(phase, GameOver) else None
