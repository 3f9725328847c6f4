"""The closed lists of the API as string enums; a value is the proto's name without its prefix.

Every enum has `UNKNOWN`: the service said something newer than this client, or nothing where it
should have. So an old client goes on reading what a newer service sends. Where there may be
nothing to say, as of what sits on a free seat, a field is None.

>>> Phase.OFFER == "OFFER"
True
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import TypeVar

from google.protobuf.descriptor import EnumDescriptor

from conquian.v1 import cards_pb2, events_pb2, rules_service_pb2, view_pb2

__all__ = [
    "Access",
    "Bonus",
    "Cause",
    "GameStatus",
    "MoveKind",
    "OptionType",
    "Phase",
    "Presence",
    "SeatKind",
    "ShuffleKind",
    "UpcardOrigin",
    "enum_from_proto",
    "given_enum_from_proto",
    "proto_name",
]


class GameStatus(StrEnum):
    """Where a game stands."""

    UNKNOWN = "UNKNOWN"
    WAITING = "WAITING"
    """Seats are free; the game starts in the commit of the last join."""
    RUNNING = "RUNNING"
    """Being played."""
    FINISHED = "FINISHED"
    """Has a result."""
    CANCELLED = "CANCELLED"
    """Called off by the host before the start."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen in the game."""
        return self in {GameStatus.FINISHED, GameStatus.CANCELLED}


class Access(StrEnum):
    """Who may join and watch a table."""

    UNKNOWN = "UNKNOWN"
    PUBLIC = "PUBLIC"
    """Listed; anyone may join and watch."""
    UNLISTED = "UNLISTED"
    """Not listed; whoever has the id may join and watch."""
    PRIVATE = "PRIVATE"
    """Joining takes an invite token, watching a watch token."""


class SeatKind(StrEnum):
    """What sits on a seat."""

    UNKNOWN = "UNKNOWN"
    HUMAN = "HUMAN"
    BOT = "BOT"


class Presence(StrEnum):
    """Whether a player is connected: a soft hint, given by GetGame alone."""

    UNKNOWN = "UNKNOWN"
    ONLINE = "ONLINE"
    """A watcher with the seat's token was there within the last half minute."""
    OFFLINE = "OFFLINE"


class Phase(StrEnum):
    """What is due in a deal."""

    UNKNOWN = "UNKNOWN"
    OFFER = "OFFER"
    """The upcard is offered to one seat: take, pass or force (R2.5)."""
    FORCE_ASKED = "FORCE_ASKED"
    """A seat is asked after the last pass: force or let go (R2.19 b)."""
    TAKE_FORCED = "TAKE_FORCED"
    """A forced seat must take (R2.20)."""
    DISCARD = "DISCARD"
    """A discard is owed, and nothing else may be done (R2.16, R3.1)."""
    TRADING = "TRADING"
    """Every seat that has not chosen a card to give away chooses, all at once (R2.3)."""
    DRAW = "DRAW"
    """A seat begins its turn: it draws, challenges or stops (R3.1, R3.5, R3.10)."""
    CHALLENGE_ASKED = "CHALLENGE_ASKED"
    """A seat is asked whether it accepts a challenge (R3.10)."""
    PLAY = "PLAY"
    """A seat that has drawn lays, lays off, or discards (R3.1)."""


class UpcardOrigin(StrEnum):
    """Where an upcard came from."""

    UNKNOWN = "UNKNOWN"
    OPENING = "OPENING"
    """Turned by the deal (R2.4)."""
    TURNED = "TURNED"
    """Turned up from the stock."""
    DISCARDED = "DISCARDED"
    """Discarded by a seat."""


class Cause(StrEnum):
    """Why a deal or game ended (R4.5), or why a seat left it."""

    UNKNOWN = "UNKNOWN"
    WENT_OUT = "WENT_OUT"
    STOCK_EXHAUSTED = "STOCK_EXHAUSTED"
    RESIGNATION = "RESIGNATION"
    DEAL_LIMIT = "DEAL_LIMIT"
    TIME = "TIME"
    FORFEIT = "FORFEIT"
    VOID = "VOID"
    CHALLENGE = "CHALLENGE"
    NO_PROGRESS = "NO_PROGRESS"


class Bonus(StrEnum):
    """What makes a deal count double."""

    UNKNOWN = "UNKNOWN"
    COOCH = "COOCH"
    """The winner laid a Cooch (R3.20)."""
    EXPRESS = "EXPRESS"
    """The winner went out in the turn in which he opened (R3.30)."""


class MoveKind(StrEnum):
    """The kinds of moves, by which legal moves can be asked for."""

    UNKNOWN = "UNKNOWN"
    TAKE = "TAKE"
    PASS = "PASS"
    FORCE = "FORCE"
    LET_GO = "LET_GO"
    DISCARD = "DISCARD"
    LAY_FROM_HAND = "LAY_FROM_HAND"
    TRADE = "TRADE"
    DRAW_STOCK = "DRAW_STOCK"
    DRAW_DISCARDS = "DRAW_DISCARDS"
    CHALLENGE = "CHALLENGE"
    ACCEPT_CHALLENGE = "ACCEPT_CHALLENGE"
    REFUSE_CHALLENGE = "REFUSE_CHALLENGE"
    STOP = "STOP"
    LAY_MELD = "LAY_MELD"
    LAY_OFF = "LAY_OFF"
    TAKE_JOKER = "TAKE_JOKER"


class ShuffleKind(StrEnum):
    """Who ordered the packs."""

    UNKNOWN = "UNKNOWN"
    PROVABLE = "PROVABLE"
    """Drawn from the committed seed and the players' entropy."""
    PINNED = "PINNED"
    """Given by the creator, for tests and studies."""


class OptionType(StrEnum):
    """What values an option takes; all travel as text."""

    UNKNOWN = "UNKNOWN"
    INTEGER = "INTEGER"
    BOOLEAN = "BOOLEAN"
    CHOICE = "CHOICE"


_Member = TypeVar("_Member", bound=StrEnum)


def enum_from_proto(members: type[_Member], number: int) -> _Member:
    """The member of a proto value; UNKNOWN for 0 and for what this client does not know."""
    return _by_number(members).get(number) or members("UNKNOWN")


def given_enum_from_proto(members: type[_Member], number: int) -> _Member | None:
    """As `enum_from_proto`, for a field that may say nothing: None for 0."""
    return enum_from_proto(members, number) if number else None


def proto_name(members: type[_Member], member: _Member | None) -> str:
    """The proto's name of a member, such as "ACCESS_PUBLIC"; that of 0 for None and UNKNOWN.

    Raises:
        ValueError: it is none of the members; type checkers say so earlier.
    """
    if member in {None, "UNKNOWN"}:
        return _DESCRIPTORS[members].values_by_number[0].name
    try:
        return _prefix(members) + members(member)
    except ValueError:
        known = ", ".join(name for name in members.__members__ if name != "UNKNOWN")
        raise ValueError(f"{member!r} is not in {members.__name__}: {known}") from None


@cache
def _prefix(members: type[StrEnum]) -> str:
    return _DESCRIPTORS[members].values_by_number[0].name.removesuffix("UNSPECIFIED")


@cache
def _by_number(members: type[_Member]) -> dict[int, _Member]:
    prefix = _prefix(members)
    values = _DESCRIPTORS[members].values
    names = {value.number: value.name.removeprefix(prefix) for value in values}
    return {number: members(name) for number, name in names.items() if name in members.__members__}


_DESCRIPTORS: Mapping[type[StrEnum], EnumDescriptor] = {
    Access: view_pb2.Access.DESCRIPTOR,
    Bonus: events_pb2.Bonus.DESCRIPTOR,
    Cause: view_pb2.Cause.DESCRIPTOR,
    GameStatus: view_pb2.GameStatus.DESCRIPTOR,
    MoveKind: cards_pb2.MoveKind.DESCRIPTOR,
    OptionType: rules_service_pb2.OptionType.DESCRIPTOR,
    Phase: view_pb2.Phase.DESCRIPTOR,
    Presence: view_pb2.Presence.DESCRIPTOR,
    SeatKind: view_pb2.SeatKind.DESCRIPTOR,
    ShuffleKind: view_pb2.ShuffleKind.DESCRIPTOR,
    UpcardOrigin: view_pb2.UpcardOrigin.DESCRIPTOR,
}
