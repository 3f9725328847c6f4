"""What was measured: ratios with their spread, what each is relative to, and its goal.

A machine's speed is nobody's merit, so every figure is a ratio of two things measured one
right after the other in one run; its spread is that of the pairs. What was measured beside
it stands in `measured`, for who knows the machine.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spread:
    """The least, the middle and the greatest of some repetitions."""

    low: float
    median: float
    high: float
    number: int
    """How many repetitions there were."""

    @classmethod
    def of(cls, values: Iterable[float]) -> Spread:
        """The spread of at least one value."""
        found = list(values)
        return cls(min(found), statistics.median(found), max(found), len(found))

    @classmethod
    def of_ratios(cls, ours: Sequence[float], theirs: Sequence[float]) -> Spread:
        """The spread of the ratios of pairs measured side by side."""
        return cls.of(one / other for one, other in zip(ours, theirs, strict=True))


@dataclass(frozen=True, slots=True)
class Goal:
    """What the median should be.

    >>> Goal.at_most(1.4).holds(1.5)
    False
    """

    bound: float
    upper: bool

    @classmethod
    def at_most(cls, bound: float) -> Goal:
        """No more than this."""
        return cls(bound, upper=True)

    @classmethod
    def at_least(cls, bound: float) -> Goal:
        """No less than this."""
        return cls(bound, upper=False)

    def holds(self, value: float) -> bool:
        """Whether a value is within the goal."""
        return value <= self.bound if self.upper else value >= self.bound

    def miss(self, value: float) -> float:
        """By what share of the bound a value misses it; negative for room left."""
        return (value / self.bound - 1) * (1 if self.upper else -1)

    def __str__(self) -> str:
        return f"{'<=' if self.upper else '>='} {short(self.bound)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of the report."""

    section: str
    what: str
    ratio: Spread | None
    """None where it could not be measured; `measured` then says why."""
    relative_to: str
    goal: Goal | None = None
    measured: str = ""
    """The same in units of this machine."""

    @property
    def verdict(self) -> str:
        """Whether the goal holds, or by how much it is missed."""
        if self.goal is None or self.ratio is None:
            return ""
        if self.goal.holds(self.ratio.median):
            return "yes"
        return f"no, {self.goal.miss(self.ratio.median):+.0%}"


_HEAD = ("", "figure", "n", "min", "median", "max", "relative to", "goal", "holds", "measured")
_NUMBERS = {2, 3, 4, 5}


def table(figures: Sequence[Figure]) -> str:
    """The figures as a table that fits no narrow window but is easily read in a file."""
    rows = [_HEAD, *map(_row, figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    lines = [_line(row, widths) for row in rows]
    lines.insert(1, "-" * max(map(len, lines)))
    return "\n".join(lines)


def short(value: float) -> str:
    """A number in three digits or so, without an exponent.

    >>> short(0.12345), short(5.6789), short(54321.0)
    ('0.123', '5.68', '54321')
    """
    if value < 1:
        return f"{value:.3f}"
    return f"{value:.2f}" if value < 100 else f"{value:.0f}"


def _row(figure: Figure) -> tuple[str, ...]:
    ratio = figure.ratio
    return (
        f"({figure.section})",
        figure.what,
        *(
            ("0", "", "", "")
            if ratio is None
            else (str(ratio.number), short(ratio.low), short(ratio.median), short(ratio.high))
        ),
        figure.relative_to,
        "" if figure.goal is None else str(figure.goal),
        figure.verdict,
        figure.measured,
    )


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [
        cell.rjust(width) if column in _NUMBERS else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()
