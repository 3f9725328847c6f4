"""Resignation and void games of family H (R4.1, R4.5)."""

from __future__ import annotations

import pytest

from conquian_engine import (
    AwaitingOrder,
    CardDrawn,
    Cause,
    DrawDue,
    DrawStock,
    GameEnded,
    GameOver,
    IllegalMove,
    PlayDue,
    Reason,
    ReshuffleDue,
    RummyPhase,
    Seat,
    SeatResigned,
    Turn,
    decision_key,
    give_order,
    resign,
    void,
    why_illegal,
)
from tests.support.families import rummy_state
from tests.unit.engine.rummy.table import (
    cards,
    discards,
    drawing,
    play,
    playing,
    rules_for,
    state_with,
)


@pytest.mark.parametrize("phase", [drawing(), playing(), AwaitingOrder()])
def test_two_seats_left(phase: RummyPhase) -> None:
    """The other wins the game; totals stand (R4.1)."""
    state = state_with(rules_for("colonel"), phase, scores=(5, 3))
    step = resign(state, Seat(0), cause=Cause.TIME)
    assert (SeatResigned(Seat(0), Cause.TIME), GameEnded(Cause.TIME, (Seat(1),), state.scores)) == (
        step.events
    )
    assert GameOver(Cause.TIME, (Seat(1),)) == step.state.phase


@pytest.mark.parametrize(
    ("phase", "seat", "after"),
    [
        (drawing(1), 1, DrawDue(Seat(3))),
        (playing(1), 1, DrawDue(Seat(3))),
        (playing(1), 0, playing(1)),
        (drawing(1), 3, drawing(1)),
    ],
)
def test_more_seats(phase: RummyPhase, seat: int, after: RummyPhase) -> None:
    """What the seat owed falls away and the next one draws; melds stay (R4.1)."""
    rules = rules_for("coon_can", 4)
    state = state_with(
        rules, phase, tables=((), ("4C 5C 6C",)), discards="9D", stock="KS 2H", resigned=(2,)
    )
    key = decision_key(state, Seat(1))
    step = resign(state, Seat(seat))
    left = rummy_state(step.state)
    assert (after, state.tables, state.hands) == (left.phase, left.tables, left.hands)
    assert (Seat(2), Seat(seat)) == left.resigned
    assert (key == decision_key(left, Seat(1))) == (seat != 1)


def test_no_discards_after_a_resignation() -> None:
    """With no discards one draws from the stock (R4.1)."""
    state = state_with(rules_for("coo_can", 3), PlayDue(Turn(Seat(0), begins=True)))
    left = rummy_state(resign(state, Seat(0)).state)
    _, events = play(left, (1, DrawStock()))
    assert isinstance(events[0], CardDrawn)


@pytest.mark.parametrize(("seat", "dealer"), [(1, 3), (0, 1)])
def test_dealer_between_deals(seat: int, dealer: int) -> None:
    """The next seat still in the game deals (R2.28, R4.1)."""
    state = state_with(rules_for("kunken", 4), AwaitingOrder(), dealer=1, resigned=(2,))
    assert dealer == rummy_state(resign(state, Seat(seat)).state).dealer


def test_while_the_discards_are_shuffled() -> None:
    """The shuffle is still due; then the next seat draws (R3.20, R4.1)."""
    rules = rules_for("coo_can", 3)
    due = ReshuffleDue(Turn(Seat(0)))
    state = state_with(rules, due, stock="", discards="9D 4C")
    left = rummy_state(resign(state, Seat(0)).state)
    assert due == left.phase
    step = give_order(left, cards("9D 4C"))
    assert DrawDue(Seat(1)) == step.state.phase
    other = rummy_state(resign(state, Seat(1)).state)
    assert PlayDue(Turn(Seat(0))) == give_order(other, cards("4C 9D")).state.phase


@pytest.mark.parametrize(
    ("seat", "idle", "left"),
    [
        pytest.param(1, 31, 21, id="the seat to act: it has had ten"),
        pytest.param(0, 31, 20, id="the seat before it has had eleven"),
        pytest.param(2, 31, 21, id="the seat after it has had ten"),
        pytest.param(2, 32, 21, id="the seat after it has had eleven"),
        pytest.param(2, 0, 0, id="none yet"),
    ],
)
def test_idle_turns_of_a_seat_go_with_it(seat: int, idle: int, left: int) -> None:
    """What is left are the others' turns without a play (R3.5)."""
    state = state_with(rules_for("kunken", 3), playing(1), idle=idle)
    assert left == rummy_state(resign(state, Seat(seat)).state).idle


def test_who_goes_after_a_play_has_ended_the_row() -> None:
    """A play is one, though its turn is not finished (R3.5)."""
    rules = rules_for("coon_can", 3)
    turn = PlayDue(Turn(Seat(1), plays=1))
    state = state_with(rules, turn, tables=((), ("4C 5C 6C",)), stock="KS", idle=69)
    assert rummy_state(resign(state, Seat(1)).state).idle == 0
    assert rummy_state(resign(state, Seat(0)).state).idle == 46


def test_idle_turns_go_while_the_discards_are_shuffled() -> None:
    """The turn that goes on afterwards is not counted yet (R3.5)."""
    due = ReshuffleDue(Turn(Seat(1)))
    state = state_with(rules_for("coo_can", 3), due, stock="", discards="9D 4C", idle=31)
    left = [rummy_state(resign(state, Seat(seat)).state).idle for seat in range(3)]
    assert left == [20, 21, 21]


def test_idle_turns_are_checked_when_a_turn_ends() -> None:
    """Thirty of each that is left (R3.5)."""
    state = state_with(rules_for("kunken", 3), playing(1), hands=("9C", "2C 3C"), idle=88)
    left = rummy_state(resign(state, Seat(2)).state)
    assert (playing(1), 59) == (left.phase, left.idle)
    _, events = play(left, (1, discards("2C")))
    assert Cause.NO_PROGRESS is getattr(events[-1], "cause", None)


def test_who_cannot_resign() -> None:
    """Once, a seat of the table, in a game that runs, for a cause of its own (R4.1)."""
    state = state_with(rules_for("kunken", 3), playing(), resigned=(1,))
    for seat, reason in ((1, Reason.SEAT_RESIGNED), (3, Reason.NO_SUCH_SEAT)):
        with pytest.raises(IllegalMove) as refused:
            resign(state, Seat(seat))
        assert reason is refused.value.refusal.reason
        refusal = why_illegal(state, Seat(seat), DrawStock())
        assert refusal is not None
        assert reason is refusal.reason
    with pytest.raises(ValueError, match="not a way to resign"):
        resign(state, Seat(0), cause=Cause.VOID)


def test_void() -> None:
    """No winner, nothing scored, nothing afterwards (R4.5)."""
    state = state_with(rules_for("kunken"), playing(), scores=(-3, -4))
    step = void(state)
    assert (GameEnded(Cause.VOID, (), state.scores),) == step.events
    refusal = why_illegal(step.state, Seat(0), DrawStock())
    assert refusal is not None
    assert Reason.GAME_OVER is refusal.reason
    with pytest.raises(IllegalMove):
        void(step.state)
    with pytest.raises(IllegalMove):
        resign(step.state, Seat(0))
    assert decision_key(step.state, Seat(0)) is None


def test_nobody_acts_while_an_order_is_due() -> None:
    """A chance point is nobody's decision (R1.3)."""
    state = state_with(rules_for("kunken"), AwaitingOrder())
    refusal = why_illegal(state, Seat(0), DrawStock())
    assert refusal is not None
    assert (Reason.WRONG_PHASE, "R1.3") == (refusal.reason, refusal.rule)
