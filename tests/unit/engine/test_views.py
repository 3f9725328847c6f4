"""Views and what of an event each viewer may see."""

from __future__ import annotations

import pytest

from conquian_engine import (
    AwaitingOrder,
    BySeat,
    Card,
    Cause,
    DealStarted,
    DiscardDue,
    ForceAsked,
    GameOver,
    GameResult,
    Offered,
    Origin,
    Passed,
    Phase,
    PhaseName,
    Seat,
    ShownUpcard,
    TakeForced,
    View,
    event_for,
    give_order,
    new_game,
    pack_named,
    view_for,
)
from tests.unit.engine.table import cards, layout, rules_for, state_with, upcard

CLASSIC = rules_for()
OFFER = upcard(CLASSIC, "7C", 0, Origin.DISCARDED)
SHOWN = ShownUpcard(Card("7C"), Origin.DISCARDED, Seat(0))


def test_view_shows_what_the_seat_may_see() -> None:
    """Own hand, all tables, the upcard, sizes and scores, no other hand (R4.4)."""
    state = state_with(
        CLASSIC,
        Offered(OFFER, Seat(1), (Seat(0),)),
        hands=("KH 2C", "AH"),
        tables=([], ["3C 4C 5C"]),
        stock="2H 3H",
        stake=2,
        scores=(1, -1),
    )
    expected = View(
        viewer=Seat(0),
        deal=1,
        dealer=Seat(0),
        phase=PhaseName.OFFERED,
        to_act=(Seat(1),),
        upcard=SHOWN,
        passed=(Seat(0),),
        forced=None,
        trade_round=None,
        traders=(),
        chosen=None,
        stock_size=2,
        dead=0,
        hand_sizes=state.hands.map(int.bit_count),
        hand=cards("2C KH"),
        tables=BySeat(((), layout("3C 4C 5C"))),
        scores=state.scores,
        stake=2,
        resigned=(),
        result=None,
    )
    assert view_for(state, Seat(0)) == expected
    assert view_for(state, Seat(1)).hand == cards("AH")
    assert view_for(state, None).hand is None


@pytest.mark.parametrize(
    ("phase", "name", "shown", "passed", "forced"),
    [
        (AwaitingOrder(), PhaseName.AWAITING_ORDER, None, (), None),
        (ForceAsked(OFFER, Seat(0), (Seat(1),)), PhaseName.FORCE_ASKED, SHOWN, (1,), None),
        (TakeForced(OFFER, Seat(1), Seat(0)), PhaseName.TAKE_FORCED, SHOWN, (), 1),
        (DiscardDue(Seat(0)), PhaseName.DISCARD_DUE, None, (), None),
        (GameOver(Cause.TIME, (Seat(1),)), PhaseName.GAME_OVER, None, (), None),
    ],
)
def test_view_names_the_phase(
    phase: Phase,
    name: PhaseName,
    shown: ShownUpcard | None,
    passed: tuple[int, ...],
    forced: int | None,
) -> None:
    """A view says what the game waits for (R4.4)."""
    view = view_for(state_with(CLASSIC, phase), None)
    assert (view.phase, view.upcard, view.passed, view.forced) == (name, shown, passed, forced)


def test_view_of_a_finished_game_has_the_result() -> None:
    """Every result names its cause (R4.5)."""
    state = state_with(CLASSIC, GameOver(Cause.TIME, (Seat(1),)), scores=(-2, 2))
    assert view_for(state, None).result == GameResult(Cause.TIME, (Seat(1),), state.scores)


def _started() -> DealStarted:
    order = pack_named(CLASSIC.pack).cards
    started = give_order(new_game(CLASSIC, dealer=Seat(0)), order).events[0]
    assert isinstance(started, DealStarted)
    return started


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_event_of_the_deal_is_cut_for_each_viewer(viewer: int | None) -> None:
    """A viewer sees neither the order nor another hand (R4.4)."""
    seen = event_for(_started(), None if viewer is None else Seat(viewer))
    assert isinstance(seen, DealStarted)
    assert seen.order is None
    for seat, hand in enumerate(seen.hands):
        assert hand == (_started().hands[seat] if seat == viewer else None)
    assert (seen.hand_sizes, seen.stock_size) == ((10, 10), 20)


def test_other_events_are_everybodys() -> None:
    """What happened face up is no secret (R4.4)."""
    event = Passed(Seat(1))
    assert event_for(event, Seat(0)) is event


@pytest.mark.parametrize("viewer", [-1, 2])
def test_viewer_is_a_seat_of_the_table(viewer: int) -> None:
    """A wrong seat number never shows another seat's hand (R4.4)."""
    state = state_with(CLASSIC, DiscardDue(Seat(0)), hands=("KH", "AH"))
    with pytest.raises(ValueError, match="no seat"):
        view_for(state, Seat(viewer))
    with pytest.raises(ValueError, match="no seat"):
        event_for(_started(), Seat(viewer))
