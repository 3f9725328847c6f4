"""Playing one seat by a player until the game is over."""

from __future__ import annotations

from dataclasses import replace

from grpc import StatusCode

from conquian.aio.seat import AsyncSeat
from conquian.errors import Failure, InvalidRequest, NotNow, ServiceFault, StaleDecision
from conquian.moves import Move
from conquian.players import Player
from conquian.reasons import Reason
from conquian.updates import Resynced
from conquian.view import GameView, You

__all__ = ["play_to_end"]


async def play_to_end(seat: AsyncSeat, player: Player, *, patience: float = 300.0) -> GameView:
    """Play every decision of a seat as the player chooses; return the last view of the game.

    May be called at any time, also before the game has started. Lost connections and restarts
    of the service are survived: a move that got no answer is sent again by its request id. A
    decision that ended before the player's move (his time ran out, another seat resigned) is
    dropped and the next one is waited for.

    Args:
        patience: seconds that the service may stay away at a stretch; `math.inf` for ever.

    Raises:
        IllegalMove: the player chose a move that is not legal.
        Unauthenticated: the seat's token has been replaced.
        Unavailable: the service stayed away for longer.
    """
    played = 0
    async with seat.watch(patience=patience) as updates:
        async for item in updates:
            view = item.view
            if isinstance(item, Resynced):
                played = 0  # the store may have lost the move
            if view is None or view.revision < played:
                continue  # not the newest, or from before the move just made
            played = await _play_if_due(seat, player, view, patience)
    return seat.last_view if seat.last_view is not None else await seat.view()


async def _every_move(seat: AsyncSeat, you: You, patience: float) -> tuple[Move, ...]:
    """All legal moves, or those that the view shows where finding all would take too long."""
    try:
        return (await seat.legal_moves(timeout=patience)).moves
    except InvalidRequest as refused:
        if refused.reason != Reason.POSITION_TOO_COMPLEX:
            raise
        return you.legal_moves


async def _play_if_due(seat: AsyncSeat, player: Player, view: GameView, patience: float) -> int:
    """Play the decision that the view shows, if any; return the revision the move made."""
    without: int | None = None  # the decision that no legal move was known for
    while (you := view.you) is not None and you.to_act:
        decision, moves = you.decision_revision, you.legal_moves
        try:
            if you.more_legal_moves:
                moves = await _every_move(seat, you, patience)
            if moves:
                move = player.choose(replace(view, you=replace(you, legal_moves=moves)))
                update = await seat.play(move, revision=decision, timeout=patience)
                return update.revision
            # The view was given without them, or the decision ended before they were read.
            if decision == without:
                raise ServiceFault(Failure(StatusCode.INTERNAL, "no legal move for a seat to act"))
            without = decision
        except StaleDecision:
            pass
        except NotNow:
            return 0  # over, or another's turn by now: the watch will show it
        view = await seat.view(timeout=patience)
    return 0
