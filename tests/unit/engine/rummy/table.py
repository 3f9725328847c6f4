"""Positions of family H written down as text, for tests that begin in the middle of a deal."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from conquian_engine import (
    BySeat,
    Card,
    Discard,
    DrawDue,
    Event,
    IllegalMove,
    LayMeld,
    LayOff,
    Meld,
    Move,
    PlayDue,
    Refusal,
    RummyPhase,
    RummyRules,
    RummyState,
    Seat,
    TakeJoker,
    Turn,
    apply,
    format_move,
    legal_moves,
    pack_named,
    resolve_rules,
    why_illegal,
)
from conquian_engine.rummy.melds import meld_book
from conquian_engine.rummy.reading import read_meld
from tests.support.families import rummy_rules, rummy_state


def rules_for(ruleset: str, seats: int | None = None, **options: str) -> RummyRules:
    """A ruleset with some options changed."""
    return rummy_rules(resolve_rules(ruleset, options, seats=seats))


def cards(text: str) -> tuple[Card, ...]:
    """Cards parted by blanks, in the order written."""
    return tuple(map(Card, text.split()))


def pile(rules: RummyRules, text: str) -> bytes:
    """The bytes of a pile, in the order written."""
    return bytes(map(pack_named(rules.pack).bit, cards(text)))


def hand(rules: RummyRules, text: str) -> bytes:
    """The bytes of a hand."""
    return bytes(sorted(pile(rules, text)))


def meld(rules: RummyRules, text: str) -> bytes:
    """The bytes of a meld."""
    read = read_meld(meld_book(rules.melds), rules.rule, cards(text))
    assert not isinstance(read, Refusal), text
    return read


def state_with(
    rules: RummyRules,
    phase: RummyPhase,
    *,
    hands: Sequence[str] = (),
    tables: Sequence[Sequence[str]] = (),
    stock: str = "KS",
    discards: str = "",
    opened: Sequence[int] = (),
    dealer: int = 0,
    deal: int = 1,
    idle: int = 0,
    scores: Sequence[int] = (),
    resigned: Sequence[int] = (),
) -> RummyState:
    """A state in the middle of a deal; a seat not mentioned holds a card or two.

    The top of the stock is written first, the top of the discards last.
    """
    seats = range(rules.seats)
    held = dict(enumerate(hands))
    laid = dict(enumerate(tables))
    return RummyState(
        rules=rules,
        dealer=Seat(dealer),
        deal=deal,
        phase=phase,
        hands=BySeat(hand(rules, held.get(seat, "3C 7D")) for seat in seats),
        tables=BySeat(tuple(meld(rules, text) for text in laid.get(seat, ())) for seat in seats),
        stock=pile(rules, stock),
        discards=pile(rules, discards),
        opened=BySeat(seat in opened for seat in seats),
        idle=idle,
        turns=1,
        scores=BySeat(scores or [0] * rules.seats),
        resigned=tuple(map(Seat, resigned)),
    )


def drawing(seat: int = 0) -> DrawDue:
    """A seat begins its turn."""
    return DrawDue(Seat(seat))


def playing(seat: int = 0) -> PlayDue:
    """A seat has drawn from the stock."""
    return PlayDue(Turn(Seat(seat)))


def lays(text: str) -> LayMeld:
    """A new meld."""
    return LayMeld(cards(text))


def adds(owner: int, old: str, new: str) -> LayOff:
    """A lay-off."""
    return LayOff(Seat(owner), cards(old), cards(new))


def takes(owner: int, old: str, new: str) -> TakeJoker:
    """A taking of jokers."""
    return TakeJoker(Seat(owner), cards(old), cards(new))


def discards(text: str) -> Discard:
    """A discard."""
    return Discard(Card(text))


def play(state: RummyState, *moves: tuple[int, Move]) -> tuple[RummyState, tuple[Event, ...]]:
    """Make moves one after the other: the last state and everything that happened."""
    events: list[Event] = []
    for seat, move in moves:
        assert move in legal_moves(state, Seat(seat)), (move, legal_moves(state, Seat(seat)))
        step = apply(state, Seat(seat), move)
        state = rummy_state(step.state)
        events += step.events
    return state, tuple(events)


def refused(state: RummyState, seat: int, move: Move) -> Refusal:
    """Why a move is refused; it is in no list, and making it says the same."""
    refusal = why_illegal(state, Seat(seat), move)
    assert refusal is not None, move
    assert move not in legal_moves(state, Seat(seat))
    with pytest.raises(IllegalMove) as illegal:
        apply(state, Seat(seat), move)
    assert illegal.value.refusal == refusal
    return refusal


def legal(state: RummyState, seat: int = 0) -> list[str]:
    """The legal moves in words."""
    return [format_move(move) for move in legal_moves(state, Seat(seat))]


def words(meld_: Meld) -> str:
    """A meld as text."""
    return " ".join(meld_)
