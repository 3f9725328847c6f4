"""The peer of the benchmarks that runs on Node plays on its server; fails where Node is not."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
from pathlib import Path

import pytest

from bench.node import FOLDER, ready_node
from tests.support.benchmarks import start_bench
from tests.support.processes import processes_holding

_NUMBERS = r" +\d+  +[\d.]+  +[\d.]+  +[\d.]+ "


@pytest.mark.timeout(600)
def test_boardgame_io_is_measured(tmp_path: Path) -> None:
    """Every move is answered and stored, or the run would fail; nothing is left behind."""
    run = start_bench(tmp_path, "--only", "g")
    said, complained = run.communicate(timeout=580)
    assert (0, "") == (run.returncode, complained)
    doors = re.findall(rf"^\(g\) .*server CPU.*{_NUMBERS}.*ours by (\S+)", said, re.MULTILINE)
    assert ["gRPC", "Connect", "REST"] == doors
    assert [] == processes_holding(tmp_path)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.timeout(120)
def test_a_run_can_be_stopped(tmp_path: Path) -> None:
    """A signal while Node is at work ends both of its processes."""
    run = start_bench(tmp_path, "--only", "g")
    assert run.stdout is not None
    assert run.stdout.readline().startswith("(g)")
    with pytest.raises(subprocess.TimeoutExpired):
        run.wait(3.0)  # it has begun to start things
    run.send_signal(signal.SIGINT)
    assert 130 == run.wait(60)
    run.communicate()
    assert [] == processes_holding(tmp_path)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.timeout(600)
def test_what_it_plays_is_a_game() -> None:
    """Games end, hide what they must and refuse what is no move."""
    played = subprocess.run(
        [asyncio.run(ready_node()), "--test"],
        cwd=FOLDER, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert 0 == played.returncode, played.stdout
