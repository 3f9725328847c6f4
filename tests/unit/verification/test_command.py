"""`conquian verify` and `conquian transcript`: what they say and how they end."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conquian_service.cli import main
from conquian_service.verification import verify

# Refuses everything but the standard library, the engine and the proof itself.
ALONE = """
import importlib.abc, sys
class Refuse(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in {*sys.stdlib_module_names, "conquian_engine", "conquian_service"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Refuse())
from conquian_service.verification.command import run
code = run(sys.argv[1])
assert "socket" not in sys.modules, "a proof opens no connection"
sys.exit(code)
"""


@pytest.fixture
def honest(texts: list[str], tmp_path: Path) -> Path:
    """An honest file."""
    file = tmp_path / "game.json"
    file.write_text(texts[0], encoding="utf-8")
    return file


@pytest.fixture
def tampered(texts: list[str], tmp_path: Path) -> Path:
    """A file with one score too much."""
    record = json.loads(texts[0])
    record["game"]["seats"][0]["score"] += 1
    file = tmp_path / "tampered.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    return file


def test_an_honest_file(honest: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 0, and what was found."""
    assert main(["verify", str(honest)]) == 0
    assert capsys.readouterr().out.startswith("HONEST: game abcdefghijklmnopqrstuvwx27, ")


def test_a_tampered_file(tampered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1, and each fault on a line."""
    assert main(["verify", str(tampered)]) == 1
    said, fault = capsys.readouterr().out.splitlines()
    assert said.startswith("REJECTED: game ")
    assert fault.startswith("  the end: score of seat 0 ")


def test_a_file_of_a_newer_service(
    texts: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 3: neither yes nor no."""
    file = tmp_path / "newer.json"
    file.write_text(texts[0].replace('"passed"', '"knocked"'), encoding="utf-8")
    assert main(["verify", str(file)]) == 3
    assert capsys.readouterr().out.startswith("CANNOT JUDGE: game ")


def test_standard_input(
    texts: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file named `-`."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(texts[0].encode())))
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out.startswith("HONEST")


@pytest.mark.parametrize("kind", ["honest", "tampered"])
def test_a_verdict_for_programs(
    kind: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    """With `--json`."""
    file: Path = request.getfixturevalue(kind)
    assert main(["verify", str(file), "--json"]) == (kind != "honest")
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert told["verdict"] == ("honest" if kind == "honest" else "rejected")
    assert [fault["kind"] for fault in told["faults"]] == ["result"] * (kind != "honest")


def test_the_commitment_of_the_table(honest: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With `--commitment`: the right one, another one, none at all."""
    right = verify(honest.read_bytes()).commitment
    assert main(["verify", str(honest), "--commitment", right]) == 0
    assert main(["verify", str(honest), "--commitment", "ab" * 32]) == 1
    assert "was seen at the table" in capsys.readouterr().out
    assert main(["verify", str(honest), "--commitment", "ab"]) == 2
    assert capsys.readouterr().err == "error: a commitment has 64 hexadecimal digits\n"


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2: that is no verdict."""
    assert main(["verify", str(tmp_path / "nothing.json")]) == 2
    assert capsys.readouterr().err.startswith("error: cannot read ")


def test_it_needs_nothing_but_the_rules(honest: Path, tampered: Path) -> None:
    """No gRPC, no protobuf, no client, no connection: engine and standard library."""
    for file, code in ((honest, 0), (tampered, 1)):
        command = [sys.executable, "-c", ALONE, str(file)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (run.returncode, run.stderr) == (code, "")


def test_a_record_of_a_service_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1 and one line; nothing is written to the file."""
    assert main(["transcript", "a" * 26, "--target", "127.0.0.1:1"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("error: ")
    assert told.err.count("\n") == 1
