"""Who may do what at a table (docs/api.md, "Credentials").

A token is checked against the game's id before anything is read; a seat token's epoch
against the game itself.
"""

from __future__ import annotations

from conquian_engine import Seat
from conquian_service.application.errors import CallReason, CallRefused
from conquian_service.application.game import Access, Game
from conquian_service.application.tokens import (
    Caller,
    HostToken,
    InviteToken,
    SeatToken,
    is_game_id,
)
from conquian_service.application.views import Viewer


def check_game_id(game_id: str) -> None:
    """`GAME_NOT_FOUND` for a text that cannot be a game's id; it is never echoed."""
    if not game_id:
        raise CallRefused(CallReason.FIELD_MISSING, field="game_id")
    if not is_game_id(game_id):
        raise CallRefused(CallReason.GAME_NOT_FOUND)


def check_address(caller: Caller, game_id: str) -> None:
    """Refuse a malformed id, and a token of another game, before anything is read."""
    check_game_id(game_id)
    if caller.token is not None and caller.token.game_id != game_id:
        raise CallRefused(CallReason.NOT_ALLOWED)


def need_seat(caller: Caller, game_id: str) -> SeatToken:
    """The caller's seat token for this game, its epoch not yet checked."""
    check_address(caller, game_id)
    if caller.token is None:
        raise CallRefused(CallReason.CREDENTIAL_MISSING)
    if not isinstance(caller.token, SeatToken):
        raise CallRefused(CallReason.NOT_ALLOWED)
    return caller.token


def need_host(caller: Caller, game_id: str) -> HostToken:
    """The caller's host token for this game."""
    check_address(caller, game_id)
    if caller.token is None:
        raise CallRefused(CallReason.CREDENTIAL_MISSING)
    if not isinstance(caller.token, HostToken):
        raise CallRefused(CallReason.NOT_ALLOWED)
    return caller.token


def check_epoch(token: SeatToken, game: Game) -> Seat:
    """The seat a token acts for; `CREDENTIAL_REVOKED` if a newer token replaced it."""
    if token.seat >= len(game.places):
        raise CallRefused(CallReason.CREDENTIAL_INVALID)
    place = game.places[token.seat]
    if place.epoch != token.epoch or place.holder is None:
        raise CallRefused(CallReason.CREDENTIAL_REVOKED)
    return token.seat


def viewer_answered(token: SeatToken, now: Game) -> Viewer:
    """What the answer to a change may show its seat: no hand once a newer token replaced this one.

    For a repeat alone: it is answered before `check_epoch`, so that whoever changed something
    still learns that it happened, and whoever found an old token no more than anybody.
    """
    place = now.places[token.seat]
    current = place.epoch == token.epoch and place.holder is not None
    return Viewer(token.seat if current else None)


def viewer_of(caller: Caller, game: Game) -> Viewer:
    """What the caller may see of this game; `TABLE_PRIVATE` if nothing."""
    if isinstance(caller.token, SeatToken):
        return Viewer(check_epoch(caller.token, game))
    if caller.token is None and game.access is Access.PRIVATE:
        raise CallRefused(CallReason.TABLE_PRIVATE)
    return Viewer()


def check_may_join(caller: Caller, game: Game) -> None:
    """Anyone joins public and unlisted tables; a private one takes an invite or the host."""
    if isinstance(caller.token, InviteToken | HostToken):
        return
    if caller.token is not None:
        raise CallRefused(CallReason.NOT_ALLOWED)
    if game.access is Access.PRIVATE:
        raise CallRefused(CallReason.TABLE_PRIVATE)
