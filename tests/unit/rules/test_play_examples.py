"""The `play` examples of examples.yaml, told move by move; each test bears its example's id.

Two seats: O (here OPP) is seat 0 and deals, P is seat 1. Three seats: A B C are 0 1 2 and C deals.
"""

from __future__ import annotations

import pytest

from conquian_engine import (
    Card,
    CardDied,
    CardTurned,
    Cause,
    DealEnded,
    DealStarted,
    Forced,
    GameEnded,
    Origin,
    PhaseName,
    Seat,
    SeatResigned,
    Taken,
)
from tests.oracle.words import cards, plain_layout
from tests.unit.rules.sitting import Sitting

OPP, P = 0, 1
A, B, C, D = 0, 1, 2, 3

TEN = ("4C 5C 6C 7C", "QC QH QS", "AS 2S 3S")
P_HAND = "4C 5C 7C QC QH QS 2S 3S KD 6H"


def _ten_on_the_table(stock: str = "", o_hand: str = "") -> Sitting:
    """P, offered AS as a turned card, holds 2S 3S KD and has seven on the table (E53)."""
    sitting = Sitting("classic", dealer=OPP)
    sitting.deal({OPP: o_hand, P: P_HAND}, f"6C AS {stock}")
    sitting.takes(P, "4C 5C 6C 7C", "QC QH QS")
    sitting.discards(P, "6H")
    sitting.passes(OPP, OPP)
    return sitting


def test_e53_ten_and_an_empty_hand_is_not_out() -> None:
    """E53: ten on the table and no hand card: the deal goes on (R2.17)."""
    sitting = _ten_on_the_table(stock="2C")
    assert set(cards("2S 3S KD")) == set(sitting.view(P).hand or ())
    sitting.takes(P, *TEN)
    assert {("discard", "KD")} == sitting.legal(P)
    sitting.discards(P, "KD")
    assert (OPP,) == sitting.to_act
    sitting.passes(OPP)

    view = sitting.view(P)
    assert (10, ()) == (sum(map(len, view.tables[P])), view.hand)
    assert CardTurned(Card("2C"), Origin.TURNED, Seat(OPP), 17) == sitting.last[-1]
    assert not any(isinstance(event, DealEnded) for event in sitting.events)
    sitting.passes(OPP, P)
    assert (P,) == sitting.to_act


def test_e54_opening_upcard_refused_by_both() -> None:
    """E54: the non-dealer turns the next card and has first refusal of it (R2.4)."""
    sitting = Sitting("classic", dealer=OPP)
    sitting.deal()
    first = sitting.view().upcard
    assert first is not None
    assert (Origin.OPENING, (P,)) == (first.origin, sitting.to_act)
    sitting.passes(P, OPP)

    second = sitting.view().upcard
    assert second is not None
    assert CardDied(first.card) in sitting.last
    assert (Origin.TURNED, P) == (second.origin, second.by)
    assert (P,) == sitting.to_act


def test_e55_turned_card_refused_by_both() -> None:
    """E55: T turns, T and O pass, nobody forces: dead, O turns the next (R2.8)."""
    sitting = Sitting("classic", dealer=OPP)
    sitting.deal()
    sitting.passes(P, OPP)
    sitting.passes(P, OPP)

    upcard = sitting.view().upcard
    assert upcard is not None
    assert 2 == sitting.view().dead
    assert (Origin.TURNED, OPP) == (upcard.origin, upcard.by)
    assert (OPP,) == sitting.to_act


def test_e56_discard_is_offered_to_the_others_only() -> None:
    """E56: T is offered O's discard; if T passes T turns the next, O is never asked (R2.7)."""
    sitting = Sitting("classic", dealer=OPP)
    sitting.deal({OPP: "5C 5D 2H", P: "KC QD"}, "AH 5S")
    sitting.passes(P, OPP)
    sitting.passes(P)
    sitting.takes(OPP, "5C 5D 5S")
    sitting.discards(OPP, "2H")
    assert (P,) == sitting.to_act
    sitting.passes(P)

    upcard = sitting.view().upcard
    assert upcard is not None
    assert CardDied(Card("2H")) in sitting.last
    assert (Origin.TURNED, P) == (upcard.origin, upcard.by)
    assert (P,) == sitting.to_act


def test_e57_last_stock_card_refused_draws_the_deal() -> None:
    """E57: the deal is drawn, the stake is carried, the next deal is for two (R2.24)."""
    sitting = Sitting("classic", dealer=OPP)
    sitting.deal()
    sitting.pass_out()
    (ended,) = [event for event in sitting.last if isinstance(event, DealEnded)]

    assert (Cause.STOCK_EXHAUSTED, None) == (ended.cause, ended.winner)
    assert (0, 0) == tuple(ended.scores)
    assert PhaseName.AWAITING_ORDER == sitting.view().phase
    sitting.deal()
    started = sitting.last[0]
    assert isinstance(started, DealStarted)
    assert (2, P, 2) == (started.deal, started.dealer, started.stake)


def test_e58_forced_to_the_eleventh_card_goes_out() -> None:
    """E58: P, ten on the table and no hand, is forced by the opponent's discard (R2.20)."""
    sitting = _ten_on_the_table(stock="5S", o_hand="5D 5H JC")
    sitting.takes(P, *TEN)
    sitting.discards(P, "KD")
    sitting.passes(OPP)
    sitting.takes(OPP, "5D 5H 5S")
    sitting.discards(OPP, "JC")
    sitting.passes(P)
    assert {("force", P), ("let go",)} == sitting.legal(OPP)
    sitting.forces(OPP, P)
    eleven = ("4C 5C 6C 7C JC", *TEN[1:])
    assert {("take", plain_layout(meld.split() for meld in eleven))} == sitting.legal(P)
    sitting.takes(P, *eleven)

    taken, deal, game = sitting.last
    assert isinstance(taken, Taken)
    assert isinstance(deal, DealEnded)
    assert isinstance(game, GameEnded)
    assert (Cause.WENT_OUT, P) == (deal.cause, deal.winner)
    assert (Cause.WENT_OUT, (P,)) == (game.cause, game.winners)


def test_e59_turner_after_a_dead_discard_of_three() -> None:
    """E59: A turns and passes, B takes and discards, C and A pass: dead, C turns (R2.8)."""
    sitting = Sitting("mexican", dealer=C, seats=3)
    sitting.deal({A: "1B 2B 7E", B: "5O 5C RE 2C", C: "1C 2O 3E"}, "5E 1O")
    sitting.trades(A, "7E")
    sitting.trades(C, "3E")
    sitting.trades(B, "2C")
    assert {"1B", "2B", "3E"} <= set(sitting.view(A).hand or ())
    upcard = sitting.view().upcard
    assert upcard is not None
    assert ("5E", Origin.TURNED, A) == (upcard.card, upcard.origin, upcard.by)
    sitting.passes(A)
    sitting.takes(B, "5O 5C 5E")
    sitting.discards(B, "RE")
    assert (C,) == sitting.to_act
    sitting.passes(C, A)

    assert CardDied(Card("RE")) in sitting.last
    assert CardTurned(Card("1O"), Origin.TURNED, Seat(C), 14) == sitting.last[-1]


def test_e74_ten_on_the_table_and_the_last_card_discarded() -> None:
    """E74: in Foster's game too, ten on the table and an empty hand is not out (R2.17)."""
    sitting = Sitting("foster_cooncan", dealer=OPP)
    sitting.deal({P: "4C 5C 7C TC TH TS 2S 3S 8D 6H"}, "6C AS 2C")
    sitting.takes(P, "4C 5C 6C 7C", "TC TH TS")
    sitting.discards(P, "6H")
    sitting.passes(OPP, OPP)
    sitting.takes(P, "4C 5C 6C 7C", "TC TH TS", "AS 2S 3S")
    assert {("discard", "8D")} == sitting.legal(P)
    sitting.discards(P, "8D")
    sitting.passes(OPP)

    view = sitting.view(P)
    assert (10, ()) == (sum(map(len, view.tables[P])), view.hand)
    assert not any(isinstance(event, DealEnded) for event in sitting.events)


def test_e125_taker_without_a_hand_card_discards_nothing() -> None:
    """E125: hand empty, table below the target: no discard, the next seat turns up (R2.31)."""
    sitting = Sitting("classic", {"borrow_from_opponents": "true", "dealt": "7"}, dealer=OPP)
    sitting.deal({OPP: "7H 2H", P: "4S 5S 7S KC KD KS 6C"}, "6S 7C KH 3C")
    sitting.takes(P, "4S 5S 6S 7S")
    sitting.discards(P, "6C")
    sitting.passes(OPP)
    sitting.takes(OPP, "7C 7H 7S")
    taken = sitting.last[0]
    assert isinstance(taken, Taken)
    assert (cards("7H"), cards("7S")) == (taken.from_hand, taken.borrowed)
    assert plain_layout([cards("4S 5S 6S")]) == plain_layout(sitting.view().tables[P])
    sitting.discards(OPP, "2H")
    sitting.passes(P)
    sitting.takes(P, "4S 5S 6S", "KC KD KH KS")

    view = sitting.view(P)
    assert (7, ()) == (sum(map(len, view.tables[P])), view.hand)
    assert CardTurned(Card("3C"), Origin.TURNED, Seat(OPP), 22) == sitting.last[-1]
    assert (OPP,) == sitting.to_act


def _a_turns_7c(b_set: str) -> Sitting:
    """A turns 7C, which fits A's and C's runs; B has laid the given set (E123)."""
    sitting = Sitting("three_player", dealer=C)
    given, *kept = b_set.split()
    hands = {A: f"5C 6C {given}", B: f"{' '.join(kept)} JC", C: "QC KC AH"}
    sitting.deal(hands, "4C 7C")
    sitting.takes(A, "4C 5C 6C")
    sitting.discards(A, given)
    sitting.takes(B, b_set)
    sitting.discards(B, "JC")
    sitting.takes(C, "JC QC KC")
    sitting.discards(C, "AH")
    sitting.passes(A, B)
    upcard = sitting.view().upcard
    assert upcard is not None
    assert ("7C", A) == (upcard.card, upcard.by)
    return sitting


def test_e123_who_may_force_whom() -> None:
    """E123: the offered seat forces who has passed; then each who passed after it (R2.19)."""
    sitting = _a_turns_7c("7D 7H 7S")
    assert {("take",), ("pass",)} == sitting.choices(A)
    sitting.passes(A)
    assert {("take",), ("pass",), ("force", A)} == sitting.choices(B)
    sitting.passes(B)
    assert {("take",), ("pass",), ("force", A), ("force", B)} == sitting.choices(C)
    sitting.passes(C)
    assert {("let go",), ("force", B), ("force", C)} == sitting.choices(A)
    sitting.lets_go(A)
    assert {("let go",), ("force", C)} == sitting.choices(B)
    sitting.lets_go(B)

    assert CardDied(Card("7C")) in sitting.last
    upcard = sitting.view().upcard
    assert upcard is not None
    assert (Origin.TURNED, B) == (upcard.origin, upcard.by)


def test_e123_only_where_the_table_fits() -> None:
    """E123: nobody may force B when the upcard does not fit B's table (R2.18)."""
    sitting = _a_turns_7c("2D 2H 2S")
    sitting.passes(A)
    assert {("pass",), ("force", A)} == sitting.choices(B)
    sitting.passes(B)
    assert {("take",), ("pass",), ("force", A)} == sitting.choices(C)
    sitting.passes(C)
    assert {("let go",), ("force", C)} == sitting.choices(A)


@pytest.mark.parametrize(
    ("on_drawn", "drawn", "paid"),
    [("double", 1, 2), ("double", 2, 4), ("carry", 1, 2), ("carry", 2, 3)],
)
def test_e124_stake_after_drawn_deals(on_drawn: str, drawn: int, paid: int) -> None:
    """E124: drawn deals, then a win: doubled stakes pay 2 and 4, carried ones 2 and 3 (R2.24)."""
    sitting = Sitting("classic", {"on_drawn": on_drawn}, dealer=OPP)
    for _ in range(drawn):
        sitting.deal()
        sitting.pass_out()
    loser = sitting.state.dealer
    (winner,) = {OPP, P} - {loser}
    sitting.goes_out(dealer=loser)

    ended = sitting.last[1]
    assert isinstance(ended, DealEnded)
    assert (paid, -paid) == (ended.points[winner], ended.points[loser])
    assert (paid, -paid) == (sitting.view().scores[winner], sitting.view().scores[loser])


def _7c_refused_by_p(scope: str, origin: Origin) -> Sitting:
    """P, with 4C 5C 6C on the table, has just passed 7C, turned or discarded by O (E126)."""
    sitting = Sitting("classic", {"force_scope": scope}, dealer=OPP)
    discarded = origin == Origin.DISCARDED
    o_hand, stock = ("5D 5H 7C", "6C 5S") if discarded else ("5D 5H", "6C 7C")
    sitting.deal({OPP: o_hand, P: "4C 5C KH"}, stock)
    sitting.takes(P, "4C 5C 6C")
    sitting.discards(P, "KH")
    sitting.passes(OPP)
    if discarded:
        sitting.takes(OPP, "5D 5H 5S")
        sitting.discards(OPP, "7C")
    else:
        sitting.passes(OPP)
    sitting.passes(P)
    return sitting


@pytest.mark.parametrize(
    ("scope", "origin", "may_force"),
    [
        ("any", Origin.TURNED, True),
        ("any", Origin.DISCARDED, True),
        ("discards_only", Origin.TURNED, False),
        ("discards_only", Origin.DISCARDED, True),
    ],
)
def test_e126_turned_card_under_discards_only(scope: str, origin: Origin, may_force: bool) -> None:
    """E126: a turned card that fits the passer's run cannot be forced, a discard can (R2.21)."""
    sitting = _7c_refused_by_p(scope, origin)

    assert may_force == (("force", P) in sitting.legal(OPP))
    assert may_force != (CardDied(Card("7C")) in sitting.last)
    if may_force:
        sitting.forces(OPP, P)
        assert (Forced(Seat(P), by=Seat(OPP)),) == sitting.last


def test_e128_resigning_on_an_offer_counts_as_a_pass() -> None:
    """E128: the offer goes on, the seat is skipped from then on and pays as a loser (R4.1)."""
    sitting = Sitting("four_player", dealer=D)
    sitting.deal({C: "5C 7C JC QC QD QH QS"}, "2D 6C")
    sitting.passes(A)
    assert (B,) == sitting.to_act
    sitting.resigns(B)

    assert SeatResigned(Seat(B), Cause.RESIGNATION) == sitting.last[0]
    assert (C,) == sitting.to_act
    assert set() == sitting.legal(B)
    sitting.passes(C, D, A)
    assert (C,) == sitting.to_act
    sitting.takes(C, "5C 6C 7C JC", "QC QD QH QS")
    ended = sitting.last[1]
    assert isinstance(ended, DealEnded)
    assert (-1, -1, 3, -1) == tuple(ended.points)
