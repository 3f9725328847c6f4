"""Options and rulesets: text in, rules out, and back."""

from __future__ import annotations

import pytest

from conquian_engine import (
    RULESETS,
    Forcing,
    NewerRules,
    OptionsRefused,
    Rules,
    Scoring,
    resolve_rules,
    restore_rules,
    rules_options,
)
from conquian_engine.option_specs import OptionSpec
from tests.support.families import upcard_rules

CLASSIC = {
    "pack": "short40",
    "dealt": "10",
    "packet": "2",
    "trade_rounds": "0",
    "trade_direction": "next",
    "opening_upcard": "true",
    "extra_hand_cards": "true",
    "hand_only_melds": "never",
    "max_run": "8",
    "rearrange": "free",
    "forcing": "simple",
    "force_scope": "any",
    "on_drawn": "carry",
    "scoring": "stake",
    "until_won": "true",
    "max_deals": "50",
    "black_twos_wild": "false",
    "borrow_from_opponents": "false",
}
MEXICAN = {
    "pack": "spanish40",
    "dealt": "8",
    "packet": "1",
    "trade_rounds": "1",
    "opening_upcard": "false",
}
FOSTER = {"pack": "courtless40", "max_run": "none", "rearrange": "ends_only"}


@pytest.mark.parametrize(
    ("ruleset", "seats", "differs"),
    [
        ("classic", 2, {}),
        ("spanish", 2, {"pack": "spanish40"}),
        ("courtless", 2, {"pack": "courtless40"}),
        ("full_pack", 2, {"pack": "full52"}),
        ("nine_ten", 2, {"dealt": "9"}),
        ("three_player", 3, {"dealt": "8"}),
        ("four_player", 4, {"dealt": "7"}),
        ("mexican", 2, MEXICAN),
        ("foster_cooncan", 2, FOSTER),
    ],
)
def test_ruleset_differs_from_classic_as_listed(
    ruleset: str, seats: int, differs: dict[str, str]
) -> None:
    """The table "Rulesets of family U" says what each one changes."""
    rules = upcard_rules(resolve_rules(ruleset))
    assert rules.seats == seats
    assert rules.target == rules.dealt + 1
    assert rules_options(rules) == {**CLASSIC, **differs}


def test_classic_points_counts_hands_to_a_hundred() -> None:
    """`classic_points` scores hands; its length is then 100 points (R2.25, R2.27)."""
    rules = upcard_rules(resolve_rules("classic_points"))
    assert (rules.scoring, rules.points_target, rules.deals) == (Scoring.HAND_POINTS, 100, None)
    assert list(rules_options(rules))[-4:-2] == ["points_target", "max_deals"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_default_resolves_to_the_ruleset_itself(ruleset: str) -> None:
    """Giving every listed default says nothing new."""
    spec = RULESETS[ruleset]
    defaults = {option.name: option.default for option in spec.options}
    assert all(option.accepts(option.default) for option in spec.options)
    assert resolve_rules(ruleset, defaults) == resolve_rules(ruleset)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_choices_list_the_default_first(ruleset: str) -> None:
    """A choice shows its default first, and every value once."""
    for option in RULESETS[ruleset].options:
        assert (option.kind == "choice") == bool(option.choices)
        if option.choices:
            assert option.choices[0] == option.default
            assert len(set(option.choices)) == len(option.choices)


@pytest.mark.parametrize(
    ("options", "length"),
    [
        pytest.param({}, (None, None), id="until won"),
        pytest.param({"deals": "3"}, (3, None), id="deals"),
        pytest.param({"points_target": "5"}, (None, 5), id="points"),
        pytest.param({"until_won": "false", "deals": "3"}, (3, None), id="not until won"),
        pytest.param({"scoring": "hand_points"}, (None, 100), id="hand points by default"),
        pytest.param({"scoring": "hand_points", "until_won": "true"}, (None, None), id="asked"),
        pytest.param({"scoring": "hand_points", "until_won": "false"}, (None, 100), id="default"),
    ],
)
def test_one_game_length_is_in_force(
    options: dict[str, str], length: tuple[int | None, int | None]
) -> None:
    """Of until_won, deals and points_target one is in force (R2.27)."""
    rules = resolve_rules("classic", options)
    assert (rules.deals, rules.points_target) == length


@pytest.mark.parametrize(
    ("ruleset", "options", "named"),
    [
        pytest.param("whist", {}, ("ruleset",), id="unknown ruleset"),
        pytest.param("classic", {"colour": "red"}, ("colour",), id="unknown option"),
        pytest.param("classic", {"dealt": "11"}, ("dealt",), id="too many"),
        pytest.param("classic", {"dealt": "6"}, ("dealt",), id="too few"),
        pytest.param("classic", {"dealt": "08"}, ("dealt",), id="leading zero"),
        pytest.param("classic", {"dealt": "+8"}, ("dealt",), id="sign"),
        pytest.param("classic", {"dealt": "٨"}, ("dealt",), id="other digits"),
        pytest.param("classic", {"dealt": "9" * 5000}, ("dealt",), id="endless digits"),
        pytest.param("classic", {"dealt": "none"}, ("dealt",), id="none not allowed"),
        pytest.param("classic", {"packet": "0"}, ("packet",), id="no packet"),
        pytest.param("classic", {"opening_upcard": "yes"}, ("opening_upcard",), id="no truth"),
        pytest.param("classic", {"forcing": "SIMPLE"}, ("forcing",), id="no choice"),
        pytest.param(
            "classic", {"deals": "3", "points_target": "9"}, ("deals", "points_target"), id="two"
        ),
        pytest.param(
            "classic", {"until_won": "true", "deals": "3"}, ("until_won", "deals"), id="two others"
        ),
        pytest.param(
            "classic",
            {"until_won": "false"},
            ("until_won", "deals", "points_target"),
            id="no length",
        ),
        pytest.param("four_player", {"dealt": "10"}, ("dealt", "pack"), id="pack too small"),
        pytest.param(
            "mexican", {"black_twos_wild": "true"}, ("black_twos_wild", "pack"), id="no black twos"
        ),
        pytest.param("classic", {"trade_rounds": "10"}, ("trade_rounds",), id="trades for ever"),
    ],
)
def test_refused_options_are_named(
    ruleset: str, options: dict[str, str], named: tuple[str, ...]
) -> None:
    """Impossible options are refused when the game is created, by name ("Options of R2")."""
    with pytest.raises(OptionsRefused) as caught:
        resolve_rules(ruleset, options)
    assert caught.value.options == named
    assert caught.value.why


def test_big_pack_holds_four_hands_of_ten() -> None:
    """Seats x dealt + 2 must be within the pack ("Options of R2")."""
    assert resolve_rules("four_player", {"dealt": "10", "pack": "full52"}).dealt == 10


def test_number_of_seats_is_the_rulesets() -> None:
    """A ruleset is played by the seats listed for it ("Rulesets of family U")."""
    assert [resolve_rules("mexican", seats=seats).seats for seats in (None, 2, 3)] == [2, 2, 3]
    assert resolve_rules("classic", seats=2) == resolve_rules("classic")
    with pytest.raises(OptionsRefused) as caught:
        resolve_rules("classic", seats=3)
    assert caught.value.options == ("seats",)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"max_run": "none", "opening_upcard": "false", "deals": "7"},
        {"scoring": "hand_points", "forcing": "rearrange", "packet": "5"},
        {"trade_rounds": "9", "trade_direction": "previous", "rearrange": "ends_only"},
        {"hand_only_melds": "after_turn_up", "black_twos_wild": "true"},
        {"borrow_from_opponents": "true"},
    ],
)
def test_stored_options_restore_the_rules(options: dict[str, str]) -> None:
    """A game keeps the rules it began with (decision 0.7)."""
    rules = resolve_rules("classic", options)
    assert restore_rules("classic", 2, rules_options(rules)) == rules


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [("cooncan", {}), ("classic", {"ace": "low"}), ("classic", {"forcing": "twice"})],
)
def test_unknown_stored_rules_are_newer_rules(ruleset: str, options: dict[str, str]) -> None:
    """A build that does not know a stored rule gives no verdict (decision 0.7)."""
    with pytest.raises(NewerRules):
        restore_rules(ruleset, 2, options)


def test_rules_are_made_of_typed_values() -> None:
    """Text becomes numbers, truths and choices."""
    rules = resolve_rules("classic", {"max_run": "none", "forcing": "off", "dealt": "9"})
    expected = Rules(
        ruleset="classic", seats=2, pack="short40", dealt=9, max_run=None, forcing=Forcing.OFF
    )
    assert rules == expected


def test_option_is_found_by_name() -> None:
    """A ruleset knows its options by name."""
    found = RULESETS["classic"].option("max_run")
    assert found == OptionSpec("max_run", "int", "8", "R2.13", low=3, high=13, allows_none=True)
    assert RULESETS["classic"].option("colour") is None
