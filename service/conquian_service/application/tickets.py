"""Use case: a ticket that opens a game's stream, for callers who can send no token there.

A browser's EventSource sends no headers of our choosing, and a token in a URL would lie about
in histories and logs of proxies. A ticket may: a minute later it opens nothing any more.
"""

from __future__ import annotations

from dataclasses import dataclass

from conquian_service.application.errors import CallReason, CallRefused
from conquian_service.application.permission import check_address, viewer_of
from conquian_service.application.ports import Ports
from conquian_service.application.tokens import Caller, SeatToken, Ticket, WatchToken

TICKET_MILLIS = 60_000


@dataclass(frozen=True, slots=True)
class TicketGiven:
    """A ticket, and until when it opens the stream."""

    text: str
    expire_ms: int


async def issue_watch_ticket(ports: Ports, caller: Caller, game_id: str) -> TicketGiven:
    """A ticket to watch a game as the caller, who must be allowed to."""
    check_address(caller, game_id)
    loaded = await ports.store.load(game_id)
    if loaded is None:
        raise CallRefused(CallReason.GAME_NOT_FOUND)
    viewer_of(caller, loaded.stored.game)
    seat = caller.token if isinstance(caller.token, SeatToken) else None
    ticket = Ticket(game_id, seat, loaded.now_ms + TICKET_MILLIS)
    return TicketGiven(ports.keyring.issue_ticket(ticket), ticket.expire_ms)


def check_ticket(ports: Ports, caller: Caller, text: str) -> Ticket:
    """The ticket sent instead of a token, its expiry not yet checked."""
    if caller.token is not None:
        raise CallRefused(CallReason.CREDENTIAL_INVALID)
    return ports.keyring.read_ticket(text)


def holder_of(ticket: Ticket) -> Caller:
    """The caller whom a ticket stands for: the seat, or else a watcher of the table."""
    return Caller(ticket.seat or WatchToken(ticket.game_id))


def check_unexpired(ticket: Ticket | None, now_ms: int) -> None:
    """`CREDENTIAL_INVALID` for a ticket whose time is over."""
    if ticket is not None and now_ms > ticket.expire_ms:
        raise CallRefused(CallReason.CREDENTIAL_INVALID)
