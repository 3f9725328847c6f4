"""The positions of examples.yaml.

Each example names the rule it shows; where the answer is no, the engine's refusal has to
cite that rule. The courses of play are told in `test_play_examples`
and `test_rummy_examples`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from conquian_engine import (
    Card,
    GameRules,
    Reason,
    Refusal,
    can_be_forced,
    cards_that_go_out,
    judge_meld,
    judge_taking,
    resolve_rules,
    takings,
)
from tests.oracle.words import cards, layout, plain_layout
from tests.support.families import upcard_rules
from tests.unit.rules import test_play_examples, test_rummy_examples

Example = dict[str, Any]

FILE = Path(__file__).parents[2] / "data" / "examples.yaml"
EXAMPLES: dict[str, Example] = {
    example["id"]: example for example in yaml.safe_load(FILE.read_text(encoding="utf-8"))
}


def _rules(example: Example) -> GameRules:
    options = {
        name: value if isinstance(value, str) else str(value).lower()
        for name, value in example.get("options", {}).items()
    }
    return resolve_rules(example["ruleset"], options)


def _of_kind(*kinds: str) -> list[Any]:
    return [
        pytest.param(example, id=example_id)
        for example_id, example in EXAMPLES.items()
        if example["kind"] in kinds
    ]


def _verdict(refusal: Refusal | None) -> tuple[bool, str | None]:
    return refusal is None, None if refusal is None else refusal.rule


def _expected(example: Example) -> tuple[bool, str | None]:
    return example["legal"], None if example["legal"] else example["rule"]


def test_every_kind_is_known() -> None:
    """No example is of a kind that no test here reads."""
    known = {"meld", "take", "can_take", "force", "goes_out_on", "score", "play"}

    assert known == {example["kind"] for example in EXAMPLES.values()}
    assert 91 == len(EXAMPLES)


def test_every_course_of_play_is_told() -> None:
    """Each `play` example has a test of its own, named after it."""
    names = [*dir(test_play_examples), *dir(test_rummy_examples)]
    told = {name.split("_")[1].upper() for name in names if "test_e" in name}

    assert {param.id for param in _of_kind("play")} == told


@pytest.mark.parametrize("example", _of_kind("meld"))
def test_meld(example: Example) -> None:
    """The cards are one valid meld, or are refused by the rule named (R1, R2.13)."""
    assert _expected(example) == _verdict(judge_meld(_rules(example), cards(example["cards"])))


def test_card_outside_the_pack_is_named() -> None:
    """E14: 8H is not in the pack, and the refusal says so (R1)."""
    refusal = judge_meld(_rules(EXAMPLES["E14"]), cards(EXAMPLES["E14"]["cards"]))

    assert Refusal(Reason.UNKNOWN_CARD, "R1", cards("8H")) == refusal


@pytest.mark.parametrize("example", _of_kind("take"))
def test_take(example: Example) -> None:
    """The layout is a legal taking, or is refused by the rule named (R2.10-R2.15)."""
    rules, table, hand = (
        upcard_rules(_rules(example)),
        layout(*example["table"]),
        cards(example["hand"]),
    )
    upcard, wanted = Card(example["upcard"]), layout(*example["layout"])
    opponents = layout(*(meld for melds in example.get("opponents", ()) for meld in melds))
    listed = takings(rules, table, hand, upcard, opponents=opponents)
    found = {plain_layout(taking) for taking in listed}
    refusal = judge_taking(rules, table, hand, upcard, wanted, opponents=opponents)

    assert _expected(example) == _verdict(refusal)
    assert example["legal"] == (plain_layout(wanted) in found)


@pytest.mark.parametrize(
    ("example_id", "reason", "named"),
    [
        ("E24", Reason.EXTRA_HAND_CARD, "2D 2H 2S"),
        ("E25", Reason.UPCARD_NOT_USED, "5D"),
        ("E27", Reason.NOT_A_MELD, "4D 5D"),
        ("E34", Reason.CARD_NOT_IN_HAND, "7C"),
        ("E35", Reason.TABLE_CARD_MISSING, "KC KD KH"),
        ("E31", Reason.MELD_NOT_KEPT, "AS 2S 3S 4S 5S 6S 7S"),
        ("E37", Reason.OPPONENT_MELD_BROKEN, "6S"),
        ("E122", Reason.MELD_NOT_KEPT, "4S 5S 6S 7S 8S 9S"),
    ],
)
def test_refused_taking_names_reason_and_cards(example_id: str, reason: Reason, named: str) -> None:
    """A refused taking says why and names the cards it is about (R4.3)."""
    example = EXAMPLES[example_id]
    refusal = judge_taking(
        upcard_rules(_rules(example)),
        layout(*example["table"]),
        cards(example["hand"]),
        Card(example["upcard"]),
        layout(*example["layout"]),
        opponents=layout(*(meld for melds in example.get("opponents", ()) for meld in melds)),
    )

    assert refusal is not None
    assert (reason, set(cards(named))) == (refusal.reason, set(refusal.cards))


@pytest.mark.parametrize("example", _of_kind("can_take"))
def test_can_take(example: Example) -> None:
    """There is a legal taking of the upcard, or there is none (R2.10, R2.11)."""
    table, hand = layout(*example["table"]), cards(example["hand"])
    found = takings(upcard_rules(_rules(example)), table, hand, Card(example["upcard"]))

    assert example["answer"] == bool(found)


@pytest.mark.parametrize("example", _of_kind("force"))
def test_force(example: Example) -> None:
    """The seat that passed can be forced, or cannot (R2.18)."""
    table = layout(*example["table"])

    assert example["answer"] == can_be_forced(
        upcard_rules(_rules(example)), table, Card(example["upcard"])
    )


def test_run_of_nine_is_forced_by_rearranging() -> None:
    """E45's note: AH-QH, nine cards, is shown as two runs under `forcing` rearrange (R2.18)."""
    example = EXAMPLES["E45"]
    rules = upcard_rules(resolve_rules(example["ruleset"], {"forcing": "rearrange"}))

    assert can_be_forced(rules, layout(*example["table"]), Card(example["upcard"]))


@pytest.mark.parametrize("example", _of_kind("goes_out_on"))
def test_goes_out_on(example: Example) -> None:
    """Exactly the listed upcards let the player go out (R2.16, R2.17)."""
    table, hand = layout(*example["table"]), cards(example["hand"])
    found = cards_that_go_out(upcard_rules(_rules(example)), table, hand)

    assert set(cards(example["upcards"])) == set(found)


def test_forced_card_spoils_going_out() -> None:
    """E46's note: with 5C forced onto the clubs and a heart gone nothing goes out (R2.16)."""
    example = EXAMPLES["E46"]
    table = layout("7S 8S 9S TS", "5C 6C 7C 8C 9C")

    for left in example["hand"].split():
        assert cards_that_go_out(upcard_rules(_rules(example)), table, cards(left)) == ()


@pytest.mark.parametrize("example", _of_kind("score"))
def test_score(example: Example) -> None:
    """A hand, a meld or the end of a deal is worth the listed points (R2.26, R3.10-R3.40)."""
    assert example["points"] == test_rummy_examples.scored(example)
    if example["what"] == "opening value":
        assert example["legal"] == (example["points"] >= 40)
