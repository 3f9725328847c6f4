"""Records, notation and options: what is written reads back as the same."""

from __future__ import annotations

import pytest
from hypothesis import given

from conquian_engine import (
    BadNotation,
    Card,
    CardDied,
    CardsTraded,
    CardTurned,
    Discard,
    Discarded,
    Event,
    Force,
    Forced,
    GameOver,
    GameRecord,
    LaidFromHand,
    LayFromHand,
    LetGo,
    Move,
    MoveMade,
    Pass,
    Passed,
    Seat,
    Step,
    Take,
    Taken,
    Trade,
    TradeChosen,
    UnknownCard,
    Voided,
    WaivedForce,
    format_move,
    format_record,
    legal_moves,
    one_deal,
    pack_named,
    parse_move,
    parse_record,
    replay,
    resolve_rules,
    restore_rules,
    rules_options,
    seats_to_act,
    void,
)
from tests.oracle.options import RULESETS, Options
from tests.oracle.words import layout, rules_of
from tests.property.games import Play, options, plays
from tests.support.families import upcard_rules


def _record(play: Play) -> GameRecord:
    return GameRecord(play.rules, play.dealer, play.made)


@given(plays())
def test_replay_gives_the_same_steps(play: Play) -> None:
    """Orders, dealer, ruleset and moves alone give every state and event again (R1.4)."""
    assert play.steps == tuple(replay(_record(play)))


@given(plays())
def test_record_reads_back(play: Play) -> None:
    """A record printed and parsed is the same record, and prints the same (R1.4)."""
    record = _record(play)
    text = format_record(record)

    assert record == parse_record(text)
    assert text == format_record(parse_record(text))


@given(plays())
def test_voided_record_reads_back(play: Play) -> None:
    """A voiding is recorded too, and scores nothing (R4.5)."""
    last = play.states[-1]
    if isinstance(last.phase, GameOver):
        return
    record = GameRecord(play.rules, play.dealer, (*play.made, Voided()))

    assert record == parse_record(format_record(record))
    *_, step = replay(record)
    assert void(last) == step
    assert last.scores == step.state.scores
    assert isinstance(step.state.phase, GameOver)
    assert step.state.phase.winners == ()


@given(plays())
def test_one_deal_replays_alone(play: Play) -> None:
    """A deal cut out of a record shows the same cards and decisions (R1.4)."""
    last = play.states[-1].deal
    for number in range(1, last + 1):
        whole = [step for step in play.steps if step.state.deal == number]
        cut = list(replay(one_deal(_record(play), number)))
        assert _cards_of(whole) == _cards_of(cut)
        assert whole
    for number in (0, last + 1):
        with pytest.raises(IndexError):
            one_deal(_record(play), number)


def _cards_of(steps: list[Step]) -> list[Event]:
    """What was dealt, turned, taken, discarded and refused: all but numbers and endings."""
    events = [event for step in steps for event in step.events]
    kinds = (CardTurned, Passed, Forced, WaivedForce, Taken, Discarded, CardDied)
    kinds_of_some = (TradeChosen, CardsTraded, LaidFromHand)
    return [event for event in events if isinstance(event, (*kinds, *kinds_of_some))]


@given(plays())
def test_moves_read_back(play: Play) -> None:
    """Every legal move printed and parsed is the same move, on one line (R2.10)."""
    pack = pack_named(play.options.pack)
    for state in play.states[::5]:
        for seat in seats_to_act(state):
            for move in legal_moves(state, seat):
                text = format_move(move)
                assert move == parse_move(text, pack)
                assert len(text.splitlines()) == 1


@given(plays())
def test_repr_reads_back(play: Play) -> None:
    """A move's repr can be pasted: it evaluates to the move."""
    kinds: tuple[type[Move], ...] = (Take, Pass, Force, LetGo, Discard, LayFromHand, Trade)
    names = {kind.__name__: kind for kind in kinds}
    for made in play.made:
        if isinstance(made, MoveMade):
            assert made.move == eval(repr(made.move), names)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("take 3C 3D 3S, 4D 5D 6D", Take(layout("3C 3D 3S", "4D 5D 6D"))),
        ("pass", Pass()),
        ("force 1", Force(Seat(1))),
        ("let go", LetGo()),
        ("discard KH", Discard(Card("KH"))),
        ("lay 3C 3D 3S", LayFromHand(layout("3C 3D 3S"))),
        ("trade KH", Trade(Card("KH"))),
    ],
)
def test_notation(text: str, move: Move) -> None:
    """Moves are written in the players' words."""
    pack = pack_named("short40")

    assert text == format_move(move)
    assert move == parse_move(text, pack)


@given(options())
def test_options_read_back(chosen: Options) -> None:
    """Resolved options printed and restored are the same rules (decision 0.7)."""
    rules = rules_of(chosen)
    texts = rules_options(rules)

    assert chosen.as_text() == texts
    assert rules == restore_rules(chosen.ruleset, chosen.seats, texts)


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_ruleset_is_the_printed_one(name: str) -> None:
    """Each ruleset resolves to RULES.md's table and defaults ("Rulesets of family U")."""
    assert RULESETS[name].as_text() == rules_options(resolve_rules(name))
    assert RULESETS[name].target == upcard_rules(resolve_rules(name)).target


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", BadNotation),
        ("knock", BadNotation),
        ("pass 1", BadNotation),
        ("force", BadNotation),
        ("force -1", BadNotation),
        ("discard", BadNotation),
        ("discard 8H", UnknownCard),
        ("take 6H 7H 8H", UnknownCard),
    ],
)
def test_what_is_no_move_is_not_read(text: str, error: type[ValueError]) -> None:
    """A text of another form, or with a card the pack does not have, is refused (R1)."""
    with pytest.raises(error):
        parse_move(text, pack_named("short40"))
