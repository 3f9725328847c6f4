"""Ratios, goals and the table of a report."""

from __future__ import annotations

import doctest

import pytest

from bench import figures
from bench.figures import Figure, Goal, Spread, table


def test_a_spread_is_of_pairs_not_of_sums() -> None:
    """Each repetition is divided by the one beside it."""
    assert Spread(0.5, 2.0, 3.0, 3) == Spread.of_ratios([1, 4, 9], [2, 2, 3])


def test_pairs_must_be_whole() -> None:
    """A repetition without its other side is a mistake."""
    with pytest.raises(ValueError, match="shorter"):
        Spread.of_ratios([1, 2], [1])


@pytest.mark.parametrize(
    ("goal", "value", "verdict"),
    [
        (Goal.at_most(1.4), 1.4, "yes"),
        (Goal.at_most(1.4), 2.1, "no, +50%"),
        (Goal.at_least(2.0), 2.0, "yes"),
        (Goal.at_least(2.0), 1.5, "no, +25%"),
        (None, 7.0, ""),
    ],
)
def test_a_verdict_says_by_how_much(goal: Goal | None, value: float, verdict: str) -> None:
    """A goal holds at its bound; a miss is a share of the bound, whichever way it goes."""
    figure = Figure(section="b", what="x", ratio=Spread.of([value]), relative_to="bare", goal=goal)
    assert verdict == figure.verdict


def test_the_table_has_a_line_for_every_figure() -> None:
    """Head, rule and the figures, each with its spread and what it is relative to."""
    figure = Figure(
        section="c",
        what="bytes",
        ratio=Spread(0.5, 1.0, 2.0, 9),
        relative_to="800 B",
        measured="7 B",
    )
    head, rule, line = table([figure]).splitlines()
    assert [
        "figure",
        "n",
        "min",
        "median",
        "max",
        "relative",
        "to",
        "goal",
        "holds",
        "measured",
    ] == (head.split())
    assert set(rule) == {"-"}
    assert ["(c)", "bytes", "9", "0.500", "1.00", "2.00", "800", "B", "7", "B"] == line.split()


def test_examples() -> None:
    """The examples in the docstrings hold."""
    assert doctest.testmod(figures).failed == 0
