"""Folding the log: any revision of a game rebuilt from its entries (DESIGN decision 6).

The events of an entry are its record; the move that made them is read off the first one,
played again by the same steps as the first time, and must give the same events.
"""

from __future__ import annotations

from collections.abc import Iterable

from conquian_engine import (
    Discard,
    Discarded,
    Force,
    Forced,
    GameEnded,
    LaidFromHand,
    LayFromHand,
    LetGo,
    Move,
    Pass,
    Passed,
    Seat,
    SeatResigned,
    Take,
    Taken,
    Trade,
    TradeChosen,
    WaivedForce,
)
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
        case SeatTokenIssued(seat=seat):
            return play_on.issue_token(game, seat)
        case GameCancelled() | GameEnded():
            return play_on.cancel(game, revision=revision)
        case _:
            return _play_again(game, first, revision)


def _play_again(game: Game, first: LoggedEvent, revision: int) -> Progress:
    if game.state is None:
        raise LogBroken(revision)
    if isinstance(first, SeatResigned):
        return play_on.give_up(game, game.state, first.seat, cause=first.cause, revision=revision)
    seat, chosen = _move_of(first, revision)
    return play_on.move(game, game.state, seat, chosen, revision=revision)


def _move_of(first: LoggedEvent, revision: int) -> tuple[Seat, Move]:
    match first:
        case Taken(seat=seat, layout=layout):
            return seat, Take(layout)
        case Passed(seat=seat):
            return seat, Pass()
        case Forced(seat=seat, by=by):
            return by, Force(seat)
        case WaivedForce(seat=seat):
            return seat, LetGo()
        case Discarded(seat=seat, card=card):
            return seat, Discard(card)
        case LaidFromHand(seat=seat, layout=layout):
            return seat, LayFromHand(layout)
        case TradeChosen(seat=seat, card=card) if card is not None:
            return seat, Trade(card)
        case _:
            raise LogBroken(revision)
