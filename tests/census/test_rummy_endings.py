"""How deals of family H end and what they are worth, position by position.

Engine and oracle are compared after every step. Seat 0 deals, so that seat 1 plays first.
"""

from __future__ import annotations

import pytest

from conquian_engine import one_deal, replay
from tests.census.rummy_table import Table
from tests.oracle.rummy.words import plain_event

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


# Kunken (R3.30)

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
