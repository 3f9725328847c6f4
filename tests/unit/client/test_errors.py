"""Every refusal has a typed error."""

from __future__ import annotations

import pickle

import pytest
from grpc import StatusCode

import conquian_engine
from conquian import errors
from conquian.reasons import OF_THE_RULES, Reason

TREE = [
    ("INVALID_ARGUMENT", "FIELD_MISSING", errors.InvalidRequest),
    ("INVALID_ARGUMENT", "OPTIONS_CONFLICT", errors.InvalidRequest),
    ("INVALID_ARGUMENT", "REQUEST_ID_REUSED", errors.InvalidRequest),
    ("INVALID_ARGUMENT", "NO_SUCH_SEAT", errors.InvalidRequest),
    ("INVALID_ARGUMENT", "NOT_A_MELD", errors.IllegalMove),
    ("FAILED_PRECONDITION", "CARD_NOT_IN_HAND", errors.IllegalMove),
    ("FAILED_PRECONDITION", "WRONG_PHASE", errors.IllegalMove),
    ("FAILED_PRECONDITION", "NOT_YOUR_TURN", errors.NotNow),
    ("FAILED_PRECONDITION", "GAME_STARTED", errors.NotNow),
    ("FAILED_PRECONDITION", "GAME_OVER", errors.NotNow),
    ("ALREADY_EXISTS", "SEAT_TAKEN", errors.SeatUnavailable),
    ("NOT_FOUND", "GAME_NOT_FOUND", errors.NotFound),
    ("NOT_FOUND", "RULESET_NOT_FOUND", errors.NotFound),
    ("UNAUTHENTICATED", "CREDENTIAL_REVOKED", errors.Unauthenticated),
    ("PERMISSION_DENIED", "TABLE_PRIVATE", errors.NotAllowed),
    ("ABORTED", "STALE_REVISION", errors.StaleDecision),
    ("ABORTED", "CONTENTION", errors.Unavailable),
    ("UNAVAILABLE", "NEWER_RULES", errors.Unavailable),
    ("RESOURCE_EXHAUSTED", "TOO_MANY_WATCHERS", errors.RateLimited),
    ("INTERNAL", "INTERNAL", errors.ServiceFault),
    ("FAILED_PRECONDITION", "A_REASON_OF_THE_FUTURE", errors.NotNow),
    ("UNKNOWN", "", errors.ServiceFault),
    ("UNIMPLEMENTED", "", errors.ServiceFault),
    ("UNAVAILABLE", "", errors.Unavailable),
    ("CANCELLED", "", errors.Unavailable),
    ("DEADLINE_EXCEEDED", "", errors.Unavailable),
]


@pytest.mark.parametrize(("code", "reason", "expected"), TREE)
def test_the_error_of_a_reason(
    code: str, reason: str, expected: type[errors.ConquianError]
) -> None:
    """By its reason, else by its code."""
    error = errors.error_for(errors.Failure(StatusCode[code], "no", reason=reason))
    assert type(error) is expected


def test_every_reason_that_has_an_error_of_its_own_is_one_of_the_api() -> None:
    """No misspelt reason in the table."""
    assert errors._BY_REASON.keys() <= set(Reason)


def test_errors_can_be_carried_to_other_processes() -> None:
    """Pickled and read again they are the same."""
    failure = errors.Failure(StatusCode.ABORTED, "no", reason="STALE_REVISION")
    carried = pickle.loads(pickle.dumps(errors.error_for(failure)))

    assert type(carried) is errors.StaleDecision
    assert carried.failure == failure


def test_every_refusal_of_the_rules_is_an_illegal_move() -> None:
    """But for those that say who may move at all."""
    who = {"GAME_OVER", "NOT_YOUR_TURN", "NO_SUCH_SEAT", "SEAT_RESIGNED"}
    assert set(map(str, OF_THE_RULES)) == {reason.value for reason in conquian_engine.Reason} - who
