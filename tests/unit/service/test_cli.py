"""The command line: what it says and how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path

import pytest

from conquian_service.cli import main

WITHOUT_THE_EXTRA = """
import importlib.abc, sys
class Refuse(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"pydantic", "pydantic_settings", "redis", "uvloop"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Refuse())
from conquian_service.cli import main
sys.exit(main(sys.argv[1:]))
"""


SERVICE = ("-m", "conquian_service")


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """What `serve` in this process sets for itself does not outlive the test."""
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def _run(
    *arguments: str, cwd: Path, program: Sequence[str] = SERVICE, env: Mapping[str, str] = {}
) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CONQUIAN_")}
    return subprocess.run(
        [sys.executable, *program, *arguments],
        cwd=cwd,
        env={**clean, **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=50,
    )


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """The version of the distribution."""
    assert main(["version"]) == 0
    assert capsys.readouterr().out == f"conquian {metadata.version('conquian')}\n"


def test_config_shows_values_but_no_secrets(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in force, in the form of a setting."""
    monkeypatch.setenv("CONQUIAN_GRPC_PORT", "7")
    monkeypatch.setenv("CONQUIAN_TOKEN_KEYS", f"a:{'ab' * 32}")
    assert main(["config"]) == 0
    shown = capsys.readouterr().out
    assert "CONQUIAN_GRPC_PORT=7\n" in shown
    assert "CONQUIAN_TOKEN_KEYS=(secret)\n" in shown


@pytest.mark.parametrize("command", ["config", "serve"])
def test_refused_settings_end_with_2(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one line that says why."""
    monkeypatch.setenv("CONQUIAN_GRPC_PROT", "7")
    assert main([command]) == 2
    told = capsys.readouterr().err
    assert told == "error: unknown setting CONQUIAN_GRPC_PROT; did you mean CONQUIAN_GRPC_PORT?\n"


def test_the_number_of_workers_is_a_setting_too(capsys: pytest.CaptureFixture[str]) -> None:
    """And refused by its name where it is none."""
    assert main(["serve", "--workers", "0"]) == 2
    assert capsys.readouterr().err.startswith("error: CONQUIAN_WORKERS: ")


@pytest.mark.parametrize("command", ["serve", "demo", "config"])
def test_a_missing_extra_is_named(command: str, tmp_path: Path) -> None:
    """A plain install has the client; the server's commands say what they need."""
    run = _run(command, cwd=tmp_path, program=("-c", WITHOUT_THE_EXTRA))
    assert run.returncode == 2
    assert 'pip install "conquian[service]"' in run.stderr
    assert "Traceback" not in run.stderr


def test_a_stop_at_the_very_start_is_heard(tmp_path: Path) -> None:
    """By a handler, for to process 1 of a container the kernel gives no signal without one."""
    program = """if True:
        import os, signal, sys
        from conquian_service import cli, config
        def early(**_):
            os.kill(os.getpid(), signal.SIGTERM)
            raise config.SettingsRefused("it was not heard")
        config.load_settings = early
        sys.exit(cli.main(["serve"]))
    """
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize(("variable", "other"), [("GRPC", "HTTP"), ("HTTP", "GRPC")])
def test_a_port_that_is_taken_is_named(variable: str, other: str, tmp_path: Path) -> None:
    """Before a store is started; nothing is left behind."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        run = _run(
            "serve",
            cwd=tmp_path,
            env={f"CONQUIAN_{variable}_PORT": str(port), f"CONQUIAN_{other}_PORT": "0"},
        )
    assert run.returncode == 1
    assert run.stderr == (
        f"error: cannot listen on 127.0.0.1:{port} for "
        f"{'gRPC' if variable == 'GRPC' else 'HTTP'}: address already in use; "
        f"CONQUIAN_{variable}_PORT names another\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_url_that_is_none_is_refused_without_showing_it(tmp_path: Path) -> None:
    """It may hold a password."""
    run = _run(
        "serve",
        cwd=tmp_path,
        env={
            "CONQUIAN_REDIS_URL": "http://user:secret@host",
            "CONQUIAN_GRPC_PORT": "0",
            "CONQUIAN_HTTP_PORT": "0",
        },
    )
    assert run.returncode == 1
    assert "CONQUIAN_REDIS_URL" in run.stderr
    assert "secret" not in run.stderr
