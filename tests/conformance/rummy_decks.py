"""Pack orders of family H that deal given hands, and moves written as text (R1.2, R3.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from conquian.moves import Move, move_to_proto, parse_move
from conquian.v1 import cards_pb2
from conquian_engine import RummyRules, pack_named, resolve_rules


def rummy_order(
    ruleset: str,
    hands: Mapping[int, str],
    then: str = "",
    *,
    options: Mapping[str, str] | None = None,
    seats: int = 2,
    dealer: int = 0,
) -> list[str]:
    """The order that deals these cards to these hands, and then turns and draws these.

    What is not named is filled up with other cards from the end of the pack, no two of them
    alike in a hand.
    """
    rules = resolve_rules(ruleset, options or {}, seats=seats)
    assert isinstance(rules, RummyRules)
    spare: Counter[str] = Counter(pack_named(rules.pack).deck)
    left = {seat: hands.get(seat, "").split() for seat in range(seats)}
    for card in [*(card for hand in left.values() for card in hand), *then.split()]:
        spare[card] -= 1
        assert spare[card] >= 0, card
    for seat in range(seats):
        size = rules.dealt + (rules.dealer_begins and seat == dealer)
        fillers = [card for card in reversed(spare) if spare[card] and card not in left[seat]]
        for card in fillers[: size - len(left[seat])]:
            left[seat].append(card)
            spare[card] -= 1
    first = dealer if rules.dealer_begins else (dealer + 1) % seats
    turn = [(first + step) % seats for step in range(seats)]
    order = []
    while any(left.values()):
        order += [left[seat].pop(0) for seat in turn if left[seat]]
    return [*order, *then.split(), *spare.elements()]


def a_move(text: str) -> cards_pb2.Move:
    """A move as the client writes it: "meld 7H 8H 9H"."""
    move: Move = parse_move(text)
    return move_to_proto(move)
