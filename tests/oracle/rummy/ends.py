"""What a deal is worth and when a game is over (R2.27, R3.4, R3.10-R3.40)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle.rummy.melds import count
from tests.oracle.rummy.options import Options
from tests.oracle.rummy.plays import Hand
from tests.oracle.rummy.turns import Turn, penalty


@dataclass(frozen=True)
class Ending:
    """How a deal ended."""

    cause: str
    winner: int | None
    points: list[int]
    counted: tuple[int, ...] = ()
    """The seats whose hands were counted, which are shown (R4.4)."""
    bonus: str | None = None


def drawn(options: Options, cause: str) -> Ending:
    """Nobody scores."""
    return Ending(cause, None, [0] * options.seats)


def stopped(options: Options, hands: Sequence[Hand], cause: str) -> Ending:
    """A stop, or in colonel an accepted challenge: the lower count wins (R3.5, R3.10)."""
    if options.ruleset != "colonel":
        return drawn(options, cause)
    counts = [count(options, hand) for hand in hands]
    points = [0, 0]
    if counts[0] == counts[1]:
        return Ending(cause, None, points, (0, 1))
    winner = counts.index(min(counts))
    higher, lower = max(counts), min(counts)
    points[winner] = higher if cause == "challenge" else higher - lower
    return Ending(cause, winner, points, (0, 1))


def won(
    options: Options, hands: Sequence[Hand], winner: int, losers: list[int], turn: Turn | None
) -> Ending:
    """A seat went out."""
    points = [0] * options.seats
    bonus = None
    if options.ruleset == "kunken":
        assert turn is not None
        bonus = "express" if is_express(options, turn) else None
        for loser in losers:
            points[loser] = -penalty(options, hands[loser]) * (2 if bonus else 1)
    elif options.ruleset == "coo_can":
        bonus = "cooch" if turn is not None and turn.cooch else None
        for loser in losers:
            pays = options.game_fee + options.spot_fee * count(options, hands[loser])
            pays *= 2 if bonus else 1
            points[loser] -= pays
            points[winner] += pays
    else:
        points[winner] = sum(count(options, hands[loser]) for loser in losers)
    return Ending("went_out", winner, points, tuple(sorted(losers)), bonus)


def is_express(options: Options, turn: Turn) -> bool:
    """Whether a winner opened in the turn in which he went out (R3.30)."""
    return turn.opened_now and (turn.tables_empty or not options.express_on_empty_table)


def top(scores: Sequence[int], playing: Sequence[int]) -> tuple[int, ...]:
    """The seats still in the game that share the highest total."""
    best = max(scores[seat] for seat in playing)
    return tuple(seat for seat in playing if scores[seat] == best)


def game_is_over(
    options: Options, deal: int, scores: Sequence[int], playing: Sequence[int]
) -> bool:
    """Whether the agreed length is reached at the end of a deal (R2.27, R3.4, R3.30)."""
    if options.deals is not None:
        return deal >= options.deals
    if options.points_target is not None:
        best = top(scores, playing)
        return len(best) == 1 and scores[best[0]] >= options.points_target
    return min(scores) <= -options.minus_target
