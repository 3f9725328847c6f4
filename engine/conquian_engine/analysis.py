"""Questions about a position that belongs to no game.

Those of family H are in `rummy.analysis`. A position of family U is one player's table and
hand, perhaps an upcard, and where a taking may borrow the opponents' melds: all different
cards of the pack, every meld valid, table and hand together at most `dealt` cards (R2.2;
not where cards are borrowed, R2.31). Callers see to that; a foreign card is `UnknownCard`,
and listing the takings of more cards can take long.

Source: R2.10-R2.18, R2.26.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from conquian_engine.cards import Card, Layout, pack_named
from conquian_engine.families import GameRules
from conquian_engine.forcing import fits_table
from conquian_engine.laying import Position, goes_out, takings_of, why_not_taken
from conquian_engine.meld_tables import meld_table
from conquian_engine.melds import MeldTable, read_cards, why_no_meld
from conquian_engine.refusals import Refusal
from conquian_engine.rules import Rules
from conquian_engine.rummy import analysis as rummy_analysis
from conquian_engine.rummy.rules import RummyRules


def judge_meld(rules: GameRules, cards: Iterable[Card]) -> Refusal | None:
    """Why these cards are not one valid meld; None if they are (R2.13, R2.30, R3)."""
    if isinstance(rules, RummyRules):
        return rummy_analysis.judge_meld(rules, cards)
    melds = _melds(rules)
    mask = read_cards(melds.pack, cards)
    return mask if isinstance(mask, Refusal) else why_no_meld(melds, mask)


def takings(
    rules: Rules, table: Layout, hand: Iterable[Card], upcard: Card, *, opponents: Layout = ()
) -> tuple[Layout, ...]:
    """Every legal taking of the upcard, sorted meld by meld (R2.10-R2.15).

    `opponents` are the melds of all opponents; they lend only where R2.31 is in force.
    """
    melds = _melds(rules)
    position = _position(rules, melds, table, hand, opponents)
    asked = replace(position, upcard=melds.pack.bit(upcard))
    return tuple(map(melds.layout, takings_of(rules, melds, asked)))


def judge_taking(
    rules: Rules,
    table: Layout,
    hand: Iterable[Card],
    upcard: Card,
    layout: Layout,
    *,
    opponents: Layout = (),
) -> Refusal | None:
    """Why a layout is no legal taking of the upcard; None if it is one."""
    melds = _melds(rules)
    position = _position(rules, melds, table, hand, opponents)
    asked = replace(position, upcard=melds.pack.bit(upcard))
    return why_not_taken(rules, melds, asked, layout)


def can_be_forced(rules: Rules, table: Layout, upcard: Card) -> bool:
    """Whether a player with this table who passed could be forced to take (R2.18)."""
    pack = pack_named(rules.pack)
    return fits_table(rules, tuple(map(pack.mask, table)), pack.bit(upcard))


def cards_that_go_out(
    rules: Rules, table: Layout, hand: Iterable[Card], *, opponents: Layout = ()
) -> tuple[Card, ...]:
    """The upcards that would let the player go out now, in pack order (R2.16)."""
    melds = _melds(rules)
    pack = melds.pack
    position = _position(rules, melds, table, hand, opponents)
    held = sum(position.own) | position.hand
    if (held | sum(position.others)).bit_count() + 1 < rules.target:
        return ()
    elsewhere = ~(held | pack.mask(card for meld in opponents for card in meld))
    return tuple(
        card
        for upcard, card in enumerate(pack.cards)
        if elsewhere >> upcard & 1 and goes_out(rules, melds, replace(position, upcard=upcard))
    )


def hand_points(rules: GameRules, hand: Iterable[Card]) -> int:
    """The card points of a hand (R2.26), or what it counts against its holder (R3)."""
    if isinstance(rules, RummyRules):
        return rummy_analysis.hand_points(rules, hand)
    pack = pack_named(rules.pack)
    return pack.points_of(pack.mask(hand))


def _melds(rules: Rules) -> MeldTable:
    return meld_table(rules.pack, rules.max_run, rules.black_twos_wild)


def _position(
    rules: Rules, melds: MeldTable, table: Layout, hand: Iterable[Card], opponents: Layout
) -> Position:
    """A position whose upcard is still to be put in."""
    own, others = (tuple(map(melds.pack.mask, lying)) for lying in (table, opponents))
    lending = others if rules.borrow_from_opponents else ()
    return Position(own, melds.pack.mask(hand), 0, lending)
