"""What calls and streams hand over beside the view: updates, pages and records."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Self

from conquian._event_reader import event_from_proto
from conquian.events import Event
from conquian.moves import Move, move_from_proto
from conquian.v1 import events_pb2, game_service_pb2
from conquian.view import GameView, time_from_proto

__all__ = [
    "CreatedGame",
    "EventsPage",
    "IssuedToken",
    "LegalMoves",
    "Resynced",
    "Transcript",
    "Update",
    "WatchItem",
    "WatchTicket",
]


@dataclass(frozen=True, slots=True)
class Update:
    """All that one commit changed: the unit of delivery, one a revision, in order."""

    revision: int
    commit_time: datetime | None
    """By the store's clock."""
    events: tuple[Event, ...]
    """What happened, in order, without what the viewer may not see."""
    view: GameView | None
    """The game after it; while a watch catches up, only on the newest update."""

    @classmethod
    def from_proto(cls, message: events_pb2.GameUpdate) -> Self:
        return cls(
            revision=message.revision,
            commit_time=time_from_proto(message.commit_time),
            events=tuple(map(event_from_proto, message.events)),
            view=GameView.from_proto(message.view) if message.HasField("view") else None,
        )


@dataclass(frozen=True, slots=True)
class Resynced:
    """The watch starts over from this view: updates before it are not coming.

    It happens to a watcher that fell too far behind, or that saw revisions which a failover of
    the store has lost. Whoever needs every event reads `list_events`.
    """

    view: GameView


WatchItem = Update | Resynced
"""What a watch yields; both have a `view`."""


@dataclass(frozen=True, slots=True)
class CreatedGame:
    """A new game with its tokens. Keep the host token secret; `repr` shows none of them."""

    game: GameView
    """The game as anyone may see it."""
    host_token: str = field(repr=False)
    """Manages the table: cancel, free a seat, issue seat tokens."""
    invite_token: str = field(repr=False)
    """Joins the table if it is private."""
    watch_token: str = field(repr=False)
    """Watches the table if it is private."""

    @property
    def game_id(self) -> str:
        """The game's id."""
        return self.game.game_id

    @classmethod
    def from_proto(cls, message: game_service_pb2.CreateGameResponse) -> Self:
        return cls(
            game=GameView.from_proto(message.game),
            host_token=message.host_token,
            invite_token=message.invite_token,
            watch_token=message.watch_token,
        )


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A new token of a seat; the old one is dead. Keep it secret; `repr` does not show it."""

    seat_token: str = field(repr=False)
    update: Update

    @classmethod
    def from_proto(cls, message: game_service_pb2.IssueSeatTokenResponse) -> Self:
        return cls(seat_token=message.seat_token, update=Update.from_proto(message.update))


@dataclass(frozen=True, slots=True)
class WatchTicket:
    """Opens a game's stream at `/v1/games/{game_id}/events:watch?ticket=`, for a minute."""

    ticket: str = field(repr=False)
    expire_time: datetime | None
    """By the store's clock."""

    @classmethod
    def from_proto(cls, message: game_service_pb2.IssueWatchTicketResponse) -> Self:
        return cls(ticket=message.ticket, expire_time=time_from_proto(message.expire_time))


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """Every legal move of a seat, in a stable order."""

    moves: tuple[Move, ...]
    revision: int
    """The revision they are legal at."""

    @classmethod
    def from_proto(cls, *pages: game_service_pb2.ListLegalMovesResponse) -> Self:
        """One value of all the pages of an answer."""
        return cls(
            moves=tuple(move_from_proto(move) for page in pages for move in page.moves),
            revision=pages[-1].revision,
        )


@dataclass(frozen=True, slots=True)
class EventsPage:
    """Updates in order."""

    updates: tuple[Update, ...]
    """The newest revision of the game carries the view."""
    next_after_revision: int
    """Value of `after_revision` for the next call."""
    revision: int
    """The game's newest revision."""

    @classmethod
    def from_proto(cls, message: game_service_pb2.ListEventsResponse) -> Self:
        return cls(
            updates=tuple(map(Update.from_proto, message.updates)),
            next_after_revision=message.next_after_revision,
            revision=message.revision,
        )


@dataclass(frozen=True, slots=True)
class Transcript:
    """The complete record of a finished game: hands, pack orders and seed included."""

    game: GameView
    """The game at its end, as anyone may see it."""
    entries: tuple[Update, ...]
    """Complete entries in order, nothing hidden; no view in them."""

    @classmethod
    def from_proto(cls, *pages: game_service_pb2.GetTranscriptResponse) -> Self:
        """One value of all the pages of an answer."""
        return cls(
            game=GameView.from_proto(pages[-1].game),
            entries=tuple(Update.from_proto(entry) for page in pages for entry in page.entries),
        )
