"""Scoring: what a deal is worth, what it does to the stake, and when the game is over.

Source: R2.22-R2.28, R4.1.
"""

from __future__ import annotations

from collections.abc import Iterable

from conquian_engine.cards import pack_named
from conquian_engine.rules import OnDrawn, Rules, Scoring
from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import Cause, GameOver, State
from conquian_engine.turns import active_seats

FIRST_STAKE = 1
HIGHEST_STAKE = 1000
"""A stake stops growing here (R2.27)."""


def losers_of(state: State, winner: Seat) -> tuple[Seat, ...]:
    """Seats that pay the winner of the running deal: all others that were dealt in.

    A seat that resigned during the deal pays too (R4.1). Whoever was dealt in has a card
    in hand or on the table.
    """
    seats = map(Seat, range(state.rules.seats))
    return tuple(
        seat for seat in seats if seat != winner and (state.hands[seat] or state.tables[seat])
    )


def points_won(state: State, winner: Seat) -> BySeat[int]:
    """What the won deal adds to each total (R2.25)."""
    losers = losers_of(state, winner)
    points = [0] * state.rules.seats
    if state.rules.scoring is Scoring.HAND_POINTS:
        pack = pack_named(state.rules.pack)
        points[winner] = sum(pack.points_of(state.hands[seat]) for seat in losers)
    else:
        for seat in losers:
            points[seat] = -state.stake
        points[winner] = state.stake * len(losers)
    return BySeat(points)


def fewest_cards(state: State) -> Seat | None:
    """The one seat still in the game with the fewest hand cards; None if several (R2.24)."""
    sizes = {seat: state.hands[seat].bit_count() for seat in active_seats(state)}
    fewest = min(sizes.values())
    holders = [seat for seat, size in sizes.items() if size == fewest]
    return holders[0] if len(holders) == 1 else None


def stake_after_draw(rules: Rules, stake: int) -> int:
    """The stake of the deal after a drawn one (R2.24)."""
    if rules.scoring is Scoring.HAND_POINTS:
        return FIRST_STAKE
    grown = stake * 2 if rules.on_drawn is OnDrawn.DOUBLE else stake + FIRST_STAKE
    return min(grown, HIGHEST_STAKE)


def game_over(
    state: State, scores: BySeat[int], *, cause: Cause, winner: Seat | None
) -> GameOver | None:
    """The game's result if the deal just ended was its last (R2.27)."""
    rules = state.rules
    leaders = leading(scores, active_seats(state))
    if rules.deals is not None:
        if state.deal >= rules.deals:
            return GameOver(cause, leaders)
    elif rules.points_target is not None:
        if len(leaders) == 1 and scores[leaders[0]] >= rules.points_target:
            return GameOver(cause, leaders)
    elif winner is not None:
        return GameOver(cause, (winner,))
    if state.deal >= rules.max_deals:
        return GameOver(Cause.DEAL_LIMIT, leaders)
    return None


def leading(scores: BySeat[int], seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """The seats with the highest total."""
    seats = tuple(seats)
    highest = max(scores[seat] for seat in seats)
    return tuple(seat for seat in seats if scores[seat] == highest)
