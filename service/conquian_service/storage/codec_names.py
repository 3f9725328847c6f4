"""Words of ours that the stored form keeps as numbers, and what is read by numbers.

A number that this build does not know was written by a newer one: `NewerRules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Generic, TypeVar

from conquian_engine import BySeat, Cause, NewerRules, Origin, Seat
from conquian_service.application.game import Access, SeatKind, Status
from conquian_storage.v1 import game_pb2 as pb
from conquian_storage.v1 import log_pb2

__all__ = [
    "ACCESS",
    "BONUS",
    "CAUSE",
    "ORIGIN",
    "SEAT_KIND",
    "STATUS",
    "Words",
    "seats_in",
    "tables_in",
]

Word = TypeVar("Word", bound=str)
Number = TypeVar("Number", bound=int)
T = TypeVar("T")


class Words(Generic[Word, Number]):
    """The words of one enum and their numbers."""

    def __init__(self, numbers: Mapping[Word, Number]) -> None:
        self.numbers = numbers
        self.words: Mapping[int, Word] = _Known({number: word for word, number in numbers.items()})


class _Known(dict[int, Word]):
    """Words by number; a stranger is refused."""

    def __missing__(self, number: int) -> Word:
        kind = type(next(iter(self.values()))).__name__
        raise NewerRules(f"{kind} {number}")


STATUS = Words(
    {
        Status.WAITING: pb.STATUS_WAITING,
        Status.RUNNING: pb.STATUS_RUNNING,
        Status.FINISHED: pb.STATUS_FINISHED,
        Status.CANCELLED: pb.STATUS_CANCELLED,
    }
)

ACCESS = Words(
    {
        Access.PUBLIC: pb.ACCESS_PUBLIC,
        Access.UNLISTED: pb.ACCESS_UNLISTED,
        Access.PRIVATE: pb.ACCESS_PRIVATE,
    }
)

SEAT_KIND = Words({SeatKind.HUMAN: pb.SEAT_KIND_HUMAN, SeatKind.BOT: pb.SEAT_KIND_BOT})

ORIGIN = Words(
    {
        Origin.OPENING: pb.ORIGIN_OPENING,
        Origin.TURNED: pb.ORIGIN_TURNED,
        Origin.DISCARDED: pb.ORIGIN_DISCARDED,
    }
)

CAUSE = Words(
    {
        Cause.WENT_OUT: pb.CAUSE_WENT_OUT,
        Cause.STOCK_EXHAUSTED: pb.CAUSE_STOCK_EXHAUSTED,
        Cause.RESIGNATION: pb.CAUSE_RESIGNATION,
        Cause.DEAL_LIMIT: pb.CAUSE_DEAL_LIMIT,
        Cause.TIME: pb.CAUSE_TIME,
        Cause.FORFEIT: pb.CAUSE_FORFEIT,
        Cause.VOID: pb.CAUSE_VOID,
        Cause.CHALLENGE: pb.CAUSE_CHALLENGE,
        Cause.NO_PROGRESS: pb.CAUSE_NO_PROGRESS,
    }
)

BONUS = Words({"cooch": log_pb2.BONUS_COOCH, "express": log_pb2.BONUS_EXPRESS})


def tables_in(melds: Iterable[T], counts: bytes) -> BySeat[tuple[T, ...]]:
    """The tables: of all melds in their order each seat has so many."""
    following = iter(melds)
    return BySeat([tuple(islice(following, count)) for count in counts])


def seats_in(raw: bytes) -> tuple[Seat, ...]:
    """The seats of a bytes field, one byte each."""
    return tuple(map(Seat, raw)) if raw else ()
