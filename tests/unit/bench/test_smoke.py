"""The benchmarks run; their numbers are nobody's business here."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bench.__main__ import SECTIONS, main
from bench.figures import Figure, Spread
from bench.ground import Ground
from bench.processes import BenchFailed
from bench.sizes import Sizes
from tests.support.benchmarks import start_bench
from tests.support.processes import processes_holding

NEEDS_NODE = "g"
"""Tried in `tests/e2e/test_benchmarks_on_node.py`."""


@pytest.mark.timeout(240)
def test_every_section_reports(tmp_path: Path) -> None:
    """A run ends well, with figures of every section asked for, and leaves nothing behind."""
    sections = set(SECTIONS) - {NEEDS_NODE}
    run = start_bench(tmp_path, "--only", "".join(sorted(sections)))
    said, complained = run.communicate(timeout=230)
    assert (0, "") == (run.returncode, complained)
    lines = re.findall(r"^\((\w)\) .+  +\d+  +[\d.]+  +[\d.]+  +[\d.]+ ", said, re.MULTILINE)
    assert sections == set(lines)
    assert [] == processes_holding(tmp_path)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("section", "told"),
    [("b", signal.SIGINT), ("e", signal.SIGTERM)],
    ids=["ctrl-c", "term"],
)
def test_a_run_can_be_stopped(tmp_path: Path, section: str, told: signal.Signals) -> None:
    """A signal in the middle ends it and all that it started."""
    run = start_bench(tmp_path, "--only", section)
    assert run.stdout is not None
    assert run.stdout.readline().startswith(f"({section})")
    with pytest.raises(subprocess.TimeoutExpired):
        run.wait(1.0)  # it has begun to start things
    run.send_signal(told)
    assert 130 == run.wait(60)
    run.communicate()
    assert [] == processes_holding(tmp_path)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("letter", "shows"), [("a", "legal_moves"), ("b", "by layer"), ("f", "connectrpc")]
)
def test_a_profile_shows_where_the_time_goes(tmp_path: Path, letter: str, shows: str) -> None:
    """Every profile ends well."""
    run = start_bench(tmp_path, "--profile", letter)
    said, complained = run.communicate(timeout=110)
    assert (0, "") == (run.returncode, complained)
    assert shows in said


def test_a_section_that_fails_takes_no_other_with_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was measured is reported, and the run does not count as done."""

    async def fails(_ground: Ground, _sizes: Sizes) -> list[Figure]:
        raise BenchFailed("the store refused a game")

    async def measures(_ground: Ground, _sizes: Sizes) -> list[Figure]:
        return [Figure(section="d", what="start", ratio=Spread.of([1.5]), relative_to="1 s")]

    monkeypatch.setitem(SECTIONS, "c", ("bytes", fails))
    monkeypatch.setitem(SECTIONS, "d", ("start", measures))
    monkeypatch.setattr(sys, "argv", ["bench", "--smoke", "--only", "c,d"])

    assert 1 == main()

    said, complained = capsys.readouterr()
    assert re.search(r"^\(d\) +start +1 +1.50 ", said, re.MULTILINE)
    assert complained == "error: (c) the store refused a game\n"


@pytest.mark.timeout(60)
def test_what_needs_node_says_so_without_it(tmp_path: Path) -> None:
    """A machine without Node has all other figures, and this one's reason."""
    run = start_bench(tmp_path, "--only", NEEDS_NODE, PATH=str(tmp_path))
    said, complained = run.communicate(timeout=50)
    assert (0, "") == (run.returncode, complained)
    assert re.search(r"^\(g\) .+ not measured: no node$", said, re.MULTILINE)
