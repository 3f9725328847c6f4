"""Resignations from family H at tables of three and more, in every phase (R4.1).

Engine and oracle are compared after every step. Seat 0 deals, so that seat 1 plays first.
"""

from __future__ import annotations

import pytest

from conquian_engine import void
from tests.census.rummy_table import Table
from tests.oracle.rummy.accounts import score_from_events, told
from tests.oracle.rummy.words import plain_event

OUT = "KC KD KH QC QD QS 9C TC JC"


def test_before_the_deal_the_next_seat_deals() -> None:
    """A seat that is gone is not dealt in, and does not deal (R2.28, R4.1)."""
    table = Table("coon_can", seats=4)
    table.resigns(0)
    assert table.oracle.dealer == 1
    table.deal({}, playing=[1, 2, 3])
    assert () == table.oracle.hands[0]
    assert table.oracle.to_act() == 2


@pytest.mark.parametrize("ruleset", ["coo_can", "kunken", "coon_can"])
def test_a_seat_that_owes_the_draw(ruleset: str) -> None:
    """The next draws instead; a seat not to act changes nothing but the order (R4.1)."""
    table = Table(ruleset, seats=4)
    table.deal({})
    if ruleset == "coo_can":
        table.plays(0, f"discard {table.oracle.hands[0][0]}")
    top = table.oracle.discards[0]
    table.resigns(1)
    assert (2, "draw") == (table.oracle.to_act(), table.oracle.phase)
    assert top == table.oracle.discards[0]
    table.resigns(3)
    assert (2, "draw") == (table.oracle.to_act(), table.oracle.phase)
    table.idles(1)
    assert table.oracle.to_act() == 0


def test_the_dealer_of_coo_can_before_his_first_discard() -> None:
    """It falls away; with no discards the next draws from the stock (R3.20, R4.1)."""
    table = Table("coo_can", seats=3)
    table.deal({})
    table.resigns(0)
    table.only(1, "draw")
    table.may_not(1, NO_DISCARDS=["draw discards 1"])
    table.idles(1)
    assert table.oracle.to_act() == 2


def test_a_seat_that_owes_a_discard() -> None:
    """Its melds stay in play, its hand is laid by; the next draws what lies there (R4.1)."""
    table = Table("kunken", seats=3, dealt=10)
    table.deal({1: f"{OUT} 2S", 2: "KS KS 4C 5D 7H 8S 2D 3H 6C TD"}, "2C 5H")
    table.plays(1, "draw discards 1" if "draw discards" in table.kinds(1) else "draw")
    table.plays(1, "meld KC KD KH", "meld QC QD QS")
    table.resigns(1)
    assert {"KC KD KH", "QC QD QS"} == set(table.table(1))
    assert (2, "draw") == (table.oracle.to_act(), table.oracle.phase)


def test_an_opening_begun_stays_on_the_table() -> None:
    """A seat that resigns within its opening leaves what it laid (R3.30, R4.1)."""
    table = Table("kunken", seats=3, dealt=10)
    table.deal({1: "KC KD KH 7C 7D 7S 2H 4S 5D 8C", 2: f"{OUT} KS"}, "3C 9H AH 2D")
    table.plays(1, "draw", "meld KC KD KH")
    table.resigns(1)
    assert ["KC KD KH"] == table.table(1)
    assert not table.oracle.opened[1]
    table.plays(2, "draw", "meld KC KD KH", "meld QC QD QS", "lay off 1: KC KD KH > KC KD KH KS")
    table.plays(2, "meld 9C TC JC", "discard AH")
    (ended, _, *_rest) = [*table.last, None]
    # 8 cards are left to the seat that resigned: the ten dealt, one drawn, three laid.
    assert (-16, "express") == (ended[4][1], ended[-1])
    assert 8 == len(ended[6][1])


def test_a_seat_that_resigned_pays_in_this_deal_only() -> None:
    """Its total stands; it is not dealt in again and cannot win (R4.1)."""
    table = Table("kunken", seats=3, dealt=10, minus_target=1000)
    table.deal({1: f"{OUT} 2S"}, "2D KS")
    table.resigns(2)
    table.plays(1, "draw", "meld KC KD KH KS", "meld QC QD QS", "meld 9C TC JC", "discard 2S")
    assert (-20, 0, -20) == table.last[0][4]
    assert table.oracle.dealer == 1
    table.deal({0: f"{OUT} 2S"}, "2D KS", playing=[0, 1])
    table.plays(0, "draw", "meld KC KD KH KS", "meld QC QD QS", "meld 9C TC JC", "discard 2S")
    assert (0, -20, 0) == table.last[1][4]
    table.resigns(1)
    assert ("resignation", (0,), (-20, -20, -20)) == table.last[-1][1:]


def test_a_reshuffle_that_a_seat_leaves_behind() -> None:
    """The order is still due; then the next seat draws (R1.3, R3.20, R4.1)."""
    table = Table("coo_can", seats=6)
    table.deal({})
    table.plays(0, f"discard {table.oracle.hands[0][0]}")
    while table.oracle.phase != "reshuffle":
        table.idles(1)
    seat = table.oracle.seat
    # Nobody is to act at a chance point, the others may go too.
    table.resigns((seat + 1) % 6)
    table.resigns(seat)
    table.give(sorted(table.oracle.discards))
    assert ((seat + 2) % 6, "draw") == (table.oracle.to_act(), table.oracle.phase)
    table.only((seat + 2) % 6, "draw")


def test_two_left_and_one_resigns_in_any_phase() -> None:
    """The other wins the game, at a chance point and in a challenge too (R4.1, R4.5)."""
    table = Table("colonel")
    table.deal({})
    table.plays(1, "challenge")
    table.resigns(0)
    assert ("game ended", "resignation", (1,), (0, 0)) == table.facts[-1]
    table = Table("coo_can")
    table.resigns(1)
    assert ("game ended", "resignation", (0,), (0, 0)) == table.facts[-1]


def test_a_game_declared_void_scores_nothing() -> None:
    """Nobody wins; the totals stay (R4.5)."""
    table = Table("coon_can", seats=3)
    table.deal({})
    table.idles(2)
    step = void(table.state)
    facts = [*table.facts, *map(plain_event, step.events)]
    assert [("game ended", "void", (), (0, 0, 0))] == told(facts)
    assert told(facts) == score_from_events(table.oracle.options, facts)


def test_where_nothing_can_be_drawn_the_only_move_is_to_stop() -> None:
    """Stock and discards empty, which takes resignations: nobody scores (R3.5, R4.2)."""
    table = Table("kunken", seats=8, dealt=13)
    table.deal({1: f"{OUT} 2S 4D 6H 8D", 2: "JK JK", 3: "JK JK"}, "KS")
    table.plays(1, "draw discards 1", "meld KC KD KH KS")
    assert ([], 3) == (table.oracle.discards, len(table.oracle.stock))
    table.resigns(1)
    for seat in (2, 3, 4):
        table.only(seat, "draw")
        table.plays(seat, "draw")
        table.resigns(seat)
    table.only(5, "stop")
    table.plays(5, "stop")
    assert ("stock_exhausted", None, (0,) * 8) == table.last[0][2:5]


def test_thirty_turns_of_those_who_are_left() -> None:
    """A seat that resigns takes its turns along; the others have thirty each (R3.5, R4.1)."""
    table = Table("coon_can", seats=3)
    table.deal({})
    table.idles(60, "draw discards 1")
    table.resigns(2)
    table.idles(19, "draw discards 1")
    assert table.last == []
    table.idles(1, "draw discards 1")
    assert "no_progress" == table.last[0][2]


@pytest.mark.parametrize("done", [87, 88, 89])
def test_a_resignation_just_before_the_thirtieth_turn(done: int) -> None:
    """Who is left has to have had thirty turns, at the end of a turn (R3.5, R4.1)."""
    table = Table("coon_can", seats=3)
    table.deal({})
    table.idles(done, "draw discards 1")
    seat = table.oracle.to_act()
    assert seat is not None
    table.resigns(seat)
    if table.last == []:
        table.idles(1, "draw discards 1")
    while table.last == []:
        table.idles(1, "draw discards 1")


@pytest.mark.parametrize("lowest", [False, True])
def test_a_winner_that_resigned_does_not_deal(lowest: bool) -> None:
    """The next seat deals in its place (R2.28, R3.30, R4.1)."""
    table = Table("kunken", seats=3, dealt=10, minus_target=1000, lowest_deals=lowest)
    table.deal({2: f"{OUT} 2S"}, "2D 5S KS")
    table.idles(1)
    table.plays(2, "draw", "meld KC KD KH KS", "meld QC QD QS", "meld 9C TC JC", "discard 2S")
    assert table.oracle.dealer == (2 if lowest else 1)
    table.resigns(2)
    table.deal({}, playing=[0, 1])
