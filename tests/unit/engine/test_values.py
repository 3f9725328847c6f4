"""Values that are made quickly are values like any other."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, replace
from inspect import signature

import pytest

from conquian_engine import Offered, Origin, Seat, Upcard

UPCARD = Upcard(3, Origin.TURNED, Seat(1))


def test_value_is_made_by_place_and_by_name() -> None:
    """Parameters and defaults are those of the fields."""
    assert Offered(UPCARD, Seat(0)) == Offered(upcard=UPCARD, to=Seat(0), passed=())
    assert list(signature(Offered).parameters) == ["upcard", "to", "passed"]
    with pytest.raises(TypeError):
        Offered(UPCARD)  # type: ignore[call-arg]


def test_value_stays_frozen_and_whole() -> None:
    """A value cannot be changed; its copies are equal."""
    with pytest.raises(FrozenInstanceError):
        UPCARD.card = 4  # type: ignore[misc]
    assert hash(UPCARD) == hash(copy.copy(UPCARD))
    assert pickle.loads(pickle.dumps(UPCARD)) == UPCARD
    assert replace(UPCARD, card=4) == Upcard(4, Origin.TURNED, Seat(1))
    assert not hasattr(UPCARD, "__dict__")
