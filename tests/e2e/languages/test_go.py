"""The Go stubs compile, and the example made with them plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.languages import following
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


@pytest.fixture(scope="module")
def follow(tmp_path_factory: pytest.TempPathFactory) -> list[str | Path]:
    """How its player alone is started, but for the address, the game and the token."""
    need("go", install=GO)
    program = tmp_path_factory.mktemp("go") / "follow"
    build("go", "test", "-c", "-o", program, "./example", cwd=ROOT / "clients" / "go")
    return [program, "-test.run=^TestFollow$"]


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


@pytest.mark.timeout(660)
async def test_it_is_over_when_the_game_is_called_off(
    follow: list[str | Path], pair: tuple[Server, Server]
) -> None:
    """A game that was cancelled has no result and is over all the same."""
    await following.is_over_when_the_game_is_called_off(follow, pair[0].address)


@pytest.mark.timeout(660)
async def test_it_pauses_between_streams(follow: list[str | Path]) -> None:
    """No service is asked as fast as it can fail."""
    await following.pauses_between_streams(follow)


@pytest.mark.timeout(660)
async def test_it_notices_a_dead_line(
    follow: list[str | Path], pair: tuple[Server, Server]
) -> None:
    """Within 40 seconds, which this test takes."""
    await following.notices_a_dead_line(follow, pair[1].address)
