"""Folding the log: any revision of a game rebuilt from its entries (decision 0.6).

The events of an entry are its record; the move that made them is read off the first one,
played again by the same steps as the first time, and must give the same events.
"""

from __future__ import annotations

from collections.abc import Iterable

from conquian_engine import GameEnded, SeatResigned
from conquian_service.application import play_on
from conquian_service.application.game import Game, StoredGame
from conquian_service.application.log import (
    GameCancelled,
    GameCreated,
    LogEntry,
    LoggedEvent,
    SeatFreed,
    SeatTaken,
    SeatTokenIssued,
)
from conquian_service.application.made_moves import made_move
from conquian_service.application.play_on import Progress


class LogBroken(Exception):
    """The log does not fold: an entry is missing, or gives other events than it holds."""

    def __init__(self, revision: int) -> None:
        super().__init__(f"entry {revision}")
        self.revision = revision


def fold(
    game_id: str, entries: Iterable[LogEntry], *, start: StoredGame | None = None
) -> StoredGame:
    """The game after the last of the entries.

    The entries follow `start`, or begin at revision 1 without it, so that a long log can be
    folded piece by piece.
    """
    stored = start
    for entry in entries:
        revision = 1 if stored is None else stored.revision + 1
        if entry.revision != revision:
            raise LogBroken(revision)
        progress = _again(game_id, None if stored is None else stored.game, entry)
        if progress.events != entry.events:
            raise LogBroken(revision)
        created_ms = entry.time_ms if stored is None else stored.created_ms
        stored = StoredGame(progress.game, revision, created_ms, entry.time_ms)
    if stored is None:
        raise LogBroken(1)
    return stored


def _again(game_id: str, game: Game | None, entry: LogEntry) -> Progress:
    first, revision = entry.events[0], entry.revision
    if isinstance(first, GameCreated):
        return play_on.create(game_id, first)
    if game is None:
        raise LogBroken(revision)
    match first:
        case SeatTaken(seat=seat, holder=holder, epoch=epoch):
            return play_on.seat_holder(game, seat, holder, epoch=epoch, revision=revision)
        case SeatFreed(seat=seat):
            return play_on.free_seat(game, seat)
        case SeatTokenIssued(seat=seat, epoch=epoch):
            return play_on.issue_token(game, seat, epoch=epoch)
        case GameCancelled() | GameEnded():
            return play_on.cancel(game, revision=revision)
        case _:
            return _play_again(game, first, revision)


def _play_again(game: Game, first: LoggedEvent, revision: int) -> Progress:
    if game.state is None:
        raise LogBroken(revision)
    if isinstance(first, SeatResigned):
        return play_on.give_up(game, game.state, first.seat, cause=first.cause, revision=revision)
    made = made_move(first)
    if made is None:
        raise LogBroken(revision)
    seat, chosen = made
    return play_on.move(game, game.state, seat, chosen, revision=revision)
