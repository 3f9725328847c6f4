"""Rounds: every test here runs in each of them, and each of them is another one."""

from __future__ import annotations

import os
from random import Random

import pytest

FIRST, LAST = map(int, os.environ.get("KILL_ROUNDS", "1-1").split("-"))
"""The rounds in which each test runs; `make soak` goes through fifty, one at a time."""


@pytest.fixture(autouse=True, params=range(FIRST, LAST + 1), ids=lambda number: f"round {number}")
def chance(request: pytest.FixtureRequest) -> Random:
    """Chance of this round: when to kill, and how long to wait before."""
    return Random(request.node.name)
