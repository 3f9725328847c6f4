"""How deals of family H end and what they are worth, position by position.

Engine and oracle are compared after every step. Seat 0 deals, so that seat 1 plays first.
"""

from __future__ import annotations

import pytest

from tests.census.rummy_table import Table

OPP, P = 0, 1
LOW, HIGH = "AC AD 2H 2S 3C 3D 4H 4S 5C 6D", "KC KD QH QS JC JD TH TS 9C 8D"


def _count(hand: tuple[str, ...]) -> int:
    named = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
    return sum(named.get(card[0]) or int(card[0]) for card in hand)


# Challenge (R3.10)


def test_a_challenge_comes_before_the_draw_once_a_turn() -> None:
    """Refused, the challenger draws; next turn he may challenge again (R3.10; E129)."""
    table = Table("colonel")
    table.deal({P: LOW, OPP: HIGH}, "7H 7C 7D 6S")
    table.may(P, "challenge", "draw", "draw discards 1")
    table.may_not(P, STOCK_NOT_EMPTY=["stop"])
    table.plays(P, "challenge")
    table.only(OPP, "accept", "refuse")
    assert set() == table.kinds(P)
    table.plays(OPP, "refuse")
    table.only(P, "draw", "draw discards 1")
    table.may_not(P, ALREADY_CHALLENGED=["challenge"])
    table.plays(P, "draw")
    table.may_not(P, WRONG_PHASE=["challenge"])
    table.plays(P, "discard 7C")
    table.plays(OPP, "draw", "discard 7D")
    table.may(P, "challenge")


@pytest.mark.parametrize("challenger", [P, OPP])
def test_an_accepted_challenge_is_worth_the_opponents_count(challenger: int) -> None:
    """The lower count wins it, whoever challenged; both hands are shown (R3.10; E72)."""
    table = Table("colonel")
    hands = {P: LOW, OPP: HIGH} if challenger == P else {P: HIGH, OPP: LOW}
    table.deal(hands, "7H")
    table.plays(P, "challenge")
    table.plays(OPP, "accept")
    (ended, over) = table.last
    winner = challenger
    assert ("challenge", winner) == ended[2:4]
    assert _count(tuple(HIGH.split())) == ended[4][winner] == 97
    assert None not in ended[6]
    assert ("challenge", (winner,)) == over[1:3]


def test_a_challenge_between_equals_scores_nothing() -> None:
    """Equal counts: nobody scores, and both share the game (R3.4, R3.10)."""
    table = Table("colonel")
    equal = "KC QC JC TC 9C 8C 7C 6C 5C 4C", "KD QD JD TD 9D 8D 7D 6D 5D 4D"
    table.deal({P: equal[0], OPP: equal[1]}, "7H")
    table.plays(P, "challenge")
    table.plays(OPP, "accept")
    (ended, over) = table.last
    assert ("challenge", None, (0, 0)) == ended[2:5]
    assert (OPP, P) == over[2]


# The empty stock (R3.5)


def _run_down(table: Table) -> int:
    """Throw drawn cards until the stock is empty; the seat to draw."""
    while table.oracle.stock:
        table.idles(1)
    seat = table.oracle.to_act()
    assert seat is not None
    return seat


def test_colonel_stops_at_the_empty_stock_for_the_difference() -> None:
    """He takes a discard for use at once, stops, or challenges (R3.5, R3.10; E73)."""
    table = Table("colonel")
    table.deal({P: "AC 3D 5H 7S 9C JD KH 2S 4C 6D", OPP: "2D 4H 6S 8C TD QH AS 3C 5D 7H"}, "8S")
    seat = _run_down(table)
    assert "draw" not in table.kinds(seat)
    assert {"stop", "challenge"} <= table.kinds(seat)
    table.may_not(seat, STOCK_EMPTY=["draw"])
    table.plays(seat, "stop")
    (ended, _) = table.last
    counts = [_count(hand) for hand in ended[6]]
    winner = counts.index(min(counts))
    assert ("stock_exhausted", winner, abs(counts[0] - counts[1])) == (
        *ended[2:4],
        ended[4][winner],
    )


def test_a_discard_at_the_empty_stock_is_used_at_once() -> None:
    """Only if the first play of the turn uses it (R3.5)."""
    table = Table("colonel")
    table.deal({P: "7C 7D 2H 4S 6C 8D TH QS AC 3D", OPP: "7H 9C JD KH 2S 4C 6D 8H TS QC"}, "5S")
    seat = _run_down(table)
    if seat == P:
        table.may_not(P, DISCARD_NOT_USABLE=["draw discards 1"])
        return
    table.plays(OPP, "stop")


def test_at_the_empty_stock_of_coon_can_a_stop_is_nobodys() -> None:
    """Nobody wins, whatever the counts (R3.5, R3.40)."""
    table = Table("coon_can", seats=6)
    table.deal({}, "5S")
    seat = _run_down(table)
    assert "challenge" not in table.kinds(seat)
    table.plays(seat, "stop")
    (ended, over) = table.last
    assert ("stock_exhausted", None, (0,) * 6) == ended[2:5]
    assert (0, 1, 2, 3, 4, 5) == over[2]


# No progress (R3.5)


@pytest.mark.parametrize(("ruleset", "seats"), [("colonel", 2), ("coo_can", 2), ("coon_can", 3)])
def test_thirty_turns_of_every_seat_without_a_play_draw_the_deal(ruleset: str, seats: int) -> None:
    """The turn that makes it thirty for the last of them ends it; nobody scores (R3.5).

    The dealer's first discard in coo_can, without a draw, is no turn (R3.1).
    """
    table = Table(ruleset, seats=seats)
    table.deal({})
    if ruleset == "coo_can":
        table.plays(0, f"discard {table.oracle.hands[0][0]}")
    # The discards are drawn, so that the stock lasts.
    table.idles(30 * seats - 1, "draw discards 1")
    assert table.last == []
    table.idles(1, "draw discards 1")
    (ended, over) = table.last
    assert ("no_progress", None, (0,) * seats) == ended[2:5]
    assert "no_progress" == over[1]


def test_a_play_begins_the_count_anew() -> None:
    """Thirty turns of each after the last turn with a play (R3.5)."""
    table = Table("colonel")
    table.deal({P: "7C 7D 7H 4S 6C 8D TH QS AC 3D"}, "5S")
    table.idles(20, "draw discards 1")
    table.plays(P, "draw discards 1", "meld 7C 7D 7H")
    table.plays(P, f"discard {_free(table)}")
    table.idles(59, "draw discards 1")
    assert table.last == []
    table.idles(1, "draw discards 1")
    assert "no_progress" == table.last[0][2]


def _free(table: Table) -> str:
    return next(str(move[1]) for move in sorted(table.oracle.legal(P)) if move[0] == "discard")


# Going out (R3.10, R3.40)


@pytest.mark.parametrize("ruleset", ["colonel", "coon_can"])
def test_out_with_the_last_discard(ruleset: str) -> None:
    """All but one card in melds, and that one thrown (R3.1, R3.10, R3.40)."""
    table = Table(ruleset)
    table.deal({P: "KC KD KS QC QD QS JC JD JS 2C"}, "5H KH")
    table.plays(P, "draw", "meld KC KD KH KS", "meld QC QD QS", "meld JC JD JS")
    assert table.last == []
    table.plays(P, "discard 2C")
    assert ("went_out", P) == table.last[0][2:4]


@pytest.mark.parametrize("ruleset", ["colonel", "coon_can"])
def test_out_by_melding_everything(ruleset: str) -> None:
    """Eleven cards in melds: the last of them ends the deal, no discard (R3.10, R3.40)."""
    table = Table(ruleset)
    table.deal({P: "KC KD KS QC QD QS JC JD JS JH"}, "5H KH")
    table.plays(P, "draw", "meld KC KD KH KS", "meld QC QD QS", "meld JC JD JH JS")
    (ended, over) = table.last
    loser = ended[6][OPP]
    ace = {"colonel": 0, "coon_can": 10}[ruleset]
    assert _count(loser) + ace * sum(card[0] == "A" for card in loser) == ended[4][P]
    assert (0, "went_out", (P,)) == (ended[4][OPP], *over[1:3])


def test_a_card_taken_may_be_the_last_discard() -> None:
    """A card taken from the discards may be thrown if it is all that is left (R3.1)."""
    table = Table("colonel")
    table.deal({P: "KC KD KS QC QD QS JC JD JS JH"}, "5H")
    table.plays(P, "draw discards 1", "meld KC KD KS", "meld QC QD QS")
    table.may_not(P, TAKEN_CARD_DISCARDED=["discard 5H"])
    table.plays(P, "meld JC JD JH JS")
    table.only(P, "discard 5H")
    table.plays(P, "discard 5H")
    assert ("went_out", P) == table.last[0][2:4]
