"""A scene and a source of chance for each round of a test."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.e2e.kills.scene import Scene

ROUNDS = int(os.environ.get("KILL_ROUNDS", "1"))
"""How often each test runs; `make soak` sets it."""


@pytest.fixture(params=range(ROUNDS), ids=lambda number: f"round {number}")
def chance(request: pytest.FixtureRequest) -> Random:
    """Chance of this round: when to kill, and how long to wait before."""
    return Random(f"{request.node.nodeid}")


@pytest.fixture
def scene(chance: Random, tmp_path: Path) -> Iterator[Scene]:
    """A data directory, ports, and a runtime directory with a short path."""
    with tempfile.TemporaryDirectory(prefix="cq-") as runtime:
        scene = Scene(tmp_path, Path(runtime))
        try:
            yield scene
        finally:
            scene.clear_away()
