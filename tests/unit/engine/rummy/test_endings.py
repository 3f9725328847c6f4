"""How deals and games of family H end, and what they are worth (R3.4, R3.5, R3.10-R3.40)."""

from __future__ import annotations

import pytest

from conquian_engine import (
    AwaitingOrder,
    Cause,
    DealEnded,
    DrawDue,
    GameEnded,
    GameOver,
    Move,
    PlayDue,
    RummyPhase,
    RummyRules,
    Seat,
    Turn,
)
from tests.unit.engine.rummy.table import (
    cards,
    discards,
    lays,
    play,
    playing,
    rules_for,
    state_with,
)

OUT = (0, discards("2C"))


def _ended(
    rules: RummyRules,
    *hands: str,
    phase: RummyPhase | None = None,
    moves: tuple[tuple[int, Move], ...] = (OUT,),
    resigned: tuple[int, ...] = (),
) -> DealEnded:
    """Seat 0 goes out against these hands."""
    state = state_with(
        rules, phase or playing(), hands=("2C", *hands), opened=(0,), resigned=resigned
    )
    _, events = play(state, *moves)
    (ended,) = (event for event in events if isinstance(event, DealEnded))
    return ended


@pytest.mark.parametrize(
    ("ruleset", "options", "points"),
    [
        ("coon_can", {}, (41, 0, 0)),
        ("coo_can", {"game_fee": "10", "spot_fee": "3"}, (113, -73, -40)),
        ("kunken", {}, (0, -3, -2)),
    ],
)
def test_what_a_won_deal_is_worth(
    ruleset: str, options: dict[str, str], points: tuple[int, ...]
) -> None:
    """Counts to the winner, fees of each loser, or minus points (R3.20, R3.30, R3.40)."""
    hands = ("KC AH TD", "5C 5D")
    ended = _ended(rules_for(ruleset, 3, **options), *hands)
    assert (Cause.WENT_OUT, 0, points) == (ended.cause, ended.winner, tuple(ended.points))
    assert (None, cards("KC TD AH"), cards("5C 5D")) == tuple(ended.counted_hands)
    assert ended.bonus is None


def test_resigned_seat_pays_and_others_of_before_do_not() -> None:
    """A seat that resigned in the deal pays; one that was not dealt in does not (R4.1)."""
    rules = rules_for("kunken", 4)
    ended = _ended(rules, "KC AH", "", "5C", resigned=(1, 2))
    assert (0, -2, 0, -1) == tuple(ended.points)
    assert ended.counted_hands[2] is None


def test_cooch() -> None:
    """Ten in one straight flush, the eleventh discarded: double (R3.20)."""
    run = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH"
    state = state_with(rules_for("coo_can"), playing(), hands=(f"{run} 2C", "KC"))
    _, events = play(state, (0, lays(run)), OUT)
    ended = next(event for event in events if isinstance(event, DealEnded))
    assert ("cooch", (240, -240)) == (ended.bonus, tuple(ended.points))


@pytest.mark.parametrize(
    ("option", "empty", "points"),
    [("false", True, -4), ("false", False, -4), ("true", True, -4), ("true", False, -2)],
)
def test_express(option: str, empty: bool, points: int) -> None:
    """Out in the turn of one's opening: doubled, or only on an empty table (R3.30)."""
    rules = rules_for("kunken", express_on_empty_table=option)
    turn = Turn(Seat(0), plays=1, opened_now=True, tables_empty=empty)
    ended = _ended(rules, "KC KD", phase=PlayDue(turn))
    assert (points, "express" if points == -4 else None) == (ended.points[1], ended.bonus)


def test_express_by_play() -> None:
    """The whole of it in one turn (R3.30)."""
    held = "KC KD KH 5C 5D 5H 2C"
    state = state_with(rules_for("kunken"), playing(), hands=(held, "9C JK"))
    _, events = play(state, (0, lays("KC KD KH")), (0, lays("5C 5D 5H")), OUT)
    ended = next(event for event in events if isinstance(event, DealEnded))
    assert ("express", (0, -8)) == (ended.bonus, tuple(ended.points))


@pytest.mark.parametrize(
    ("options", "deal", "scores", "result"),
    [
        ({}, 1, (0, 0), (Cause.WENT_OUT, (0,))),
        ({}, 1, (0, 30), (Cause.WENT_OUT, (1,))),
        ({}, 1, (5, 15), (Cause.WENT_OUT, (0, 1))),
        ({"deals": "2"}, 1, (0, 0), None),
        ({"deals": "2"}, 2, (0, 0), (Cause.WENT_OUT, (0,))),
        ({"deals": "9", "max_deals": "2"}, 2, (0, 0), (Cause.DEAL_LIMIT, (0,))),
        ({"points_target": "20"}, 1, (5, 0), None),
        ({"points_target": "20"}, 1, (10, 0), (Cause.WENT_OUT, (0,))),
        ({"points_target": "20"}, 1, (10, 20), None),
    ],
)
def test_length_of_a_game(
    options: dict[str, str],
    deal: int,
    scores: tuple[int, int],
    result: tuple[Cause, tuple[int, ...]] | None,
) -> None:
    """So many deals, or points; the highest total wins, equal totals share (R3.4, R2.27)."""
    rules = rules_for("colonel", None, **options)
    state = state_with(rules, playing(), hands=("2C", "KC"), deal=deal, scores=scores)
    state, events = play(state, OUT)
    if result is None:
        assert (AwaitingOrder(), 1) == (state.phase, state.dealer)
        return
    assert GameOver(result[0], tuple(map(Seat, result[1]))) == state.phase
    assert GameEnded(*result, state.scores) == events[-1]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scores", "winners"), [((-10, -99), (0,)), ((-99, -90), None), ((-99, -99), (0,))]
)
def test_length_of_a_game_of_kunken(
    scores: tuple[int, int], winners: tuple[int, ...] | None
) -> None:
    """Until a total reaches minus a hundred; the one nearest zero wins (R3.30)."""
    state = state_with(rules_for("kunken"), playing(), hands=("2C", "KC"), scores=scores)
    state, _ = play(state, OUT)
    expected = AwaitingOrder() if winners is None else GameOver(Cause.WENT_OUT, (Seat(0),))
    assert expected == state.phase


@pytest.mark.parametrize(("option", "dealer"), [("false", 2), ("true", 0)])
def test_next_dealer(option: str, dealer: int) -> None:
    """The next seat, or the winner of the last deal (R2.28, R3.30)."""
    rules = rules_for("kunken", 3, lowest_deals=option)
    state = state_with(rules, playing(), hands=("2C", "KC"), dealer=1)
    state, _ = play(state, OUT)
    assert dealer == state.dealer


@pytest.mark.parametrize("plays", [0, 1])
def test_thirty_turns_without_a_play(plays: int) -> None:
    """When every seat has had thirty, the deal is drawn and nobody scores (R3.5)."""
    rules = rules_for("kunken", 3, lowest_deals="true")
    turn = PlayDue(Turn(Seat(0), plays=plays))
    state = state_with(rules, turn, hands=("2C 3C",), idle=89, dealer=1)
    state, events = play(state, OUT)
    if plays:
        assert (DrawDue(Seat(1)), 0) == (state.phase, state.idle)
        return
    ended = events[-1]
    assert isinstance(ended, DealEnded)
    assert (Cause.NO_PROGRESS, None, (0, 0, 0)) == (ended.cause, ended.winner, tuple(ended.points))
    assert (2, AwaitingOrder()) == (state.dealer, state.phase)


def test_out_by_a_play() -> None:
    """An empty hand ends the deal at once (R3.1, R3.10)."""
    state = state_with(rules_for("colonel"), playing(), hands=("2C 3C 4C", "KC"))
    state, events = play(state, (0, lays("2C 3C 4C")))
    assert ["MeldLaid", "DealEnded", "GameEnded"] == [type(event).__name__ for event in events]
    assert (10, 0) == tuple(state.scores)
