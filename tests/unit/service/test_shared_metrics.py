"""The folder in which several processes count together: who makes it, and when it goes."""

from __future__ import annotations

import os
import shutil
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


def test_somebody_else_s_is_left_alone(parent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though root could remove it; and what only leads to a folder is none."""
    left = parent / "conquian-metrics-left"
    left.mkdir()
    parent.joinpath("other").mkdir()
    parent.joinpath("conquian-metrics-link").symlink_to(parent / "other")
    with monkeypatch.context() as another:
        another.setattr(os, "geteuid", lambda: left.stat().st_uid + 1)
        MetricsFolder.remove_abandoned()
    assert left.is_dir()
    MetricsFolder.remove_abandoned()
    assert {path.name for path in parent.iterdir()} == {"other", "conquian-metrics-link"}


def test_a_process_counts_on_without_the_folder() -> None:
    """It has its files open: a call that has done its work does not fail for its number."""
    folder = MetricsFolder.make()
    program = f"""
import shutil
from conquian_service.telemetry.meter import CallRecorder, PrometheusMeter
from conquian_service.telemetry.metrics import make_metrics
metrics = make_metrics(version="1")
shutil.rmtree({str(folder.path)!r})
meter = PrometheusMeter(metrics)
meter.move("Take")
meter.watching(+1)
for number in range(20_000):  # more than the files were made for
    meter.conflict(str(number))
CallRecorder(metrics, None).ended("M", "OK", "", 0.1, game_id="", streamed=False)
assert metrics.moves.labels("Take")._value.get() == 1
assert metrics.conflicts.labels("19999")._value.get() == 1
"""
    env = {**os.environ, **folder.environment}
    subprocess.run([sys.executable, "-c", program], env=env, check=True)
    folder.leave()


def test_a_number_that_cannot_be_counted_is_left_out() -> None:
    """Where not even the files could be made."""
    folder = MetricsFolder.make()
    program = f"""
import asyncio, shutil
from types import SimpleNamespace
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
shutil.rmtree({str(folder.path)!r})
from conquian_service.application.game import Status
from conquian_service.telemetry.meter import CallRecorder, PrometheusMeter
from conquian_service.telemetry.timed_store import TimedStore
labels = dict(
    moves=["k"], games=["s", "r"], conflicts=["m"], duplicates=["m"],
    calls=["m", "c", "d"], store_failures=["o", "e"],
)
metrics = SimpleNamespace(
    **{{name: Counter(name, "", given, registry=None) for name, given in labels.items()}},
    call_seconds=Histogram("call", "", ["m"], registry=None),
    store_seconds=Histogram("store", "", ["o"], registry=None),
)
meter = PrometheusMeter(metrics)
meter.move("Take")
meter.game(next(iter(Status)), "classic")
meter.conflict("M")
meter.duplicate("M")
CallRecorder(metrics, None).ended("M", "OK", "", 0.1, game_id="", streamed=False)

async def now_ms():
    return 7

assert asyncio.run(TimedStore(SimpleNamespace(now_ms=now_ms), metrics).now_ms()) == 7
"""
    env = {**os.environ, **folder.environment}
    subprocess.run([sys.executable, "-c", program], env=env, check=True)
    folder.leave()


@pytest.mark.parametrize("place", ["free", "taken", "gone"])
def test_it_is_made_anew_when_it_has_vanished(
    parent: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """At its place if it is free; private and locked as the first one."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(parent / "run"))
    monkeypatch.setattr("conquian_service.telemetry.shared._IN_MEMORY", parent / "shm")
    for directory in (parent / "run", parent / "shm"):
        directory.mkdir()
    folder = MetricsFolder.make()
    first, held = folder.path, MetricsFolder(folder.path)
    folder.renew()
    assert folder.path == first

    shutil.rmtree(first if place != "gone" else parent / "run")
    if place == "taken":
        first.mkdir(mode=0o777)
    folder.renew()
    if place == "free":
        assert folder.path == first
    assert folder.path.parent == parent / ("shm" if place == "gone" else "run")
    assert (folder.path != first) == (place != "free")
    assert folder.path.stat().st_mode & 0o077 == 0
    count(folder)
    held.leave()  # whoever has known the first one takes nothing away with it
    MetricsFolder.remove_abandoned()
    assert "conquian_moves_total" in told(folder.path)
    folder.leave()
    assert not folder.path.exists()


def test_a_file_with_nothing_in_it_is_nothing() -> None:
    """A process that was killed while it made one keeps nobody from telling the rest."""
    folder = MetricsFolder.make()
    count(folder)
    folder.path.joinpath("counter_1.db").touch()
    assert 'conquian_moves_total{kind="Take"} 1.0' in told(folder.path)
    folder.leave()
