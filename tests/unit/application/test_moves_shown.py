"""A view of family H lists so many legal moves and no more, and always how to go on."""

from __future__ import annotations

from collections import Counter

from conquian_engine import (
    Discard,
    DrawStock,
    LayMeld,
    Seat,
    apply,
    give_order,
    legal_moves,
    new_game,
    pack_named,
    resolve_rules,
    why_illegal,
)
from conquian_service.application.views import MOVES_SHOWN, _moves_shown

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
