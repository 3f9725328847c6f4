"""Options, notation and records of family H: what is written reads back as the same."""

from __future__ import annotations

from random import Random

import pytest

from conquian_engine import (
    BadNotation,
    Card,
    GameRecord,
    Move,
    MoveKind,
    MoveMade,
    OptionsRefused,
    OrderGiven,
    PhaseName,
    Redealt,
    RummyRules,
    RummyState,
    Seat,
    Trade,
    UnknownCard,
    cards_to_order,
    each_legal_move,
    format_move,
    format_record,
    give_order,
    legal_moves,
    move_kind,
    new_game,
    one_deal,
    pack_named,
    parse_move,
    parse_record,
    phase_name,
    play_step,
    replay,
    resolve_rules,
    rules_options,
    seats_to_act,
    view_for,
)
from tests.support.families import rummy_state
from tests.unit.engine.rummy.table import playing, rules_for, state_with

PACK = pack_named("double108")


@pytest.mark.parametrize(
    "text",
    [
        "draw",
        "draw discards 1",
        "draw discards 12",
        "challenge",
        "accept",
        "refuse",
        "stop",
        "meld 7H JK=8H 9H",
        "meld 7H 7D JK",
        "meld",
        "lay off 1: 7H 8H 9H > 7H 8H 9H TH",
        "lay off 0: 6C 7C JK=8C > JK*=5C 6C 7C 8C",
        "take joker 1: 5S JK=6S 7S > 5S 6S 7S",
        "discard JK",
    ],
)
def test_notation(text: str) -> None:
    """Moves are written in the players' words."""
    assert text == format_move(parse_move(text, PACK))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("draw discards", BadNotation),
        ("draw discards x", BadNotation),
        ("draw discards 1234", BadNotation),
        ("lay off 1 7H > 7H", BadNotation),
        ("lay off 1: 7H 8H", BadNotation),
        ("take joker x: 7H > 7H", BadNotation),
        ("challenge him", BadNotation),
        ("meld 7Z", UnknownCard),
        ("meld JK=7Z", UnknownCard),
        ("meld JK=", UnknownCard),
        ("discard JK=7H", UnknownCard),
    ],
)
def test_what_is_no_move(text: str, error: type[ValueError]) -> None:
    """A text of another form, or with a card the pack does not have, is refused (R1)."""
    with pytest.raises(error):
        parse_move(text, PACK)


def test_no_jokers_in_other_packs() -> None:
    """A pack without jokers knows none (R1)."""
    with pytest.raises(UnknownCard):
        parse_move("meld JK=7H", pack_named("full52"))


def test_kinds_of_moves() -> None:
    """Each kind of move is told in one word; family U's too."""
    moves = [format_move(move) for move in _all_moves()]
    assert len(moves) == len(set(moves)) == len(MoveKind)
    assert {move_kind(move) for move in _all_moves()} == set(MoveKind)


def _all_moves() -> list[Move]:
    texts = "take,lay 7H 8H 9H,pass,force 1,let go,discard 7H,trade 7H,draw,draw discards 1"
    more = "challenge,accept,refuse,stop,meld 7H,lay off 1: 7H > 7H,take joker 1: 7H > 7H"
    return [parse_move(text, PACK) for text in f"{texts},{more}".split(",")]


@pytest.mark.parametrize(
    ("ruleset", "options", "named"),
    [
        ("colonel", {"dealt": "10"}, ("dealt",)),
        ("colonel", {"ace": "round"}, ("ace",)),
        ("colonel", {"pack": "double104"}, ("pack",)),
        ("coo_can", {"game_fee": "-1"}, ("game_fee",)),
        ("kunken", {"dealt": "11"}, ("dealt",)),
        ("kunken", {"deals": "2", "minus_target": "9"}, ("deals", "minus_target")),
        ("colonel", {"deals": "2", "points_target": "9"}, ("deals", "points_target")),
        ("colonel", {"deals": "none"}, ("deals", "points_target")),
    ],
)
def test_refused_options(ruleset: str, options: dict[str, str], named: tuple[str, ...]) -> None:
    """What is no option, no value, or no game together ("Options of R3")."""
    with pytest.raises(OptionsRefused) as refused:
        resolve_rules(ruleset, options)
    assert named == refused.value.options


@pytest.mark.parametrize(
    ("ruleset", "options", "texts"),
    [
        ("colonel", {}, {"pack": "full52", "ace": "both", "deals": "1", "max_deals": "50"}),
        ("coon_can", {"points_target": "9"}, {"points_target": "9", "max_deals": "50"}),
        (
            "coon_can",
            {"deals": "none", "points_target": "9"},
            {"points_target": "9", "max_deals": "50"},
        ),
        (
            "coo_can",
            {"spot_fee": "0"},
            {"game_fee": "100", "spot_fee": "0", "deals": "1", "max_deals": "50"},
        ),
    ],
)
def test_resolved_options(ruleset: str, options: dict[str, str], texts: dict[str, str]) -> None:
    """Every option as text; of the game lengths the one in force (R3.4)."""
    assert texts == rules_options(resolve_rules(ruleset, options))


def test_resolved_options_of_kunken() -> None:
    """Minus points end the game unless deals are asked for (R3.30)."""
    texts = rules_options(resolve_rules("kunken"))
    assert ("100", None, "off") == (
        texts["minus_target"],
        texts.get("deals"),
        texts["joker_minus"],
    )
    texts = rules_options(resolve_rules("kunken", {"deals": "3", "joker_minus": "12"}))
    assert (None, "3", "12") == (
        texts.get("minus_target"),
        texts["deals"],
        texts["joker_minus"],
    )


def _played(rules_: str, seed: int, steps: int) -> GameRecord:
    rng = Random(seed)
    record = GameRecord(rules_for(rules_, deals="3"), Seat(0), ())
    state = new_game(record.rules, dealer=Seat(0))
    made: list[OrderGiven | MoveMade] = []
    for _ in range(steps):
        due = cards_to_order(state)
        if due is not None:
            made.append(OrderGiven(tuple(rng.sample(due, len(due)))))
        else:
            (seat,) = seats_to_act(state)
            made.append(MoveMade(seat, rng.choice(legal_moves(state, seat))))
        state = play_step(state, made[-1]).state
    return GameRecord(record.rules, Seat(0), tuple(made))


@pytest.mark.parametrize("ruleset", ["colonel", "coo_can", "kunken", "coon_can"])
def test_record(ruleset: str) -> None:
    """A record reads back and replays, one deal of it too (R1.4)."""
    record = _played(ruleset, 5, 40)
    assert record == parse_record(format_record(record))
    assert len(list(replay(record))) == 40
    cut = one_deal(record, 1)
    assert len(list(replay(cut))) == len(cut.steps)
    with pytest.raises(IndexError):
        one_deal(record, 9)


def test_one_deal_after_a_redeal() -> None:
    """Of a deal that was dealt again only the order that holds is kept (R3.30)."""
    rules = rules_for("kunken", deals="1")
    deck = pack_named(rules.pack).deck
    jokers = [*deck[-3:], *deck[:-3]]
    order = [card for pair in zip(jokers[:12], deck[40:52], strict=True) for card in pair]
    rest = list(deck)
    for card in order:
        rest.remove(card)
    calling = (*order, *rest)
    good = next(order for order in map(_shuffled, range(99)) if not _calls(rules, order))
    assert _calls(rules, calling)
    state: RummyState = new_game(rules, dealer=Seat(0))
    steps: list[OrderGiven | MoveMade] = [OrderGiven(calling), OrderGiven(good)]
    for step in steps:
        state = rummy_state(play_step(state, step).state)
    (seat,) = seats_to_act(state)
    steps.append(MoveMade(seat, legal_moves(state, seat)[0]))
    record = GameRecord(rules, Seat(0), tuple(steps))
    assert GameRecord(rules, Seat(0), tuple(steps[1:])) == one_deal(record, 1)


def _calls(rules: RummyRules, order: tuple[Card, ...]) -> bool:
    events = give_order(new_game(rules, dealer=Seat(0)), order).events
    return any(isinstance(event, Redealt) for event in events)


def _shuffled(seed: int) -> tuple[Card, ...]:
    deck = pack_named("double108").deck
    return tuple(Random(seed).sample(deck, len(deck)))


def test_filtered_moves_of_family_u() -> None:
    """`each_legal_move` serves both families."""
    rules = resolve_rules("classic")
    state = give_order(
        new_game(rules, dealer=Seat(0)), cards_to_order(new_game(rules, dealer=Seat(0))) or ()
    ).state
    (seat,) = seats_to_act(state)
    assert list(each_legal_move(state, seat)) == list(legal_moves(state, seat))
    passing = each_legal_move(state, seat, kinds=frozenset((MoveKind.PASS,)))
    assert ["pass"] == [format_move(move) for move in passing]
    pack = pack_named("short40")
    run = ("4C", "5C", "6C")
    dealt = [card for card in pack.cards if card not in run]
    order = tuple(map(Card, ("4C", "5C", *dealt[:18], "6C", *dealt[18:])))
    state = give_order(new_game(rules, dealer=Seat(0)), order).state
    takings = [format_move(move) for move in each_legal_move(state, Seat(1), card=Card("4C"))]
    listed = [format_move(move) for move in legal_moves(state, Seat(1))]
    assert [text for text in listed if "4C" in text] == takings != []
    rules = resolve_rules("mexican")
    state = new_game(rules, dealer=Seat(0))
    state = give_order(state, cards_to_order(state) or ()).state
    assert PhaseName.TRADING is phase_name(state)
    card = (view_for(state, Seat(0)).hand or ())[0]
    assert [Trade(card)] == list(each_legal_move(state, Seat(0), card=card))
    assert not list(each_legal_move(state_with(rules_for("kunken"), playing()), Seat(1)))
