"""Takings with borrowed cards are sought step by step, those that borrow least first (R2.31)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from conquian_engine import (
    Card,
    Discard,
    Move,
    MoveKind,
    Pass,
    Seat,
    State,
    Take,
    TakeForced,
    apply,
    each_legal_move,
    legal_moves,
    pack_named,
    search_legal_moves,
    takings,
    why_illegal,
)
from tests.support.many_takings import offered
from tests.unit.engine.table import state_with, upcard

ME = Seat(1)


def borrowed(state: State, move: Move) -> int:
    """How many cards of others a taking holds."""
    assert isinstance(move, Take)
    pack = pack_named("full52")
    own = sum(state.tables[ME]) | state.hands[ME] | pack.mask([Card("3S")])
    return (pack.mask(card for meld in move.layout for card in meld) & ~own).bit_count()


@pytest.mark.parametrize("rearrange", ["free", "ends_only"])
def test_the_search_finds_every_taking_once(rearrange: str) -> None:
    """Those that the analysis lists, then what else may be done."""
    state = offered(length=6, rearrange=rearrange)
    pack = pack_named("full52")
    tables = [tuple(pack.cards_in(meld) for meld in table) for table in state.tables]
    hand = pack.cards_in(state.hands[ME])
    others = (*tables[0], *tables[2], *tables[3])
    expected = takings(state.rules, tables[ME], hand, Card("3S"), opponents=others)

    found = list(search_legal_moves(state, ME))
    moves_found = [move for move in found if move is not None]

    assert moves_found[-1] == Pass()
    layouts = [move.layout for move in moves_found[:-1] if isinstance(move, Take)]
    assert len(layouts) == len(moves_found) - 1 == len(set(layouts)) > 20
    assert set(layouts) == set(expected)
    assert len(found) > len(moves_found)
    assert tuple(moves_found) == legal_moves(state, ME) == tuple(each_legal_move(state, ME))
    assert all(why_illegal(state, ME, move) is None for move in moves_found)


def test_those_that_borrow_least_come_first() -> None:
    """Whoever gives up early has seen the plainest ones."""
    state = offered(length=8)
    first = [move for move in islice(search_legal_moves(state, ME), 2_000) if move is not None]
    numbers = [borrowed(state, move) for move in first]
    assert numbers == sorted(numbers)
    assert numbers[0] == 2
    assert len(numbers) > 20


def test_a_search_for_other_moves_seeks_no_takings() -> None:
    """Not one step is spent on them."""
    state = offered(length=8)
    no_takings = frozenset(MoveKind) - {MoveKind.TAKE}
    assert list(search_legal_moves(state, ME, kinds=no_takings)) == [Pass()]
    forced = state_with(
        state.rules,
        TakeForced(upcard(state.rules, "3S", 0), ME, Seat(0)),
        tables=["", ["4S 5S 6S"], ["4D 5D 6D 7D"]],
    )
    assert list(search_legal_moves(forced, ME, kinds=no_takings)) == []
    every = legal_moves(forced, ME)
    assert every == tuple(each_legal_move(forced, ME))
    assert {type(move) for move in every} == {Take}


def test_a_filter_keeps_the_steps() -> None:
    """A taking that does not name the card is a step like others that find nothing."""
    state = offered(length=6)
    every = list(search_legal_moves(state, ME))
    of_nine = list(search_legal_moves(state, ME, card=Card("9D")))
    assert len(of_nine) == len(every)
    assert 0 < len([move for move in of_nine if move]) < len([move for move in every if move])


def test_seats_that_cannot_borrow_now() -> None:
    """Other decisions are listed as ever; a seat not to act has no moves."""
    state = offered(length=6)
    assert list(search_legal_moves(state, Seat(2))) == []
    taken = next(move for move in search_legal_moves(state, ME) if isinstance(move, Take))
    due = apply(state, ME, taken).state
    found: Iterator[Move | None] = search_legal_moves(due, ME)
    assert {type(move) for move in found} == {Discard}
