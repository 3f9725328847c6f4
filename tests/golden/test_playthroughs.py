"""Behaviour is what the playthroughs tell, and they leave no kind of thing out.

After a change that is meant: `python -m tests.golden`, and read the difference.
"""

from __future__ import annotations

from typing import get_args

import pytest

from conquian_engine import (
    RULESETS,
    Cause,
    DealEnded,
    Event,
    Force,
    GameEnded,
    Move,
    OnDrawn,
    Reason,
    RummyRules,
    Scoring,
    parse_record,
    replay,
    resolve_rules,
)
from tests.golden.playthroughs import scenarios, told, written
from tests.golden.teller import record_lines

FILES = written()
SHOWN = {
    line.removeprefix("# shows: ")
    for text in FILES.values()
    for line in text.splitlines()
    if line.startswith("# shows: ")
}


def _wanted() -> dict[str, set[str]]:
    """For each kind of thing the words that some playthrough has to show."""
    moves = {f"move {kind.__name__}" for kind in get_args(Move) if kind is not Force}
    untold = {DealEnded, GameEnded}
    won = {f"deal won by {way} {each}" for way in ("going out", "fewest cards") for each in Scoring}
    drawn = {f"deal drawn {each} stake" for each in OnDrawn} | {"deal drawn carry hand_points"}
    rummy = [each for each in RULESETS if isinstance(resolve_rules(each), RummyRules)]
    won |= {f"deal won went_out {each}" for each in rummy}
    won |= {"deal won challenge colonel", "deal won stock_exhausted colonel"}
    drawn |= {"deal drawn stock_exhausted coon_can", "deal drawn no_progress kunken"}
    lengths = ("until_won", "deals", "points_target", "max_deals", "minus_target")
    return {
        "rulesets": {f"ruleset {name}" for name in RULESETS},
        "moves": moves | {"move Force in Offered", "move Force in ForceAsked"},
        "events": {f"event {kind.__name__}" for kind in set(get_args(Event)) - untold},
        "deal endings": won | drawn | {"bonus cooch", "bonus express"},
        "game endings": {f"game {cause}" for cause in Cause} | {"game shared"},
        "game lengths": {f"length {length}" for length in lengths},
        "reasons": {f"reason {reason}" for reason in Reason},
    }


@pytest.mark.parametrize("kind", sorted(_wanted()))
def test_nothing_is_missing(kind: str) -> None:
    """Every ruleset, move, event, ending, game length and reason has a playthrough."""
    assert set() == _wanted()[kind] - SHOWN


def test_no_file_is_left_over() -> None:
    """There is a file for each scenario and a scenario for each file."""
    assert sorted(scenarios()) == sorted(FILES)


@pytest.mark.parametrize("name", sorted(scenarios()))
def test_playthrough(name: str) -> None:
    """The game runs as it is written, move by move and refusal by refusal."""
    assert FILES.get(name) == told(name)


@pytest.mark.parametrize("name", sorted(FILES))
def test_record_of_the_file_replays(name: str) -> None:
    """The file's record alone plays the whole game again (R1.4)."""
    record = parse_record(record_lines(FILES[name]))
    steps = list(replay(record))

    assert len(record.steps) == len(steps)
    played = [line for line in FILES[name].splitlines() if line[:1].isdigit()]
    orders = [line for line in FILES[name].splitlines() if line.startswith(("order", "void"))]
    assert len(played) + len(orders) == len(steps)
