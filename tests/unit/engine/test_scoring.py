"""The end of a deal: going out, an empty stock, the stake, the game's length."""

from __future__ import annotations

import pytest

from conquian_engine import (
    AwaitingOrder,
    BySeat,
    Cause,
    DealEnded,
    GameEnded,
    GameOver,
    Offered,
    Pass,
    Rules,
    Seat,
    Step,
    Take,
    apply,
)
from tests.support.families import upcard_state
from tests.unit.engine.table import cards, layout, rules_for, state_with, upcard

TEN = ["4C 5C 6C 7C", "QC QD QH", "2S 3S 4S"]
OUT = layout("4C 5C 6C 7C JC", "QC QD QH", "2S 3S 4S")


def _go_out(
    rules: Rules,
    others: tuple[str, ...] = ("KH AH",),
    *,
    stake: int = 1,
    scores: tuple[int, ...] = (),
    deal: int = 1,
    resigned: tuple[int, ...] = (),
) -> Step:
    """Seat 0 goes out with eleven on the table."""
    phase = Offered(upcard(rules, "JC", 0), Seat(0))
    state = state_with(
        rules,
        phase,
        hands=("", *others),
        tables=(TEN,),
        stake=stake,
        scores=scores,
        deal=deal,
        resigned=resigned,
    )
    return apply(state, Seat(0), Take(OUT))


def _draw(
    rules: Rules,
    hands: tuple[str, ...] = ("KH", "AH"),
    *,
    stake: int = 1,
    scores: tuple[int, ...] = (),
    deal: int = 1,
    resigned: tuple[int, ...] = (),
) -> Step:
    """The last seat lets the last stock card die."""
    last = Seat(rules.seats - 1)
    phase = Offered(upcard(rules, "7C", 0), last)
    state = state_with(
        rules, phase, hands=hands, stake=stake, scores=scores, deal=deal, resigned=resigned
    )
    return apply(state, last, Pass())


def _ended(step: Step) -> DealEnded:
    (ended,) = (event for event in step.events if isinstance(event, DealEnded))
    return ended


def test_going_out_wins_deal_and_game() -> None:
    """Eleven on the table wins; classic goes on only while deals are drawn (R2.22, R2.27)."""
    step = _go_out(rules_for())
    assert _ended(step) == DealEnded(
        1, Cause.WENT_OUT, Seat(0), BySeat((1, -1)), BySeat((1, -1)), BySeat((None, None))
    )
    assert step.state.phase == GameOver(Cause.WENT_OUT, (Seat(0),))
    assert step.events[-1] == GameEnded(Cause.WENT_OUT, (Seat(0),), BySeat((1, -1)))
    assert step.state.scores == (1, -1)


def test_every_loser_pays_the_stake() -> None:
    """Each other seat pays the winner the stake, carried ones too (R2.25)."""
    step = _go_out(rules_for("four_player", dealt="9"), ("KH", "AH", "5H"), stake=3)
    assert _ended(step).points == (9, -3, -3, -3)


def test_hand_points_are_the_other_hands_and_are_shown() -> None:
    """The winner gets the counts of all other hands, which are shown (R2.25, R4.4)."""
    step = _go_out(rules_for("classic_points"))
    ended = _ended(step)
    assert ended.points == (25, 0)
    assert ended.counted_hands == (None, cards("AH KH"))
    assert isinstance(step.state.phase, AwaitingOrder)


def test_seat_that_resigned_in_the_deal_pays_and_one_before_does_not() -> None:
    """A seat pays in the deal in which it resigned, not in later ones (R4.1)."""
    rules = rules_for("four_player", dealt="9", deals="5")
    step = _go_out(rules, ("KH", "AH", ""), resigned=(2, 3))
    assert _ended(step).points == (2, -1, -1, 0)


@pytest.mark.parametrize(
    ("options", "stake", "expected"),
    [
        pytest.param({}, 1, 2, id="carry"),
        pytest.param({}, 2, 3, id="carry again"),
        pytest.param({"on_drawn": "double"}, 1, 2, id="double"),
        pytest.param({"on_drawn": "double"}, 2, 4, id="double again"),
        pytest.param({"on_drawn": "double"}, 512, 1000, id="doubling stops at a thousand"),
        pytest.param({}, 1000, 1000, id="carrying stops at a thousand"),
        pytest.param({"scoring": "hand_points"}, 1, 1, id="hand points carry nothing"),
        pytest.param({"on_drawn": "fewest_cards"}, 1, 2, id="equal fewest carry"),
    ],
)
def test_drawn_deal_changes_the_stake(options: dict[str, str], stake: int, expected: int) -> None:
    """A drawn deal scores nothing; its stake is carried or doubled (R2.24, R2.27)."""
    step = _draw(rules_for(**options), stake=stake)
    assert _ended(step) == DealEnded(
        1, Cause.STOCK_EXHAUSTED, None, BySeat((0, 0)), BySeat((0, 0)), BySeat((None, None))
    )
    assert upcard_state(step.state).stake == expected


def test_next_deal_is_the_next_seats() -> None:
    """After a deal the table is cleared and the deal passes on, drawn or not (R2.28)."""
    after = _draw(rules_for("three_player"), ("KH", "AH", "5H")).state
    state = upcard_state(after)
    assert state.phase == AwaitingOrder()
    assert (state.dealer, state.deal, state.dead, state.upcards) == (1, 1, 0, 0)
    assert (state.hands, state.tables, state.stock) == ((0, 0, 0), ((), (), ()), b"")


def test_won_deal_resets_the_stake() -> None:
    """The carried stake is paid with the deal that is won (R2.24)."""
    assert upcard_state(_go_out(rules_for(deals="5"), stake=4).state).stake == 1


@pytest.mark.parametrize(
    ("options", "hands", "points"),
    [
        pytest.param({}, ("KH", "AH 5H"), (1, -1), id="stake"),
        pytest.param({"scoring": "hand_points"}, ("KH", "AH 5H"), (20, 0), id="hand points"),
    ],
)
def test_fewest_cards_win_an_exhausted_deal(
    options: dict[str, str], hands: tuple[str, ...], points: tuple[int, ...]
) -> None:
    """`fewest_cards`: that seat wins as if it had gone out (R2.24)."""
    ended = _ended(_draw(rules_for(on_drawn="fewest_cards", **options), hands))
    assert (ended.cause, ended.winner, ended.points) == (Cause.STOCK_EXHAUSTED, 0, points)


def test_fewest_cards_are_looked_for_among_those_still_in() -> None:
    """A seat that resigned cannot win, but pays (R2.24, R4.1)."""
    rules = rules_for("three_player", on_drawn="fewest_cards")
    ended = _ended(_draw(rules, ("KH", "AH 5H", "2H 3H 4H"), resigned=(0,)))
    assert (ended.winner, ended.points) == (1, (-1, 2, -1))


@pytest.mark.parametrize(
    ("options", "deal", "scores", "over"),
    [
        pytest.param({"deals": "3"}, 2, (0, 0), None, id="deals left"),
        pytest.param({"deals": "3"}, 3, (0, 0), (Cause.WENT_OUT, (0,)), id="last deal"),
        pytest.param({"deals": "3"}, 3, (-5, 5), (Cause.WENT_OUT, (1,)), id="highest total"),
        pytest.param({"deals": "3"}, 3, (-1, 1), (Cause.WENT_OUT, (0, 1)), id="equal share"),
        pytest.param({"points_target": "3"}, 2, (1, -1), None, id="target not reached"),
        pytest.param({"points_target": "3"}, 2, (2, -2), (Cause.WENT_OUT, (0,)), id="reached"),
        pytest.param({"points_target": "3"}, 9, (3, 5), None, id="tie at the top plays on"),
        pytest.param(
            {"points_target": "3"}, 50, (3, 5), (Cause.DEAL_LIMIT, (0, 1)), id="deal limit, tie"
        ),
        pytest.param(
            {"deals": "9", "max_deals": "4"}, 4, (0, 0), (Cause.DEAL_LIMIT, (0,)), id="limit first"
        ),
        pytest.param(
            {"deals": "4", "max_deals": "4"}, 4, (0, 0), (Cause.WENT_OUT, (0,)), id="both at once"
        ),
    ],
)
def test_game_length_after_a_won_deal(
    options: dict[str, str],
    deal: int,
    scores: tuple[int, ...],
    over: tuple[Cause, tuple[int, ...]] | None,
) -> None:
    """The game ends by deals, by points, or at the deal limit (R2.27)."""
    phase = _go_out(rules_for(**options), deal=deal, scores=scores).state.phase
    assert phase == (AwaitingOrder() if over is None else GameOver(over[0], over[1]))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "deal", "over"),
    [
        pytest.param({}, 49, None, id="until won"),
        pytest.param({}, 50, (Cause.DEAL_LIMIT, (0, 1)), id="deal limit"),
        pytest.param({"deals": "2"}, 2, (Cause.STOCK_EXHAUSTED, (0, 1)), id="last of n deals"),
        pytest.param({"points_target": "9"}, 2, None, id="points"),
    ],
)
def test_game_length_after_a_drawn_deal(
    options: dict[str, str], deal: int, over: tuple[Cause, tuple[int, ...]] | None
) -> None:
    """Drawn deals count too; a stake left standing is nobody's (R2.24, R2.27)."""
    state = _draw(rules_for(**options), deal=deal, stake=7).state
    assert state.phase == (AwaitingOrder() if over is None else GameOver(over[0], over[1]))  # type: ignore[arg-type]
    assert state.scores == (0, 0)


def test_until_won_is_the_winners_even_for_nothing() -> None:
    """A deal won against empty hands ends the game for its winner (R2.27)."""
    step = _go_out(rules_for("classic_points", until_won="true", points_target="none"), ("",))
    assert step.state.phase == GameOver(Cause.WENT_OUT, (Seat(0),))


def test_seat_that_resigned_cannot_lead() -> None:
    """A seat that resigned cannot win; its total stands (R4.1)."""
    rules = rules_for("three_player", deals="1", dealt="10")
    step = _go_out(rules, ("KH", ""), scores=(0, 0, 50), resigned=(2,))
    assert step.state.phase == GameOver(Cause.WENT_OUT, (Seat(0),))
    assert step.state.scores == (1, -1, 50)
