"""Phases of a turn in family H and the decision each one asks for.

The public functions dispatch on the phase; what a turn's beginning asks for stands in
`drawing`, its plays in `laying` and `judging`. Here is the phase between draw and discard.

Source: R3.1, R3.2, R3.20, R4.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import assert_never

from conquian_engine.cards import pack_named
from conquian_engine.events import (
    Declared,
    Discarded,
    Event,
    JokerTaken,
    LaidOff,
    MeldLaid,
    Opened,
)
from conquian_engine.moves import Discard, LayMeld, LayOff, Move, MoveKind, TakeJoker, move_kind
from conquian_engine.refusals import Reason, Refusal
from conquian_engine.rummy.additions import Change
from conquian_engine.rummy.cards import (
    JOKER_KIND,
    card_texts,
    hand_cards,
    joined,
    less_played,
    meld_text,
    without,
)
from conquian_engine.rummy.drawing import (
    apply_in_challenge_asked,
    apply_in_draw_due,
    each_in_challenge_asked,
    each_in_draw_due,
    why_in_challenge_asked,
    why_in_draw_due,
)
from conquian_engine.rummy.flow import changed, end_deal, end_turn
from conquian_engine.rummy.judging import judge_joker_taking, judge_lay_off, judge_new_meld
from conquian_engine.rummy.laying import (
    Laying,
    each_joker_taking,
    each_lay_off,
    each_meld,
    laying_of,
)
from conquian_engine.rummy.melds import meld_book, value_of
from conquian_engine.rummy.scoring import won
from conquian_engine.rummy.state import (
    ChallengeAsked,
    DrawDue,
    PlayDue,
    RummyDecision,
    RummyState,
    Turn,
)
from conquian_engine.seats import Seat

Play = Callable[[list[Event]], RummyState]
"""A move that is legal: called with the list of events it makes the new state."""


def actor(decision: RummyDecision) -> Seat:
    """The seat that owes a decision."""
    match decision:
        case DrawDue():
            return decision.seat
        case ChallengeAsked():
            return decision.asked
        case PlayDue():
            return decision.turn.seat
        case _:
            assert_never(decision)


def each_in(
    state: RummyState,
    decision: RummyDecision,
    kinds: frozenset[MoveKind] | None,
    card: int | None,
) -> Iterator[Move]:
    """The moves of the seat to act, in order; all of them together are never none (R4.2).

    Only those of some kinds, or those that give a card of the hand.
    """
    match decision:
        case DrawDue():
            found = each_in_draw_due(state, decision)
        case ChallengeAsked():
            found = each_in_challenge_asked()
        case PlayDue():
            return _each_in_play_due(state, decision.turn, kinds, card)
        case _:
            assert_never(decision)
    return (move for move in found if card is None and (kinds is None or move_kind(move) in kinds))


def why_in(state: RummyState, decision: RummyDecision, move: Move) -> Refusal | None:
    """Why the seat to act may not make a move; None if it may."""
    match decision:
        case DrawDue():
            return why_in_draw_due(state, decision, move)
        case ChallengeAsked():
            return why_in_challenge_asked(move)
        case PlayDue():
            judged = _judged(state, decision.turn, move)
            return judged if isinstance(judged, Refusal) else None
        case _:
            assert_never(decision)


def make_in(
    state: RummyState, decision: RummyDecision, move: Move, events: list[Event]
) -> RummyState | Refusal:
    """The state after a move of the seat to act, or why it may not make it."""
    match decision:
        case DrawDue():
            refusal = why_in_draw_due(state, decision, move)
            return refusal or apply_in_draw_due(state, decision, move, events)
        case ChallengeAsked():
            refusal = why_in_challenge_asked(move)
            return refusal or apply_in_challenge_asked(state, decision, move, events)
        case PlayDue():
            judged = _judged(state, decision.turn, move)
            return judged if isinstance(judged, Refusal) else judged(events)
        case _:
            assert_never(decision)


def _each_in_play_due(
    state: RummyState, turn: Turn, kinds: frozenset[MoveKind] | None, card: int | None
) -> Iterator[Move]:
    laying = laying_of(state, turn)
    pack = state.rules.pack
    if kinds is None or MoveKind.MELD in kinds:
        for meld in each_meld(laying, card):
            yield LayMeld(meld_text(pack, meld))
    if kinds is None or MoveKind.LAY_OFF in kinds:
        for seat, meld, change in each_lay_off(laying, card):
            yield LayOff(seat, meld_text(pack, meld), meld_text(pack, change.result))
    if kinds is None or MoveKind.TAKE_JOKER in kinds:
        for seat, meld, change in each_joker_taking(laying, card):
            yield TakeJoker(seat, meld_text(pack, meld), meld_text(pack, change.result))
    if kinds is None or MoveKind.DISCARD in kinds:
        discards = _discards(pack)
        hand = laying.standing.hand
        for code in dict.fromkeys(hand if card is None else bytes((card,))):
            if code in hand and _why_no_discard(laying, code) is None:
                yield discards[code]


def _judged(state: RummyState, turn: Turn, move: Move) -> Refusal | Play:
    """What a move does that may be made in a turn after the draw, or why it may not."""
    laying = laying_of(state, turn)
    match move:
        case LayMeld():
            meld = judge_new_meld(laying, move)
            return meld if isinstance(meld, Refusal) else partial(_lay_meld, state, turn, meld)
        case LayOff():
            added = judge_lay_off(laying, move)
            if isinstance(added, Refusal):
                return added
            return partial(_lay_off, state, turn, move.seat, added)
        case TakeJoker():
            taken = judge_joker_taking(laying, move)
            if isinstance(taken, Refusal):
                return taken
            return partial(_take_joker, state, turn, move.seat, taken)
        case Discard():
            code = pack_named(state.rules.pack).index.get(move.card)
            if code is None:
                return Refusal(Reason.UNKNOWN_CARD, "R1", (move.card,))
            refusal = _why_no_discard(laying, code)
            return refusal or partial(_discard, state, turn, code)
        case _:
            return Refusal(Reason.WRONG_PHASE, "R3.1")


def _why_no_discard(laying: Laying, code: int) -> Refusal | None:
    """Why a card may not be discarded now (R3.1, R3.2)."""
    standing, turn, pack = laying.standing, laying.turn, laying.rules.pack
    hand, taken = standing.hand, standing.taken
    if code not in hand:
        return Refusal(Reason.CARD_NOT_IN_HAND, "R3.1", card_texts(pack, (code,)))
    if turn.must_use is not None:
        return Refusal(Reason.MUST_USE_TAKEN, "R3.2", card_texts(pack, (turn.must_use,)))
    if standing.missing and turn.opening:
        return Refusal(Reason.OPENING_BEGUN, "R3.2", card_texts(pack, (code,)))
    if len(hand) > 1 and hand.count(code) <= taken.count(code):
        return Refusal(Reason.TAKEN_CARD_DISCARDED, "R3.1", card_texts(pack, (code,)))
    return None


def _lay_meld(state: RummyState, turn: Turn, meld: bytes, events: list[Event]) -> RummyState:
    """Lay a new meld; it may open, or be the four that is asked for (R3.20, R3.30)."""
    rules, seat, opened = state.rules, turn.seat, state.opened
    given = hand_cards(meld)
    tables = state.tables.replace(seat, (*state.tables[seat], meld))
    events.append(MeldLaid(seat, meld_text(rules.pack, meld)))
    opening, opened_now = turn.opening, turn.opened_now
    if rules.opening and not opened[seat]:
        opening += value_of(meld_book(rules.melds), rules.values, meld)
        if opening >= rules.opening:
            events.append(Opened(seat, opening))
            opening, opened_now, opened = 0, True, opened.replace(seat, True)
    elif rules.one_play:
        opened = opened.replace(seat, True)
    cooch = rules.new_runs is not None and len(meld) > rules.shortest
    after = replace(turn, opening=opening, opened_now=opened_now, cooch=cooch)
    hand = without(state.hands[seat], given)
    return _played(
        changed(state, state.phase, tables=tables, opened=opened), after, given, hand, events
    )


def _lay_off(
    state: RummyState, turn: Turn, owner: Seat, lying: tuple[bytes, Change], events: list[Event]
) -> RummyState:
    """Add to a meld on the table (R3.3)."""
    old, change = lying
    seat, pack = turn.seat, state.rules.pack
    events.append(LaidOff(seat, owner, meld_text(pack, old), meld_text(pack, change.result)))
    hand = without(state.hands[seat], change.given)
    return _played(_exchanged(state, owner, old, change), turn, change.given, hand, events)


def _take_joker(
    state: RummyState, turn: Turn, owner: Seat, lying: tuple[bytes, Change], events: list[Event]
) -> RummyState:
    """Take jokers of a meld into the hand for the cards they stand for (R3.30)."""
    old, change = lying
    seat, pack = turn.seat, state.rules.pack
    before, now = meld_text(pack, old), meld_text(pack, change.result)
    events.append(JokerTaken(seat, owner, before, now, change.freed))
    hand = joined(without(state.hands[seat], change.given), (JOKER_KIND,) * change.freed)
    return _played(_exchanged(state, owner, old, change), turn, change.given, hand, events)


def _exchanged(state: RummyState, owner: Seat, old: bytes, change: Change) -> RummyState:
    """The tables with one meld changed, in its place."""
    table = list(state.tables[owner])
    table[table.index(old)] = change.result
    return changed(state, state.phase, tables=state.tables.replace(owner, tuple(table)))


def _played(
    state: RummyState, turn: Turn, given: bytes, hand: bytes, events: list[Event]
) -> RummyState:
    """The turn goes on after a play, or the seat has gone out."""
    taken = less_played(turn.taken, given)
    after = replace(turn, taken=taken, must_use=None, plays=turn.plays + 1)
    played = changed(state, PlayDue(after), hands=state.hands.replace(turn.seat, hand))
    return played if hand else end_deal(played, won(played, after), events)


def _discard(state: RummyState, turn: Turn, code: int, events: list[Event]) -> RummyState:
    """Discard: the seat has gone out, or its turn has ended (R3.1, R3.20)."""
    rules, seat = state.rules, turn.seat
    hand = without(state.hands[seat], (code,))
    hands = state.hands.replace(seat, hand)
    discards = state.discards + bytes((code,))
    discarded = changed(state, state.phase, hands=hands, discards=discards)
    events.append(Discarded(seat, _discards(rules.pack)[code].card))
    if not hand:
        return end_deal(discarded, won(discarded, turn), events)
    if turn.plays and len(hand) in rules.declared:
        events.append(Declared(seat, len(hand)))
    return end_turn(discarded, turn, events)


@cache
def _discards(pack_name: str) -> tuple[Discard, ...]:
    """The discard of each card of a pack, built once."""
    return tuple(map(Discard, pack_named(pack_name).cards))
