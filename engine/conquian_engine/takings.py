"""Takings: which layouts a player may give his table, listed and judged one by one.

A taking is a layout of every table card, the upcard and any further hand cards (R2.10).
Listing first splits the cards that must lie on the table into melds, always through the
lowest one still to be laid, so that each layout is found once; melds of hand cards alone
are added afterwards (R2.12). Judging one layout looks up its melds and lists nothing.

Inside, a layout is a tuple of masks, and an upcard a bit number.

This is the case of own melds that may be rearranged freely; `layouts` has the others.

Source: R2.10-R2.15.
"""

from __future__ import annotations

from conquian_engine.cards import Layout
from conquian_engine.melds import MeldTable, read_cards, why_no_meld
from conquian_engine.refusals import Reason, Refusal

Masks = tuple[int, ...]


def takings(
    melds: MeldTable, *, table: int, hand: int, upcard: int, extra_hand_cards: bool
) -> list[Masks]:
    """Every legal taking in `layout_order`, sorted by the melds' masks.

    Cheap when the upcard makes no meld with the cards at hand, which is most of the time.
    """
    must = table | 1 << upcard
    free = must | hand
    layouts: list[Masks] = []
    for meld in melds.through(upcard, free):
        rest = must & ~meld
        # Without extra hand cards only the upcard's own meld may hold any (R2.12).
        left = free & ~meld if extra_hand_cards else rest
        _split(melds, rest, left, (meld,), layouts)
    if not layouts:
        return layouts
    if extra_hand_cards:
        add_melds(melds.within(hand), layouts)
    return sorted(map(melds.layout_order, layouts))


def splits(melds: MeldTable, must: int, free: int = 0) -> list[Masks]:
    """Every choice of disjoint melds that hold all of `must`, else only cards of `free`.

    Each of the melds holds a card of `must`.
    """
    found: list[Masks] = []
    _split(melds, must, must | free, (), found)
    return found


def add_melds(further: list[int], layouts: list[Masks]) -> None:
    """Add to the layouts each with further melds, every choice of them once."""
    for meld in further:
        layouts += [(*masks, meld) for masks in layouts if not sum(masks) & meld]


def can_be_laid(melds: MeldTable, must: int) -> bool:
    """Whether these cards can be split into melds with no card over (R2.15)."""
    if not must:
        return True
    lowest = (must & -must).bit_length() - 1
    return any(can_be_laid(melds, must & ~meld) for meld in melds.through(lowest, must))


def why_no_taking(
    melds: MeldTable,
    *,
    table: int,
    hand: int,
    upcard: int,
    extra_hand_cards: bool,
    layout: Layout,
) -> Refusal | None:
    """Why a layout is no legal taking; None if it is one.

    Cards and melds may be named in any order. Of several faults the first of these is
    told: cards the pack or the player does not have, cards left out, cards that do not
    meld, hand cards that may not come along.
    """
    masks = read_layout(melds, layout)
    if isinstance(masks, Refusal):
        return masks
    cards_in = melds.pack.cards_in
    bit = 1 << upcard
    must = table | bit
    laid = sum(masks)
    if foreign := laid & ~(must | hand):
        return Refusal(Reason.CARD_NOT_IN_HAND, "R2.10", cards_in(foreign))
    if not laid & bit:
        return Refusal(Reason.UPCARD_NOT_USED, "R2.10", cards_in(bit))
    if missing := must & ~laid:
        return Refusal(Reason.TABLE_CARD_MISSING, "R2.10", cards_in(missing))
    for mask in masks:
        if mask not in melds.texts:
            return why_no_meld(melds, mask)
    if not extra_hand_cards:
        own = next(mask for mask in masks if mask & bit)
        if extra := laid & ~must & ~own:
            return Refusal(Reason.EXTRA_HAND_CARD, "R2.12", cards_in(extra))
    return None


def read_layout(melds: MeldTable, layout: Layout) -> Masks | Refusal:
    """One mask for each meld named, whether valid or not; all cards known and different."""
    masks: list[int] = []
    laid = 0
    for meld in layout:
        mask = melds.masks.get(meld, 0)
        if not mask or mask & laid:
            # Not as the table writes it: unusual order, or a fault to be named.
            named = read_cards(melds.pack, (card for meld in layout for card in meld))
            if isinstance(named, Refusal):
                return named
            return tuple(map(melds.pack.mask, layout))
        masks.append(mask)
        laid |= mask
    return tuple(masks)


def masks_of(melds: MeldTable, layout: Layout) -> Masks:
    """The masks of a legal layout in `layout_order`, however its cards were named."""
    return melds.layout_order(melds.masks.get(meld) or melds.pack.mask(meld) for meld in layout)


def _split(melds: MeldTable, must: int, free: int, laid: Masks, found: list[Masks]) -> None:
    """Add every way to complete `laid` so that all of `must` lies in melds of `free`."""
    if not must:
        found.append(laid)
        return
    lowest = (must & -must).bit_length() - 1
    for meld in melds.through(lowest, free):
        _split(melds, must & ~meld, free & ~meld, (*laid, meld), found)
