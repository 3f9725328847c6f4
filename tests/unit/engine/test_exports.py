"""What the engine offers to the world."""

from __future__ import annotations

import conquian_engine


def test_public_names_are_sorted_and_there() -> None:
    """Everything listed exists, once, in order."""
    names = list(conquian_engine.__all__)
    assert len(names) == len(set(names))
    assert all(hasattr(conquian_engine, name) for name in names)
