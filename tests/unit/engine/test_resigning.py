"""Resignation in every phase, its causes, and void games."""

from __future__ import annotations

import pytest

from conquian_engine import (
    AwaitingOrder,
    Card,
    CardDied,
    CardTurned,
    Cause,
    DealEnded,
    DiscardDue,
    Force,
    ForceAsked,
    GameEnded,
    GameOver,
    IllegalMove,
    LetGo,
    Offered,
    Origin,
    Phase,
    Reason,
    Rules,
    Seat,
    SeatResigned,
    State,
    TakeForced,
    decision_key,
    legal_moves,
    resign,
    seats_to_act,
    void,
)
from tests.support.families import upcard_state
from tests.unit.engine.table import rules_for, state_with, upcard

FITS = ["4C 5C 6C"]


def _rules() -> Rules:
    return rules_for("four_player")


def _four(phase: Phase, *tables: list[str], resigned: tuple[int, ...] = ()) -> State:
    return state_with(
        _rules(), phase, hands=("KH", "AH", "5H", "6H"), tables=tables, stock="KD QD",
        resigned=resigned,
    )  # fmt: skip


def _offered(to: int, passed: tuple[int, ...] = (), origin: Origin = Origin.TURNED) -> Offered:
    return Offered(upcard(_rules(), "7C", 0, origin), Seat(to), tuple(map(Seat, passed)))


@pytest.mark.parametrize("cause", [Cause.RESIGNATION, Cause.TIME, Cause.FORFEIT])
@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_seats_the_other_wins(seat: int, cause: Cause) -> None:
    """Two seats left: the other wins the game, totals as they stand (R4.1, R4.5)."""
    rules = rules_for()
    phase = Offered(upcard(rules, "7C", 0), Seat(0))
    state = state_with(rules, phase, hands=("KH", "AH"), scores=(3, -3))
    step = resign(state, Seat(seat), cause=cause)
    (winner,) = {0, 1} - {seat}
    assert step.events == (
        SeatResigned(Seat(seat), cause),
        GameEnded(cause, (Seat(winner),), state.scores),
    )
    assert step.state.phase == GameOver(cause, (Seat(winner),))
    assert step.state.scores == (3, -3)


def test_last_but_one_of_more_seats_ends_the_game() -> None:
    """The last seat left wins, whatever the totals (R4.1)."""
    step = resign(_four(_offered(0), resigned=(1, 3)), Seat(0))
    assert step.state.phase == GameOver(Cause.RESIGNATION, (Seat(2),))


def test_offer_goes_on_without_the_seat_that_owed_it() -> None:
    """A resignation on offer counts as a pass, but cannot be forced (R4.1)."""
    step = resign(_four(_offered(1, passed=(0,)), FITS, FITS), Seat(1))
    assert step.events == (SeatResigned(Seat(1), Cause.RESIGNATION),)
    assert step.state.phase == _offered(2, passed=(0,))
    assert Force(Seat(1)) not in legal_moves(step.state, Seat(2))


def test_resignation_of_the_last_to_be_offered_ends_the_offer() -> None:
    """What is due happens in the step of the resignation (R2.9, R4.1)."""
    step = resign(_four(_offered(3, passed=(0, 1, 2))), Seat(3))
    assert step.events == (
        SeatResigned(Seat(3), Cause.RESIGNATION),
        CardDied(Card("7C")),
        CardTurned(Card("KD"), Origin.TURNED, Seat(1), 1),
    )
    asked = resign(_four(_offered(3, passed=(0, 1, 2)), [], FITS), Seat(3)).state
    assert asked.phase == ForceAsked(
        upcard(_rules(), "7C", 0), Seat(0), (Seat(0), Seat(1), Seat(2))
    )


def test_seats_that_resigned_are_skipped_by_the_offer() -> None:
    """A seat that resigned is skipped for the rest of the game (R4.1)."""
    state = resign(_four(_offered(0)), Seat(1)).state
    assert state.phase == _offered(0)
    assert resign(state, Seat(0)).state.phase == _offered(2)


def test_seat_that_passed_and_resigned_cannot_be_forced() -> None:
    """It leaves the list of those that passed; the others' decision stays (R4.1)."""
    state = _four(_offered(2, passed=(0, 1)), FITS, FITS)
    after = resign(state, Seat(0)).state
    assert after.phase == _offered(2, passed=(1,))
    assert decision_key(after, Seat(2)) == decision_key(state, Seat(2))


@pytest.mark.parametrize(
    ("tables", "seat", "expected"),
    [
        pytest.param(([], FITS, FITS, []), 0, 1, id="the asked seat lets go: the next is asked"),
        pytest.param(([], FITS, [], []), 1, None, id="nobody is left to be forced: dead"),
        pytest.param(([], FITS, FITS, []), 3, 0, id="a seat that does not fit"),
        pytest.param(([], FITS, FITS, []), 2, 0, id="one of two that fit"),
    ],
)
def test_force_question_goes_on(
    tables: tuple[list[str], ...], seat: int, expected: int | None
) -> None:
    """A resignation is a let-go; nobody is asked who could force nobody (R2.19, R4.1)."""
    asked = ForceAsked(upcard(_rules(), "7C", 0), Seat(0), tuple(map(Seat, range(4))))
    state = upcard_state(resign(_four(asked, *tables), Seat(seat)).state)
    if expected is None:
        assert state.dead == 1
    else:
        assert seats_to_act(state) == (expected,)
        assert LetGo() in legal_moves(state, Seat(expected))
        assert Force(Seat(seat)) not in legal_moves(state, Seat(expected))


def test_forced_seat_that_resigns_leaves_the_card_dead() -> None:
    """An upcard it was forced to take is dead; melds stay in play (R4.1)."""
    forced = TakeForced(upcard(_rules(), "7C", 3), Seat(0), Seat(2))
    state = _four(forced, FITS)
    step = resign(state, Seat(0))
    assert step.events[1:] == (
        CardDied(Card("7C")),
        CardTurned(Card("KD"), Origin.TURNED, Seat(1), 1),
    )
    assert step.state.tables == state.tables
    assert resign(state, Seat(2)).state.phase == forced


def test_owed_discard_falls_away() -> None:
    """The seat after the one that owed it turns up; no card has died (R4.1)."""
    state = _four(DiscardDue(Seat(1)), resigned=(2,))
    step = resign(state, Seat(1))
    assert step.events[1:] == (CardTurned(Card("KD"), Origin.TURNED, Seat(3), 1),)
    assert upcard_state(step.state).dead == 0
    assert resign(state, Seat(0)).state.phase == DiscardDue(Seat(1))


def test_resignation_may_exhaust_the_stock() -> None:
    """If a card is due and none is left the deal ends (R2.9, R2.24)."""
    state = state_with(_rules(), DiscardDue(Seat(1)), hands=("KH", "AH", "5H", "6H"))
    step = resign(state, Seat(1))
    assert [type(event) for event in step.events] == [SeatResigned, DealEnded]
    assert step.state.phase == AwaitingOrder()


@pytest.mark.parametrize(("seat", "dealer"), [(1, 3), (0, 1), (3, 1)])
def test_next_dealer_that_resigns_is_skipped(seat: int, dealer: int) -> None:
    """Between deals the deal passes to the next seat still in the game (R2.28, R4.1)."""
    state = state_with(_rules(), AwaitingOrder(), dealer=1, resigned=(2,))
    assert resign(state, Seat(seat)).state.dealer == dealer


def test_dealer_that_resigns_keeps_the_running_deal() -> None:
    """The next deal is then dealt by the next seat still in the game (R2.28)."""
    state = state_with(_rules(), DiscardDue(Seat(1)), hands=("", "AH", "5H", "6H"), dealer=0)
    after = resign(resign(state, Seat(0)).state, Seat(1)).state
    assert (after.dealer, after.phase) == (2, AwaitingOrder())


@pytest.mark.parametrize(
    ("seat", "reason"),
    [(1, Reason.SEAT_RESIGNED), (4, Reason.NO_SUCH_SEAT), (-1, Reason.NO_SUCH_SEAT)],
)
def test_who_cannot_resign(seat: int, reason: Reason) -> None:
    """A seat resigns once, and only one of the table (R4.1)."""
    with pytest.raises(IllegalMove) as caught:
        resign(_four(_offered(0), resigned=(1,)), Seat(seat))
    assert caught.value.refusal.reason == reason


def test_nothing_ends_a_game_twice() -> None:
    """After the result nobody resigns and nothing is voided (R4.5)."""
    over = void(_four(_offered(0))).state
    with pytest.raises(IllegalMove) as resigned:
        resign(over, Seat(0))
    with pytest.raises(IllegalMove) as voided:
        void(over)
    assert resigned.value.refusal == voided.value.refusal
    assert resigned.value.refusal.reason == Reason.GAME_OVER


@pytest.mark.parametrize("cause", [Cause.VOID, Cause.WENT_OUT])
def test_resignation_has_a_cause_of_its_own(cause: Cause) -> None:
    """Only time and forfeit act as a resignation (R4.5)."""
    with pytest.raises(ValueError, match="not a way to resign"):
        resign(_four(_offered(0)), Seat(0), cause=cause)


def test_void_game_has_no_winner() -> None:
    """Void scores nothing (R4.5)."""
    state = _four(_offered(0))
    step = void(state)
    assert step.events == (GameEnded(Cause.VOID, (), state.scores),)
    assert step.state.phase == GameOver(Cause.VOID, ())
