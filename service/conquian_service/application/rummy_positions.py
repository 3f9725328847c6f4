"""Use case about the rules of family H, without a game: a hand and the tables.

Source: R3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from conquian_engine import (
    Card,
    LayMeld,
    LayOff,
    Layout,
    Move,
    Reason,
    Refusal,
    RummyRules,
    Seat,
    best_opening,
    hand_points,
    judge_meld,
    lay_offs_of,
    meld_value,
    melds_from,
    pack_named,
)
from conquian_service.application.errors import CallRefused, field_invalid, refused_by_rules
from conquian_service.application.rulebook import Melds, Position, read_cards, too_many_cards

LARGEST_HAND = 26
"""Cards of a hand that is analyzed: twice what a player is dealt."""
LARGEST_OPENING = 18
"""Cards of a hand whose best opening is searched: with four jokers it takes seconds by then."""
MOST_PLAYS = 2_000
"""Plays that are listed at most, over all pages: what is beyond is not worth the time."""


@dataclass(frozen=True, slots=True)
class RummyPlay:
    """One thing that a hand has the cards for."""

    move: Move
    """The seat of a lay-off is 0 for the own table, then the opponents' from 1."""
    value: int
    """Of a new meld, where the rules have an opening (R3.30)."""


@dataclass(frozen=True, slots=True)
class RummyJudgement:
    """What the rules say of a position of family H."""

    plays: tuple[RummyPlay, ...]
    best_opening: int | None
    """None without an opening in the rules, and for a hand that takes too long."""
    hand_points: int
    proposed: bool
    """Whether a layout was proposed."""
    refusal: Refusal | None
    """Why the proposed layout is none; None if it is one."""
    layout_values: tuple[int, ...]


def analyze_rummy(rules: RummyRules, position: Position) -> RummyJudgement:
    """What a hand can lay, and the verdict on a proposed layout; it may take seconds."""
    _check_sizes(rules, position)
    hand = read_cards(rules, position.hand, "hand")
    tables = [_layout(rules, position.table, "table")]
    rest = list(position.opponents)
    for size in position.opponent_sizes:
        tables.append(_layout(rules, tuple(rest[:size]), "opponent_tables"))
        del rest[:size]
    _check_copies(rules, [card for table in tables for meld in table for card in meld], hand)
    proposal = tuple(tuple(map(Card, meld)) for meld in position.layout)
    refusal = _judge(rules, proposal)
    asked = bool(rules.opening) and len(hand) <= LARGEST_OPENING
    values: tuple[int, ...] = ()
    if rules.opening and refusal is None:
        values = tuple(meld_value(rules, meld) for meld in proposal)
    return RummyJudgement(
        plays=tuple(_plays(rules, tables, hand)),
        best_opening=best_opening(rules, hand) if asked else None,
        hand_points=hand_points(rules, hand),
        proposed=bool(proposal),
        refusal=refusal,
        layout_values=values,
    )


def _plays(rules: RummyRules, tables: list[Layout], hand: tuple[Card, ...]) -> Iterator[RummyPlay]:
    melds = melds_from(rules, hand, MOST_PLAYS)
    for meld in melds:
        yield RummyPlay(LayMeld(meld), meld_value(rules, meld) if rules.opening else 0)
    left = MOST_PLAYS - len(melds)
    for seat, table in enumerate(tables):
        for meld in dict.fromkeys(table):
            for result in lay_offs_of(rules, meld, hand)[:left]:
                yield RummyPlay(LayOff(Seat(seat), meld, result), 0)
                left -= 1


def _check_sizes(rules: RummyRules, position: Position) -> None:
    """Refuse what is no position before looking at a card: the rest is then quick."""
    if position.upcard:
        raise field_invalid("upcard", position.upcard[:8], "", rule="R3.1")
    if len(position.hand) > LARGEST_HAND:
        raise too_many_cards("hand", str(len(position.hand)), LARGEST_HAND, "R3.1")
    most = len(pack_named(rules.pack).deck)
    for field, melds in (
        ("table", position.table),
        ("layout", position.layout),
        ("opponent_tables", position.opponents),
    ):
        if sum(map(len, melds)) > most or len(melds) > most // rules.shortest:
            raise too_many_cards(field, str(sum(map(len, melds))), most, "R1")


def _layout(rules: RummyRules, melds: Melds, field: str) -> Layout:
    layout = tuple(tuple(map(Card, meld)) for meld in melds)
    refusal = _judge(rules, layout)
    if refusal is not None:
        cards = tuple(Card(card[:8]) for card in refusal.cards)
        raise refused_by_rules(replace(refusal, cards=cards), field=field)
    return layout


def _judge(rules: RummyRules, layout: Layout) -> Refusal | None:
    refusals = (judge_meld(rules, meld) for meld in layout)
    return next((refusal for refusal in refusals if refusal is not None), None)


def _check_copies(rules: RummyRules, laid: list[Card], hand: tuple[Card, ...]) -> None:
    """No card is there more often than the pack has it."""
    counts = Counter(Card("JK") if card.startswith("JK") else card for card in (*laid, *hand))
    right = Counter(pack_named(rules.pack).deck)
    repeated = tuple(sorted(card for card in counts if counts[card] > right[card]))
    if repeated:
        raise CallRefused(Reason.CARD_REPEATED, field="hand", rule="R1", cards=repeated)
