"""The examples in the engine's docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import conquian_engine

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(conquian_engine.__path__, "conquian_engine.")
)


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_hold(name: str) -> None:
    """What a docstring shows is what happens."""
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0
