"""The two families of games behind the same public functions.

Family U offers an upcard that nobody ever holds (R2), family H draws cards into the hand
(R3, `rummy`). Each has its own rules and state; a public function looks at the type of
what it is given once and hands it on.

Source: R2, R3.
"""

from __future__ import annotations

from conquian_engine.rules import Rules
from conquian_engine.rummy.rules import RummyRules
from conquian_engine.rummy.state import RummyState
from conquian_engine.state import State

GameRules = Rules | RummyRules
"""The rules of a game of either family."""

GameState = State | RummyState
"""A game of either family at one moment."""
