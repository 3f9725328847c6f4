"""How deals and games end where no example says so (R2.24-R2.28, R4.1)."""

from __future__ import annotations

import pytest

from conquian_engine import (
    Cause,
    DealEnded,
    DealStarted,
    GameEnded,
    OptionsRefused,
    Seat,
    resolve_rules,
)
from tests.unit.rules.sitting import Sitting


@pytest.mark.parametrize(
    ("on_drawn", "stakes"),
    [("double", [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000, 1000]), ("carry", [1, 2, 3, 4])],
)
def test_stake_stops_growing_at_a_thousand(on_drawn: str, stakes: list[int]) -> None:
    """A stake carried or doubled never exceeds 1,000 (R2.24, R2.27)."""
    sitting = Sitting("classic", {"on_drawn": on_drawn})
    for _ in stakes:
        sitting.deal()
        sitting.pass_out()
    started = [event for event in sitting.events if isinstance(event, DealStarted)]

    assert stakes == [event.stake for event in started]


def test_stake_is_one_again_after_a_won_deal() -> None:
    """What was carried is paid once; the next deal is for one (R2.24, R2.25)."""
    sitting = Sitting("classic", {"deals": "3"})
    sitting.deal()
    sitting.pass_out()
    sitting.goes_out(dealer=1)
    sitting.goes_out(dealer=0)
    points = [tuple(event.points) for event in sitting.events if isinstance(event, DealEnded)]

    assert [(0, 0), (2, -2), (-1, 1)] == points


def test_deal_passes_on_after_every_deal() -> None:
    """The next seat deals, after drawn deals too (R2.28)."""
    sitting = Sitting("three_player", dealer=1)
    for _ in range(4):
        sitting.deal()
        sitting.pass_out()
    started = [event for event in sitting.events if isinstance(event, DealStarted)]

    assert [1, 2, 0, 1] == [event.dealer for event in started]


@pytest.mark.parametrize(("drawn", "winner"), [(0, 1), (1, 0)])
def test_until_won_ends_with_the_first_won_deal(drawn: int, winner: int) -> None:
    """Drawn deals go on; the first winner wins the game (R2.27)."""
    sitting = Sitting("classic")
    for _ in range(drawn):
        sitting.deal()
        sitting.pass_out()
    sitting.goes_out(dealer=drawn)
    ended = sitting.last[-1]

    assert isinstance(ended, GameEnded)
    assert (Cause.WENT_OUT, (winner,)) == (ended.cause, tuple(ended.winners))


def test_deal_limit_gives_the_game_to_the_highest_total() -> None:
    """At `max_deals` the highest total wins, cause `deal limit` (R2.27)."""
    sitting = Sitting("classic", {"points_target": "5", "max_deals": "2"})
    sitting.goes_out(dealer=0)
    sitting.deal()
    sitting.pass_out()

    assert GameEnded(Cause.DEAL_LIMIT, (Seat(1),), sitting.state.scores) == sitting.last[-1]


def test_a_seat_that_resigned_cannot_win_by_its_total() -> None:
    """Its total stands, but the highest of the others wins (R4.1)."""
    sitting = Sitting("three_player", {"deals": "2"}, dealer=2)
    sitting.deal({0: "5C 7C JC QC KC AH AS AD"}, "6C")
    sitting.takes(0, "5C 6C 7C JC QC KC", "AD AH AS")
    sitting.resigns(0)
    sitting.deal(playing=(1, 2))
    sitting.pass_out()
    ended = sitting.last[-1]

    assert isinstance(ended, GameEnded)
    assert (2, -1, -1) == tuple(ended.scores)
    assert (1, 2) == tuple(ended.winners)


def test_dealer_that_resigns_between_deals_is_skipped() -> None:
    """The next seat deals instead, and the one after that is dealt to first (R2.28, R4.1)."""
    sitting = Sitting("three_player", dealer=0)
    sitting.deal()
    sitting.pass_out()
    assert sitting.state.dealer == 1
    sitting.resigns(1)
    sitting.deal({0: "KH"}, playing=(0, 2))
    started = sitting.last[0]

    assert isinstance(started, DealStarted)
    assert started.dealer == 2
    assert [8, 0, 8] == list(started.hand_sizes)
    assert (0,) == sitting.to_act


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("four_player", {"dealt": "10"}),
        ("four_player", {"dealt": "10", "opening_upcard": "false"}),
        ("four_player", {"dealt": "10", "pack": "spanish40"}),
    ],
)
def test_too_few_cards_are_refused(ruleset: str, options: dict[str, str]) -> None:
    """An impossible combination is refused and names both options ("Options of R2")."""
    with pytest.raises(OptionsRefused) as refused:
        resolve_rules(ruleset, options)

    assert {"dealt", "pack"} <= set(refused.value.options)


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [("four_player", {"dealt": "10", "pack": "full52"}), ("four_player", {"dealt": "9"})],
)
def test_just_enough_cards_are_not_refused(ruleset: str, options: dict[str, str]) -> None:
    """Seats x `dealt` + 2 cards or more make a game ("Options of R2")."""
    assert int(options["dealt"]) == resolve_rules(ruleset, options).dealt
