"""Forcing: while the card is offered, and after the last pass."""

from __future__ import annotations

import pytest

from conquian_engine import (
    Card,
    CardDied,
    CardTurned,
    Force,
    ForceAsked,
    Forced,
    LetGo,
    Move,
    Offered,
    Origin,
    Pass,
    Passed,
    Reason,
    Refusal,
    Seat,
    State,
    Take,
    TakeForced,
    Taken,
    WaivedForce,
    apply,
    legal_moves,
    why_illegal,
)
from tests.support.families import upcard_state
from tests.unit.engine.table import cards, layout, play, rules_for, state_with, upcard

PASS, LET_GO = Pass(), LetGo()
FITS = ["4C 5C 6C"]
"""A table that can use 7C by itself."""


def _force(*seats: int) -> tuple[Move, ...]:
    return tuple(Force(Seat(seat)) for seat in seats)


def _turned_by_a(*tables: list[str], **options: str) -> State:
    """Three seats A B C: A has turned 7C and is offered it first."""
    rules = rules_for("three_player", **options)
    phase = Offered(upcard(rules, "7C", 0), Seat(0))
    return state_with(rules, phase, tables=tables, stock="KH QH")


def test_offered_seat_may_force_those_that_passed() -> None:
    """A seat being offered the card may force a passed seat whose table fits (R2.19 a)."""
    state = upcard_state(play(_turned_by_a(FITS, FITS, []), (0, PASS)).state)
    assert legal_moves(state, Seat(1)) == (Take(layout("4C 5C 6C 7C")), *_force(0), PASS)
    state = upcard_state(play(state, (1, PASS)).state)
    assert legal_moves(state, Seat(2)) == (*_force(0, 1), PASS)


def test_after_the_last_pass_each_may_force_those_that_passed_after_it() -> None:
    """A may force B or C, then B may force C, C nobody; all let go: dead (R2.19 b)."""
    after = play(_turned_by_a(FITS, FITS, FITS), (0, PASS), (1, PASS), (2, PASS)).state
    state = upcard_state(after)
    assert state.phase == ForceAsked(
        upcard(state.rules, "7C", 0), Seat(0), (Seat(0), Seat(1), Seat(2))
    )
    assert legal_moves(state, Seat(0)) == (*_force(1, 2), LET_GO)
    state = upcard_state(play(state, (0, LET_GO)).state)
    assert legal_moves(state, Seat(1)) == (*_force(2), LET_GO)
    step = play(state, (1, LET_GO))
    assert step.events == (
        WaivedForce(Seat(1)),
        CardDied(Card("7C")),
        CardTurned(Card("KH"), Origin.TURNED, Seat(1), 1),
    )


@pytest.mark.parametrize(
    ("tables", "asked"),
    [
        pytest.param((FITS, [], []), None, id="only the first fits: nobody passed before it"),
        pytest.param(([], FITS, []), [0], id="only the second fits"),
        pytest.param(([], [], FITS), [0, 1], id="only the third fits"),
        pytest.param(([], [], []), None, id="nobody fits"),
    ],
)
def test_only_a_seat_that_could_force_is_asked(
    tables: tuple[list[str], ...], asked: list[int] | None
) -> None:
    """Force or let go is asked only if R2.18 allows a force (R2.19 b)."""
    after = play(_turned_by_a(*tables), (0, PASS), (1, PASS), (2, PASS)).state
    state = upcard_state(after)
    seen = []
    while isinstance(state.phase, ForceAsked):
        seen.append(int(state.phase.asked))
        state = upcard_state(apply(state, state.phase.asked, LET_GO).state)
    assert seen == (asked or [])
    assert state.dead == 1


def test_discarder_is_asked_first_and_may_force_any_that_passed() -> None:
    """The discarder may force any seat that passed (R2.19 b)."""
    rules = rules_for("three_player")
    phase = Offered(upcard(rules, "7C", 1, Origin.DISCARDED), Seat(2))
    state = state_with(rules, phase, tables=(FITS, [], FITS), stock="KH")
    state = upcard_state(play(state, (2, PASS), (0, PASS)).state)
    assert legal_moves(state, Seat(1)) == (*_force(2, 0), LET_GO)
    state = upcard_state(play(state, (1, LET_GO)).state)
    assert legal_moves(state, Seat(2)) == (*_force(0), LET_GO)
    assert upcard_state(play(state, (2, LET_GO)).state).dead == 1


def test_opening_upcard_is_asked_about_from_the_seat_after_the_dealer() -> None:
    """Once round from the seat after the last passer, which is the dealer (R2.19 b)."""
    rules = rules_for("three_player")
    phase = Offered(upcard(rules, "7C", 2, Origin.OPENING), Seat(0))
    state = state_with(rules, phase, tables=([], [], FITS), stock="KH")
    state = upcard_state(play(state, (0, PASS), (1, PASS), (2, PASS)).state)
    assert legal_moves(state, Seat(0)) == (*_force(2), LET_GO)


def test_forced_seat_must_take_but_chooses_how() -> None:
    """Any legal taking, hand cards allowed; nothing else (R2.20)."""
    rules = rules_for()
    phase = Offered(upcard(rules, "7C", 0), Seat(0))
    state = state_with(rules, phase, hands=("JC 2D", "KH"), tables=(FITS,))
    step = play(state, (0, PASS), (1, Force(Seat(0))))
    assert step.events == (Passed(Seat(0)), Forced(Seat(0), Seat(1)))
    state = upcard_state(step.state)
    assert state.phase == TakeForced(upcard(rules, "7C", 0), Seat(0), Seat(1))
    takes = (Take(layout("4C 5C 6C 7C")), Take(layout("4C 5C 6C 7C JC")))
    assert legal_moves(state, Seat(0)) == takes
    must = Refusal(Reason.FORCED_TO_TAKE, "R2.20", cards("7C"))
    for move in (PASS, LET_GO, Force(Seat(1))):
        assert why_illegal(state, Seat(0), move) == must
    wrong = why_illegal(state, Seat(0), Take(layout("4C 5C 6C")))
    assert wrong == Refusal(Reason.UPCARD_NOT_USED, "R2.10", cards("7C"))
    taken = apply(state, Seat(0), takes[1]).events[0]
    assert taken == Taken(Seat(0), Card("7C"), takes[1].layout, cards("JC"))


def test_force_asked_is_force_or_let_go() -> None:
    """A seat that is asked forces or lets go (R2.19 b)."""
    rules = rules_for()
    asked = ForceAsked(upcard(rules, "7C", 0), Seat(0), (Seat(0), Seat(1)))
    state = state_with(rules, asked, tables=(FITS, FITS))
    assert why_illegal(state, Seat(0), PASS) == Refusal(Reason.WRONG_PHASE, "R2.19")
    assert play(state, (0, Force(Seat(1)))).state.phase == TakeForced(
        upcard(rules, "7C", 0), Seat(1), Seat(0)
    )


@pytest.mark.parametrize(
    ("options", "origin", "forced", "refusal"),
    [
        pytest.param({}, Origin.TURNED, 0, None, id="fits"),
        pytest.param({}, Origin.TURNED, 3, (Reason.SEAT_RESIGNED, "R4.1", "7C"), id="has resigned"),
        pytest.param({}, Origin.TURNED, 2, (Reason.SEAT_NOT_PASSED, "R2.19", "7C"), id="oneself"),
        pytest.param({}, Origin.TURNED, 1, (Reason.CANNOT_FORCE, "R2.18", "7C"), id="no fit"),
        pytest.param({}, Origin.TURNED, 4, (Reason.NO_SUCH_SEAT, "R0", ""), id="no seat"),
        pytest.param({}, Origin.TURNED, -4, (Reason.NO_SUCH_SEAT, "R0", ""), id="below 0"),
        pytest.param(
            {"forcing": "off"}, Origin.TURNED, 0, (Reason.FORCING_OFF, "R2.18", "7C"), id="off"
        ),
        pytest.param(
            {"force_scope": "discards_only"},
            Origin.TURNED,
            0,
            (Reason.NOT_FORCEABLE_ORIGIN, "R2.21", "7C"),
            id="turned, discards only",
        ),
        pytest.param(
            {"force_scope": "discards_only"}, Origin.DISCARDED, 0, None, id="discards only"
        ),
    ],
)
def test_force_is_refused_with_its_reason(
    options: dict[str, str],
    origin: Origin,
    forced: int,
    refusal: tuple[Reason, str, str] | None,
) -> None:
    """A force needs a seat that passed, a table that fits, and the options (R2.18-R2.21)."""
    rules = rules_for("four_player", **options)
    by = 0 if origin is Origin.TURNED else 3
    phase = Offered(upcard(rules, "7C", by, origin), Seat(2), (Seat(0), Seat(1)))
    state = state_with(rules, phase, tables=(FITS, ["2H 3H 4H"]), resigned=(3,))
    move = Force(Seat(forced))
    found = why_illegal(state, Seat(2), move)
    assert found == (refusal and Refusal(refusal[0], refusal[1], cards(refusal[2])))
    assert (move in legal_moves(state, Seat(2))) == (refusal is None)
