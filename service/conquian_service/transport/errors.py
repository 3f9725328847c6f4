"""Every error as it leaves the service, by whichever door (docs/api.md, "Errors").

One table gives each reason its gRPC code and HTTP status. What is not in it is a fault of
the service: the caller gets INTERNAL, a fixed text and an incident id; the log gets the id
and where it happened, but neither the exception's text nor its arguments, which could
hold a hand.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import grpc

from conquian_engine import Reason
from conquian_service.application.errors import (
    CallReason,
    CallRefused,
    field_invalid,
    refusal_of,
)
from conquian_service.faults import frames_of
from conquian_service.texts import DEFAULT_LANGUAGE, choose_language, texts_in

DOMAIN = "conquian.v1"

_MOST_CARDS, _LONGEST_CARD = 60, 8
_MOST_OPTIONS, _LONGEST_OPTION = 12, 40
_LONGEST_FACT = 240
_NOT_A_WORD = re.compile(r"[^A-Za-z0-9_=*-]", re.ASCII)
_NOT_A_VALUE = re.compile(r"[^A-Za-z0-9_=*+., -]", re.ASCII)
_TOLD_FACTS = ("value", "allowed")
"""Facts that are useful to programs as well; the others are only part of the text."""
_RETRY_MILLIS = 1_000
"""When to try again what a limit turned down, where nothing better is known."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Status:
    """What kind of failure it is, in each protocol's words."""

    code: grpc.StatusCode
    http: int


_INVALID_ARGUMENT = Status(grpc.StatusCode.INVALID_ARGUMENT, 400)
_FAILED_PRECONDITION = Status(grpc.StatusCode.FAILED_PRECONDITION, 400)
_UNAUTHENTICATED = Status(grpc.StatusCode.UNAUTHENTICATED, 401)
_PERMISSION_DENIED = Status(grpc.StatusCode.PERMISSION_DENIED, 403)
_NOT_FOUND = Status(grpc.StatusCode.NOT_FOUND, 404)
_ABORTED = Status(grpc.StatusCode.ABORTED, 409)
_ALREADY_EXISTS = Status(grpc.StatusCode.ALREADY_EXISTS, 409)
_RESOURCE_EXHAUSTED = Status(grpc.StatusCode.RESOURCE_EXHAUSTED, 429)
_INTERNAL = Status(grpc.StatusCode.INTERNAL, 500)
_UNAVAILABLE = Status(grpc.StatusCode.UNAVAILABLE, 503)

STATUS: Mapping[CallReason | Reason, Status] = {
    CallReason.FIELD_MISSING: _INVALID_ARGUMENT,
    CallReason.FIELD_INVALID: _INVALID_ARGUMENT,
    CallReason.OPTION_UNKNOWN: _INVALID_ARGUMENT,
    CallReason.OPTION_INVALID: _INVALID_ARGUMENT,
    CallReason.OPTIONS_CONFLICT: _INVALID_ARGUMENT,
    CallReason.BAD_ORDER: _INVALID_ARGUMENT,
    CallReason.PAGE_TOKEN_INVALID: _INVALID_ARGUMENT,
    CallReason.REQUEST_ID_REUSED: _INVALID_ARGUMENT,
    CallReason.REQUEST_ID_NOT_RANDOM: _INVALID_ARGUMENT,
    CallReason.POSITION_TOO_COMPLEX: _INVALID_ARGUMENT,
    CallReason.GAME_NOT_FOUND: _NOT_FOUND,
    CallReason.RULESET_NOT_FOUND: _NOT_FOUND,
    CallReason.CREDENTIAL_MISSING: _UNAUTHENTICATED,
    CallReason.CREDENTIAL_INVALID: _UNAUTHENTICATED,
    CallReason.CREDENTIAL_REVOKED: _UNAUTHENTICATED,
    CallReason.NOT_ALLOWED: _PERMISSION_DENIED,
    CallReason.TABLE_PRIVATE: _PERMISSION_DENIED,
    CallReason.SEAT_TAKEN: _ALREADY_EXISTS,
    CallReason.SEAT_NOT_TAKEN: _FAILED_PRECONDITION,
    CallReason.GAME_NOT_STARTED: _FAILED_PRECONDITION,
    CallReason.GAME_STARTED: _FAILED_PRECONDITION,
    CallReason.GAME_FINISHED: _FAILED_PRECONDITION,
    CallReason.GAME_NOT_FINISHED: _FAILED_PRECONDITION,
    CallReason.USE_RESIGN: _FAILED_PRECONDITION,
    CallReason.COMMITMENT_MISMATCH: _FAILED_PRECONDITION,
    CallReason.STALE_REVISION: _ABORTED,
    CallReason.CONTENTION: _ABORTED,
    CallReason.RATE_LIMITED: _RESOURCE_EXHAUSTED,
    CallReason.TOO_MANY_WATCHERS: _RESOURCE_EXHAUSTED,
    CallReason.STORE_UNAVAILABLE: _UNAVAILABLE,
    CallReason.STORE_FULL: _UNAVAILABLE,
    CallReason.NEWER_RULES: _UNAVAILABLE,
    CallReason.INTERNAL: _INTERNAL,
    Reason.GAME_OVER: _FAILED_PRECONDITION,
    Reason.NOT_YOUR_TURN: _FAILED_PRECONDITION,
    Reason.WRONG_PHASE: _FAILED_PRECONDITION,
    Reason.UNKNOWN_CARD: _INVALID_ARGUMENT,
    Reason.CARD_REPEATED: _INVALID_ARGUMENT,
    Reason.NOT_A_MELD: _INVALID_ARGUMENT,
    Reason.RUN_TOO_LONG: _INVALID_ARGUMENT,
    Reason.CARD_NOT_IN_HAND: _FAILED_PRECONDITION,
    Reason.UPCARD_NOT_USED: _FAILED_PRECONDITION,
    Reason.TABLE_CARD_MISSING: _FAILED_PRECONDITION,
    Reason.EXTRA_HAND_CARD: _FAILED_PRECONDITION,
    Reason.MELD_NOT_KEPT: _FAILED_PRECONDITION,
    Reason.OPPONENT_MELD_BROKEN: _FAILED_PRECONDITION,
    Reason.HAND_ONLY_MELDS_OFF: _FAILED_PRECONDITION,
    Reason.NOT_TURNED_UP_BY_SEAT: _FAILED_PRECONDITION,
    Reason.NO_HAND_CARD_LAID: _FAILED_PRECONDITION,
    Reason.TARGET_REACHED: _FAILED_PRECONDITION,
    Reason.ONLY_FROM_STOCK: _FAILED_PRECONDITION,
    Reason.NO_DISCARDS: _FAILED_PRECONDITION,
    Reason.STOCK_EMPTY: _FAILED_PRECONDITION,
    Reason.STOCK_NOT_EMPTY: _FAILED_PRECONDITION,
    Reason.DEPTH_NOT_ALLOWED: _FAILED_PRECONDITION,
    Reason.DISCARD_NOT_USABLE: _FAILED_PRECONDITION,
    Reason.MUST_USE_TAKEN: _FAILED_PRECONDITION,
    Reason.TAKEN_CARD_DISCARDED: _FAILED_PRECONDITION,
    Reason.NO_SUCH_MELD: _FAILED_PRECONDITION,
    Reason.DOES_NOT_FIT: _FAILED_PRECONDITION,
    Reason.JOKER_NOT_MOVABLE: _FAILED_PRECONDITION,
    Reason.JOKER_NOT_NAMED: _INVALID_ARGUMENT,
    Reason.TOO_MANY_JOKERS: _INVALID_ARGUMENT,
    Reason.NOT_OPENED: _FAILED_PRECONDITION,
    Reason.OPENING_TOO_LOW: _FAILED_PRECONDITION,
    Reason.OPENING_BEGUN: _FAILED_PRECONDITION,
    Reason.ONE_PLAY_A_TURN: _FAILED_PRECONDITION,
    Reason.NEEDS_OWN_FOUR: _FAILED_PRECONDITION,
    Reason.MUST_KEEP_DISCARD: _FAILED_PRECONDITION,
    Reason.ALREADY_CHALLENGED: _FAILED_PRECONDITION,
    Reason.NO_CHALLENGE: _FAILED_PRECONDITION,
    Reason.NO_JOKER_TAKING: _FAILED_PRECONDITION,
    Reason.JOKER_CARD_WRONG: _FAILED_PRECONDITION,
    Reason.NO_LAYING_YET: _FAILED_PRECONDITION,
    Reason.OBLIGATION_UNMET: _FAILED_PRECONDITION,
    Reason.FORCED_TO_TAKE: _FAILED_PRECONDITION,
    Reason.FORCING_OFF: _FAILED_PRECONDITION,
    Reason.NOT_FORCEABLE_ORIGIN: _FAILED_PRECONDITION,
    Reason.SEAT_NOT_PASSED: _FAILED_PRECONDITION,
    Reason.CANNOT_FORCE: _FAILED_PRECONDITION,
    Reason.NO_SUCH_SEAT: _INVALID_ARGUMENT,
    Reason.SEAT_RESIGNED: _FAILED_PRECONDITION,
}


@dataclass(frozen=True, slots=True)
class Failure:
    """An error ready to be told: small, and safe for the caller's eyes."""

    status: Status
    reason: CallReason | Reason
    text: str
    """For developers and logs of theirs: English."""
    metadata: Mapping[str, str]
    """What the comment of errors.proto lists."""
    language: str
    told: str
    """For people, in that language."""
    retry_millis: int | None = None


def failure_of(error: Exception, *, accept_language: Sequence[str | bytes] = ()) -> Failure:
    """What the caller is told of an exception; a fault of the service is logged here.

    `accept_language` are the values of that header, as they came.
    """
    language = choose_language(accept_language)
    refused = refusal_of(error)
    if refused is None:
        incident = secrets.token_hex(8)
        log_fault(error, incident)
        fault = CallRefused(CallReason.INTERNAL)
        return _failure(fault, {"incident": incident}, language)
    metadata = {
        "field": refused.field,
        "rule": refused.rule,
        "cards": " ".join(told_cards(refused.cards)),
        "options": " ".join(_words(refused.options, _MOST_OPTIONS, _LONGEST_OPTION)),
    }
    if refused.revision is not None:
        metadata["revision"] = str(refused.revision)
    if refused.may_have_happened is not None:
        metadata["may_have_happened"] = "true" if refused.may_have_happened else "false"
    return _failure(refused, {name: value for name, value in metadata.items() if value}, language)


def told_cards(cards: Iterable[str]) -> list[str]:
    """Cards that a caller may have made up, as they may be told back to him."""
    return _words(cards, _MOST_CARDS, _LONGEST_CARD)


def log_fault(error: BaseException, incident: str) -> None:
    """Log where a fault happened: types and places, no texts and no arguments."""
    fields = {"incident": incident, "error": type(error).__name__, "frames": frames_of(error)}
    _log.error("fault", extra={"fields": fields})


def refuse_field(
    field: str, value: object = None, allowed: str = "", *, missing: bool = False
) -> CallRefused:
    """The refusal of a request's field; `allowed` tells what its value may be, if that is known."""
    if allowed:
        return field_invalid(field, value, allowed)
    return CallRefused(
        CallReason.FIELD_MISSING if missing else CallReason.FIELD_INVALID, field=field
    )


def _failure(refused: CallRefused, metadata: Mapping[str, str], language: str) -> Failure:
    status, retry_millis = STATUS[refused.reason], refused.retry_millis
    if retry_millis is None and status is _RESOURCE_EXHAUSTED:
        retry_millis = _RETRY_MILLIS
    facts = {name: _value(text) for name, text in refused.facts.items()} | dict(metadata)

    def told(language: str) -> str:
        return texts_in(language).reason(refused.reason, facts, detail=refused.detail or "")

    text = told(DEFAULT_LANGUAGE)
    return Failure(
        status,
        refused.reason,
        text,
        {**metadata, **{name: facts[name] for name in _TOLD_FACTS if name in refused.facts}},
        language,
        text if language == DEFAULT_LANGUAGE else told(language),
        retry_millis,
    )


def _words(words: Iterable[str], most: int, longest: int) -> list[str]:
    """Words that a caller may have sent, cut and cleaned to what an error has room for."""
    return [_NOT_A_WORD.sub("?", word[:longest]) for word in islice(words, most)]


def _value(text: str) -> str:
    """As `_words`, for a fact: a value that a caller may have sent, a range, a sum."""
    return _NOT_A_VALUE.sub("?", text[:_LONGEST_FACT])
