"""Records of games: played again, cut into deals, written and read."""

from __future__ import annotations

import random

import pytest

from conquian_engine import (
    BadNotation,
    Cause,
    DealStarted,
    GameOver,
    GameRecord,
    MoveMade,
    NewerRules,
    OrderGiven,
    RecordedStep,
    Resigned,
    Seat,
    State,
    UnknownCard,
    Voided,
    format_record,
    legal_moves,
    new_game,
    one_deal,
    order_due,
    pack_named,
    parse_record,
    play_step,
    replay,
    seats_to_act,
)
from tests.support.families import upcard_state
from tests.unit.engine.table import rules_for


def _played(ruleset: str, seed: int, *, resigning: int = 0, **options: str) -> GameRecord:
    """A game of random moves, in which one seat resigns after the first deal."""
    chance = random.Random(seed)
    rules = rules_for(ruleset, **options)
    state = new_game(rules, dealer=Seat(0))
    steps: list[RecordedStep] = []
    while not isinstance(state.phase, GameOver):
        step = _next_step(state, chance, resigning if state.deal == 1 else None)
        steps.append(step)
        state = upcard_state(play_step(state, step).state)
    return GameRecord(rules, Seat(0), tuple(steps))


def _next_step(state: State, chance: random.Random, resigning: int | None) -> RecordedStep:
    if not order_due(state):
        (seat,) = seats_to_act(state)
        return MoveMade(seat, chance.choice(legal_moves(state, seat)))
    if resigning and Seat(resigning) not in state.resigned:
        return Resigned(Seat(resigning), Cause.TIME)
    cards = list(pack_named(state.rules.pack).cards)
    chance.shuffle(cards)
    return OrderGiven(tuple(cards))


THREE = _played("three_player", 5, resigning=2, deals="4")


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(_played("classic", 1), id="classic"),
        pytest.param(_played("spanish", 2, max_run="none"), id="spanish"),
        pytest.param(THREE, id="resignation"),
        pytest.param(GameRecord(rules_for(), Seat(1), (Voided(),)), id="void"),
        pytest.param(GameRecord(rules_for(), Seat(1), ()), id="not begun"),
        pytest.param(GameRecord(rules_for(), Seat(1), (Resigned(Seat(0)),)), id="plain"),
    ],
)
def test_record_prints_and_parses(record: GameRecord) -> None:
    """A whole game reads back as it was written (R1.4)."""
    text = format_record(record)
    assert parse_record(text) == record
    assert parse_record("# kept by hand\n\n" + text.replace("\n", "\n\n")) == record


def test_replay_gives_every_step() -> None:
    """A game follows from its orders, dealer, rules and moves (R1.4)."""
    steps = list(replay(THREE))
    assert len(steps) == len(THREE.steps)
    assert isinstance(steps[-1].state.phase, GameOver)
    assert steps == list(replay(parse_record(format_record(THREE))))


def test_replay_of_a_void_game_ends_void() -> None:
    """A void game is replayed to its result (R4.5)."""
    (step,) = replay(GameRecord(rules_for(), Seat(1), (Voided(),)))
    assert step.state.phase == GameOver(Cause.VOID, ())


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_one_deal_stands_alone(number: int) -> None:
    """A deal of a game can be replayed alone, with the same cards and moves (R1.4)."""
    alone = one_deal(THREE, number)
    assert sum(isinstance(step, OrderGiven) for step in alone.steps) == 1
    assert (Resigned(Seat(2), Cause.TIME) in alone.steps) == (number > 1)
    events = [event for step in replay(alone) for event in step.events]
    whole = [event for step in replay(THREE) for event in step.events]
    (started,) = (event for event in events if isinstance(event, DealStarted))
    (original,) = (
        event for event in whole if isinstance(event, DealStarted) and event.deal == number
    )
    assert (started.hands, started.dealer) == (original.hands, original.dealer)
    at, first = events.index(started) + 1, whole.index(original) + 1
    moves = [type(event) for event in events[at:-1]]
    assert moves == [type(event) for event in whole[first : first + len(moves)]]
    assert parse_record(format_record(alone)) == alone


@pytest.mark.parametrize("number", [0, 5])
def test_record_has_only_its_deals(number: int) -> None:
    """Deals are numbered from 1."""
    with pytest.raises(IndexError, match="no deal"):
        one_deal(THREE, number)


HEAD = "ruleset classic\nseats 2\ndealer 0\n"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        pytest.param("", BadNotation, id="empty"),
        pytest.param("ruleset classic\nseats 2\n", BadNotation, id="no dealer"),
        pytest.param(HEAD + "hello\n", BadNotation, id="one word"),
        pytest.param(HEAD + "0 dance\n", BadNotation, id="no move"),
        pytest.param(HEAD + "x pass\n", BadNotation, id="no seat"),
        pytest.param(HEAD + "0 resigns by void\n", BadNotation, id="no way to resign"),
        pytest.param(HEAD + "order 8H 9H\n", UnknownCard, id="foreign card"),
        pytest.param(HEAD + "option colour red\n", NewerRules, id="unknown option"),
    ],
)
def test_other_texts_are_no_records(text: str, error: type[Exception]) -> None:
    """A text that is no record is refused."""
    with pytest.raises(error):
        parse_record(text)
