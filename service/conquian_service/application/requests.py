"""What callers ask of a game, parsed; and how a repeated request is recognised.

A mutating request has `content()`, the parts that make it the same request again; its
digest goes into the request record. Serialized protobuf bytes are not canonical, so the
parts are written as JSON (decisions 0.3 and 0.13).
"""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field

from conquian_engine import (
    AcceptChallenge,
    Card,
    Challenge,
    Discard,
    DrawDiscards,
    DrawStock,
    Force,
    LayFromHand,
    LayMeld,
    LayOff,
    LetGo,
    Move,
    MoveKind,
    Pass,
    RefuseChallenge,
    RummyMove,
    Seat,
    Stop,
    Take,
    TakeJoker,
    Trade,
)
from conquian_engine.values import filled_by_slot
from conquian_service.application.errors import CallReason, CallRefused, Detail, field_invalid
from conquian_service.application.game import Access, SeatKind
from conquian_service.application.tokens import Caller

_UUID4 = re.compile(r"[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}\Z")
MAX_REQUEST_ID = 64
_ANSWERED_WITH_A_TOKEN = frozenset({"CreateGame", "JoinGame", "IssueSeatToken"})
_write = json.JSONEncoder(separators=(",", ":")).encode

Part = str | int | bool | None | list["Part"]


@filled_by_slot
@dataclass(frozen=True, slots=True)
class RequestKey:
    """Names one mutating request of one caller, and its content."""

    field: bytes
    """12 bytes of SHA-256(caller, method, request id)."""
    digest: bytes
    """4 bytes of SHA-256(content)."""
    request_id: str
    """As sent, or made here."""


def request_key(
    caller: Caller, method: str, game_id: str, request_id: str, content: list[Part]
) -> RequestKey:
    """The key of a request; makes a request id if the caller sent none.

    `REQUEST_ID_NOT_RANDOM` for an id that is no random UUID where the answer holds a token
    or the caller has no credential: whoever guessed it could ask for the answer again.
    """
    if len(request_id) > MAX_REQUEST_ID:
        allowed = f"0-{MAX_REQUEST_ID}"
        raise field_invalid("request_id", len(request_id), allowed, detail=Detail.TOO_LONG)
    named_by_secret = not caller.text or method in _ANSWERED_WITH_A_TOKEN
    if request_id and named_by_secret and not _UUID4.match(request_id.lower()):
        raise CallRefused(CallReason.REQUEST_ID_NOT_RANDOM, field="request_id")
    request_id = request_id or str(uuid.uuid4())
    named = f"{caller.text}\0{method}\0{request_id}".encode()
    written = _write([game_id, *content]).encode()
    return RequestKey(
        hashlib.sha256(named).digest()[:12], hashlib.sha256(written).digest()[:4], request_id
    )


def move_content(move: Move) -> list[Part]:
    """The parts of a move that make it the same move again."""
    match move:
        case Take(layout=layout):
            return ["take", [list(meld) for meld in layout]]
        case LayFromHand(layout=layout):
            return ["lay_from_hand", [list(meld) for meld in layout]]
        case Trade(card=card):
            return ["trade", card]
        case Force(seat=seat):
            return ["force", seat]
        case Discard(card=card):
            return ["discard", card]
        case Pass():
            return ["pass"]
        case LetGo():
            return ["let_go"]
        case _:
            return _rummy_content(move)


def _rummy_content(move: RummyMove) -> list[Part]:
    match move:
        case DrawStock():
            return ["draw_stock"]
        case DrawDiscards(count=count):
            return ["draw_discards", count]
        case LayMeld(meld=meld):
            return ["lay_meld", list(meld)]
        case LayOff(seat=seat, meld=meld, result=result):
            return ["lay_off", seat, list(meld), list(result)]
        case TakeJoker(seat=seat, meld=meld, result=result):
            return ["take_joker", seat, list(meld), list(result)]
        case Discard(card=card):
            return ["discard", card]
        case Challenge():
            return ["challenge"]
        case AcceptChallenge():
            return ["accept_challenge"]
        case RefuseChallenge():
            return ["refuse_challenge"]
        case Stop():
            return ["stop"]


@dataclass(frozen=True, slots=True)
class CreateGame:
    """Set up a table."""

    ruleset: str
    options: Mapping[str, str]
    seats: int | None
    access: Access
    first_dealer: int | None
    pinned_orders: tuple[tuple[str, ...], ...]
    request_id: str

    def content(self) -> list[Part]:
        """What makes it the same request again."""
        return [
            self.ruleset,
            [[name, value] for name, value in sorted(self.options.items())],
            self.seats,
            self.access.value,
            self.first_dealer,
            [list(order) for order in self.pinned_orders],
        ]


@dataclass(frozen=True, slots=True)
class JoinGame:
    """Take a seat; any free one if `seat` is None."""

    game_id: str
    seat: int | None
    name: str
    kind: SeatKind
    player: str
    entropy: bytes
    commitment: str
    request_id: str

    def content(self) -> list[Part]:
        """What makes it the same request again."""
        return [
            self.seat,
            self.name,
            self.kind.value,
            self.player,
            self.entropy.hex(),
            self.commitment,
        ]


@dataclass(frozen=True, slots=True)
class TableCall:
    """A call that names a game and nothing else: leave, cancel, resign."""

    game_id: str
    request_id: str


@dataclass(frozen=True, slots=True)
class SeatCall:
    """A call of the host about one seat: free it, issue its token."""

    game_id: str
    seat: Seat
    request_id: str


@filled_by_slot
@dataclass(frozen=True, slots=True)
class PlayMove:
    """Play a move, or only judge it."""

    game_id: str
    revision: int
    move: Move
    request_id: str
    validate_only: bool = False


@dataclass(frozen=True, slots=True)
class ListLegalMoves:
    """List the legal moves of the caller's seat, page by page."""

    game_id: str
    page_size: int
    page_token: str
    kinds: frozenset[MoveKind]
    """Only these; empty for all."""
    card: Card | None
    """Only moves that name it."""

    def filter_name(self) -> str:
        """A word that names what is filtered by; a page token belongs to it."""
        content = _write([*sorted(self.kinds), self.card])
        return hashlib.sha256(content.encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class ReadGame:
    """Read a game."""

    game_id: str
    include_legal_moves: bool = False


@dataclass(frozen=True, slots=True)
class ListEvents:
    """Read updates after a revision, waiting up to `wait_millis` for one."""

    game_id: str
    after_revision: int
    page_size: int
    wait_millis: int
    include_legal_moves: bool = False


@dataclass(frozen=True, slots=True)
class WatchGame:
    """Follow a game after a revision; from the newest one if None."""

    game_id: str
    after_revision: int | None
    include_legal_moves: bool = False
    ticket: str = field(default="", repr=False)
    """Of `tickets.issue_watch_ticket`, sent instead of a token."""
