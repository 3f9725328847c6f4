"""Black twos as any card, `black_twos_wild` (R2.30)."""

from __future__ import annotations

from itertools import combinations

import pytest

from conquian_engine import (
    COURTLESS40,
    FULL52,
    SHORT40,
    SPANISH40,
    Card,
    Pack,
    Reason,
    can_be_forced,
    hand_points,
    judge_meld,
    judge_taking,
    takings,
)
from conquian_engine.cards import bits_of, wild_twos
from conquian_engine.lending import kept_by_ends, loans, rest_of
from conquian_engine.meld_tables import meld_table
from conquian_engine.melds import why_no_meld
from tests.oracle.melds import all_melds, cards_of, is_run, is_set
from tests.unit.engine.table import cards, layout, rules_for

RULES = rules_for(black_twos_wild="true")


def _named(pack: str, max_run: int | None, meld: frozenset[str]) -> bool:
    """Whether some naming of the twos makes a set or a run, every name tried (R2.30)."""
    naturals, wilds = meld - {"2C", "2S"}, len(meld & {"2C", "2S"})
    others = [card for card in cards_of(pack) if card not in naturals]
    return any(
        is_set(naturals | set(names)) or is_run(pack, max_run, naturals | set(names))
        for names in combinations(others, wilds)
    )


@pytest.mark.parametrize("extra", [(), ("2C",), ("2S",), ("2C", "2S")])
@pytest.mark.parametrize(("pack", "max_run"), [("short40", 8), ("courtless40", 4)])
def test_meld_is_what_some_naming_allows(pack: str, max_run: int, extra: tuple[str, ...]) -> None:
    """Two to four cards with wilds are a meld exactly if some naming says so (R2.13, R2.30)."""
    table = meld_table(pack, max_run, True)
    known = set(all_melds(pack, max_run, wild=True))
    few = [card for card in cards_of(pack) if card[1] in "DS" or card[0] in "A67"]
    for some in combinations([card for card in few if card not in {"2C", "2S"}], 2):
        meld = frozenset({*some, *extra})
        if len(meld) >= 3:
            mask = table.pack.mask(map(Card, meld))
            assert _named(pack, max_run, meld) == (mask in table.texts) == (meld in known), meld


@pytest.mark.parametrize("max_run", [3, 8, None])
@pytest.mark.parametrize("pack", ["short40", "full52"])
def test_every_meld_is_found_through_each_of_its_cards(pack: str, max_run: int | None) -> None:
    """Looking up what lies within some cards agrees with the oracle's list (R2.30)."""
    table = meld_table(pack, max_run, True)
    known = [table.pack.mask(map(Card, meld)) for meld in all_melds(pack, max_run, wild=True)]
    for seed in range(12):
        free = int(table.pack.mask(cards("2C 2S"))) | (0x9E3779B97F4A7C15 * (seed + 1) >> 7) & (
            (1 << len(table.pack.cards)) - 1
        )
        inside = {meld for meld in known if meld & ~free == 0}
        assert set(table.within(free)) == inside
        assert len(table.within(free)) == len(inside)
        for card in bits_of(free):
            through = table.through(card, free)
            assert set(through) == {meld for meld in inside if meld >> card & 1}
            assert len(set(through)) == len(through)


def test_without_wilds_at_hand_the_plain_melds_are_found() -> None:
    """Free cards without a black two have the melds of any game (R2.13)."""
    plain = meld_table("short40", 8, False)
    wild = meld_table("short40", 8, True)
    free = int(SHORT40.mask(cards("3C 4C 5C 5D 5H KS")))
    for card in bits_of(free):
        assert plain.through(card, free) == wild.through(card, free)
    assert SHORT40.mask(cards("3C 4C")) not in wild.texts


@pytest.mark.parametrize(
    ("meld", "reason", "rule"),
    [
        pytest.param("JD QD 2S", None, None, id="an end of a run"),
        pytest.param("5D 2S 7D", None, None, id="the middle of a run"),
        pytest.param("KH 2C 2S", None, None, id="two of three"),
        pytest.param("2C 2D 2H", None, None, id="itself"),
        pytest.param("KC KD KH 2C", None, None, id="a fourth king"),
        pytest.param("5D 5C 5H 5S 2C", Reason.NOT_A_MELD, "R2.30", id="a fifth"),
        pytest.param("5D 6H 2S", Reason.NOT_A_MELD, "R2.30", id="two suits"),
        pytest.param("2C 2S", Reason.NOT_A_MELD, "R2.30", id="two cards"),
        pytest.param("5D 6D", Reason.NOT_A_MELD, "R2.13", id="no wild"),
        pytest.param(
            "AH 2H 3H 4H 5H 6H 7H JH 2C", Reason.RUN_TOO_LONG, "R2.30", id="nine with a wild"
        ),
    ],
)
def test_melds(meld: str, reason: Reason | None, rule: str | None) -> None:
    """A meld with wilds is judged under every naming; the refusal names R2.30."""
    refusal = judge_meld(RULES, cards(meld))
    assert (reason, rule) == (refusal and refusal.reason, refusal and refusal.rule)


def test_taking_with_a_wild() -> None:
    """A wild of the hand completes a meld; names are not recorded (R2.30)."""
    found = takings(RULES, layout(), cards("7D 2C AH"), Card("7C"))
    assert found == (layout("2C 7C 7D"),)
    assert judge_taking(RULES, (), cards("7D 2C"), Card("7C"), layout("7C 7D 2C")) is None


def test_wild_upcard_and_wild_table_force() -> None:
    """A meld plus a black two, or plus a card its wilds allow, is still valid (R2.18, R2.30)."""
    assert can_be_forced(RULES, layout("KC KD KH"), Card("2S"))
    assert can_be_forced(RULES, layout("2S 5D 6D"), Card("JD"))
    assert not can_be_forced(RULES, layout("2S 5D 6D"), Card("QD"))
    assert not can_be_forced(rules_for(), layout("KC KD KH"), Card("2S"))


def test_in_hand_they_count_as_twos() -> None:
    """Card points do not change (R2.26, R2.30)."""
    assert hand_points(RULES, cards("2C 2S")) == 4


@pytest.mark.parametrize(
    ("pack", "count"), [(SHORT40, 2), (COURTLESS40, 2), (FULL52, 2), (SPANISH40, 0)]
)
def test_packs_with_black_twos(pack: Pack, count: int) -> None:
    """The Spanish pack has none: its 2C is the two of copas (R2.30)."""
    assert wild_twos(pack).bit_count() == count


def test_lending_is_tested_under_every_naming() -> None:
    """A wild may be at an end under one naming and inside under another (R2.15, R2.30)."""
    table = meld_table("short40", 8, True)

    def masks(*melds: str) -> set[int]:
        return {int(SHORT40.mask(cards(meld))) for meld in melds}

    (run,) = masks("2S 5D 6D 7D")
    kept = masks("2S 5D 6D 7D", "5D 6D 7D", "2S 5D 6D", "2S 6D 7D")
    assert set(kept_by_ends(table, run)) == kept
    (six,) = masks("6C")
    assert set(loans(table, (run,), six, ends_only=True)) - {None} == {0}
    (two_sixes,) = masks("6C 6S")
    lent = {run & ~left for left in masks("2S 5D 7D")} | {run & ~left for left in kept}
    useful = {part for part in lent if part in {0, *masks("6D", "2S")}}
    assert set(loans(table, (run,), two_sixes, ends_only=False)) - {None} == useful
    (left,) = masks("2S 4D 5D 6D 7D JD")
    assert rest_of(table, left) == (left,)
    assert rest_of(table, 0) is None
    assert why_no_meld(table, left) is None
