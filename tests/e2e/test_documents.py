"""What the documents tell people to run does run."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.processes import Process, Server, Store, ending
from tests.support.tree import ROOT
from tests.support.waiting import until

WITHIN = 45.0
START_WITHIN = 20.0
TARGET = "localhost:50051"
HTTP_TARGET = "http://localhost:8080"
REDIS_URL = "redis://localhost:6379"
DOCUMENTS = ("README.md", "docs/python-client.md")

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code in a document."""

    document: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"


def blocks(*languages: str) -> list[Block]:
    """Every block of these languages in the documents."""
    found = []
    for document in DOCUMENTS:
        text = (ROOT / document).read_text(encoding="utf-8")
        for match in _BLOCK.finditer(text):
            if match[1] in languages:
                line = text.count("\n", 0, match.start()) + 2
                found.append(Block(document, line, match[1], match[2]))
    return found


def commands() -> list[tuple[str, str]]:
    """Every command of the shell blocks, with where it stands; comments are left out."""
    return [
        (str(block), command)
        for block in blocks("sh")
        for line in block.text.splitlines()
        if (command := line.partition("#")[0].strip())
    ]


BY_OTHERS = {
    "make run": "`.ci/smoke` runs it on a fresh clone",
    "make test": "this is part of it",
    "cd clients && npm ci && npm pack --workspace typescript": "tests/e2e/languages runs it",
    "npm install /path/to/clients/conquian-client-0.1.0.tgz": "tests/e2e/languages runs it",
}
"""Commands that are not run here, and why."""


def environment() -> dict[str, str]:
    """Without settings of whoever runs the tests; `conquian` is the one under test."""
    return {name: value for name, value in os.environ.items() if not name.startswith("CONQUIAN_")}


def here(command: str) -> str:
    """The command for this environment, which need not be in `.venv`."""
    return command.replace(".venv/bin/", f"{shlex.quote(str(Path(sys.executable).parent))}/")


def test_every_block_says_its_language() -> None:
    """One that does not would be run by nobody."""
    assert blocks("") == []


@pytest.mark.parametrize("block", blocks("python"), ids=str)
def test_a_python_block_is_a_program(
    pair: tuple[Server, Server], tmp_path: Path, block: Block
) -> None:
    """It runs to its end as it stands, but for the address, and complains of nothing."""
    printed = _printed_by(block, pair[0], tmp_path)
    assert printed or "assert" in block.text


def test_the_first_move_of_the_readme(pair: tuple[Server, Server], tmp_path: Path) -> None:
    """Its first program makes the move that its others make in TypeScript and by curl."""
    first, *_ = (block for block in blocks("python") if block.document == "README.md")
    assert _printed_by(first, pair[0], tmp_path) == "4 (Passed(seat=1),)\n"


def _printed_by(block: Block, server: Server, folder: Path) -> str:
    """Run a program to its end."""
    program = folder / "program.py"
    text = block.text.replace(HTTP_TARGET, server.http).replace(TARGET, server.address)
    program.write_text(text, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-W", "error", program],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


@pytest.mark.parametrize(("where", "command"), commands())
def test_a_command_works(
    pair: tuple[Server, Server], store: Store, tmp_path: Path, where: str, command: str
) -> None:
    """As it stands, at the service under test, an answer to every question typed beforehand."""
    if command in BY_OTHERS:
        return
    if command.endswith("conquian serve"):
        _serve(command, store, tmp_path)
        return
    if " play " in command:
        command += f" --target {pair[0].address}"
    ended = subprocess.run(
        ["/bin/sh", "-c", here(command)],
        cwd=ROOT,
        env=environment(),
        input="1\n" * 1000,
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout != ""


def _serve(command: str, store: Store, folder: Path) -> None:
    """Start a service by the command and stop it again."""
    ports = {"CONQUIAN_GRPC_PORT": "0", "CONQUIAN_HTTP_PORT": "0"}
    process = Process(
        ["/bin/sh", "-c", "exec env " + here(command).replace(REDIS_URL, store.url)],
        log=folder / "service.log",
        env=environment() | ports,
        cwd=folder,
    )
    with ending(process):
        until(lambda: "is ready" in process.said(), seconds=START_WITHIN, what="the service")
        assert process.stop(signal.SIGTERM) == 0


def test_what_is_not_run_here_still_stands_in_the_documents() -> None:
    """The list of exceptions has no entry too many."""
    assert BY_OTHERS.keys() <= {command for _, command in commands()}


def test_the_newcomers_path_is_documented() -> None:
    """`make run`, then a game in the terminal: the README begins with it."""
    told = [command for where, command in commands() if where.startswith("README.md")]
    assert told[0] == "make run"
    assert told[1].endswith("conquian play --against greedy")
