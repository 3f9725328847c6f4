"""What holds in every game of family H, after every step."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conquian_engine import (
    AwaitingOrder,
    BadOrder,
    Card,
    CardDrawn,
    DealStarted,
    DrawStock,
    GameOver,
    IllegalMove,
    LayMeld,
    LayOff,
    Move,
    MoveKind,
    MoveMade,
    PhaseName,
    RummyEvent,
    RummyPhase,
    RummyState,
    Seat,
    StockShuffled,
    TakeJoker,
    apply,
    cards_to_order,
    decision_key,
    each_legal_move,
    event_for,
    format_move,
    format_record,
    give_order,
    judge_meld,
    legal_moves,
    move_kind,
    one_deal,
    order_due,
    pack_named,
    parse_move,
    parse_record,
    phase_name,
    replay,
    resign,
    restore_rules,
    rules_options,
    seats_to_act,
    view_for,
    void,
    why_illegal,
)
from tests.property.reaching import reached
from tests.property.rummy_games import RummyPlay, plays
from tests.property.rummy_near_misses import meaning, near_misses

RULES = Path(__file__).parents[2] / "engine" / "RULES.md"
ORDER = [
    *(MoveKind.DRAW_STOCK, MoveKind.DRAW_DISCARDS, MoveKind.CHALLENGE),
    *(MoveKind.ACCEPT_CHALLENGE, MoveKind.REFUSE_CHALLENGE, MoveKind.STOP, MoveKind.MELD),
    *(MoveKind.LAY_OFF, MoveKind.TAKE_JOKER, MoveKind.DISCARD),
]
FEW = settings(max_examples=settings().max_examples // 4)
SEEDS = st.integers(0, 2**20)


def _rule_numbers() -> set[str]:
    text = RULES.read_text(encoding="utf-8")
    return set(re.findall(r"^(?:#+ )?(R\d+(?:\.\d+)?)\b", text, re.MULTILINE))


def _all_cards(state: RummyState) -> list[Card]:
    """Every card of the deal, wherever it lies; jokers as such."""
    cards = pack_named(state.rules.pack).cards
    lying = [card for table in view_for(state, None).tables for meld in table for card in meld]
    held = [cards[code] for pile in (*state.hands, state.stock, state.discards) for code in pile]
    return [*held, *(Card("JK") if card.startswith("JK") else card for card in lying)]


@FEW
@given(plays())
def test_cards_are_conserved_and_melds_are_valid(play: RummyPlay) -> None:
    """Hands, tables, stock and discards are the whole pack, copies counted (R1.1)."""
    deck = Counter(pack_named(play.rules.pack).deck)
    for state in play.states:
        if isinstance(state.phase, AwaitingOrder | GameOver):
            continue
        assert deck == Counter(_all_cards(state))
        for table in view_for(state, None).tables:
            assert [judge_meld(play.rules, meld) for meld in table] == [None] * len(table)


@FEW
@given(plays())
def test_legal_moves_are_there_in_order_and_apply(play: RummyPlay) -> None:
    """The seat to act can act, nobody else can; each listed move is made (R4.2)."""
    for state in play.states:
        due = seats_to_act(state)
        assert (len(due) == 1) == (not order_due(state) and not isinstance(state.phase, GameOver))
        for seat in map(Seat, range(-1, play.rules.seats + 1)):
            moves = legal_moves(state, seat)
            assert (seat in due) == bool(moves) == (decision_key(state, seat) is not None)
            kinds = [ORDER.index(move_kind(move)) for move in moves]
            assert sorted(kinds) == kinds
            assert len({meaning(move) for move in moves}) == len(moves)
            for move in moves:
                assert why_illegal(state, seat, move) is None, move
            for move in moves[:3]:
                assert apply(state, seat, move).events


@FEW
@given(plays(), SEEDS)
def test_filtered_moves_are_some_of_the_listed(play: RummyPlay, seed: int) -> None:
    """Moves of some kinds, or of a card, come in the order of the whole list (R4.2)."""
    rng = Random(seed)
    for state in rng.sample(play.states, min(12, len(play.states))):
        for seat in seats_to_act(state):
            moves = legal_moves(state, seat)
            for kind in MoveKind:
                kinds = frozenset((kind,))
                listed = [move for move in moves if move_kind(move) is kind]
                assert list(each_legal_move(state, seat, kinds=kinds)) == listed
            held = view_for(state, seat).hand or ()
            for card in {*held, Card("9Z")}:
                found = list(each_legal_move(state, seat, card=card))
                assert found == [move for move in moves if card in _given(move)]


def _given(move: Move) -> list[Card]:
    """The hand cards a move gives, a joker as such."""
    match move:
        case LayMeld():
            return [Card("JK") if card.startswith("JK") else card for card in move.meld]
        case LayOff() | TakeJoker():
            old = Counter("JK" if card.startswith("JK") else card for card in move.meld)
            new = Counter("JK" if card.startswith("JK") else card for card in move.result)
            return [Card(card) for card in new - old]
        case _:
            return [move.card] if hasattr(move, "card") else []


@FEW
@given(plays(), SEEDS)
def test_apply_accepts_exactly_the_legal_moves(play: RummyPlay, seed: int) -> None:
    """A near miss is refused, or is a legal move in other words (R4.2, R4.3)."""
    rng, numbers = Random(seed), _rule_numbers()
    for state in rng.sample(play.states, min(6, len(play.states))):
        before = repr(state)
        for seat in map(Seat, range(play.rules.seats)):
            legal = legal_moves(state, seat)
            meanings = {meaning(move) for move in legal}
            tried = near_misses(state, seat, legal, rng)
            for move in tried if legal else rng.sample(tried, 6):
                refusal = why_illegal(state, seat, move)
                if refusal is None:
                    assert meaning(move) in meanings, (seat, move)
                    apply(state, seat, move)
                    continue
                assert meaning(move) not in meanings, (seat, move, refusal)
                assert refusal.rule in numbers, refusal
                with pytest.raises(IllegalMove) as raised:
                    apply(state, seat, move)
                assert refusal == raised.value.refusal
        assert before == repr(state)


@FEW
@given(plays())
def test_records_read_back_and_replay(play: RummyPlay) -> None:
    """A record printed and parsed is the same and gives every step again (R1.4)."""
    text = format_record(play.record)
    record = parse_record(text)

    assert play.record == record
    assert text == format_record(record)
    assert play.steps == tuple(replay(record))
    rules = play.rules
    assert rules == restore_rules(rules.ruleset, rules.seats, rules_options(rules))
    pack = pack_named(rules.pack)
    for state in play.states[::9]:
        for seat in seats_to_act(state):
            for move in legal_moves(state, seat):
                assert move == parse_move(format_move(move), pack)
                assert move == eval(repr(move), {type(move).__name__: type(move)})


@FEW
@given(plays())
def test_one_deal_replays_alone(play: RummyPlay) -> None:
    """A deal cut out of a record shows the same draws and plays (R1.4)."""
    last = play.states[-1].deal
    for number in range(1, last + 1):
        whole = [made for made, step in _made_in(play, number)]
        cut = one_deal(play.record, number)
        kept = [made for made in cut.steps if isinstance(made, MoveMade)]
        assert [made for made in whole if isinstance(made, MoveMade)] == kept
        assert len(list(replay(cut))) == len(cut.steps)


def _made_in(play: RummyPlay, number: int) -> list[tuple[object, RummyState]]:
    pairs = zip(play.made, pairwise(play.states), strict=True)
    return [(made, after) for made, (before, after) in pairs if before.deal == number]


@FEW
@given(plays())
def test_a_decision_made_never_comes_back(play: RummyPlay) -> None:
    """After its move a seat never meets the same key again, in no later deal either."""
    spent: set[tuple[Seat, tuple[int | str, ...]]] = set()
    for made, (before, after) in zip(play.made, pairwise(play.states), strict=True):
        if isinstance(made, MoveMade):
            key = decision_key(before, made.seat)
            assert key is not None
            spent.add((made.seat, key))
        for seat in seats_to_act(after):
            key = decision_key(after, seat)
            assert key is not None
            assert (seat, key) not in spent


@FEW
@given(plays(), SEEDS)
def test_views_and_verdicts_tell_no_secret(play: RummyPlay, seed: int) -> None:
    """With what a viewer cannot see dealt about anew he is given the same (R4.4)."""
    rng = Random(seed)
    for state in rng.sample(play.states, min(6, len(play.states))):
        for viewer in (None, *map(Seat, range(play.rules.seats))):
            other = _dealt_about(state, viewer, rng)
            assert view_for(state, viewer) == view_for(other, viewer)
            if viewer is None:
                continue
            legal = legal_moves(state, viewer)
            assert legal == legal_moves(other, viewer)
            assert decision_key(state, viewer) == decision_key(other, viewer)
            for move in near_misses(state, viewer, legal, Random(seed))[:60]:
                assert why_illegal(state, viewer, move) == why_illegal(other, viewer, move)


def _dealt_about(state: RummyState, viewer: Seat | None, rng: Random) -> RummyState:
    """The state with all that the viewer cannot see in other places."""
    hidden = [*state.stock]
    # A pile that is not open but for its top card is no secret, yet the view does not hold it.
    under = state.discards[:-1] if state.rules.bank_depth == "top" else b""
    if cards_to_order(state) is not None:
        under = b""
    hidden += under
    for seat, hand in enumerate(state.hands):
        hidden += hand if seat != viewer else b""
    rng.shuffle(hidden)
    stock, hidden = hidden[: len(state.stock)], hidden[len(state.stock) :]
    below, hidden = hidden[: len(under)], hidden[len(under) :]
    hands = list(state.hands)
    for seat, hand in enumerate(hands):
        if seat != viewer:
            hands[seat], hidden = bytes(sorted(hidden[: len(hand)])), hidden[len(hand) :]
    discards = bytes(below) + state.discards[len(under) :]
    return replace(state, hands=type(state.hands)(hands), stock=bytes(stock), discards=discards)


@FEW
@given(plays())
def test_events_tell_no_secret(play: RummyPlay) -> None:
    """Only dealt hands, orders and cards drawn are secret, but to whom they belong (R4.4)."""
    viewers = (None, *map(Seat, range(play.rules.seats)))
    for event in (event for step in play.steps for event in step.events):
        for viewer in viewers:
            copy = event_for(event, viewer)
            match event:
                case DealStarted():
                    assert isinstance(copy, DealStarted)
                    own = [
                        hand if seat == viewer else None for seat, hand in enumerate(event.hands)
                    ]
                    assert (None, own) == (copy.order, list(copy.hands))
                case CardDrawn():
                    assert copy == (event if event.seat == viewer else replace(event, card=None))
                case StockShuffled():
                    assert copy == replace(event, order=None)
                case _:
                    assert copy == event


@FEW
@given(plays())
def test_orders_are_taken_only_when_due(play: RummyPlay) -> None:
    """An order is exactly of the cards due, and comes only then (R1.2, R1.3)."""
    for state in play.states[:: max(1, len(play.states) // 6)]:
        due = cards_to_order(state)
        if due is None:
            with pytest.raises(IllegalMove):
                give_order(state, pack_named(play.rules.pack).deck)
            continue
        for wrong in (due[1:], (*due, due[0]), (*due[1:], Card("9Z"))):
            with pytest.raises(BadOrder):
                give_order(state, wrong)


@FEW
@given(plays())
def test_games_end_once(play: RummyPlay) -> None:
    """Void at any time; a game with a result takes nothing any more (R4.2, R4.5)."""
    for state in play.states[:: max(1, len(play.states) // 4)]:
        if isinstance(state.phase, GameOver):
            continue
        over = void(state).state
        assert phase_name(over) is PhaseName.GAME_OVER
        assert over.scores == state.scores
        assert why_illegal(over, Seat(0), DrawStock()) is not None
        with pytest.raises(IllegalMove):
            void(over)
        with pytest.raises(IllegalMove):
            resign(over, Seat(0))
        with pytest.raises(IllegalMove):
            give_order(over, ())


def test_drawn_games_reach_everything() -> None:
    """The games drawn here hold every phase and event, so what holds for all means something."""
    wanted = {kind.__name__ for kind in (*get_args(RummyPhase), *get_args(RummyEvent))}
    assert wanted == reached(plays(), _kinds_in, wanted)


def _kinds_in(play: RummyPlay) -> Iterator[type]:
    for step in play.steps:
        yield type(step.state.phase)
        yield from map(type, step.events)
