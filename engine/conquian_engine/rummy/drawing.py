"""The beginning of a turn: draws, challenges, stops.

Source: R3.1, R3.5, R3.10, R3.20, R3.30.
"""

from __future__ import annotations

from collections.abc import Iterator

from conquian_engine.events import (
    CardDrawn,
    ChallengeAccepted,
    Challenged,
    ChallengeRefused,
    DealStopped,
    DiscardsTaken,
    Event,
)
from conquian_engine.moves import (
    AcceptChallenge,
    Challenge,
    DrawDiscards,
    DrawStock,
    Move,
    RefuseChallenge,
    RummyMove,
    Stop,
)
from conquian_engine.refusals import Reason, Refusal
from conquian_engine.rummy.cards import card_texts, joined
from conquian_engine.rummy.flow import changed, end_deal, restocked
from conquian_engine.rummy.obligations import can_use
from conquian_engine.rummy.rules import BankDepth, OnStop, Restock, RummyRules
from conquian_engine.rummy.scoring import by_lower_count, drawn
from conquian_engine.rummy.standing import standing_of
from conquian_engine.rummy.state import ChallengeAsked, DrawDue, PlayDue, RummyState, Turn
from conquian_engine.seats import Seat
from conquian_engine.state import Cause

_DRAW = DrawStock()
_CHALLENGE = Challenge()
_STOP = Stop()
_ANSWERS: tuple[RummyMove, ...] = (AcceptChallenge(), RefuseChallenge())


def each_in_draw_due(state: RummyState, phase: DrawDue) -> Iterator[Move]:
    """The moves of a seat that begins its turn, in order."""
    if state.stock:
        yield _DRAW
    for count in range(1, _depth(state) + 1):
        if _why_no_discards(state, phase.seat, count) is None:
            yield DrawDiscards(count)
    if state.rules.challenge and not phase.challenged:
        yield _CHALLENGE
    if _may_stop(state, phase.seat):
        yield _STOP


def why_in_draw_due(state: RummyState, phase: DrawDue, move: Move) -> Refusal | None:
    """Why a seat that begins its turn may not make a move."""
    rules = state.rules
    match move:
        case DrawStock():
            return None if state.stock else Refusal(Reason.STOCK_EMPTY, "R3.5")
        case DrawDiscards():
            return _why_no_discards(state, phase.seat, move.count)
        case Challenge():
            if not rules.challenge:
                return Refusal(Reason.NO_CHALLENGE, rules.rule)
            if phase.challenged:
                return Refusal(Reason.ALREADY_CHALLENGED, rules.rule)
            return None
        case Stop():
            if _may_stop(state, phase.seat):
                return None
            return Refusal(Reason.STOCK_NOT_EMPTY, "R3.5")
        case _:
            return Refusal(Reason.WRONG_PHASE, "R3.1")


def apply_in_draw_due(
    state: RummyState, phase: DrawDue, move: Move, events: list[Event]
) -> RummyState:
    """The state after a move that `why_in_draw_due` does not refuse."""
    seat = phase.seat
    match move:
        case DrawStock():
            return _draw(state, seat, events)
        case DrawDiscards():
            return _draw_discards(state, seat, move.count, events)
        case Challenge():
            events.append(Challenged(seat))
            others = (Seat(other) for other in range(state.rules.seats) if other != seat)
            return changed(state, ChallengeAsked(next(others), seat))
        case _:
            events.append(DealStopped(seat))
            cause = Cause.STOCK_EXHAUSTED
            if state.rules.on_stop is OnStop.LOWER_COUNT:
                outcome = by_lower_count(state, cause, difference=True)
            else:
                outcome = drawn(state, cause)
            return end_deal(state, outcome, events)


def each_in_challenge_asked() -> Iterator[Move]:
    """Both answers."""
    yield from _ANSWERS


def why_in_challenge_asked(move: Move) -> Refusal | None:
    """Why a seat that is challenged may not make a move."""
    if isinstance(move, AcceptChallenge | RefuseChallenge):
        return None
    return Refusal(Reason.WRONG_PHASE, "R3.10")


def apply_in_challenge_asked(
    state: RummyState, phase: ChallengeAsked, move: Move, events: list[Event]
) -> RummyState:
    """The deal ends, or the challenger draws (R3.10)."""
    if isinstance(move, AcceptChallenge):
        events.append(ChallengeAccepted(phase.asked))
        outcome = by_lower_count(state, Cause.CHALLENGE, difference=False)
        return end_deal(state, outcome, events)
    events.append(ChallengeRefused(phase.asked))
    return changed(state, DrawDue(phase.by, challenged=True))


def _draw(state: RummyState, seat: Seat, events: list[Event]) -> RummyState:
    card, stock = state.stock[0], state.stock[1:]
    hands = state.hands.replace(seat, joined(state.hands[seat], (card,)))
    (text,) = card_texts(state.rules.pack, (card,))
    events.append(CardDrawn(seat, text, len(stock)))
    turn = Turn(seat, tables_empty=not any(state.tables))
    return restocked(changed(state, state.phase, hands=hands, stock=stock), turn, events)


def _draw_discards(state: RummyState, seat: Seat, count: int, events: list[Event]) -> RummyState:
    turn, hand = _after_taking(state, seat, count)
    left = len(state.discards) - count
    events.append(DiscardsTaken(seat, card_texts(state.rules.pack, state.discards[left:][::-1])))
    hands = state.hands.replace(seat, hand)
    return changed(state, PlayDue(turn), hands=hands, discards=state.discards[:left])


def _after_taking(state: RummyState, seat: Seat, count: int) -> tuple[Turn, bytes]:
    """The turn and the hand after drawing the top discards."""
    cards = state.discards[-count:]
    for_use = _is_for_use(state)
    turn = Turn(
        seat,
        taken=bytes(sorted(cards)),
        must_use=cards[0] if for_use else None,
        tables_empty=not any(state.tables),
    )
    return turn, joined(state.hands[seat], cards)


def _is_for_use(state: RummyState) -> bool:
    """Whether discards are drawn only to be used in the turn's first play (R3.5, R3.30)."""
    rules = state.rules
    return rules.discards_for_use or (not state.stock and rules.restock is Restock.NONE)


def _depth(state: RummyState) -> int:
    """How many discards may be drawn at most."""
    return len(state.discards) if _is_deep(state.rules) else min(1, len(state.discards))


def _is_deep(rules: RummyRules) -> bool:
    return rules.bank_depth is BankDepth.ANY


def _why_no_discards(state: RummyState, seat: Seat, count: int) -> Refusal | None:
    """Why a seat may not draw so many discards."""
    rules = state.rules
    if count < 1 or (count > 1 and not _is_deep(rules)):
        return Refusal(Reason.DEPTH_NOT_ALLOWED, rules.rule)
    if count > len(state.discards):
        return Refusal(Reason.NO_DISCARDS, "R3.1")
    deepest = card_texts(rules.pack, state.discards[-count:][:1])
    if rules.last_card_draws_stock and len(state.hands[seat]) == 1:
        return Refusal(Reason.ONLY_FROM_STOCK, rules.rule, deepest)
    if _is_for_use(state):
        turn, hand = _after_taking(state, seat, count)
        if not can_use(rules, standing_of(state, turn, hand), state.discards[-count]):
            rule = rules.rule if rules.discards_for_use else "R3.5"
            return Refusal(Reason.DISCARD_NOT_USABLE, rule, deepest)
    return None


def _may_stop(state: RummyState, seat: Seat) -> bool:
    """Whether the deal may be ended instead of drawing (R3.5).

    Where the stock is renewed it is empty only after a resignation; then a seat stops when
    nothing at all can be drawn **(ours)**.
    """
    if state.stock:
        return False
    if state.rules.restock is Restock.NONE:
        return True
    counts = range(1, _depth(state) + 1)
    return all(_why_no_discards(state, seat, count) is not None for count in counts)
