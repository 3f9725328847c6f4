"""Whether drawn games reach all there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from hypothesis import given, seed
from hypothesis import strategies as st

P = TypeVar("P")

MOST = 50
"""Times that as many games are drawn as a test of them looks at."""


def reached(
    plays: st.SearchStrategy[P], kinds_in: Callable[[P], Iterable[type]], wanted: set[str]
) -> set[str]:
    """Names of the kinds seen in drawn games, of which there are no more than it takes.

    What is drawn depends on which modules are loaded: Hypothesis likes the numbers that stand in
    them. So no fixed number of games would do in every order of tests.
    """
    seen: set[str] = set()

    def look(play: P) -> None:
        seen.update(kind.__name__ for kind in kinds_in(play))

    for number in range(MOST):
        seed(number)(given(plays)(look))()
        if wanted <= seen:
            break
    return seen
