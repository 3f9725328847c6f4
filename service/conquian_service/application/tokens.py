"""Tokens and ids, signed by this service.

    seat     cqs1.<key id>.<game>.<seat>.<epoch>.<mac>
    host     cqh1.<key id>.<game>.<mac>
    invite   cqi1.<key id>.<game>.<mac>
    watch    cqw1.<key id>.<game>.<mac>
    ticket   cqt1.<key id>.<game>.<seat>.<epoch>.<expiry>.<mac>

A ticket is no token: it opens one game's stream, for a while, as whoever asked for it; seat
and epoch are `-` for a caller without a seat, the expiry is in milliseconds.

The mac is 16 bytes of HMAC-SHA-256 over what stands before it, so that a token is
deterministic and a retried join returns it again. The first key signs, all verify.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass

from conquian_engine import Seat
from conquian_service.application.errors import CallReason, CallRefused

_GAME_ID = re.compile(r"[a-z2-7]{26}\Z", re.ASCII)
_TOKEN_SIZE = 128
_NUMBER = re.compile(r"(0|[1-9][0-9]{0,8})\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class SeatToken:
    """Acts for one seat."""

    game_id: str
    seat: Seat
    epoch: int


@dataclass(frozen=True, slots=True)
class HostToken:
    """Manages the table."""

    game_id: str


@dataclass(frozen=True, slots=True)
class InviteToken:
    """Joins a private table."""

    game_id: str


@dataclass(frozen=True, slots=True)
class WatchToken:
    """Watches a private table."""

    game_id: str


Token = SeatToken | HostToken | InviteToken | WatchToken

_PREFIX: dict[type[Token], str] = {
    SeatToken: "cqs1",
    HostToken: "cqh1",
    InviteToken: "cqi1",
    WatchToken: "cqw1",
}
_KIND: dict[str, type[HostToken | InviteToken | WatchToken]] = {
    "cqh1": HostToken,
    "cqi1": InviteToken,
    "cqw1": WatchToken,
}


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: a verified token, or nobody in particular."""

    token: Token | None = None
    text: str = ""
    """The token as sent; names the caller in request records."""


ANYONE = Caller()


@dataclass(frozen=True, slots=True)
class Ticket:
    """Opens one game's stream until it expires, as the caller it was issued to."""

    game_id: str
    seat: SeatToken | None
    """None for a caller who has no seat."""
    expire_ms: int
    """By the store's clock."""


@dataclass(frozen=True, slots=True, repr=False)
class Keyring:
    """The keys that sign tokens, by id; and the one that names games."""

    signing_id: str
    keys: Mapping[str, bytes]
    game_id_key: bytes

    def issue(self, token: Token) -> str:
        """The text of a token."""
        parts = [_PREFIX[type(token)], self.signing_id, token.game_id]
        if isinstance(token, SeatToken):
            parts += [str(token.seat), str(token.epoch)]
        signed = ".".join(parts)
        return f"{signed}.{_mac(self.keys[self.signing_id], signed)}"

    def verify(self, text: str) -> Caller:
        """The caller a token names; `CREDENTIAL_INVALID` unless it is one of ours, to the byte."""
        match self._signed_parts(text):
            case ["cqs1", _, game_id, seat, epoch] if _NUMBER.match(seat) and _NUMBER.match(epoch):
                return Caller(SeatToken(game_id, Seat(int(seat)), int(epoch)), text)
            case [prefix, _, game_id] if prefix in _KIND:
                return Caller(_KIND[prefix](game_id), text)
            case _:
                raise CallRefused(CallReason.CREDENTIAL_INVALID)

    def issue_ticket(self, ticket: Ticket) -> str:
        """The text of a ticket."""
        holder = ["-", "-"]
        if ticket.seat is not None:
            holder = [str(ticket.seat.seat), str(ticket.seat.epoch)]
        signed = ".".join(["cqt1", self.signing_id, ticket.game_id, *holder, str(ticket.expire_ms)])
        return f"{signed}.{_mac(self.keys[self.signing_id], signed)}"

    def read_ticket(self, text: str) -> Ticket:
        """The ticket of a text, expired or not; `CREDENTIAL_INVALID` unless it is one of ours."""
        match self._signed_parts(text):
            case ["cqt1", _, game_id, "-", "-", expire_ms]:
                return Ticket(game_id, None, int(expire_ms))
            case ["cqt1", _, game_id, seat, epoch, expire_ms]:
                token = SeatToken(game_id, Seat(int(seat)), int(epoch))
                return Ticket(game_id, token, int(expire_ms))
            case _:
                raise CallRefused(CallReason.CREDENTIAL_INVALID)

    def _signed_parts(self, text: str) -> list[str]:
        """What stands before the mac, once that is found to be right."""
        signed, _, mac = text.rpartition(".")
        parts = signed.split(".")
        if len(text) > _TOKEN_SIZE or not text.isascii() or len(parts) < 3:
            raise CallRefused(CallReason.CREDENTIAL_INVALID)
        key = self.keys.get(parts[1])
        if key is None or not hmac.compare_digest(_mac(key, signed), mac):
            raise CallRefused(CallReason.CREDENTIAL_INVALID)
        return parts

    def name_game(self, caller: Caller, request_id: str) -> str:
        """The id of the game that this caller's creating request makes, the same on every retry."""
        named = f"{caller.text}\0{request_id}".encode()
        digest = hmac.digest(self.game_id_key, named, hashlib.sha256)
        return base64.b32encode(digest[:16]).decode("ascii").rstrip("=").lower()


def is_game_id(text: str) -> bool:
    """Whether a text has the form of a game id: 26 characters of [a-z2-7]."""
    return _GAME_ID.match(text) is not None


def _mac(key: bytes, signed: str) -> str:
    digest = hmac.digest(key, signed.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:16]).decode("ascii").rstrip("=")
