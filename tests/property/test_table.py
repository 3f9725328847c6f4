"""What lies on the table, in the hands and in the stock, after every step of any game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from hypothesis import given

from conquian_engine import (
    AwaitingOrder,
    CardDied,
    DealStarted,
    DiscardDue,
    Event,
    GameOver,
    Phase,
    PhaseName,
    State,
    UpcardEvent,
    pack_named,
    view_for,
)
from tests.oracle.melds import cards_of, is_meld
from tests.property.games import Play, plays
from tests.property.reaching import reached
from tests.support.families import upcard_state


def _all_cards(state: State, dead: list[str]) -> list[str]:
    """Every card of the deal, wherever it lies."""
    pack = pack_named(state.rules.pack)
    masks = [*state.hands, *(meld for table in state.tables for meld in table)]
    lying = [card for mask in masks for card in pack.cards_in(mask)]
    upcard = getattr(state.phase, "upcard", None)
    on_offer = [] if upcard is None else [pack.cards[upcard.card]]
    return [*lying, *on_offer, *(pack.cards[bit] for bit in state.stock), *dead]


def _note_dead(events: tuple[Event, ...], dead: list[str]) -> None:
    for event in events:
        if isinstance(event, DealStarted):
            dead.clear()
        if isinstance(event, CardDied):
            dead.append(event.card)


@given(plays())
def test_cards_are_conserved(play: Play) -> None:
    """Hands, tables, upcard, stock and dead cards are the whole pack, each card once (R1.1)."""
    dead: list[str] = []
    for step in play.steps:
        _note_dead(step.events, dead)
        phase = step.state.phase
        # A game over by resignation or between deals has its last upcard nowhere.
        if not isinstance(phase, AwaitingOrder | GameOver):
            assert sorted(cards_of(play.options.pack)) == sorted(
                _all_cards(upcard_state(step.state), dead)
            )
            assert len(dead) == upcard_state(step.state).dead


@given(plays())
def test_layouts_are_valid(play: Play) -> None:
    """Every meld on every table is a set or a run, in pack order (R2.10, R2.13)."""
    order = cards_of(play.options.pack)
    for state in play.states:
        for table in view_for(state, None).tables:
            for meld in table:
                chosen = play.options
                wild = chosen.black_twos_wild
                assert is_meld(chosen.pack, chosen.max_run, frozenset(meld), wild)
                assert sorted(meld, key=order.index) == list(meld)
            assert sorted(table, key=lambda meld: order.index(meld[0])) == list(table)


@given(plays())
def test_hand_and_table_add_up(play: Play) -> None:
    """Hand + table = `dealt`, a taker has one more; not where one borrows (R2.2, R2.31)."""
    for state in play.states:
        if isinstance(state.phase, AwaitingOrder | GameOver):
            continue
        view = view_for(state, None)
        owing = state.phase.seat if isinstance(state.phase, DiscardDue) else None
        trading = view.phase is PhaseName.TRADING
        assert (owing is None and not trading) == (view.upcard is not None)
        if play.options.borrow_from_opponents:
            continue
        for seat in range(play.options.seats):
            held = view.hand_sizes[seat] + sum(map(len, view.tables[seat]))
            if seat not in state.resigned:
                assert play.options.dealt + (seat == owing) == held


@given(plays())
def test_nothing_lies_about_between_deals(play: Play) -> None:
    """While an order is due all hands, tables and piles are empty (R1.3)."""
    for state in play.states:
        view = view_for(state, None)
        if view.phase is PhaseName.AWAITING_ORDER:
            assert (None, 0, 0) == (view.upcard, view.stock_size, view.dead)
            assert {0} == set(view.hand_sizes)
            assert {()} == set(view.tables)


@given(plays())
def test_stakes_and_totals(play: Play) -> None:
    """Totals paid as stakes sum to nothing; hand points are never lost (R2.25, R2.27)."""
    before = [0] * play.options.seats
    for state in play.states:
        if play.options.scoring == "stake":
            assert sum(state.scores) == 0
        else:
            assert all(old <= new for old, new in zip(before, state.scores, strict=True))
        assert 1 <= state.stake <= 1000
        before = list(state.scores)


def test_drawn_games_reach_everything() -> None:
    """The games drawn here hold every phase and event, so what holds for all means something."""
    wanted = {kind.__name__ for kind in (*get_args(Phase), *get_args(UpcardEvent))}
    assert wanted == reached(plays(), _kinds_in, wanted)


def _kinds_in(play: Play) -> Iterator[type]:
    for step in play.steps:
        yield type(step.state.phase)
        yield from map(type, step.events)
