"""The folder in which several processes count together: who makes it, and when it goes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from conquian_service.telemetry.shared import MetricsFolder, SharedMetrics

COUNTS = """
import sys
from prometheus_client import CollectorRegistry
from conquian_service.telemetry.meter import PrometheusMeter
from conquian_service.telemetry.metrics import make_metrics
meter = PrometheusMeter(make_metrics(version="1"))
meter.move("Take")
meter.watching(+1)
"""


@pytest.fixture(autouse=True)
def parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where folders are made."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return tmp_path


def count(folder: MetricsFolder) -> int:
    """Let a process count a move and a watcher; its id."""
    env = {**os.environ, **folder.environment}
    with subprocess.Popen([sys.executable, "-c", COUNTS], env=env) as process:
        assert process.wait() == 0
        return process.pid


def told(folder: Path) -> str:
    """What any process would tell of all."""
    registry = CollectorRegistry()
    registry.register(SharedMetrics(folder))
    return generate_latest(registry).decode()


def test_it_is_made_in_memory_and_private(parent: Path) -> None:
    """Below the user's own runtime directory, where there is one."""
    folder = MetricsFolder.make()
    assert folder.path.parent == parent
    assert folder.path.stat().st_mode & 0o077 == 0
    folder.leave()


def test_it_goes_with_the_last_who_uses_it(parent: Path) -> None:
    """In whatever order they leave."""
    made = MetricsFolder.make()
    joined = MetricsFolder(made.path)
    made.leave()
    assert made.path.is_dir()
    joined.leave()
    assert list(parent.iterdir()) == []


def test_what_was_left_behind_goes_with_the_next_start(parent: Path) -> None:
    """But nothing that somebody uses, and nothing of anybody else."""
    for name in ("conquian-metrics-left", "conquian-store", "other"):
        parent.joinpath(name).mkdir()
    used = MetricsFolder.make()
    MetricsFolder.remove_abandoned()
    again = MetricsFolder.make()
    names = {"conquian-store", "other", used.path.name, again.path.name}
    assert names == {path.name for path in parent.iterdir()}
    used.leave()
    again.leave()


def test_counts_add_up_and_gauges_are_of_the_living() -> None:
    """Of a process that is forgotten only what it counted stays."""
    folder = MetricsFolder.make()
    first, _ = count(folder), count(folder)
    both = told(folder.path)
    assert 'conquian_moves_total{kind="Take"} 2.0' in both
    assert "conquian_watchers 2.0" in both
    folder.forget(first)
    later = told(folder.path)
    assert 'conquian_moves_total{kind="Take"} 2.0' in later
    assert "conquian_watchers 1.0" in later
    folder.leave()


def test_a_file_with_nothing_in_it_is_nothing() -> None:
    """A process that was killed while it made one keeps nobody from telling the rest."""
    folder = MetricsFolder.make()
    count(folder)
    folder.path.joinpath("counter_1.db").touch()
    assert 'conquian_moves_total{kind="Take"} 1.0' in told(folder.path)
    folder.leave()
