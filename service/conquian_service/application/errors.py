"""Errors of the use cases.

    CallRefused               a call is turned down: reason, and what it is about
    StoreUnavailable (ports)  the store is away; the change may or may not have happened
    StoreFull (ports)         the store has no memory or disk left; nothing changed

Each reason has one gRPC code and HTTP status in the transport's table and one text a
language in `texts`. The names are those of the API's `ErrorReason`; a test compares.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from conquian_engine import IllegalMove, NewerRules, Reason, Refusal


class CallReason(StrEnum):
    """Why a call is refused for other reasons than the rules of play (those are `Reason`)."""

    FIELD_MISSING = "FIELD_MISSING"
    FIELD_INVALID = "FIELD_INVALID"
    OPTION_UNKNOWN = "OPTION_UNKNOWN"
    OPTION_INVALID = "OPTION_INVALID"
    OPTIONS_CONFLICT = "OPTIONS_CONFLICT"
    BAD_ORDER = "BAD_ORDER"
    PAGE_TOKEN_INVALID = "PAGE_TOKEN_INVALID"
    REQUEST_ID_REUSED = "REQUEST_ID_REUSED"
    REQUEST_ID_NOT_RANDOM = "REQUEST_ID_NOT_RANDOM"
    POSITION_TOO_COMPLEX = "POSITION_TOO_COMPLEX"
    GAME_NOT_FOUND = "GAME_NOT_FOUND"
    RULESET_NOT_FOUND = "RULESET_NOT_FOUND"
    CREDENTIAL_MISSING = "CREDENTIAL_MISSING"
    CREDENTIAL_INVALID = "CREDENTIAL_INVALID"
    CREDENTIAL_REVOKED = "CREDENTIAL_REVOKED"
    NOT_ALLOWED = "NOT_ALLOWED"
    TABLE_PRIVATE = "TABLE_PRIVATE"
    SEAT_TAKEN = "SEAT_TAKEN"
    SEAT_NOT_TAKEN = "SEAT_NOT_TAKEN"
    GAME_NOT_STARTED = "GAME_NOT_STARTED"
    GAME_STARTED = "GAME_STARTED"
    GAME_FINISHED = "GAME_FINISHED"
    GAME_NOT_FINISHED = "GAME_NOT_FINISHED"
    USE_RESIGN = "USE_RESIGN"
    COMMITMENT_MISMATCH = "COMMITMENT_MISMATCH"
    STALE_REVISION = "STALE_REVISION"
    CONTENTION = "CONTENTION"
    RATE_LIMITED = "RATE_LIMITED"
    TOO_MANY_WATCHERS = "TOO_MANY_WATCHERS"
    STORE_UNAVAILABLE = "STORE_UNAVAILABLE"
    STORE_FULL = "STORE_FULL"
    NEWER_RULES = "NEWER_RULES"
    INTERNAL = "INTERNAL"


class Detail(StrEnum):
    """What exactly is wrong, where one reason has several sentences; for texts alone."""

    TOO_LONG = "too_long"
    TOO_MANY = "too_many"
    NOT_PRINTABLE = "not_printable"
    BYTES = "bytes"
    TOO_MANY_CARDS = "too_many_cards"
    UNREADABLE = "unreadable"
    PACK_TOO_SMALL = "pack_too_small"
    NO_BLACK_TWOS = "no_black_twos"
    TWO_LENGTHS = "two_lengths"
    NO_LENGTH = "no_length"
    ONLY_ONE = "only_one"
    SIZE = "size"
    ADDED_SIZE = "added_size"
    ONE_END = "one_end"
    SINGLE = "single"


REVISIONS = f"0-{2**31 - 1}"
"""What a revision may be, as a refusal tells it."""
NO_FACTS: Mapping[str, str] = MappingProxyType({})


class CallRefused(Exception):
    """A call is refused; nothing changed unless `may_have_happened` is true.

    `cards` are only ever cards the caller named or may see. `facts` are what the texts of
    the reason name besides: the value refused, what it may be, the sum that is too great.
    The exception's own text is the reason alone, so that a log of it holds no card.
    """

    def __init__(
        self,
        reason: CallReason | Reason,
        *,
        field: str = "",
        rule: str = "",
        cards: tuple[str, ...] = (),
        options: tuple[str, ...] = (),
        revision: int | None = None,
        retry_millis: int | None = None,
        may_have_happened: bool | None = None,
        detail: Detail | None = None,
        facts: Mapping[str, str] = NO_FACTS,
    ) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.detail = detail
        self.facts = dict(facts)  # a copy that can be carried to another process
        self.field = field
        self.rule = rule
        self.cards = cards
        self.options = options
        self.revision = revision
        self.retry_millis = retry_millis
        self.may_have_happened = may_have_happened


def field_invalid(
    field: str, value: object, allowed: str, *, detail: Detail | None = None, rule: str = ""
) -> CallRefused:
    """The refusal of a field's value; `allowed` tells what it may be, such as "0-200"."""
    facts = {"value": str(value), "allowed": allowed, "limit": allowed.rpartition("-")[2]}
    return CallRefused(CallReason.FIELD_INVALID, field=field, rule=rule, detail=detail, facts=facts)


def no_such_seat(field: str, seat: int, seats: int) -> CallRefused:
    """The refusal of a seat that the table does not have."""
    facts = {"value": str(seat), "allowed": f"0-{seats - 1}"}
    return CallRefused(Reason.NO_SUCH_SEAT, field=field, rule="R0", facts=facts)


class StoreUnavailable(Exception):
    """The store did not answer; a write may or may not have happened."""

    def __init__(self, *, may_have_happened: bool) -> None:
        super().__init__("store unavailable")
        self.may_have_happened = may_have_happened


class StoreFull(Exception):
    """The store has no memory or disk left; nothing changed."""

    def __init__(self) -> None:
        super().__init__("the store is full")


def refused_by_rules(refusal: Refusal, *, field: str = "") -> CallRefused:
    """The refusal of what the rules refuse, with the numbers it is about."""
    facts = {"value": refusal.value, "allowed": refusal.allowed}
    return CallRefused(
        refusal.reason,
        field=field,
        rule=refusal.rule,
        cards=refusal.cards,
        detail=Detail(refusal.detail) if refusal.detail is not None else None,
        facts={name: told for name, told in facts.items() if told},
    )


def refusal_of(error: Exception) -> CallRefused | None:
    """The refusal an error means to the caller; None for a fault of the service."""
    match error:
        case CallRefused():
            return error
        case IllegalMove(refusal=refusal):
            return refused_by_rules(refusal)
        case StoreUnavailable(may_have_happened=may_have_happened):
            return CallRefused(CallReason.STORE_UNAVAILABLE, may_have_happened=may_have_happened)
        case StoreFull():
            return CallRefused(CallReason.STORE_FULL, may_have_happened=False)
        case NewerRules():
            # A newer build may have made the change when the call was made before.
            return CallRefused(CallReason.NEWER_RULES)
        case _:
            return None
