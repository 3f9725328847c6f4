"""Telling the checker which family a game is of, where a test knows it."""

from __future__ import annotations

from conquian_engine import GameRules, GameState, Rules, RummyRules, RummyState, State


def upcard_rules(rules: GameRules) -> Rules:
    """Rules of family U."""
    assert isinstance(rules, Rules)
    return rules


def upcard_state(state: GameState) -> State:
    """A state of family U."""
    assert isinstance(state, State)
    return state


def rummy_rules(rules: GameRules) -> RummyRules:
    """Rules of family H."""
    assert isinstance(rules, RummyRules)
    return rules


def rummy_state(state: GameState) -> RummyState:
    """A state of family H."""
    assert isinstance(state, RummyState)
    return state
