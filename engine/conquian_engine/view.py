"""Views: what one viewer may see of a state or an event.

The one door between the engine's secrets and the world: whatever leaves the server is
made by `view_for` and `event_for`. A viewer is a seat, or None for a watcher, who sees
what every seat sees. Nobody sees another hand, the order of the stock, or which cards
are dead; a hand counted for the score is in the `DealEnded` event (R4.4).

Source: R4.4.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from conquian_engine.cards import Card, Layout, Pack
from conquian_engine.events import DealStarted, Event
from conquian_engine.melds import meld_table
from conquian_engine.phases import seats_to_act
from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import (
    AwaitingOrder,
    Cause,
    DiscardDue,
    ForceAsked,
    GameOver,
    Offered,
    Origin,
    Phase,
    State,
    TakeForced,
)


class PhaseName(StrEnum):
    """What a game waits for."""

    AWAITING_ORDER = "awaiting_order"
    OFFERED = "offered"
    FORCE_ASKED = "force_asked"
    TAKE_FORCED = "take_forced"
    DISCARD_DUE = "discard_due"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class ShownUpcard:
    """The upcard on offer, as everybody sees it."""

    card: Card
    origin: Origin
    by: Seat
    """Who turned or discarded it; for the opening upcard the dealer."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How the game ended (R4.5)."""

    cause: Cause
    winners: tuple[Seat, ...]
    scores: BySeat[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A game as one viewer may see it."""

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


def view_for(state: State, viewer: Seat | None) -> View:
    """The view of one seat, or of a watcher."""
    _check_viewer(viewer, state.rules.seats)
    melds = meld_table(state.rules.pack, state.rules.max_run)
    phase = state.phase
    return View(
        viewer=viewer,
        deal=state.deal,
        dealer=state.dealer,
        phase=phase_name(phase),
        to_act=seats_to_act(state),
        upcard=_shown_upcard(phase, melds.pack),
        passed=phase.passed if isinstance(phase, Offered | ForceAsked) else (),
        forced=phase.seat if isinstance(phase, TakeForced) else None,
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

    Only the deal itself holds secrets: the pack order and the other hands. Every other
    event tells what happened face up.
    """
    if not isinstance(event, DealStarted):
        return event
    _check_viewer(viewer, len(event.hands))
    hands = (hand if seat == viewer else None for seat, hand in enumerate(event.hands))
    return replace(event, order=None, hands=BySeat(hands))


def phase_name(phase: Phase) -> PhaseName:
    """The name of a phase."""
    match phase:
        case AwaitingOrder():
            return PhaseName.AWAITING_ORDER
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


def _result(phase: Phase, scores: BySeat[int]) -> GameResult | None:
    return GameResult(phase.cause, phase.winners, scores) if isinstance(phase, GameOver) else None


def _check_viewer(viewer: Seat | None, seats: int) -> None:
    # A negative number would index another seat's hand from the end.
    if viewer is not None and not 0 <= viewer < seats:
        raise ValueError(f"no seat {viewer} at this table")
