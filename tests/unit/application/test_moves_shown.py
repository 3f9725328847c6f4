"""Where there are many legal moves a view lists so many, and always how to go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from conquian_engine import (
    Discard,
    DrawStock,
    LayMeld,
    Move,
    Pass,
    Seat,
    State,
    Take,
    apply,
    give_order,
    legal_moves,
    new_game,
    pack_named,
    resolve_rules,
    search_legal_moves,
    why_illegal,
)
from conquian_service.application import views
from conquian_service.application.views import MOVES_SHOWN, MOVES_SOUGHT, _moves_shown
from tests.support.many_takings import offered

HAND = "5S 7S 9S JS QS KS AS 8S 6S TS JK JK".split()
OTHER = "2C 4C 6C 8C TC QC 3D 5D 7D 9D JD KD".split()


def test_discards_are_shown_among_two_thousand_melds() -> None:
    """A front-end that offers what the view lists can end the turn (R4.2)."""
    pack = pack_named("double108")
    begin = [card for pair in zip(HAND, OTHER, strict=True) for card in pair] + ["2H", "JK"]
    rest = list((Counter(map(str, pack.deck)) - Counter(begin)).elements())
    order = [pack.parse_card(card) for card in [*begin, *rest]]
    state = new_game(resolve_rules("kunken"), dealer=Seat(0))
    state = give_order(state, order).state
    state = apply(state, Seat(1), DrawStock()).state

    every = legal_moves(state, Seat(1))
    shown, more = _moves_shown(state, Seat(1))

    assert more
    assert len(every) > 2000
    assert len(shown) == MOVES_SHOWN == len(set(shown))
    discards = [move for move in every if isinstance(move, Discard)]
    assert discards == [move for move in shown if isinstance(move, Discard)]
    assert {type(move) for move in shown} == {Discard, LayMeld}
    assert list(shown) == [move for move in every if move in set(shown)]
    assert all(why_illegal(state, Seat(1), move) is None for move in shown)


def test_few_takings_with_borrowed_cards_are_all_shown() -> None:
    """In the order of all lists."""
    state = offered(length=5)
    every = legal_moves(state, Seat(1))
    assert _moves_shown(state, Seat(1)) == (every, False)
    assert {type(move) for move in every} == {Take, Pass}


@pytest.mark.parametrize("rearrange", ["free", "ends_only"])
def test_a_view_seeks_takings_for_so_long(monkeypatch: pytest.MonkeyPatch, rearrange: str) -> None:
    """Of thousands of takings it has some, the pass, and says that there may be more."""
    steps = 0

    def counted(state: State, seat: Seat) -> Iterator[Move | None]:
        nonlocal steps
        for move in search_legal_moves(state, seat):
            steps += 1
            yield move

    monkeypatch.setattr(views, "search_legal_moves", counted)
    state = offered(length=8, rearrange=rearrange)

    shown, more = _moves_shown(state, Seat(1))

    assert more
    assert steps <= MOVES_SOUGHT + 1
    assert shown[-1] == Pass()
    assert 10 < len(shown) <= MOVES_SHOWN
    assert {type(move) for move in shown[:-1]} == {Take}
    assert len(set(shown)) == len(shown)
    assert all(why_illegal(state, Seat(1), move) is None for move in shown)
