"""Rules are stored with every option, and come back whatever the defaults have become."""

from __future__ import annotations

import pytest

from conquian_engine import RULESETS, OptionSpec, OptionsRefused, resolve_rules, rules_options
from conquian_service.storage.codec_rules import read_rules, write_rules
from conquian_storage.v1 import rules_pb2
from tests.support.families import upcard_rules


def _texts(option: OptionSpec) -> list[str]:
    match option.kind:
        case "choice":
            return list(option.choices)
        case "bool":
            return ["true", "false"]
        case "int":
            none = ["none"] if option.allows_none else []
            return [str(option.low), str(option.high), *none]


def _makes_a_game(ruleset: str, option: str, text: str) -> bool:
    try:
        resolve_rules(ruleset, {option: text})
    except OptionsRefused:
        return False
    return True


CASES = [
    (ruleset, option.name, text)
    for ruleset, spec in RULESETS.items()
    for option in spec.options
    for text in _texts(option)
    if _makes_a_game(ruleset, option.name, text)
]


@pytest.mark.parametrize(("ruleset", "option", "text"), CASES)
def test_every_value_of_every_option_comes_back(ruleset: str, option: str, text: str) -> None:
    """All values, in all rulesets (decision 0.7)."""
    rules = resolve_rules(ruleset, {option: text})
    stored = rules_pb2.Rules.FromString(write_rules(rules).SerializeToString())
    assert rules == read_rules(stored)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_option_is_pinned(ruleset: str) -> None:
    """An option is stored although it has its default: the default may change."""
    rules = resolve_rules(ruleset)
    stored = {field.name for field, _ in write_rules(rules).ListFields()}
    assert {"ruleset", "seats", *rules_options(rules)} == stored


def test_the_options_of_one_game_are_not_taken_for_those_of_another() -> None:
    """An absent option is not an option that is off."""
    off = write_rules(resolve_rules("classic", {"opening_upcard": "false"}))
    absent = rules_pb2.Rules()
    absent.CopyFrom(off)
    absent.ClearField("opening_upcard")
    for _ in range(2):
        assert not upcard_rules(read_rules(off)).opening_upcard
        assert upcard_rules(read_rules(absent)).opening_upcard


def test_a_field_for_every_option() -> None:
    """`rules.proto` names exactly the options of all rulesets."""
    options = {option.name for spec in RULESETS.values() for option in spec.options}
    fields = {field.name for field in rules_pb2.Rules.DESCRIPTOR.fields}
    assert {"ruleset", "seats", *options} == fields
