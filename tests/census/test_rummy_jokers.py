"""Jokers taken from melds in kunken and moved in coon_can (R3.30, R3.40).

Engine and oracle are compared after every step. Seat 0 deals, so that seat 1 plays first.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.census.rummy_table import Table

P, OPP = 1, 0
COURTS = "TH JH QH KH"


def _opened(p_hand: str, opp_hand: str, opp_melds: list[str], **options: Any) -> Table:
    """Both have opened, P with courts of hearts, the opponent with these melds; P has drawn."""
    table = Table("kunken", **options)
    table.deal({P: f"{COURTS} {p_hand}", OPP: f"{opp_hand} 9C"}, "2C 2D 9D 2H")
    table.plays(P, "draw", f"meld {COURTS}", "discard 2D")
    table.plays(OPP, "draw", *(f"meld {meld}" for meld in opp_melds), "discard 9C")
    table.plays(P, "draw")
    return table


def test_a_joker_of_a_run_is_taken_from_anybody() -> None:
    """P gives 6S and has the joker in hand; the seat's own melds too (R3.30; E98)."""
    melds = ["5S JK=6S 7S", "KC KD KS"]
    table = _opened("6S 6S", "5S JK 7S KC KD KS", melds)
    table.plays(P, "take joker 0: 5S JK=6S 7S > 5S 6S 7S")
    assert "JK" in table.oracle.hands[P]
    assert "5S 6S 7S" in table.table(OPP)
    assert ("joker taken", P, OPP, ("5S", "JK=6S", "7S"), ("5S", "6S", "7S"), 1) == table.facts[-1]
    # Kept or used, in this turn or later.
    table.may(P, "discard JK", f"lay off 1: {COURTS} > {COURTS} JK=AH")
    table.may(P, "lay off 0: 5S 6S 7S > JK=4S 5S 6S 7S")
    table.plays(P, f"lay off 1: {COURTS} > JK=9H {COURTS}")
    assert ("discard", "6S") in table.oracle.legal(P)


def test_one_card_is_given_for_one_joker_of_a_run() -> None:
    """Each joker of a run is taken by itself, for the card it stands for (R3.30)."""
    melds = ["JK=4S 5S JK=6S 7S", "KC KD KS"]
    table = _opened("4S 6S 8S", "JK 5S JK 7S KC KD KS", melds)
    table.may_not(
        P,
        JOKER_CARD_WRONG=["take joker 0: JK=4S 5S JK=6S 7S > 8S 5S JK=6S 7S"],
    )
    table.plays(P, "take joker 0: JK=4S 5S JK=6S 7S > JK=4S 5S 6S 7S")
    table.plays(P, "take joker 0: JK=4S 5S 6S 7S > 4S 5S 6S 7S")
    assert table.oracle.hands[P].count("JK") == 2


def test_any_missing_suit_frees_one_joker_of_a_set() -> None:
    """By default one missing suit, whichever, frees one joker (R3.30)."""
    table = _opened("7H 7S", "7C 7D JK JK KC KD KS", ["7C 7D JK JK", "KC KD KS"])
    table.may(P, "take joker 0: 7C 7D JK JK > 7C 7D 7H JK")
    table.plays(P, "take joker 0: 7C 7D JK JK > 7C 7D 7S JK")
    table.plays(P, "take joker 0: 7C 7D 7S JK > 7C 7D 7H 7S")
    assert table.oracle.hands[P].count("JK") == 2


def test_all_missing_suits_together_free_all_jokers() -> None:
    """Under `set_joker` both one missing suit is not enough (R3.30)."""
    hands = "7H 7S", "7C 7D JK JK KC KD KS", ["7C 7D JK JK", "KC KD KS"]
    table = _opened(*hands, set_joker="both")
    table.may_not(P, JOKER_CARD_WRONG=["take joker 0: 7C 7D JK JK > 7C 7D 7H JK"])
    table.plays(P, "take joker 0: 7C 7D JK JK > 7C 7D 7H 7S")
    assert table.facts[-1][-1] == 2


def test_both_missing_suits_for_the_one_joker_of_three() -> None:
    """A set of three with a joker misses two suits: both are given, the set has four (R3.30)."""
    hands = "7H 7S", "7C 7D JK KC KD KS", ["7C 7D JK", "KC KD KS"]
    table = _opened(*hands, set_joker="both")
    table.plays(P, "take joker 0: 7C 7D JK > 7C 7D 7H 7S")
    assert table.facts[-1][-1] == 1
    other = _opened("7H 3S", *hands[1:], set_joker="both")
    assert "take joker" not in other.kinds(P)


def test_a_set_of_four_takes_no_more_cards() -> None:
    """Neither a card nor a joker; to a set of three one of a missing suit or a joker (R3.30)."""
    table = _opened("7H 7S JK", "7C 7D JK JK KC KD KS", ["7C 7D JK JK", "KC KD KS"])
    table.may_not(
        P,
        NOT_A_MELD=["lay off 0: 7C 7D JK JK > 7C 7D 7H JK JK"],
    )
    table.may(P, "lay off 0: KC KD KS > KC KD KS JK")


def test_jokers_are_at_most_half_at_any_time() -> None:
    """A lay-off of a joker that would make more than half is refused (R3.30)."""
    table = _opened("JK 8S 4S", "5S JK 7S KC KD KS", ["5S JK=6S 7S", "KC KD KS"])
    table.may(P, "lay off 0: 5S JK=6S 7S > 5S JK=6S 7S JK=8S")
    table.may(P, "lay off 0: 5S JK=6S 7S > 4S 5S JK=6S 7S JK=8S")
    table.plays(P, "lay off 0: 5S JK=6S 7S > JK=4S 5S JK=6S 7S")
    other = _opened("JK 8D 4D", "5S JK JK 7S 8S KC KD KS", ["5S JK=6S 7S 8S", "KC KD KS"])
    other.may(P, "lay off 0: 5S JK=6S 7S 8S > 5S JK=6S 7S 8S JK=9S")


def test_no_exchange_before_one_has_opened() -> None:
    """Before anything else a player must open (R3.30)."""
    table = Table("kunken")
    table.deal({P: "5S JK 7S KC KD KS TC JC", OPP: "6S KH"}, "2C 9D 9H")
    table.plays(P, "draw", "meld KC KD KS", "meld 5S JK=6S 7S", "discard TC")
    table.plays(OPP, "draw")
    table.may_not(
        OPP,
        NOT_OPENED=[
            "take joker 1: 5S JK=6S 7S > 5S 6S 7S",
            "lay off 1: KC KD KS > KC KD KH KS",
        ],
    )


def _run(hand: str, run: str, first: str = "2C") -> Table:
    """P has laid this run and thrown a card; the opponent has drawn and holds this hand."""
    table = Table("coon_can")
    cards = " ".join("JK" if card.startswith("JK") else card for card in run.split())
    table.deal({P: f"{cards} {first}", OPP: hand}, "5D 7D 9S")
    table.plays(P, "draw", f"meld {run}", f"discard {first}")
    table.plays(OPP, "draw")
    return table


def _additions(table: Table) -> set[str]:
    return {" ".join(move[3]) for move in table.oracle.legal(OPP) if move[0] == "lay off"}


def test_an_end_joker_goes_to_the_other_end() -> None:
    """8C in its old place, or 4C beyond its new one (R3.40; E110)."""
    table = _run("8C 4C KD QS 2H 3S", "6C 7C JK=8C")
    wanted = {"JK*=5C 6C 7C 8C", "4C JK*=5C 6C 7C"}
    assert wanted == {new for new in _additions(table) if "*" in new}
    table.plays(OPP, "lay off 1: 6C 7C JK=8C > JK*=5C 6C 7C 8C")
    # It is an end joker again, but has moved.
    assert {"4C JK*=5C 6C 7C 8C"} == _additions(table)


def test_a_moved_joker_stays() -> None:
    """It does not go back, neither for 5C nor for 9C (R3.40)."""
    table = _run("8C 5C 9C TC KD QS", "6C 7C JK=8C")
    table.plays(OPP, "lay off 1: 6C 7C JK=8C > JK*=5C 6C 7C 8C")
    table.may_not(
        OPP,
        JOKER_NOT_MOVABLE=["lay off 1: JK*=5C 6C 7C 8C > 5C 6C 7C 8C JK*=9C"],
    )
    assert {new.split()[0] for new in _additions(table)} == {"JK*=5C"}


@pytest.mark.parametrize(
    ("run", "hand", "moved"),
    [
        pytest.param("AC 2C JK=3C", "3C 4C KC QC", set(), id="no room below the ace"),
        pytest.param("JK=QH KH AH", "QH JH 2H 3H", set(), id="no room above the ace"),
        pytest.param("2C 3C JK=4C", "4C KC", {"JK*=AC 2C 3C 4C"}, id="room for the ace"),
        pytest.param("JK=AC 2C 3C", "AC 5C", {"AC 2C 3C JK*=4C", "2C 3C JK*=4C 5C"}, id="low ace"),
        pytest.param("QH KH JK=AH", "AH TH", {"JK*=JH QH KH AH", "TH JK*=JH QH KH"}, id="high"),
        pytest.param("JK=JH QH KH", "JH 2H", {"JH QH KH JK*=AH"}, id="to the high ace"),
        pytest.param("6C JK=7C 8C", "7C 9C 5C TC", set(), id="inner"),
    ],
)
def test_where_an_end_joker_may_go(run: str, hand: str, moved: set[str]) -> None:
    """To the other end only, if there is room; an inner joker stays (R3.40)."""
    table = _run(f"{hand} KD QS", run)
    assert moved == {new for new in _additions(table) if "*" in new}


def test_either_of_two_end_jokers() -> None:
    """Each may go beyond the other (R3.40)."""
    table = _run("8C 5C 4C 9C KD QS 3S", "JK=5C 6C 7C JK=8C")
    wanted = {
        "JK*=4C JK=5C 6C 7C 8C",
        "5C 6C 7C JK=8C JK*=9C",
    }
    assert wanted == {new for new in _additions(table) if "*" in new}


def test_jokers_may_not_outnumber_naturals() -> None:
    """A second joker on a run of two naturals and a joker makes two and two: allowed (R3.40)."""
    table = _run("JK KD QS 3S 2H", "6C 7C JK=8C")
    assert {"6C 7C JK=8C JK=9C", "JK=5C 6C 7C JK=8C"} <= _additions(table)
    table.plays(OPP, "lay off 1: 6C 7C JK=8C > 6C 7C JK=8C JK=9C")


def test_sets_of_eight_with_jokers_counted() -> None:
    """A rank may be laid in any suits, copies too, up to eight cards (R3.40; E111)."""
    table = Table("coon_can")
    kings = "KC KC KD KD KH KH"
    table.deal({P: f"{kings} JK JK 2C", OPP: "KS KS"}, "4C 5D 6H")
    table.plays(P, "draw", f"meld {kings} JK", "discard 2C")
    table.plays(OPP, "draw")
    additions = {new for new in _additions(table) if new.count("K") > 5}
    assert len(additions) == 1
    table.plays(OPP, f"lay off 1: {kings} JK > {kings} KS JK")
    assert set() == {new for new in _additions(table) if "KC" in new}
