"""The Java stubs can be made, compile, and the example made with them plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.languages.programs import build, need, plays, plays_over_lines_that_break
from tests.support.processes import Server
from tests.support.tree import ROOT

PROJECT = ROOT / "clients" / "java"


@pytest.fixture(scope="module")
def example() -> list[str | Path]:
    """How the example is started, but for the address."""
    need("javac", install="a JDK of 17 or newer (Debian: default-jdk-headless)")
    need("mvn", install="Maven 3.8 or newer (Debian: maven)")
    build(".ci/generate-java")
    build("mvn", "--batch-mode", "--quiet", "--file", PROJECT / "pom.xml", "process-classes")
    built = PROJECT / "target"
    return ["java", "-cp", f"{built / 'classes'}:{built / 'lib'}/*", "conquian.example.Example"]


@pytest.mark.timeout(660)
async def test_the_example_plays(example: list[str | Path], pair: tuple[Server, Server]) -> None:
    """Every update once, every move once, a repeat answered as the first time, a typed refusal."""
    await plays(example, pair[0].address)


@pytest.mark.timeout(660)
async def test_it_plays_over_lines_that_break(
    example: list[str | Path], pair: tuple[Server, Server]
) -> None:
    """No update is missing and no move is made twice."""
    await plays_over_lines_that_break(example, pair[1].address)
