"""When a worker is started again: sooner at first, and not for ever."""

from __future__ import annotations

import doctest

from conquian_service.workers import restarts


def test_the_examples_hold() -> None:
    """Those of the docstring."""
    result = doctest.testmod(restarts)
    assert result.attempted > 0
    assert result.failed == 0
