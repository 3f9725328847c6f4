"""No viewer is given anything he has not been shown, and the search for it works (R4.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conquian_engine import (
    Card,
    CardsTraded,
    Event,
    Seat,
    ShownUpcard,
    State,
    TradeChosen,
    View,
    event_for,
    pack_named,
    view_for,
)
from tests.oracle.options import RULESETS
from tests.property.games import Play, play_out, plays
from tests.property.leak import Masks, Viewer, leaks, moves_to_ask


def _viewers(play: Play) -> list[Viewer]:
    return [None, *map(Seat, range(play.options.seats))]


@given(plays(), st.data())
def test_no_viewer_is_given_a_secret(play: Play, data: st.DataObject) -> None:
    """At any moment of any game, for every seat and a watcher, nothing leaks (R4.4)."""
    until = data.draw(st.integers(0, len(play.steps)))
    asked = moves_to_ask(play, until)
    for viewer in _viewers(play):
        assert leaks(play, until, viewer, asked, Masks()) == []


@given(plays())
def test_nothing_leaks_at_the_end(play: Play) -> None:
    """The last state shows no more than the events of the game did (R4.4)."""
    for viewer in _viewers(play):
        asked = moves_to_ask(play, len(play.steps))
        assert leaks(play, len(play.steps), viewer, asked, Masks()) == []


def _whole_event(event: Event, viewer: Viewer) -> Event:
    del viewer
    return event


def _event_with_next_hand(event: Event, viewer: Viewer) -> Event:
    return event_for(event, None if viewer is None else Seat((viewer + 1) % 2))


def _view_with_next_hand(state: State, viewer: Viewer) -> View:
    return view_for(state, Seat(0 if viewer is None else (viewer + 1) % 2))


def _view_with_top_card(state: State, viewer: Viewer) -> View:
    view = view_for(state, viewer)
    top = pack_named(state.rules.pack).cards[state.stock[0]]
    assert view.upcard is not None
    return replace(view, upcard=ShownUpcard(top, view.upcard.origin, view.upcard.by))


def _view_with_secret_number(state: State, viewer: Viewer) -> View:
    return replace(view_for(state, viewer), stock_size=state.stock[-1])


def _view_with_card_as_word(state: State, viewer: Viewer) -> View:
    bottom = pack_named(state.rules.pack).cards[state.stock[-1]]
    view = view_for(state, viewer)
    return replace(view, tables=view.tables.replace(Seat(0), ((Card(f"a {bottom} c"),),)))


@pytest.mark.parametrize("viewer", [None, Seat(0), Seat(1)])
@pytest.mark.parametrize(
    "broken",
    [
        Masks(events=_whole_event),
        Masks(events=_event_with_next_hand),
        Masks(views=_view_with_next_hand),
        Masks(views=_view_with_top_card),
        Masks(views=_view_with_secret_number),
        Masks(views=_view_with_card_as_word),
    ],
    ids="whole_event next_hand_in_event next_hand_in_view top_card number word".split(),
)
def test_a_leak_would_be_found(broken: Masks, viewer: Viewer) -> None:
    """Masks that let a secret through are caught, for every viewer they tell it to."""
    play = play_out(RULESETS["classic"], Seat(0), 7, bytes(20))
    assert leaks(play, 15, viewer, moves_to_ask(play, 15), Masks()) == []
    if viewer is None and broken.events is _event_with_next_hand:
        return  # a watcher has no next seat; this mask tells him nothing

    assert leaks(play, 15, viewer, moves_to_ask(play, 15), broken)


def _event_with_trades(event: Event, viewer: Viewer) -> Event:
    return event if isinstance(event, TradeChosen | CardsTraded) else event_for(event, viewer)


def _view_with_choice(state: State, viewer: Viewer) -> View:
    return replace(view_for(state, viewer), chosen=view_for(state, Seat(1)).chosen)


@pytest.mark.parametrize(("until", "viewer"), [(2, None), (2, Seat(0)), (4, None), (4, Seat(2))])
@pytest.mark.parametrize(
    "broken", [Masks(events=_event_with_trades), Masks(views=_view_with_choice)]
)
def test_a_leak_of_a_trade_would_be_found(broken: Masks, until: int, viewer: Viewer) -> None:
    """A choice, or a card traded, shown to one who may not know it is caught (R2.3, R4.4)."""
    trading = replace(RULESETS["mexican"], seats=3)
    play = play_out(trading, Seat(0), 7, bytes([1, 1, 2, 0, 0]))
    assert leaks(play, until, viewer, moves_to_ask(play, until), Masks()) == []
    if until == 4 and broken.views is _view_with_choice:
        return  # all have chosen; there is no choice to show

    assert leaks(play, until, viewer, moves_to_ask(play, until), broken)


@pytest.mark.parametrize("ask", [view_for, event_for])
@pytest.mark.parametrize("viewer", [-1, 2])
def test_no_view_for_a_seat_that_does_not_exist(
    ask: Callable[[object, Viewer], object], viewer: int
) -> None:
    """A wrong seat number is refused, not read as some other seat's (R0, R4.4)."""
    play = play_out(RULESETS["classic"], Seat(0), 7, bytes(20))
    step = play.steps[0]
    value = step.state if ask is view_for else step.events[0]
    with pytest.raises(ValueError, match="seat"):
        ask(value, Seat(viewer))


@given(plays(), st.integers(0, 2**20))
def test_watcher_sees_what_every_seat_sees(play: Play, seed: int) -> None:
    """A watcher's view is each seat's view without the hand (R4.4)."""
    for state in Random(seed).sample(play.states, min(20, len(play.states))):
        watched = view_for(state, None)
        assert watched.hand is None
        for seat in map(Seat, range(play.options.seats)):
            view = view_for(state, seat)
            assert watched == replace(view, viewer=None, hand=None, chosen=None)
            assert len(view.hand or ()) == view.hand_sizes[seat]
