"""The benchmarks run; their numbers are nobody's business here."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bench.__main__ import SECTIONS
from tests.support.processes import processes_holding
from tests.support.tree import ROOT


def _bench(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    # Sockets need a shorter path than a test's folder may have.
    places = {"TMPDIR": str(folder), "XDG_RUNTIME_DIR": tempfile.gettempdir()}
    return subprocess.Popen(
        [sys.executable, "-m", "bench", "--smoke", *arguments],
        cwd=ROOT,
        env={**os.environ, **places},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.timeout(240)
def test_every_section_reports(tmp_path: Path) -> None:
    """A run ends well, with figures of every section, and leaves nothing behind."""
    run = _bench(tmp_path)
    said, complained = run.communicate(timeout=230)
    assert (0, "") == (run.returncode, complained)
    lines = re.findall(r"^\((\w)\) .+  +\d+  +[\d.]+  +[\d.]+  +[\d.]+ ", said, re.MULTILINE)
    assert set(SECTIONS) == set(lines)
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
    run = _bench(tmp_path, "--only", section)
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
@pytest.mark.parametrize(("letter", "shows"), [("a", "legal_moves"), ("b", "by layer")])
def test_a_profile_shows_where_the_time_goes(tmp_path: Path, letter: str, shows: str) -> None:
    """Both profiles end well."""
    run = _bench(tmp_path, "--profile", letter)
    said, complained = run.communicate(timeout=110)
    assert (0, "") == (run.returncode, complained)
    assert shows in said
