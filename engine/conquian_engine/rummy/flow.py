"""What follows by itself in family H: turns begin and end, the stock is renewed, deals end.

Each function returns the new state and appends to `events` what happened on the way.

Source: R3.1, R3.4, R3.5, R3.20, R3.30, R4.1.
"""

from __future__ import annotations

from dataclasses import replace

from conquian_engine.cards import Card
from conquian_engine.events import BankTurnedOver, DealEnded, Event, GameEnded
from conquian_engine.rummy.cards import card_texts
from conquian_engine.rummy.rules import Restock
from conquian_engine.rummy.scoring import Outcome, drawn, game_over
from conquian_engine.rummy.state import (
    DrawDue,
    PlayDue,
    ReshuffleDue,
    RummyPhase,
    RummyState,
    Turn,
)
from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import AwaitingOrder, Cause, GameOver
from conquian_engine.turns import active_seats, next_active

IDLE_TURNS = 30
"""Turns of each seat without any play that draw a deal (R3.5)."""


def changed(
    state: RummyState,
    phase: RummyPhase,
    *,
    hands: BySeat[bytes] | None = None,
    tables: BySeat[tuple[bytes, ...]] | None = None,
    stock: bytes | None = None,
    discards: bytes | None = None,
    opened: BySeat[bool] | None = None,
) -> RummyState:
    """The same deal in another phase, and with what else has changed."""
    return RummyState(
        state.rules,
        state.dealer,
        state.deal,
        phase,
        state.hands if hands is None else hands,
        state.tables if tables is None else tables,
        state.stock if stock is None else stock,
        state.discards if discards is None else discards,
        state.opened if opened is None else opened,
        state.idle,
        state.turns,
        state.scores,
        state.resigned,
    )


def turn_of(state: RummyState, seat: Seat) -> RummyState:
    """A seat begins its turn: it draws."""
    return replace(state, phase=DrawDue(seat), turns=state.turns + 1)


def restocked(state: RummyState, turn: Turn, events: list[Event]) -> RummyState:
    """The turn goes on after a draw; an empty stock is renewed first (R3.20, R3.30).

    Without discards, which a resignation may leave, the stock stays empty **(ours)**.
    """
    restock = state.rules.restock
    if state.stock or not state.discards or restock is Restock.NONE:
        return changed(state, PlayDue(turn))
    if restock is Restock.SHUFFLE:
        return changed(state, ReshuffleDue(turn))
    events.append(BankTurnedOver(len(state.discards)))
    return changed(state, PlayDue(turn), stock=state.discards, discards=b"")


def end_turn(state: RummyState, turn: Turn, events: list[Event]) -> RummyState:
    """A discard has ended the turn: the next seat draws, or nothing has moved for long (R3.5).

    The dealer's first discard is no turn of this count **(ours)**.
    """
    idle = 0 if turn.plays else state.idle + (not turn.begins)
    after = replace(state, idle=idle)
    if idle >= IDLE_TURNS * len(active_seats(state)):
        return end_deal(after, drawn(after, Cause.NO_PROGRESS), events)
    return turn_of(after, next_active(state, turn.seat))


def end_deal(state: RummyState, outcome: Outcome, events: list[Event]) -> RummyState:
    """Score the deal; the game ends or the next deal's order is due (R3.4)."""
    rules = state.rules
    scores = BySeat([old + new for old, new in zip(state.scores, outcome.points, strict=True)])
    counted: list[tuple[Card, ...] | None] = [None] * rules.seats
    for seat in outcome.counted:
        counted[seat] = card_texts(rules.pack, state.hands[seat])
    cause, winner = outcome.cause, outcome.winner
    events.append(
        DealEnded(state.deal, cause, winner, outcome.points, scores, BySeat(counted), outcome.bonus)
    )
    over = game_over(state, scores, cause)
    if over is not None:
        return end_game(replace(state, scores=scores), over, events)
    dealer = next_active(state, state.dealer)
    if rules.lowest_deals and winner is not None:
        dealer = winner
    return cleared(replace(state, dealer=dealer, scores=scores), state.deal)


def cleared(state: RummyState, deal: int) -> RummyState:
    """The table is empty and an order of the pack is due; so many deals have been played."""
    seats = state.rules.seats
    return RummyState(
        state.rules,
        state.dealer,
        deal,
        AwaitingOrder(),
        BySeat([b""] * seats),
        BySeat([()] * seats),
        b"",
        b"",
        BySeat([False] * seats),
        0,
        0,
        state.scores,
        state.resigned,
    )


def end_game(state: RummyState, over: GameOver, events: list[Event]) -> RummyState:
    """The game has its result; the cards stay as they lie."""
    events.append(GameEnded(over.cause, over.winners, state.scores))
    return replace(state, phase=over)
