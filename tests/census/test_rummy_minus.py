"""Kunken: what a hand costs, express, new deals, who deals, the bank, the end (R3.30).

Engine and oracle are compared after every step. Seat 0 deals, so that seat 1 plays first.
"""

from __future__ import annotations

import pytest

from conquian_engine import one_deal, replay
from tests.census.rummy_table import Table
from tests.oracle.rummy.words import plain_event

OPP, P = 0, 1
OUT = "KC KD KH QC QD QS 9C TC JC"


@pytest.mark.parametrize(
    ("hand", "joker_minus", "minus"),
    [
        ("4C 7D 9S KH JK AC 2H 5D 8C TD", None, 20),
        ("4C 7D 9S KH JK JK AC 2H 5D 8C", None, 40),
        ("4C 7D 9S KH AC 2H 5D 8C TD 6H", None, 10),
        ("4C 7D 9S KH JK AC 2H 5D 8C TD", 10, 19),
        ("4C 7D 9S KH JK JK AC 2H 5D 8C", 11, 30),
        ("4C 7D 9S KH JK JK AC 2H 5D 8C", 12, 32),
    ],
)
@pytest.mark.parametrize("express", [False, True])
def test_the_minus_of_a_hand(hand: str, joker_minus: int | None, minus: int, express: bool) -> None:
    """A card each, doubled by each joker, or what a joker counts; twice by express (R3.30)."""
    table = Table("kunken", dealt=10, joker_minus=joker_minus)
    table.deal({P: f"{OUT} 2S", OPP: hand}, "2D KS")
    table.plays(P, "draw", "meld KC KD KH KS", "meld QC QD QS")
    if express:
        table.plays(P, "meld 9C TC JC", "discard 2S")
    else:
        table.plays(P, "discard 2S")
        table.idles(1)
        table.plays(P, "draw")
        table.plays(P, "meld 9C TC JC", f"discard {table.facts[-1][2]}")
    ended = table.last[0]
    assert (-minus * (2 if express else 1), 0) == ended[4]


@pytest.mark.parametrize(("only_on_empty", "bonus"), [(False, "express"), (True, None)])
def test_express_on_an_empty_table(only_on_empty: bool, bonus: str | None) -> None:
    """By the option only if nobody had a meld when the turn began (R3.30)."""
    table = Table("kunken", dealt=10, express_on_empty_table=only_on_empty)
    hands = {P: "TH JH QH KH 2S 5D 7C 8S 4D 6C", OPP: f"{OUT} 2H"}
    table.deal(hands, "2D 3S KS")
    table.plays(P, "draw", "meld TH JH QH KH", "discard 3S")
    table.plays(OPP, "draw", "meld KC KD KH KS", "meld QC QD QS", "meld 9C TC JC", "discard 2H")
    assert bonus == table.last[0][-1]
    assert (-6 * (2 if bonus else 1)) == table.last[0][4][P]


def test_three_pairs_or_three_jokers_are_dealt_again() -> None:
    """The same dealer deals again, in the same deal; jokers make no pairs (R1.4, R3.30)."""
    table = Table("kunken", dealt=10, seats=3)
    bad = {1: "KC KC QD QD 2S 2S 4H 5H 6H 8C", 2: "JK JK JK 2C 3D 5S 7C 9D JH KS"}
    for hands in (bad, {2: bad[2]}):
        order = _order(table, hands)
        table.give(order)
        assert ("redealt", tuple(sorted(hands))) == table.facts[-1]
        assert (1, "order") == (table.oracle.deal, table.oracle.phase)
    table.deal({1: "KC KC QD QD JK JK 4H 5H 6H 8C"})
    assert (1, "draw") == (table.oracle.deal, table.oracle.phase)
    table.idles(1)
    # The deal alone is the one that was played.
    alone = replay(one_deal(table.record, 1))
    again = [plain_event(event) for step in alone for event in step.events]
    assert table.facts[-len(again) :] == again
    assert ("deal", "discards started") == (again[0][0], again[1][0])


def _order(table: Table, hands: dict[int, str]) -> list[str]:
    """An order that deals these hands, whatever the others get."""
    left = list(table.oracle.options.cards)
    dealt = {seat: cards.split() for seat, cards in hands.items()}
    for cards in dealt.values():
        for card in cards:
            left.remove(card)
    left = left[::2] + left[1::2]
    order = [
        dealt[seat].pop() if seat in dealt else left.pop(0) for _ in range(10) for seat in (1, 2, 0)
    ]
    return order + left


@pytest.mark.parametrize("lowest", [False, True])
def test_who_deals_next(lowest: bool) -> None:
    """The next seat, or by `lowest_deals` the winner of the last deal (R2.28, R3.30)."""
    table = Table("kunken", dealt=10, seats=3, lowest_deals=lowest, minus_target=1000)
    table.deal({P: f"{OUT} 2S"}, "2D KS")
    table.plays(P, "draw", "meld KC KD KH KS", "meld QC QD QS", "meld 9C TC JC", "discard 2S")
    assert table.oracle.dealer == 1
    table.deal({0: f"{OUT} 2S"}, "2D 5C 5D KS")
    table.idles(1)
    table.plays(0, "draw", "meld KC KD KH", "meld QC QD QS", "meld 9C TC JC")
    free = next(card for card in table.oracle.hands[0] if card != "2S")
    table.plays(0, f"discard {free}")


def test_the_bank_is_turned_over_when_the_last_stock_card_is_drawn() -> None:
    """Unshuffled, the oldest discard on top; that turn's discard starts anew (R3.30)."""
    table = Table("kunken", dealt=13, seats=8)
    table.deal({})
    table.idles(2)
    discards = list(table.oracle.discards)
    seat = table.oracle.to_act()
    assert seat is not None
    table.plays(seat, "draw")
    assert ("turned over", 3) == table.facts[-1]
    assert discards[::-1] == table.oracle.stock
    table.plays(seat, f"discard {table.facts[-2][2]}")
    table.plays((seat + 1) % 8, "draw")
    drawn = [fact for fact in table.facts if fact[0] == "drawn"]
    assert discards[-1] == drawn[-1][2]


def test_the_total_nearest_zero_wins_once_one_is_far_enough_below() -> None:
    """The game ends after the deal in which a total reaches the target (R3.30)."""
    table = Table("kunken", dealt=10, seats=3, minus_target=20)
    table.deal({P: f"{OUT} 2S"}, "2D KS")
    table.plays(P, "draw", "meld KC KD KH KS", "meld QC QD QS", "meld 9C TC JC", "discard 2S")
    (ended, over) = table.last
    assert ((-20, 0, -20), ("went_out", (P,))) == (ended[4], over[1:3])
