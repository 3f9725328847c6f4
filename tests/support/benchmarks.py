"""Runs of the benchmarks in which only it counts that they end well."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.tree import ROOT


def start_bench(folder: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """`python -m bench --smoke` under way, with a folder for what it leaves lying about."""
    # Sockets need a shorter path than a test's folder may have.
    places = {"TMPDIR": str(folder), "XDG_RUNTIME_DIR": tempfile.gettempdir()}
    return subprocess.Popen(
        [sys.executable, "-m", "bench", "--smoke", *arguments],
        cwd=ROOT,
        env={**os.environ, **places, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
