"""The Java stubs can be made, compile, and the example made with them plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.languages import following
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


@pytest.fixture(scope="module")
def follow(example: list[str | Path], tmp_path_factory: pytest.TempPathFactory) -> list[str | Path]:
    """How its player alone is started, but for the address, the game and the token."""
    java, option, path, _ = example
    classes = tmp_path_factory.mktemp("java")
    source = PROJECT / "src/test/java/conquian/example/Follow.java"
    build("javac", option, path, "-d", classes, source)
    return [java, option, f"{classes}:{path}", "conquian.example.Follow"]


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


@pytest.mark.timeout(660)
async def test_it_lets_go_of_its_streams(
    follow: list[str | Path], pair: tuple[Server, Server]
) -> None:
    """A channel that stays open keeps nothing of a player who has left."""
    await following.lets_go_of_its_streams(follow, pair[0].address)
