"""The Go stubs compile, and the example made with them plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.languages.programs import build, need, plays, plays_over_lines_that_break
from tests.support.processes import Server
from tests.support.tree import ROOT

GO = "Go 1.26 or newer"


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> list[str | Path]:
    """How the example is started, but for the address."""
    need("go", install=GO)
    program = tmp_path_factory.mktemp("go") / "example"
    build("go", "build", "-o", program, "./example", cwd=ROOT / "clients" / "go")
    return [program, "-target"]


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
