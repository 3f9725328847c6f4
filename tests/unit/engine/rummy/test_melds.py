"""What is a meld in each ruleset, how it is read, and what it is worth."""

from __future__ import annotations

import pickle

import pytest

from conquian_engine import (
    Reason,
    Refusal,
    best_opening,
    hand_points,
    judge_meld,
    lay_offs_of,
    meld_value,
    melds_from,
    resolve_rules,
)
from conquian_engine.rummy.cards import meld_text
from conquian_engine.rummy.rules import meld_rules
from tests.unit.engine.rummy.table import cards, meld, rules_for, words


@pytest.mark.parametrize(
    ("ruleset", "text", "reason"),
    [
        ("colonel", "5C 5D 5H 5S", None),
        ("colonel", "5C 5D 5C", Reason.CARD_REPEATED),
        ("colonel", "5C 5D", Reason.NOT_A_MELD),
        ("colonel", "5C 5D 6H", Reason.NOT_A_MELD),
        ("colonel", "AC 2C 3C", None),
        ("colonel", "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", None),
        ("colonel", "2C 3C 4D", Reason.NOT_A_MELD),
        ("colonel", "", Reason.NOT_A_MELD),
        ("colonel", "5C 5D JK", Reason.UNKNOWN_CARD),
        ("coo_can", "5C 5C 5D 5D", None),
        ("coo_can", "5C 5C 5D 5D 5H", None),
        ("coo_can", "5C 5C 5C 5D", Reason.CARD_REPEATED),
        ("coo_can", "5C 5C 5D", Reason.NOT_A_MELD),
        ("coo_can", "4C 5C 6C 7C 8C", None),
        ("kunken", "5C 5D 5H 5S JK", Reason.NOT_A_MELD),
        ("kunken", "5C 5D JK JK", None),
        ("kunken", "5C JK=5D 5H", Reason.NOT_A_MELD),
        ("kunken", "7H 7H 7D", Reason.NOT_A_MELD),
        ("kunken", "QC KC AC 2C 3C", None),
        ("kunken", "JK=KC AC 2C JK", None),
        ("kunken", "KC AC JK=2C JK=3C JK=4C", Reason.TOO_MANY_JOKERS),
        ("kunken", "JK JK JK", Reason.TOO_MANY_JOKERS),
        ("kunken", "KC JK=KC AC 2C", Reason.NOT_A_MELD),
        ("kunken", "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC JK", Reason.NOT_A_MELD),
        ("kunken", "9C 9D JK JK JK JK JK", Reason.CARD_REPEATED),
        ("kunken", "6C JK 9C", Reason.NOT_A_MELD),
        ("kunken", "8C JK 7C", Reason.JOKER_NOT_NAMED),
        ("kunken", "7C 8C 8C JK", Reason.NOT_A_MELD),
        ("kunken", "JK 6C 8D", Reason.NOT_A_MELD),
        ("coon_can", "5C 5C 5D 5D 5H 5H 5S 5S", None),
        ("coon_can", "5C 5C 5D 5D 5H 5H 5S 5S JK", Reason.NOT_A_MELD),
        ("coon_can", "5C 5C JK", None),
        ("coon_can", "5C JK JK", Reason.TOO_MANY_JOKERS),
        ("coon_can", "QC KC JK", None),
        ("coon_can", "JK AC 2C", Reason.JOKER_NOT_NAMED),
        ("coon_can", "KC AC JK", Reason.JOKER_NOT_NAMED),
        ("coon_can", "KC JK 2C", Reason.NOT_A_MELD),
        ("coon_can", "JK*=5C 6C 7C", None),
    ],
)
def test_what_is_a_meld(ruleset: str, text: str, reason: Reason | None) -> None:
    """Sets and runs as each ruleset has them (R3.10, R3.20, R3.30, R3.40)."""
    rules = rules_for(ruleset)
    refusal = judge_meld(rules, cards(text))
    assert reason == (None if refusal is None else refusal.reason)
    if refusal is not None and reason not in (Reason.CARD_REPEATED, Reason.UNKNOWN_CARD):
        assert rules.rule == refusal.rule


@pytest.mark.parametrize("ace", ["both", "low"])
def test_ace_of_colonel(ace: str) -> None:
    """The ace is low, and high too unless the option says otherwise (R3.10)."""
    rules = rules_for("colonel", ace=ace, pack="spanish40")
    assert judge_meld(rules, cards("1O 2O 3O")) is None
    assert (judge_meld(rules, cards("CO RO 1O")) is None) == (ace == "both")


def test_repeated_card_is_named() -> None:
    """More of a card than the pack has is no meld but a slip (R1.1)."""
    refusal = judge_meld(rules_for("kunken"), cards("7H 7H 7H"))
    assert Refusal(Reason.CARD_REPEATED, "R1.1", cards("7H")) == refusal


@pytest.mark.parametrize(
    ("ruleset", "named", "shown"),
    [
        ("kunken", "9H 7H JK=8H", "7H JK=8H 9H"),
        ("kunken", "7H JK 9H", "7H JK=8H 9H"),
        ("kunken", "JK 7H 8H", "JK=6H 7H 8H"),
        ("kunken", "7H 8H JK", "7H 8H JK=9H"),
        ("kunken", "JK AH 2H", "JK=KH AH 2H"),
        ("kunken", "AH JK QH KH", "JK"),
        ("kunken", "QH KH JK 2H", "QH KH JK=AH 2H"),
        ("kunken", "JK JK=3C 4C 5C", "JK=2C JK=3C 4C 5C"),
        ("kunken", "JK 9S 9C", "9C 9S JK"),
        (
            "kunken",
            "QH 9H KH TH JH AH 2H 3H 4H 5H 6H 7H 8H",
            "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
        ),
        ("coon_can", "2H 3H JK", "2H 3H JK=4H"),
        ("coon_can", "QH JK AH", "QH JK=KH AH"),
        ("coon_can", "JK 2H 3H", "JK=AH 2H 3H"),
        ("coon_can", "7C 6C JK*=5C", "JK*=5C 6C 7C"),
        ("coo_can", "8D 6D 9D 7D", "6D 7D 8D 9D"),
    ],
)
def test_how_a_meld_is_read(ruleset: str, named: str, shown: str) -> None:
    """Any order, but a plain joker of a run is read by its place (R3.3)."""
    rules = rules_for(ruleset)
    if shown == "JK":
        assert judge_meld(rules, cards(named)) is not None
        return
    assert meld(rules, named) == meld(rules, shown)
    assert cards(shown) == meld_text(rules.pack, meld(rules, named))


@pytest.mark.parametrize(
    ("values", "text", "worth"),
    [
        ("face", "KH AH 2H", 22),
        ("face", "AH 2H 3H", 6),
        ("face", "AC AD AH", 3),
        ("face", "JK=QH KH AH", 30),
        ("face", "QH KH JK=AH", 30),
        ("face", "9C 9D JK", 27),
        ("face", "8H 9H TH JH", 37),
        ("flat", "AC AD AH", 30),
        ("flat", "2C 3C 4C", 15),
        ("flat", "KH AH 2H", 25),
    ],
)
def test_what_a_meld_is_worth(values: str, text: str, worth: int) -> None:
    """Courts ten, an ace with a court in a run ten, jokers as what they stand for (R3.30)."""
    assert worth == meld_value(rules_for("kunken", values=values), cards(text))


@pytest.mark.parametrize(
    ("single", "hand", "best"),
    [
        ("false", "KC KD KH 5C 5D 5H 2S", 45),
        ("true", "KC KD KH 5C 5D 5H 2S", 30),
        ("false", "9H TH JK", 29),
        ("false", "2C 4D 6H", 0),
        ("true", "2C 4D 6H", 0),
        ("false", "JK JK JK", 0),
        ("false", "", 0),
        ("false", "7C 8C 9C 9D 9H", 27),
    ],
)
def test_best_opening(single: str, hand: str, best: int) -> None:
    """The greatest total of disjoint melds, or the greatest meld (R3.30)."""
    assert best == best_opening(rules_for("kunken", opening_single=single), cards(hand))


def test_melds_from_a_hand() -> None:
    """Runs suit by suit, then sets, every naming of a joker; as many as are asked for."""
    rules = rules_for("kunken")
    found = [words(each) for each in melds_from(rules, cards("7H 8H 8D JK"), 50)]
    assert ["JK=6H 7H 8H", "7H 8H JK=9H", "8D 8H JK"] == found
    assert ["JK=6H 7H 8H"] == [words(each) for each in melds_from(rules, cards("7H 8H JK"), 1)]
    ten = cards("AD 2D 3D 4D 5D 6D 7D 8D 9D TD")
    sizes = {len(each) for each in melds_from(rules_for("coo_can"), ten, 50)}
    assert {4, 10} == sizes
    many = melds_from(rules, cards("AD 2D 3D 4D 5D 6D 7D 8D JK"), 1000)
    assert len(many) == len(set(many)) > 50


def test_lay_offs_of_a_meld() -> None:
    """Below and above, and jokers in every place (R3.3)."""
    found = lay_offs_of(rules_for("kunken"), cards("7H 8H 9H"), cards("6H TH JK"))
    assert ["7H 8H 9H TH", "7H 8H 9H JK=TH", "7H 8H 9H TH JK=JH"] == [*map(words, found)][:3]
    assert len(found) == len(set(found))
    with pytest.raises(ValueError, match="no meld"):
        lay_offs_of(rules_for("kunken"), cards("7H 8H"), ())


@pytest.mark.parametrize(
    ("ruleset", "options", "hand", "points"),
    [
        ("colonel", {}, "KC AH 7D", 18),
        ("colonel", {"pack": "spanish40"}, "SO CO RO 1O 7B", 38),
        ("coo_can", {}, "8C 8D 8S AH", 25),
        ("kunken", {}, "KC AH 7D", 3),
        ("kunken", {}, "KC JK JK", 12),
        ("kunken", {"joker_minus": "11"}, "KC JK JK", 23),
        ("coon_can", {}, "JK AS KD TC 4C", 50),
    ],
)
def test_what_a_hand_counts(ruleset: str, options: dict[str, str], hand: str, points: int) -> None:
    """Each ruleset's own count (R3.10, R3.20, R3.30, R3.40)."""
    assert points == hand_points(resolve_rules(ruleset, options), cards(hand))


def test_meld_rules_are_one_value() -> None:
    """Equal rules share what is looked up about melds, after a trip through pickle too."""
    rules = rules_for("kunken").melds
    assert rules is pickle.loads(pickle.dumps(rules))
    assert rules is not meld_rules("double108", 3, rules.ace, suits_differ=False, new_runs=None)
