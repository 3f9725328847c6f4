"""Judging one play that somebody named: what it does, or why it may not be made.

Source: R3.2, R3.3, R3.20, R3.30, R3.40, R4.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from conquian_engine.cards import Meld
from conquian_engine.moves import LayMeld, LayOff, TakeJoker
from conquian_engine.refusals import Detail, Reason, Refusal
from conquian_engine.rummy.additions import Change, joker_moves, joker_takings
from conquian_engine.rummy.cards import (
    JOKER_KIND,
    MOVED,
    STANDS_FOR,
    card_texts,
    hand_cards,
    holds,
)
from conquian_engine.rummy.laying import (
    Laying,
    why_no_change_now,
    why_no_meld_now,
    why_unmet_after_change,
    why_unmet_after_meld,
)
from conquian_engine.rummy.reading import read_meld, wrong_size


def judge_new_meld(laying: Laying, move: LayMeld) -> bytes | Refusal:
    """The meld that would be laid, or why it may not be."""
    refusal = why_no_meld_now(laying)
    if refusal is not None:
        return replace(refusal, cards=move.meld)
    meld = read_meld(laying.book, laying.rules.rule, move.meld, new=True)
    if isinstance(meld, Refusal):
        return meld
    if not laying.book.is_new(meld):
        if any(code >= MOVED for code in meld):
            return Refusal(Reason.JOKER_NOT_MOVABLE, laying.rules.rule, move.meld)
        of_sets = laying.book.is_set(meld)
        return wrong_size(laying.book, laying.rules.rule, move.meld, of_sets=of_sets, new=True)
    foreign = _why_not_held(laying, hand_cards(meld))
    return foreign or why_unmet_after_meld(laying, meld) or meld


def judge_lay_off(laying: Laying, move: LayOff) -> tuple[bytes, Change] | Refusal:
    """The meld that would be added to and what it would become, or why it may not be."""
    read = _read_change(laying, move)
    if isinstance(read, Refusal):
        return read
    meld, result = read
    change = _lay_off(laying, meld, result, move.result)
    if isinstance(change, Refusal):
        return change
    return why_unmet_after_change(laying, meld, change) or (meld, change)


def judge_joker_taking(laying: Laying, move: TakeJoker) -> tuple[bytes, Change] | Refusal:
    """The meld whose jokers would be taken and what it would become, or why not."""
    rules = laying.rules
    if not rules.joker_taking:
        return Refusal(Reason.NO_JOKER_TAKING, rules.rule, _added(move))
    read = _read_change(laying, move)
    if isinstance(read, Refusal):
        return read
    meld, result = read
    found = joker_takings(rules, laying.book, meld, laying.standing.hand)
    change = next((change for change in found if change.result == result), None)
    if change is None:
        given = bytes(code for code in _less(result, meld) if code < STANDS_FOR)
        wrong = Refusal(Reason.JOKER_CARD_WRONG, rules.rule, card_texts(rules.pack, given))
        return _why_not_held(laying, given) or wrong
    return why_unmet_after_change(laying, meld, change) or (meld, change)


def _read_change(laying: Laying, move: LayOff | TakeJoker) -> tuple[bytes, bytes] | Refusal:
    """A meld that lies on the table of the seat named, and the meld named as its result."""
    refusal = why_no_change_now(laying)
    if refusal is not None:
        return replace(refusal, cards=_added(move))
    if not 0 <= move.seat < len(laying.tables):
        return Refusal(Reason.NO_SUCH_SEAT, "R0")
    rule = laying.rules.rule
    meld = read_meld(laying.book, rule, move.meld)
    if isinstance(meld, Refusal) and meld.reason is Reason.UNKNOWN_CARD:
        return meld
    if isinstance(meld, Refusal) or meld not in laying.tables[move.seat]:
        return Refusal(Reason.NO_SUCH_MELD, "R3.3", move.meld)
    result = read_meld(laying.book, rule, move.result)
    return result if isinstance(result, Refusal) else (meld, result)


def _added(move: LayOff | TakeJoker) -> Meld:
    """The cards that a move names beside those of the meld as it lies."""
    lying = Counter(move.meld)  # counted, for a move may name thousands of cards
    added = []
    for card in move.result:
        if lying[card]:
            lying[card] -= 1
        else:
            added.append(card)
    return tuple(added)


def _lay_off(laying: Laying, meld: bytes, result: bytes, named: Meld) -> Change | Refusal:
    """What a lay-off takes from the hand; the result is a meld."""
    added, gone = _less(result, meld), _less(meld, result)
    if gone:
        if not any(code >= MOVED for code in added):
            return Refusal(Reason.DOES_NOT_FIT, "R3.3", named)
        return _joker_move(laying, meld, result, named)
    if not added:
        return Refusal(Reason.DOES_NOT_FIT, "R3.3", named)
    wrong = _why_not_so_many(laying, meld, result, named)
    if wrong is not None:
        return wrong
    if any(code >= MOVED for code in added):
        return Refusal(Reason.JOKER_NOT_MOVABLE, laying.rules.rule, named)
    given = hand_cards(added)
    return _why_not_held(laying, given) or Change(result, given)


def _joker_move(laying: Laying, meld: bytes, result: bytes, named: Meld) -> Change | Refusal:
    """What the move of an end joker takes from the hand (R3.40)."""
    rules, book = laying.rules, laying.book
    if rules.moving_jokers and not book.is_set(meld):
        every = bytes(range(JOKER_KIND))
        for change in joker_moves(book, meld, every):
            if change.result == result:
                return _why_not_held(laying, change.given) or change
    return Refusal(Reason.JOKER_NOT_MOVABLE, rules.rule, named)


def _why_not_so_many(laying: Laying, meld: bytes, result: bytes, named: Meld) -> Refusal | None:
    """Why so many cards may not be added there: under `one_play` one, or a four (R3.20)."""
    rules = laying.rules
    if not rules.one_play:
        return None
    size, fit = len(meld), (1, rules.shortest)
    added, wrong = len(result) - size, Refusal(Reason.DOES_NOT_FIT, rules.rule, named)
    if added not in fit:
        allowed = ", ".join(map(str, fit))
        return replace(wrong, detail=Detail.ADDED_SIZE, value=str(added), allowed=allowed)
    if laying.book.is_set(meld) or meld in (result[:size], result[-size:]):
        return None
    return replace(wrong, detail=Detail.ONE_END)


def _why_not_held(laying: Laying, given: bytes) -> Refusal | None:
    """Why cards cannot be laid: the hand does not hold them."""
    hand = laying.standing.hand
    if holds(hand, given):
        return None
    lacking = card_texts(laying.rules.pack, sorted(_less(given, hand)))
    return Refusal(Reason.CARD_NOT_IN_HAND, "R3.1", lacking)


def _less(cards: Iterable[int], others: bytes) -> bytes:
    """The cards that are not among the others, repeated ones as often."""
    left = bytearray(others)
    found = bytearray()
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            found.append(card)
    return bytes(found)
