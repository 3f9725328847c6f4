"""Kunken: openings and discards taken for use, position by position (R3.2, R3.30).

Engine and oracle are compared after every step of these courses of play; what is asserted
besides is read off the rules by hand. Seat 0 deals, so that seat 1 plays first.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.census.rummy_table import Table

P, OPP = 1, 0
TEN_RUN = "TH JH QH KH"


def _table(hand: str, pile: str, **options: Any) -> Table:
    """P's hand of ten, the top of the bank, then what he draws from the stock."""
    table = Table("kunken", dealt=10, **options)
    table.deal({P: hand}, pile)
    return table


def test_an_opening_of_exactly_forty() -> None:
    """Forty opens at once, with one meld or several (R3.30)."""
    table = _table(f"{TEN_RUN} 2C 4D 5S 7C 8D 9S", "3C 3D")
    table.plays(P, "draw")
    table.may(P, "discard 2C", "meld TH JH QH KH")
    table.may_not(P, OPENING_TOO_LOW=["meld JH QH KH", "meld TH JH QH"])
    table.plays(P, "meld TH JH QH KH")
    assert ("opened", P, 40) == table.facts[-1]
    table.may(P, "discard 2C")


def test_thirty_nine_does_not_open() -> None:
    """Kings 30 and threes 9 are not enough; no part of them may be laid (R3.2, R3.30; E91)."""
    table = _table("KS KD KC 3S 3D 3C 2H 5D 7S 9H", "4H 8C")
    table.plays(P, "draw")
    table.may_not(P, OPENING_TOO_LOW=["meld KC KD KS", "meld 3C 3D 3S"])
    assert {"discard"} == table.kinds(P)


def test_an_opening_begun_must_be_completed() -> None:
    """22 and 20: after the first only what keeps forty in reach (R3.2, R3.30; E127)."""
    table = _table("KH AH 2H 5C 5D 5H 5S 3D 7S 9C", "4H 8C")
    table.plays(P, "draw")
    table.may(P, "meld KH AH 2H", "meld 5C 5D 5H 5S", "discard 9C")
    table.may_not(P, OPENING_TOO_LOW=["meld 5C 5D 5H"])
    table.plays(P, "meld KH AH 2H")
    table.only(P, "meld 5C 5D 5H 5S")
    table.may_not(P, OPENING_BEGUN=["discard 9C"])
    table.plays(P, "meld 5C 5D 5H 5S")
    assert ("opened", P, 42) == table.facts[-1]
    table.only(P, *[f"discard {card}" for card in ("3D", "7S", "8C", "9C")])


def test_an_opening_must_leave_a_card_for_the_discard() -> None:
    """No play may empty the hand: the last meld cannot be all there is (R3.2, R3.30)."""
    table = _table("KH KD KC QH QD QS 9C TC JC QC", "4H 8C")
    table.plays(P, "draw")
    table.plays(P, "meld KC KD KH", "meld QD QH QS")
    table.plays(P, "meld 9C TC JC QC")
    table.only(P, "discard 8C")
    table.plays(P, "discard 8C")
    assert "express" == table.last[0][-1]


def test_a_play_may_not_empty_the_hand() -> None:
    """A seat that has opened keeps a card for the closing discard (R3.2, R3.30)."""
    table = _table("KH KD KC QH QD QS 9C TC JC 2D", "4H 9H KS")
    table.plays(P, "draw", "meld KC KD KH", "meld QD QH QS", "meld 9C TC JC", "discard 2D")
    table.plays(OPP, "draw", "discard KS")
    table.plays(P, "draw discards 1")
    # KS fits the kings; 9H is left for the discard.
    table.only(P, "lay off 1: KC KD KH > KC KD KH KS")
    table.plays(P, "lay off 1: KC KD KH > KC KD KH KS", "discard 9H")
    assert ("went_out", P, None) == (*table.last[0][2:4], table.last[0][-1])


@pytest.mark.parametrize(
    ("opening", "single", "legal"),
    [(40, False, True), (40, True, False), (50, False, True), (50, True, False)],
)
def test_one_meld_or_several(opening: int, single: bool, legal: bool) -> None:
    """Under `opening_single` the first meld must reach the total by itself (R3.30)."""
    hand = "KS KD KC 7S 7D 7C 2H 5D 6S 9H"
    table = _table(hand, "4H 8C", opening=opening, opening_single=single)
    table.plays(P, "draw")
    if not legal:
        table.may_not(P, OPENING_TOO_LOW=["meld KC KD KS", "meld 7C 7D 7S"])
        return
    table.plays(P, "meld 7C 7D 7S", "meld KC KD KS")
    assert ("opened", P, 51) == table.facts[-1]


def test_fifty() -> None:
    """Forty is not enough where fifty is asked for (R3.30)."""
    table = _table(f"{TEN_RUN} 2C 4D 5S 7C 8D 9S", "3C 3D", opening=50)
    table.plays(P, "draw")
    table.may_not(P, OPENING_TOO_LOW=["meld TH JH QH KH"])


def test_after_the_single_opening_anything_may_follow() -> None:
    """Once reached the player has opened, in the same turn too (R3.30)."""
    table = _table(f"{TEN_RUN} 2C 2D 2S 7C 8D 9S", "3C 9H", opening_single=True)
    table.plays(P, "draw")
    table.may_not(P, OPENING_TOO_LOW=["meld 2C 2D 2S"])
    table.may_not(P, NOT_OPENED=["lay off 0: TH JH QH > 9H TH JH QH"])
    table.plays(P, "meld TH JH QH KH")
    table.may(P, "meld 2C 2D 2S", "lay off 1: TH JH QH KH > 9H TH JH QH KH")


def test_flat_values() -> None:
    """Under `flat` kings and threes are 45, and an ace is ten everywhere (R3.30)."""
    table = _table("KS KD KC 3S 3D 3C 2H 5D 7S 9H", "4H 8C", values="flat")
    table.plays(P, "draw", "meld KC KD KS", "meld 3C 3D 3S")
    assert ("opened", P, 45) == table.facts[-1]


def test_a_joker_that_stands_for_a_court_makes_an_ace_ten() -> None:
    """QH as a joker with K A: thirty; with 2 3 the ace is one (R3.30)."""
    table = _table("KH AH JK 5C 5D 8H 2S 3S 7D 9C", "5H 8C")
    table.plays(P, "draw")
    # 30 and 15 are enough with 5H, which P does not hold.
    assert {"discard"} == table.kinds(P)
    other = _table("KH AH JK 5C 5D 8H 2S 3S 7D 9C", "5H 8C")
    other.plays(P, "draw discards 1", "meld 5C 5D 5H", "meld JK=QH KH AH")
    assert ("opened", P, 45) == other.facts[-1]


def test_a_discard_of_no_use_is_not_taken() -> None:
    """Nines are 27, below forty: taking the nine is refused (R3.2, R3.30; E97)."""
    table = _table("9D 9H 2C 4D 6S 8C TD QS AH 5C", "9C")
    table.only(P, "draw")
    table.may_not(P, DISCARD_NOT_USABLE=["draw discards 1"])


def test_a_discard_taken_is_in_the_first_play() -> None:
    """The first play uses it, whatever else could be laid first (R3.2, R3.30)."""
    table = _table("9D 9H KC KD KS 4D 6S 8C TD QS", "9C")
    table.plays(P, "draw discards 1")
    table.only(P, "meld 9C 9D 9H")
    table.may_not(P, MUST_USE_TAKEN=["meld KC KD KS", "discard 4D"])
    table.plays(P, "meld 9C 9D 9H")
    table.only(P, "meld KC KD KS")


def _idle(table: Table) -> str:
    """A card that the opponent has no use for."""
    return table.oracle.hands[OPP][0]


def test_a_discard_for_an_exchange_or_a_lay_off() -> None:
    """Once opened the first play may be an exchange of a joker, or a lay-off (R3.30)."""
    table = _table("TH JH QH JK 2C 2D 5S 7C 8D 9S", "3H 3D KH")
    table.may_not(P, DISCARD_NOT_USABLE=["draw discards 1"])
    table.plays(P, "draw", "meld TH JH QH JK=KH", "discard 3D")
    table.plays(OPP, "draw", "discard KH")
    table.plays(P, "draw discards 1")
    exchange = "take joker 1: TH JH QH JK=KH > TH JH QH KH"
    table.only(P, exchange)
    table.may_not(P, MUST_USE_TAKEN=["discard 2C"])
    table.plays(P, exchange)
    table.may(P, "meld 2C 2D JK", "discard JK", "lay off 1: TH JH QH KH > TH JH QH KH JK=AH")
    table.plays(P, "discard 2C")
    table.plays(OPP, "draw", f"discard {_idle(table)}")


def test_a_card_taken_is_not_thrown_back() -> None:
    """Neither it nor another card of those taken, but an equal one of one's own (R3.1)."""
    table = _table("9D 9H KC KD KS 4D 6S 8C TD QS", "9C 9C", bank_depth="any")
    table.plays(P, "draw", "discard 4D")
    table.plays(OPP, "draw", f"discard {_idle(table)}")
    top = table.oracle.discards[0]
    # The deepest is 9C: above it lie 4D, thrown by P himself, and the opponent's card.
    table.plays(P, "draw discards 3", "meld 9C 9D 9H", "meld KC KD KS")
    own = [card for card in table.oracle.hands[P] if card not in (top, "4D")]
    table.only(P, *sorted({f"discard {card}" for card in own}), *_additions(table))
    table.may_not(P, TAKEN_CARD_DISCARDED=["discard 4D"])


def _additions(table: Table) -> list[str]:
    """The plays of the oracle, where a test is about the discards alone."""
    return [
        f"meld {' '.join(move[1])}"
        if move[0] == "meld"
        else f"lay off {move[1]}: {' '.join(move[2])} > {' '.join(move[3])}"
        for move in table.oracle.legal(P)
        if move[0] in ("meld", "lay off")
    ]


def test_only_the_top_discard_is_open_as_a_rule() -> None:
    """Under `bank_depth` top a deeper card is refused (R3.30)."""
    table = _table("9D 9H KC KD KS 4D 6S 8C TD QS", "9C 9C")
    table.plays(P, "draw", "discard 4D")
    table.plays(OPP, "draw", f"discard {_idle(table)}")
    table.may_not(P, DEPTH_NOT_ALLOWED=["draw discards 2"])
    table.plays(P, "draw")


def test_deeper_than_there_are_discards() -> None:
    """No more can be taken than lie there (R3.30)."""
    table = _table("9D 9H KC KD KS 4D 6S 8C TD QS", "9C", bank_depth="any")
    table.may_not(P, NO_DISCARDS=["draw discards 2"])
    table.may(P, "draw discards 1")


def _deep_bank(thrown: str, run: str = "TH JH QH KH") -> Table:
    """P has opened and holds 9C 9D; on the bank lie `thrown`, 2S and, deepest, 9S."""
    held = " ".join("JK" if card.startswith("JK") else card for card in run.split())
    table = Table("kunken", dealt=10, bank_depth="any")
    hands = {P: f"{held} 7C 7D 7S 9C 9D 2S", OPP: f"{thrown} 4C 6D 8S TD JC"}
    table.deal(hands, "9S 9H 5C")
    table.plays(P, "draw", f"meld {run}", "meld 7C 7D 7S", f"lay off 1: {run} > 9H {run}")
    table.plays(P, "discard 2S")
    table.plays(OPP, "draw", f"discard {thrown}")
    return table


def test_taken_cards_that_can_be_got_rid_of() -> None:
    """Two taken cards are left: one must be laid off, the last one may be thrown (R3.1, R3.2)."""
    table = _deep_bank("AH")
    table.plays(P, "draw discards 3")
    table.only(P, "meld 9C 9D 9S")
    table.plays(P, "meld 9C 9D 9S")
    run = "9H TH JH QH KH"
    table.only(P, f"lay off 1: {run} > {run} AH")
    table.may_not(P, TAKEN_CARD_DISCARDED=["discard 2S", "discard AH"])
    table.plays(P, f"lay off 1: {run} > {run} AH", "discard 2S")
    assert ("went_out", P) == table.last[0][2:4]


def test_a_taken_joker_must_be_laid_too() -> None:
    """It is a card from the discards like any other (R3.1, R3.2)."""
    table = _deep_bank("JK")
    table.plays(P, "draw discards 3", "meld 9C 9D 9S")
    run = "9H TH JH QH KH"
    additions = [f"{run} JK=AH", f"JK=8H {run}"]
    sets = ["lay off 1: 7C 7D 7S > 7C 7D 7S JK", "lay off 1: 9C 9D 9S > 9C 9D 9S JK"]
    table.only(P, *(f"lay off 1: {run} > {new}" for new in additions), *sets)
    table.plays(P, sets[0], "discard 2S")


@pytest.mark.parametrize("thrown", ["3D", "QC", "2D"])
def test_taken_cards_that_could_not_be_got_rid_of(thrown: str) -> None:
    """Where neither of the two can be laid, the bank is not taken (R3.1, R3.2)."""
    table = _deep_bank(thrown)
    table.may_not(P, DISCARD_NOT_USABLE=["draw discards 3"])
    table.only(P, "draw")


def test_a_taken_card_given_for_a_joker_leaves_one_to_throw() -> None:
    """The joker is no card from the discards: it, or nothing, is thrown (R3.1, R3.2, R3.30)."""
    run = "9H TH JH JK=QH KH"
    table = _deep_bank("QH", "TH JH JK=QH KH")
    table.plays(P, "draw discards 3", "meld 9C 9D 9S")
    exchange = f"take joker 1: {run} > 9H TH JH QH KH"
    table.only(P, exchange)
    table.plays(P, exchange)
    table.may(P, "discard JK", "lay off 1: 9H TH JH QH KH > 9H TH JH QH KH JK=AH")
    table.may_not(P, TAKEN_CARD_DISCARDED=["discard 2S"])


def test_an_equal_card_of_ones_own_is_thrown_instead() -> None:
    """A copy of the taken card that one held before may be thrown (R1.1, R3.1)."""
    table = Table("coon_can")
    table.deal({P: "4C 9D KH 2S 7C 8H TD QS AC 5D"}, "4C")
    table.plays(P, "draw discards 1")
    table.may(P, "discard 4C")
    table.plays(P, "discard 4C")
