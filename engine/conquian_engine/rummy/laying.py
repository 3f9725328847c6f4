"""The plays of a turn: what a seat may lay, listed and judged.

A play is a new meld, or a change of a meld on the table: a lay-off or jokers taken. Listing
and judging share what decides: whether plays of this kind are open to the seat at all
(`why_no_meld_now`, `why_no_change_now`), and whether what a play leaves can still be met
(`why_unmet`).

Source: R3.1-R3.3, R3.20, R3.30, R3.40.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from conquian_engine.refusals import Detail, Reason, Refusal
from conquian_engine.rummy.additions import Change, joker_takings, lay_offs
from conquian_engine.rummy.cards import card_texts, hand_cards
from conquian_engine.rummy.finding import new_melds
from conquian_engine.rummy.melds import MeldBook, meld_book, value_of
from conquian_engine.rummy.obligations import can_end
from conquian_engine.rummy.openings import reaches
from conquian_engine.rummy.rules import RummyRules
from conquian_engine.rummy.standing import Standing, after, standing_of
from conquian_engine.rummy.state import RummyState, Turn
from conquian_engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Laying:
    """A seat that may play, and what it has before it."""

    rules: RummyRules
    book: MeldBook
    turn: Turn
    standing: Standing
    tables: tuple[tuple[bytes, ...], ...]
    has_four: bool
    """Whether it has laid a stand-alone four, where that is asked for (R3.20)."""

    @property
    def is_free(self) -> bool:
        """Whether any play is met that leaves a card, or none where that goes out.

        Nothing is to be used or reached first, and of the hand at most one card may not be
        discarded: it is the last one, or another is left besides it.
        """
        standing = self.standing
        no_debt = self.turn.must_use is None and not standing.missing
        return no_debt and len(standing.taken) <= 1


def laying_of(state: RummyState, turn: Turn) -> Laying:
    """What the seat of a turn has before it."""
    rules = state.rules
    return Laying(
        rules,
        meld_book(rules.melds),
        turn,
        standing_of(state, turn, state.hands[turn.seat]),
        state.tables,
        has_four=state.opened[turn.seat],
    )


def each_meld(laying: Laying, card: int | None) -> Iterator[bytes]:
    """Every new meld that may be laid now, or those that use a card of the hand."""
    rules, standing = laying.rules, laying.standing
    hand, missing = standing.hand, standing.missing
    if why_no_meld_now(laying) is not None:
        return
    if missing and not reaches(laying.book, rules.values, hand, missing):
        return
    through = card if laying.turn.must_use is None else laying.turn.must_use
    free, least = laying.is_free, int(rules.closing_discard)
    for meld in new_melds(laying.book, hand, through=through):
        if free:
            if len(hand) - len(meld) >= least:
                yield meld
            continue
        if card is not None and card not in hand_cards(meld):
            continue
        if why_unmet_after_meld(laying, meld) is None:
            yield meld


def each_lay_off(laying: Laying, card: int | None) -> Iterator[tuple[Seat, bytes, Change]]:
    """Every lay-off that may be made now: whose meld, which, and what it becomes."""
    if why_no_change_now(laying) is None:
        for seat, meld in _each_lying(laying):
            hand = laying.standing.hand
            for change in lay_offs(laying.rules, laying.book, meld, hand, using=card):
                if _is_open(laying, meld, change, card):
                    yield seat, meld, change


def each_joker_taking(laying: Laying, card: int | None) -> Iterator[tuple[Seat, bytes, Change]]:
    """Every taking of jokers that may be made now: whose meld, which, what it becomes."""
    if laying.rules.joker_taking and why_no_change_now(laying) is None:
        for seat, meld in _each_lying(laying):
            for change in joker_takings(laying.rules, laying.book, meld, laying.standing.hand):
                if _is_open(laying, meld, change, card):
                    yield seat, meld, change


def why_no_meld_now(laying: Laying) -> Refusal | None:
    """Why the seat may make no play at all now."""
    rules, turn = laying.rules, laying.turn
    if turn.begins:
        return Refusal(Reason.NO_LAYING_YET, rules.rule)
    if rules.one_play and turn.plays:
        return Refusal(Reason.ONE_PLAY_A_TURN, rules.rule)
    return None


def why_no_change_now(laying: Laying) -> Refusal | None:
    """Why the seat may not touch the melds on the table now."""
    rules, turn = laying.rules, laying.turn
    refusal = why_no_meld_now(laying)
    if refusal is not None:
        return refusal
    if rules.one_play and not laying.has_four:
        return Refusal(Reason.NEEDS_OWN_FOUR, rules.rule)
    if laying.standing.missing:
        if turn.opening:
            return Refusal(Reason.OPENING_BEGUN, "R3.2")
        return Refusal(Reason.NOT_OPENED, rules.rule)
    return None


def why_unmet_after_meld(laying: Laying, meld: bytes) -> Refusal | None:
    """Why a new meld leaves what cannot be met (R3.2)."""
    rules, standing = laying.rules, laying.standing
    given, value = hand_cards(meld), 0
    if standing.missing:
        value = value_of(laying.book, rules.values, meld)
        if rules.opening_single and value < standing.missing:
            cards, needed = card_texts(rules.pack, given), str(standing.missing)
            low = Reason.OPENING_TOO_LOW
            return Refusal(low, rules.rule, cards, Detail.SINGLE, str(value), needed)
    return why_unmet(laying, after(standing, given, value=value, new=meld), given)


def why_unmet_after_change(laying: Laying, meld: bytes, change: Change) -> Refusal | None:
    """Why a change of a meld on the table leaves what cannot be met (R3.2)."""
    next_ = after(laying.standing, change.given, old=meld, new=change.result, freed=change.freed)
    return why_unmet(laying, next_, change.given)


def why_unmet(laying: Laying, next_: Standing, given: bytes) -> Refusal | None:
    """Why a play that takes these cards from the hand leaves what cannot be met (R3.2)."""
    pack, must_use = laying.rules.pack, laying.turn.must_use
    if must_use is not None and must_use not in given:
        return Refusal(Reason.MUST_USE_TAKEN, "R3.2", card_texts(pack, (must_use,)))
    if can_end(laying.rules, next_):
        return None
    cards = card_texts(pack, given)
    if not next_.hand:
        return Refusal(Reason.MUST_KEEP_DISCARD, "R3.2", cards)
    if not next_.missing:
        return Refusal(Reason.OBLIGATION_UNMET, "R3.2", cards)
    total = laying.rules.opening
    laid = str(total - next_.missing)
    return Refusal(Reason.OPENING_TOO_LOW, "R3.2", cards, value=laid, allowed=str(total))


def _each_lying(laying: Laying) -> Iterator[tuple[Seat, bytes]]:
    """Every meld on a table with its owner; equal melds of a seat are one."""
    for seat, table in enumerate(laying.tables):
        for meld in dict.fromkeys(table):
            yield Seat(seat), meld


def _is_open(laying: Laying, meld: bytes, change: Change, card: int | None) -> bool:
    """Whether a change may be made now, and uses a card if one is asked for."""
    if card is not None and card not in change.given:
        return False
    if laying.is_free:
        left = len(laying.standing.hand) - len(change.given) + change.freed
        return left >= int(laying.rules.closing_discard)
    return why_unmet_after_change(laying, meld, change) is None
