"""What `import conquian` offers, and what it costs."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import conquian
from conquian import aio, sync


def test_all_is_sorted_and_has_no_duplicates() -> None:
    """One place to look a name up."""
    assert sorted(set(conquian.__all__)) == conquian.__all__


@pytest.mark.parametrize("name", conquian.__all__)
def test_every_name_is_there(name: str) -> None:
    """Each name of `__all__` resolves, and `dir` shows it."""
    assert getattr(conquian, name) is not None
    assert name in dir(conquian)


def test_lazy_names_are_the_offered_ones() -> None:
    """What is resolved at run time, what type checkers see and `__all__` are the same."""
    lazy = {name for names in conquian._HOMES.values() for name in names}
    tree = ast.parse(Path(conquian.__file__).read_text(encoding="utf-8"))
    seen_by_checkers = {
        alias.name
        for block in tree.body
        if isinstance(block, ast.If)
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert lazy | {*conquian._MODULES} == seen_by_checkers == set(conquian.__all__)


def test_lazy_names_are_public_where_they_come_from() -> None:
    """Nothing is offered that its own module does not offer."""
    for module, names in conquian._HOMES.items():
        assert set(names) <= set(import_module(f"conquian.{module}").__all__)


def test_the_synchronous_client_offers_what_the_asynchronous_one_does() -> None:
    """Under the same names without their prefix; their methods take the same arguments."""
    assert sync.__all__ == sorted(name.removeprefix("Async") for name in aio.__all__)
    for kind in ("Client", "Seat", "Watch"):
        of_sync, of_aio = getattr(sync, kind), getattr(aio, f"Async{kind}")
        methods = {name for name in vars(of_aio) if not name.startswith("_")}
        assert {"close" if name == "aclose" else name for name in methods} == {
            name for name in vars(of_sync) if not name.startswith("_")
        }
        for name in methods & vars(of_sync).keys():
            if callable(getattr(of_sync, name)):
                parameters = inspect.signature(getattr(of_sync, name)).parameters
                assert (
                    parameters.keys() == inspect.signature(getattr(of_aio, name)).parameters.keys()
                )


def test_a_name_that_is_not_there() -> None:
    """A misspelt name is an AttributeError as in any module."""
    with pytest.raises(AttributeError, match="AsyncCleint"):
        _ = conquian.AsyncCleint


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import conquian", ["grpc", "google.protobuf", "asyncio"]),
        ("import conquian.v1.view_pb2", ["grpc", "asyncio", "conquian.view"]),
        ("from conquian import Card, Take, GameView, GreedyPlayer", ["grpc", "asyncio"]),
        ("import conquian; conquian.sync.connect", ["conquian.aio", "conquian_service"]),
        ("from conquian import connect", ["conquian_engine", "conquian_service", "redis"]),
        ("import conquian; conquian.connect('localhost:1')", ["httpx"]),
    ],
)
def test_an_import_loads_only_what_it_needs(statement: str, absent: list[str]) -> None:
    """The package itself is free; values need protobuf; only the client needs gRPC."""
    code = f"{statement}\nimport sys\nprint([name for name in {absent!r} if name in sys.modules])"
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert printed.stdout.strip() == "[]"
