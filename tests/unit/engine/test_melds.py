"""Meld tables: sets, runs and the look-ups."""

from __future__ import annotations

from itertools import combinations

import pytest

from conquian_engine import SHORT40, SINGLE_PACKS, Reason, Refusal
from conquian_engine.melds import plain_table, read_cards, why_no_meld
from tests.unit.engine.table import cards


@pytest.mark.parametrize(
    ("pack", "max_run", "count"),
    [
        pytest.param("short40", 8, 50 + 132, id="as dealt"),
        pytest.param("short40", None, 50 + 144, id="no longest run"),
        pytest.param("short40", 3, 50 + 32, id="shortest longest run"),
        pytest.param("full52", 13, 65 + 264, id="whole suits"),
    ],
)
def test_table_holds_every_meld(pack: str, max_run: int | None, count: int) -> None:
    """Sets of 3-4 suits and runs of 3 to `max_run`, no more (R2.13)."""
    melds = plain_table(pack, max_run)
    assert len(melds.texts) == len(melds.masks) == count
    assert melds is plain_table(pack, max_run)


@pytest.mark.parametrize(
    ("meld", "reason"),
    [
        pytest.param("5H 5D 5S", None, id="set of three"),
        pytest.param("5H 5D 5S 5C", None, id="set of four"),
        pytest.param("6H 7H JH", None, id="seven touches jack"),
        pytest.param("QS KS AS", Reason.NOT_A_MELD, id="round the corner"),
        pytest.param("7C JC KC", Reason.NOT_A_MELD, id="gap"),
        pytest.param("5H 6H", Reason.NOT_A_MELD, id="two cards"),
        pytest.param("AH 2H 3D", Reason.NOT_A_MELD, id="two suits"),
        pytest.param("KC AD 2D", Reason.NOT_A_MELD, id="neighbouring bits of two suits"),
        pytest.param("", Reason.NOT_A_MELD, id="no cards"),
        pytest.param("AH 2H 3H 4H 5H 6H 7H JH QH", Reason.RUN_TOO_LONG, id="nine in a run"),
    ],
)
def test_what_is_a_meld(meld: str, reason: Reason | None) -> None:
    """A meld is one set or one run (R2.13)."""
    mask = SHORT40.mask(cards(meld))
    refusal = why_no_meld(plain_table("short40", 8), mask)
    expected = reason and Refusal(reason, "R2.13", SHORT40.cards_in(mask))
    assert refusal == expected


@pytest.mark.parametrize("pack", SINGLE_PACKS)
def test_through_finds_the_melds_of_each_card(pack: str) -> None:
    """Looking up the melds through a card agrees with filtering them all (R2.13)."""
    melds = plain_table(pack, 8)
    whole = (1 << len(melds.pack.cards)) - 1
    for gap in range(len(melds.pack.cards)):
        free = whole & ~(1 << gap) & ~(1 << (gap * 7 + 3) % len(melds.pack.cards))
        for card in (bit for bit in range(len(melds.pack.cards)) if free >> bit & 1):
            expected = {m for m in melds.texts if m >> card & 1 and not m & ~free}
            found = melds.through(card, free)
            assert len(found) == len(expected)
            assert set(found) == expected


@pytest.mark.parametrize(
    "hand",
    ["", "AC 2C", "AC 2C 3C 4C", "QC KC AD 2D", "5C 5D 5S", "5D 5H 5S", "5C 5D 5H 5S 6C 7C"],
)
def test_within_finds_the_melds_of_a_hand(hand: str) -> None:
    """The melds a hand can make by itself are those whose cards it holds (R2.13)."""
    melds = plain_table("short40", 8)
    free = SHORT40.mask(cards(hand))
    expected = sorted(m for m in melds.texts if not m & ~free)
    assert sorted(melds.within(free)) == expected


def test_layout_order_is_lowest_first_card_first() -> None:
    """A layout's melds stand by their lowest cards (R0)."""
    melds = plain_table("short40", 8)
    some = [m for m in melds.texts if m.bit_count() == 3][::9]
    for one, other in combinations(some, 2):
        if not one & other:
            first, second = melds.layout_order((one, other))
            assert first & -first < second & -second


def test_read_cards_names_every_unknown_card_once() -> None:
    """Cards that are not of the pack are refused, all of them (R1)."""
    refusal = read_cards(SHORT40, cards("7H 8H 9H 8H"))
    assert refusal == Refusal(Reason.UNKNOWN_CARD, "R1", cards("8H 9H"))


def test_read_cards_names_every_repeated_card() -> None:
    """A card is named once (R2.14)."""
    refusal = read_cards(SHORT40, cards("7H 6H 7H 6H 5H"))
    assert refusal == Refusal(Reason.CARD_REPEATED, "R2.14", cards("6H 7H"))
