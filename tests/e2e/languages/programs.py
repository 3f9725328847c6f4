"""Building and running the examples of `clients/`, and judging what they report."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from conquian import aio
from tests.e2e.test_faulty_lines import moves_of
from tests.support.faults import End, Fault, FaultyProxy, Way, faulty
from tests.support.tree import ROOT

BUILT_WITHIN = 570.0
"""The first build on a machine fetches compilers' libraries."""
PLAYED_WITHIN = 75.0

START_REVISION = 3
MOST_MOVES = 20


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a seat says it has seen and done."""

    watched: tuple[int, ...]
    moves: int
    hand: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The line that an example prints at its end; each example prints the same."""

    game_id: str
    seats: tuple[Sitting, ...]
    repeated_equal: bool
    code: str
    reason: str
    sentence: str
    current_revision: int

    @classmethod
    def parse(cls, line: str) -> Report:
        """Of JSON; KeyError where something is missing."""
        told = json.loads(line)
        return cls(
            game_id=told["gameId"],
            seats=tuple(
                Sitting(tuple(seat["watched"]), seat["moves"], tuple(seat["hand"]))
                for seat in told["seats"]
            ),
            repeated_equal=told["repeatedEqual"],
            code=told["code"],
            reason=told["reason"],
            sentence=told["sentence"],
            current_revision=told["currentRevision"],
        )


def need(program: str, *, install: str) -> None:
    """Fail, and say what to install, where a toolchain is missing: never skip."""
    if shutil.which(program) is None:
        pytest.fail(f"no {program} here: install {install}", pytrace=False)


def build(*command: str | Path, cwd: Path = ROOT) -> None:
    """Run one step of a build; what it says is shown when it fails."""
    step = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=BUILT_WITHIN,
        check=False,
    )
    if step.returncode != 0:
        said = (step.stdout + step.stderr)[-5000:]
        pytest.fail(f"{' '.join(map(str, command))}:\n{said}", pytrace=False)


async def run(command: Sequence[str | Path], address: str) -> Report:
    """Let an example play at a server, whose address is its last argument."""
    return Report.parse(await printed([*command, address]))


async def printed(command: Sequence[str | Path]) -> str:
    """What a program prints, which must end well and in time."""
    environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    process = await asyncio.create_subprocess_exec(
        *map(str, command),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment,
    )
    try:
        told, said = await asyncio.wait_for(process.communicate(), PLAYED_WITHIN)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, (told + said).decode()[-5000:]
    return told.decode()


async def plays(command: Sequence[str | Path], address: str) -> None:
    """The example plays, and what it says is what the server says."""
    await judge(await run(command, address), address)


async def plays_over_lines_that_break(command: Sequence[str | Path], address: str) -> None:
    """The same over lines that break three times in the middle of it."""
    faults = [
        Fault(End.CUT, Way.DOWN, 4_000),
        Fault(End.CLOSED, Way.DOWN, 9_000),
        Fault(End.CUT, Way.UP, 1_200),
    ]
    async with faulty(address, faults) as line:
        report = await run(command, line.address)
        assert line.faults == faults
        assert_reconnected(line)
    await judge(report, address)


def assert_reconnected(line: FaultyProxy) -> None:
    """Each break was followed by a new connection."""
    assert line.connections >= len(line.faults) + 1


async def judge(report: Report, address: str) -> None:
    """Compare with what the server says to the Python client."""
    async with aio.connect(address) as client:
        game = await client.get_game(report.game_id)
        page = await client.list_events(report.game_id, page_size=200)

    assert START_REVISION < game.revision <= START_REVISION + MOST_MOVES
    for seat, shown in zip(report.seats, game.seats, strict=True):
        assert seat.watched == tuple(range(1, game.revision + 1))
        assert len(seat.hand) == shown.hand_size

    made = Counter(seat for update in page.updates for seat, _ in moves_of(update))
    assert {number: seat.moves for number, seat in enumerate(report.seats)} == made
    assert made.total() == game.revision - START_REVISION

    assert report.repeated_equal
    assert (report.code.upper(), report.reason) == ("ABORTED", "ERROR_REASON_STALE_REVISION")
    assert START_REVISION < report.current_revision <= game.revision
    assert str(report.current_revision) in report.sentence
