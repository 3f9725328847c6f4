"""Coo-Can of Carrigtwohill, position by position (R3.20).

Engine and oracle are compared after every step. Seat 0 deals and begins by discarding.
"""

from __future__ import annotations

import pytest

from tests.census.rummy_table import Table

DEALER, P = 0, 1


def _table(hands: dict[int, str], pile: str = "", seats: int = 2) -> Table:
    """The dealer has thrown a card that he was not given; the seat after him is to draw."""
    table = Table("coo_can", seats=seats)
    table.deal(hands, pile)
    given = hands.get(DEALER, "").split()
    thrown = next(card for card in table.oracle.hands[DEALER] if card not in given)
    table.plays(DEALER, f"discard {thrown}")
    return table


def test_the_dealer_has_eleven_and_begins_by_discarding() -> None:
    """He may not meld first; no card starts the discards (R3.4, R3.20)."""
    table = Table("coo_can", seats=3)
    table.deal({DEALER: "KC KC KD KS"})
    assert [11, 10, 10] == [len(hand) for hand in table.oracle.hands]
    assert table.oracle.discards == []
    table.may_not(DEALER, NO_LAYING_YET=["meld KC KC KD KS"])
    assert {"discard"} == table.kinds(DEALER)
    table.plays(DEALER, "discard KS")
    assert {"draw", "draw discards"} == table.kinds(P)


def test_fours() -> None:
    """Four of a value, copies too, or four in a row of a suit; no more, no fewer (R3.20)."""
    table = _table({P: "KC KC KD KS KH 6D 7D 8D 9D TD"}, "2C")
    table.plays(P, "draw")
    table.may(P, "meld KC KC KD KS", "meld KC KD KH KS", "meld 6D 7D 8D 9D", "meld 7D 8D 9D TD")
    table.may_not(
        P,
        NOT_A_MELD=["meld 6D 7D 8D", "meld KC KD KS"],
    )
    refused = ["meld KC KC KD KH KS", "meld 6D 7D 8D 9D TD"]
    assert not {("meld", tuple(text.split()[1:])) for text in refused} & table.oracle.legal(P)


def test_one_play_a_turn() -> None:
    """After a four nothing but the discard (R3.20; E84)."""
    table = _table({P: "KC KC KD KS 6D 7D 8D 9D 2C 4S"}, "TD KH 5D 3C")
    table.plays(P, "draw", "meld KC KC KD KS")
    assert {"discard"} == table.kinds(P)
    table.may_not(P, ONE_PLAY_A_TURN=["meld 6D 7D 8D 9D"])
    table.plays(P, "discard 2C")
    table.plays(DEALER, "draw", "discard KH")
    table.plays(P, "draw discards 1")
    table.may(P, "lay off 1: KC KC KD KS > KC KC KD KH KS", "meld 6D 7D 8D 9D")
    table.plays(P, "lay off 1: KC KC KD KS > KC KC KD KH KS")
    table.may_not(P, ONE_PLAY_A_TURN=["meld 6D 7D 8D 9D"])


def test_additions_need_a_four_of_ones_own() -> None:
    """Neither a single nor a four may be added before a stand-alone four (R3.20; E83)."""
    hands = {P: "KC KC KD KS 2C 4S 6H 8D TC QH", DEALER: "KD KS KH KH 3D 4D 5D 6D"}
    table = _table(hands, "5C 9H 7D")
    table.plays(P, "draw", "meld KC KC KD KS", "discard 2C")
    table.plays(DEALER, "draw")
    laid = "KC KC KD KS"
    added = [
        f"lay off 1: {laid} > KC KC KD KH KS",
        f"lay off 1: {laid} > KC KC KD KD KH KH KS KS",
    ]
    table.may_not(DEALER, NEEDS_OWN_FOUR=added)
    assert "lay off" not in table.kinds(DEALER)
    table.plays(DEALER, "meld 3D 4D 5D 6D", f"discard {_loose(table)}")
    table.plays(P, "draw")
    table.plays(P, f"discard {table.facts[-1][2]}")
    table.plays(DEALER, "draw")
    table.may(DEALER, *added, "meld KD KH KH KS")
    table.plays(DEALER, added[1])


def _loose(table: Table) -> str:
    """A card of the dealer's that is neither king nor diamond."""
    hand = table.oracle.hands[DEALER]
    return next(card for card in hand if card[0] != "K" and card[1] != "D")


def test_a_four_is_added_to_a_run_at_one_end() -> None:
    """Four in a row at an end, or the next card; not two, nor some at either end (R3.20)."""
    hands = {P: "5D 6D 7D 8D 9D TD JD QD 4D 2C", DEALER: "AC AD"}
    table = _table(hands, "3S 3H 3D")
    table.plays(P, "draw", "meld 5D 6D 7D 8D", "discard 2C")
    table.plays(DEALER, "draw", f"discard {table.oracle.hands[DEALER][-1]}")
    table.plays(P, "draw")
    laid = "5D 6D 7D 8D"
    table.may(
        P,
        f"lay off 1: {laid} > {laid} 9D TD JD QD",
        f"lay off 1: {laid} > 4D {laid}",
        "meld 9D TD JD QD",
    )
    table.may_not(
        P,
        DOES_NOT_FIT=[
            f"lay off 1: {laid} > {laid} 9D TD",
            f"lay off 1: {laid} > 4D {laid} 9D TD JD",
            f"lay off 1: {laid} > 3D 4D {laid}",
        ],
    )


def test_the_ace_is_low_and_nothing_goes_round_the_corner() -> None:
    """E82: Q K A 2 is no four, nor J Q K A (R3.20)."""
    table = _table({P: "JS QS KS AS 2S 3S 4S 6H 8C TD"}, "5C")
    table.plays(P, "draw")
    table.may(P, "meld AS 2S 3S 4S")
    table.may_not(P, NOT_A_MELD=["meld QS KS AS 2S", "meld JS QS KS AS"])


def test_a_seat_with_one_card_draws_from_the_stock_only() -> None:
    """Drawing the top discard is refused (R3.20; E85)."""
    table = _table({P: "KC KC KD KS 6D 7D 8D 9D 2C QH"}, "4S 3H 5S 3S TD")
    table.plays(P, "draw", "meld KC KC KD KS", "discard QH")
    table.plays(DEALER, "draw", "discard 3H")
    table.plays(P, "draw", "meld 6D 7D 8D 9D", "discard 4S")
    assert ("declared", P, 2) not in table.facts
    table.plays(DEALER, "draw", "discard 3S")
    table.plays(P, "draw")
    # 2C 5S TD: a single fits, then one card is left.
    table.plays(P, "lay off 1: 6D 7D 8D 9D > 6D 7D 8D 9D TD", "discard 5S")
    assert ("declared", P, 1) == table.facts[-1]
    table.plays(DEALER, "draw", f"discard {_loose(table)}")
    table.only(P, "draw")
    table.may_not(P, ONLY_FROM_STOCK=["draw discards 1"])


def test_cooch_is_ten_in_a_straight_flush_and_pays_double() -> None:
    """A new meld that needs no earlier four; the winner is paid double (R3.20; E130)."""
    table = _table({P: "AD 2D 3D 4D 5D 6D 7D 8D 9D KS", DEALER: "KC QC"}, "TD")
    table.plays(P, "draw")
    table.may(P, "meld AD 2D 3D 4D 5D 6D 7D 8D 9D TD", "meld AD 2D 3D 4D")
    table.plays(P, "meld AD 2D 3D 4D 5D 6D 7D 8D 9D TD")
    table.only(P, "discard KS")
    table.plays(P, "discard KS")
    (ended, _) = table.last
    spots = sum(_spots(card) for card in table.facts[0][3][DEALER])
    spots -= _spots(table.facts[1][2])
    assert (2 * (100 + 2 * spots), "cooch") == (ended[4][P], ended[-1])


def _spots(card: str) -> int:
    return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card[0]) or int(card[0])


def test_every_loser_pays_the_fees() -> None:
    """A hundred and two for every spot left, to the one who went out (R3.20)."""
    table = _table({P: "2C 2D 2H 2S 3C 3D 3H 3S 2C 2D"}, seats=3)
    plays = [
        "meld 2C 2D 2H 2S",
        "meld 3C 3D 3H 3S",
        "lay off 1: 2C 2D 2H 2S > 2C 2C 2D 2H 2S",
        "lay off 1: 2C 2C 2D 2H 2S > 2C 2C 2D 2D 2H 2S",
    ]
    for play in plays:
        table.plays(P, "draw")
        table.plays(P, play, f"discard {table.facts[-1][2]}")
        if play != plays[-1]:
            table.idles(2)
    ended = table.last[0]
    hands = [hand for hand in ended[6] if hand is not None]
    pays = [100 + 2 * sum(map(_spots, hand)) for hand in hands]
    assert (-pays[0], sum(pays), -pays[1]) == ended[4]
    assert ended[-1] is None


@pytest.mark.parametrize("seats", [2, 6])
def test_all_discards_are_shuffled_when_the_last_stock_card_is_drawn(seats: int) -> None:
    """A chance point in the turn that drew it; that turn's discard starts anew (R1.3, R3.20)."""
    table = _table({}, seats=seats)
    # Cards thrown are drawn again now and then, so that the turns without a play differ.
    while table.oracle.phase == "draw":
        table.idles(1)
    if seats == 2:
        assert "no_progress" == table.last[0][2]
        return
    assert table.oracle.phase == "reshuffle"
    discards = table.oracle.discards
    table.give(sorted(discards))
    assert (43 - len(discards), 0) == (0, len(table.oracle.discards))
    seat = table.oracle.to_act()
    assert seat is not None
    table.plays(seat, f"discard {table.oracle.hands[seat][0]}")
    assert len(table.oracle.discards) == 1
