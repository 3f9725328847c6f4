"""Questions about a position that belongs to no game.

A position is one player's table and hand and perhaps an upcard: all different cards of the
pack, every meld of the table valid, table and hand together at most `dealt` cards (R2.2).
Callers see to that; a foreign card is `UnknownCard`, and listing the takings of more cards
can take long.

Source: R2.10-R2.18, R2.26.
"""

from __future__ import annotations

from collections.abc import Iterable

from conquian_engine.cards import Card, Layout, pack_named
from conquian_engine.forcing import fits_table
from conquian_engine.melds import MeldTable, meld_table, read_cards, why_no_meld
from conquian_engine.refusals import Refusal
from conquian_engine.rules import Rules
from conquian_engine.takings import takings as list_takings
from conquian_engine.takings import why_no_taking


def judge_meld(rules: Rules, cards: Iterable[Card]) -> Refusal | None:
    """Why these cards are not one valid meld; None if they are (R2.13)."""
    melds = _melds(rules)
    mask = read_cards(melds.pack, cards)
    return mask if isinstance(mask, Refusal) else why_no_meld(melds, mask)


def takings(rules: Rules, table: Layout, hand: Iterable[Card], upcard: Card) -> tuple[Layout, ...]:
    """Every legal taking of the upcard, in the order of `legal_moves` (R2.10-R2.15)."""
    melds = _melds(rules)
    layouts = list_takings(
        melds,
        table=_table_mask(melds, table),
        hand=melds.pack.mask(hand),
        upcard=melds.pack.bit(upcard),
        extra_hand_cards=rules.extra_hand_cards,
    )
    return tuple(map(melds.layout, layouts))


def judge_taking(
    rules: Rules, table: Layout, hand: Iterable[Card], upcard: Card, layout: Layout
) -> Refusal | None:
    """Why a layout is no legal taking of the upcard; None if it is one."""
    melds = _melds(rules)
    return why_no_taking(
        melds,
        table=_table_mask(melds, table),
        hand=melds.pack.mask(hand),
        upcard=melds.pack.bit(upcard),
        extra_hand_cards=rules.extra_hand_cards,
        layout=layout,
    )


def can_be_forced(rules: Rules, table: Layout, upcard: Card) -> bool:
    """Whether a player with this table who passed could be forced to take (R2.18)."""
    pack = pack_named(rules.pack)
    return fits_table(rules, tuple(map(pack.mask, table)), pack.bit(upcard))


def cards_that_go_out(rules: Rules, table: Layout, hand: Iterable[Card]) -> tuple[Card, ...]:
    """The upcards that would let the player go out now, in pack order (R2.16)."""
    melds = _melds(rules)
    pack = melds.pack
    laid = _table_mask(melds, table)
    held = pack.mask(hand)
    if (laid | held).bit_count() + 1 < rules.target:
        return ()
    return tuple(
        card
        for upcard, card in enumerate(pack.cards)
        if not (laid | held) >> upcard & 1
        and any(
            sum(masks).bit_count() >= rules.target
            for masks in list_takings(
                melds,
                table=laid,
                hand=held,
                upcard=upcard,
                extra_hand_cards=rules.extra_hand_cards,
            )
        )
    )


def hand_points(rules: Rules, hand: Iterable[Card]) -> int:
    """The card points of a hand (R2.26)."""
    pack = pack_named(rules.pack)
    return pack.points_of(pack.mask(hand))


def _melds(rules: Rules) -> MeldTable:
    return meld_table(rules.pack, rules.max_run)


def _table_mask(melds: MeldTable, table: Layout) -> int:
    return melds.pack.mask(card for meld in table for card in meld)
