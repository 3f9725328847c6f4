"""Scoring of family H: counts of hands, what a deal is worth, when the game is over.

Source: R3.4, R3.10, R3.20, R3.30, R3.40, R2.27.
"""

from __future__ import annotations

from typing import NamedTuple

from conquian_engine.cards import pack_named
from conquian_engine.rummy.cards import JOKER_KIND
from conquian_engine.rummy.melds import face_value
from conquian_engine.rummy.rules import RummyRules, Settlement
from conquian_engine.rummy.state import RummyState, Turn
from conquian_engine.scoring import leading
from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import Cause, GameOver
from conquian_engine.turns import active_seats

COOCH = "cooch"
EXPRESS = "express"


class Outcome(NamedTuple):
    """What a deal that has ended is worth."""

    cause: Cause
    winner: Seat | None
    points: BySeat[int]
    counted: tuple[Seat, ...]
    """The seats whose hands were counted."""
    bonus: str | None = None


def count(rules: RummyRules, hand: bytes) -> int:
    """What a hand counts against its holder: its card points, or its minus (R3.30)."""
    if rules.settlement is Settlement.MINUS:
        return _minus(rules, hand)
    return _points(rules, hand)


def losers_of(state: RummyState, winner: Seat) -> tuple[Seat, ...]:
    """Seats that pay the winner: all others that were dealt in.

    A seat that resigned during the deal pays too (R4.1). Whoever was dealt in and has not
    gone out holds a card.
    """
    seats = map(Seat, range(state.rules.seats))
    return tuple(seat for seat in seats if seat != winner and state.hands[seat])


def drawn(state: RummyState, cause: Cause) -> Outcome:
    """A deal without a winner; nobody scores."""
    return Outcome(cause, None, BySeat([0] * state.rules.seats), ())


def won(state: RummyState, turn: Turn) -> Outcome:
    """The outcome of a deal that the seat of a turn has won by going out."""
    rules, winner = state.rules, turn.seat
    losers = losers_of(state, winner)
    bonus = _bonus(rules, turn)
    points = [0] * rules.seats
    for seat in losers:
        paid = _owed(rules, state.hands[seat]) * (1 if bonus is None else 2)
        if rules.settlement is not Settlement.COUNTS:
            points[seat] = -paid
        if rules.settlement is not Settlement.MINUS:
            points[winner] += paid
    return Outcome(Cause.WENT_OUT, winner, BySeat(points), losers, bonus)


def by_lower_count(state: RummyState, cause: Cause, *, difference: bool) -> Outcome:
    """The lower of two counts wins the other, or the difference; equal: nobody (R3.10)."""
    seats = active_seats(state)
    counts = {seat: count(state.rules, state.hands[seat]) for seat in seats}
    winner, loser = sorted(seats, key=counts.__getitem__)
    points = [0] * state.rules.seats
    if counts[winner] == counts[loser]:
        return Outcome(cause, None, BySeat(points), seats)
    points[winner] = counts[loser] - (counts[winner] if difference else 0)
    return Outcome(cause, winner, BySeat(points), seats)


def game_over(state: RummyState, scores: BySeat[int], cause: Cause) -> GameOver | None:
    """The game's result if the deal just ended was its last (R3.4, R3.30, R2.27)."""
    rules = state.rules
    first = leading(scores, active_seats(state))
    if rules.deals is not None:
        ended = state.deal >= rules.deals
    elif rules.points_target is not None:
        ended = len(first) == 1 and scores[first[0]] >= rules.points_target
    else:
        ended = rules.minus_target is not None and min(scores) <= -rules.minus_target
    if ended:
        return GameOver(cause, first)
    if state.deal >= rules.max_deals:
        return GameOver(Cause.DEAL_LIMIT, first)
    return None


def _bonus(rules: RummyRules, turn: Turn) -> str | None:
    """What doubles the score of a won deal (R3.20, R3.30)."""
    if turn.cooch:
        return COOCH
    if turn.opened_now and (turn.tables_empty or not rules.express_on_empty_table):
        return EXPRESS
    return None


def _owed(rules: RummyRules, hand: bytes) -> int:
    """What a loser pays, or falls by; nothing doubled yet."""
    counted = count(rules, hand)
    if rules.settlement is Settlement.FEES:
        return rules.game_fee + rules.spot_fee * counted
    return counted


def _points(rules: RummyRules, hand: bytes) -> int:
    """Courts ten, an ace and a joker by the ruleset, others face (R3.10, R3.20, R3.40)."""
    pack = pack_named(rules.pack)
    width = len(pack.ranks)
    total = 0
    for card in hand:
        if card == JOKER_KIND:
            total += rules.joker_points
        elif card % width == 0:
            total += rules.ace_points
        else:
            total += face_value(pack, card % width)
    return total


def _minus(rules: RummyRules, hand: bytes) -> int:
    """The number of cards, doubled for each joker, or jokers by number (R3.30)."""
    jokers = hand.count(JOKER_KIND)
    if rules.joker_minus is None:
        return len(hand) << jokers
    return len(hand) - jokers + rules.joker_minus * jokers
