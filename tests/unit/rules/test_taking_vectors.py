"""Every position of taking_vectors.jsonl, answered by the engine and by the oracle.

What the numbers count is written in tests/data/SOURCE.md.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conquian_engine import Card, Rules, can_be_forced, cards_that_go_out, resolve_rules, takings
from tests.oracle import takings as oracle
from tests.oracle.options import RULESETS as ORACLE_RULESETS
from tests.oracle.words import cards, layout, plain_layout
from tests.support.families import upcard_rules

VECTORS = Path(__file__).parents[2] / "data" / "taking_vectors.jsonl"
RULESETS = {
    "short40": "classic",
    "spanish40": "spanish",
    "courtless40": "courtless",
    "full52": "full_pack",
}


def _vectors() -> list[Any]:
    lines = VECTORS.read_text(encoding="utf-8").splitlines()
    return [pytest.param(json.loads(line), id=json.loads(line)["id"]) for line in lines]


def _rules(vector: dict[str, Any], forcing: str = "simple") -> Rules:
    longest = "none" if vector["max_run"] is None else str(vector["max_run"])
    options = {"dealt": str(vector["dealt"]), "max_run": longest, "forcing": forcing}
    return upcard_rules(resolve_rules(RULESETS[vector["pack"]], options))


def test_all_vectors_are_read() -> None:
    """All 150 positions are read, so that none is lost without a word."""
    assert len(_vectors()) == 150


@pytest.mark.parametrize("vector", _vectors())
def test_vector(vector: dict[str, Any]) -> None:
    """Takings, goings out, forces and winning upcards are the listed ones (R2.10-R2.18)."""
    rules = _rules(vector)
    table, hand = layout(*vector["table"]), cards(vector["hand"])
    upcard = Card(vector["upcard"])
    found = takings(rules, table, hand, upcard)

    assert vector["target"] == rules.target
    assert vector["takes"] == len(found)
    assert vector["goes_out"] == sum(sum(map(len, taking)) == vector["target"] for taking in found)
    assert vector["force_simple"] == can_be_forced(rules, table, upcard)
    assert vector["force_rearrange"] == can_be_forced(_rules(vector, "rearrange"), table, upcard)
    assert set(vector["winning_upcards"]) == set(cards_that_go_out(rules, table, hand))


@pytest.mark.parametrize("vector", _vectors())
def test_oracle_answers_vector(vector: dict[str, Any]) -> None:
    """The oracle gives the listed answers too, so it may judge where no vector does."""
    table, hand = plain_layout(layout(*vector["table"])), frozenset(vector["hand"].split())
    options = replace(
        ORACLE_RULESETS[RULESETS[vector["pack"]]], dealt=vector["dealt"], max_run=vector["max_run"]
    )
    found = oracle.takings(options, table, hand, vector["upcard"])

    assert vector["dealt"] == len(oracle.cards_on(table) | hand)
    assert vector["takes"] == len(found)
    assert vector["goes_out"] == sum(
        len(oracle.cards_on(taking)) == vector["target"] for taking in found
    )
    for forcing in ("simple", "rearrange"):
        forced = replace(options, forcing=forcing)
        answer = oracle.can_be_forced(forced, table, vector["upcard"])
        assert vector[f"force_{forcing}"] == answer
    assert set(vector["winning_upcards"]) == oracle.cards_that_go_out(options, table, hand)
