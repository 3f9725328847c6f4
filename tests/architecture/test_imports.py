"""The direction of dependencies, as far as a linter can see it and beyond."""

import ast
import pathlib
import subprocess
import sys
import sysconfig

import pytest

from tests.support.tree import ROOT, python_files

ENGINE = python_files("engine/conquian_engine")
TRANSPORT = python_files("service/conquian_service/transport")

# The engine is a calculator: no clock, no chance, no input or output, no logging.
NOT_FOR_A_CALCULATOR = {
    "asyncio", "concurrent", "datetime", "io", "logging", "multiprocessing", "os", "pathlib",
    "random", "secrets", "signal", "socket", "subprocess", "sys", "tempfile", "threading", "time",
    "urllib", "uuid", "warnings",
}  # fmt: skip

PLAIN_INSTALL = "{'grpc', 'google', 'conquian', 'conquian_engine', 'conquian_service'}"

# Refuses every package that a plain install does not bring, as its absence would.
WITHOUT_EXTRAS = f"""
import importlib.abc, sys

class Refuse(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top not in {PLAIN_INSTALL}:
            raise ModuleNotFoundError(f"No module named {{top!r}} in a plain install", name=top)

sys.meta_path.insert(0, Refuse())
"""


def test_import_contracts_are_kept() -> None:
    """Every contract in pyproject.toml holds."""
    lint = pathlib.Path(sysconfig.get_path("scripts"), "lint-imports")
    run = subprocess.run(
        [lint, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("file", ENGINE, ids=lambda file: file.name)
def test_the_engine_needs_the_standard_library_alone(file: pathlib.Path) -> None:
    """No module of the engine imports a package that has to be installed."""
    allowed = sys.stdlib_module_names | {"conquian_engine"}
    assert {name for name in _imported(file) if _top(name) not in allowed} == set()


@pytest.mark.parametrize("file", ENGINE, ids=lambda file: file.name)
def test_the_engine_is_a_calculator(file: pathlib.Path) -> None:
    """No module of the engine can read a clock, draw, write or log."""
    assert {_top(name) for name in _imported(file)} & NOT_FOR_A_CALCULATOR == set()
    assert {"open", "print", "input"} & _called(file) == set()


@pytest.mark.parametrize("file", TRANSPORT, ids=lambda file: file.name)
def test_the_transport_takes_the_api_from_the_client_and_nothing_else(file: pathlib.Path) -> None:
    """The server speaks the API's messages, never the client's own types."""
    ours = {name for name in _imported(file) if _top(name) == "conquian"}
    assert {name for name in ours if not f"{name}.".startswith("conquian.v1.")} == set()


@pytest.mark.parametrize("module", ["conquian", "conquian_service.cli"])
def test_a_plain_install_imports(module: str) -> None:
    """Client and command line load without any extra."""
    run = subprocess.run(
        [sys.executable, "-c", f"{WITHOUT_EXTRAS}\nimport {module}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


def _imported(file: pathlib.Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(_parsed(file)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            if node.module == "conquian":
                names |= {f"conquian.{alias.name}" for alias in node.names}
                names.discard("conquian")
    return names


def _called(file: pathlib.Path) -> set[str]:
    return {
        node.func.id
        for node in ast.walk(_parsed(file))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def _parsed(file: pathlib.Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def _top(name: str) -> str:
    return name.partition(".")[0]
