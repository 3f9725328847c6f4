"""Packs, cards and masks."""

from __future__ import annotations

import pytest

from conquian_engine import PACKS, SHORT40, SPANISH40, Card, NewerRules, UnknownCard, pack_named
from tests.unit.engine.table import cards


@pytest.mark.parametrize(
    ("pack", "count", "suit"),
    [
        ("short40", 40, "A 2 3 4 5 6 7 J Q K"),
        ("spanish40", 40, "1 2 3 4 5 6 7 S C R"),
        ("courtless40", 40, "A 2 3 4 5 6 7 8 9 T"),
        ("full52", 52, "A 2 3 4 5 6 7 8 9 T J Q K"),
    ],
)
def test_pack_holds_every_rank_of_every_suit_in_order(pack: str, count: int, suit: str) -> None:
    """Each single pack of R1 is suit by suit, low to high."""
    found = PACKS[pack]
    assert len(found.cards) == len(set(found.cards)) == count
    assert [card[0] for card in found.cards[: len(found.ranks)]] == suit.split()
    assert pack_named(pack) is found


def test_unknown_pack_belongs_to_newer_rules() -> None:
    """A stored game with a pack this build does not have is no verdict (decision 7)."""
    with pytest.raises(NewerRules, match="double100"):
        pack_named("double100")


def test_pack_decides_how_a_card_reads() -> None:
    """SC is the sota of copas in the Spanish pack and no card of the French (R0)."""
    assert SPANISH40.parse_card("SC") == Card("SC")
    with pytest.raises(UnknownCard) as caught:
        SHORT40.parse_card("SC")
    assert (caught.value.text, caught.value.pack) == ("SC", "short40")


def test_mask_and_cards_are_each_other_back() -> None:
    """Cards leave a mask in pack order, whatever order they came in (R1)."""
    mask = SHORT40.mask(cards("KH 2C AC"))
    assert SHORT40.cards_in(mask) == cards("AC 2C KH")


def test_mask_refuses_a_foreign_card() -> None:
    """A mask is made of cards of the pack only (R1)."""
    with pytest.raises(UnknownCard, match="8H"):
        SHORT40.mask(cards("7H 8H"))


@pytest.mark.parametrize(
    ("pack", "hand", "points"),
    [
        ("short40", "AS 2D JH", 27),
        ("courtless40", "AS 2D TH", 13),
        ("spanish40", "1O 2C SE RB", 25),
        ("full52", "AC 8C TC QC", 43),
    ],
)
def test_card_points(pack: str, hand: str, points: int) -> None:
    """Each pack counts its cards in its own way (R2.26)."""
    found = PACKS[pack]
    assert found.points_of(found.mask(cards(hand))) == points
