"""What a viewer sees of a game of family H (R4.4)."""

from __future__ import annotations

import pytest

from conquian_engine import (
    AwaitingOrder,
    BySeat,
    CardDrawn,
    Cause,
    ChallengeAsked,
    GameOver,
    GameResult,
    PhaseName,
    PlayDue,
    ReshuffleDue,
    RummyPhase,
    RummyView,
    Seat,
    StockShuffled,
    Turn,
    event_for,
    phase_name,
    view_for,
)
from tests.unit.engine.rummy.table import cards, drawing, hand, pile, playing, rules_for, state_with


def test_view() -> None:
    """Own hand, tables, the top discard, sizes, and what the turn has come to (R4.4)."""
    rules = rules_for("kunken", 3)
    turn = Turn(
        Seat(1),
        taken=hand(rules, "9H"),
        must_use=pile(rules, "9H")[0],
        opening=0,
    )
    state = state_with(
        rules,
        PlayDue(turn),
        hands=("2C JK", "9H 4D", "5S"),
        tables=((), ("7H JK=8H 9H", "5C 5D JK"), ()),
        stock="KS KD",
        discards="3C 4C",
        opened=(0,),
        scores=(0, -3, -4),
    )
    expected = RummyView(
        viewer=Seat(0),
        deal=1,
        dealer=Seat(0),
        phase=PhaseName.PLAY_DUE,
        to_act=(Seat(1),),
        challenger=None,
        discards=cards("4C"),
        discards_size=2,
        stock_size=2,
        hand_sizes=BySeat((2, 2, 1)),
        hand=cards("2C JK"),
        tables=BySeat(((), (cards("7H JK=8H 9H"), cards("5C 5D JK")), ())),
        opened=BySeat((True, False, False)),
        taken=cards("9H"),
        must_use=cards("9H")[0],
        plays=0,
        opening=0,
        opening_needed=40,
        scores=BySeat((0, -3, -4)),
        resigned=(),
        result=None,
    )
    assert expected == view_for(state, Seat(0))
    assert view_for(state, None).hand is None


@pytest.mark.parametrize(("depth", "shown"), [("top", "5C"), ("any", "5C 4C 3C")])
def test_open_discards(depth: str, shown: str) -> None:
    """The top one, or the whole bank (R3.30, R4.4)."""
    state = state_with(rules_for("kunken", bank_depth=depth), drawing(), discards="3C 4C 5C")
    view = view_for(state, Seat(1))
    assert (cards(shown), 3, 40) == (view.discards, view.discards_size, view.opening_needed)


@pytest.mark.parametrize(
    ("ruleset", "phase", "name"),
    [
        ("colonel", AwaitingOrder(), PhaseName.AWAITING_ORDER),
        ("colonel", drawing(), PhaseName.DRAW_DUE),
        ("colonel", ChallengeAsked(Seat(1), Seat(0)), PhaseName.CHALLENGE_ASKED),
        ("colonel", PlayDue(Turn(Seat(0), plays=1)), PhaseName.PLAY_DUE),
        ("coo_can", playing(), PhaseName.PLAY_DUE),
        ("coo_can", PlayDue(Turn(Seat(0), plays=1)), PhaseName.DISCARD_DUE),
        ("coo_can", PlayDue(Turn(Seat(0), begins=True)), PhaseName.DISCARD_DUE),
        ("coo_can", ReshuffleDue(Turn(Seat(0))), PhaseName.RESHUFFLE_DUE),
        ("kunken", GameOver(Cause.VOID, ()), PhaseName.GAME_OVER),
    ],
)
def test_phases(ruleset: str, phase: RummyPhase, name: PhaseName) -> None:
    """What the game waits for, and for whom."""
    state = state_with(rules_for(ruleset), phase)
    view = view_for(state, None)
    assert name is phase_name(state) is view.phase
    assert view.challenger == (0 if isinstance(phase, ChallengeAsked) else None)
    over = isinstance(phase, GameOver)
    assert view.result == (GameResult(Cause.VOID, (), state.scores) if over else None)
    assert bool(view.to_act) == (
        name not in (PhaseName.AWAITING_ORDER, PhaseName.RESHUFFLE_DUE, PhaseName.GAME_OVER)
    )


def test_copies_of_events() -> None:
    """A card drawn is its drawer's secret, an order everybody's (R4.4)."""
    drawn = CardDrawn(Seat(1), cards("4C")[0], 3)
    assert drawn == event_for(drawn, Seat(1))
    assert CardDrawn(Seat(1), None, 3) == event_for(drawn, Seat(0)) == event_for(drawn, None)
    shuffled = StockShuffled(cards("4C 5C"), 2)
    assert StockShuffled(None, 2) == event_for(shuffled, Seat(0))


def test_no_view_for_a_seat_that_does_not_exist() -> None:
    """A wrong number is refused, not read as another seat's (R0)."""
    with pytest.raises(ValueError, match="no seat"):
        view_for(state_with(rules_for("kunken"), drawing()), Seat(-1))
