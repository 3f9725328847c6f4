"""Rounds: every test here runs in each of them, and each of them is another one."""

from __future__ import annotations

import os
from random import Random

import pytest

ROUNDS = int(os.environ.get("KILL_ROUNDS", "1"))
"""How often each test runs; `make soak` sets it."""


@pytest.fixture(autouse=True, params=range(1, ROUNDS + 1), ids=lambda number: f"round {number}")
def chance(request: pytest.FixtureRequest) -> Random:
    """Chance of this round: when to kill, and how long to wait before."""
    return Random(request.node.name)
