"""Every refusal becomes a typed error that tells all the service said."""

from __future__ import annotations

import pickle

import pytest
from grpc import StatusCode

from conquian import errors
from conquian.aio import AsyncClient
from conquian.reasons import Reason
from tests.unit.client.scripted import Refusal, ScriptedService

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


async def test_all_details_arrive(client: AsyncClient, service: ScriptedService) -> None:
    """Reason, rule, cards, revision, field and the sentence for people."""
    metadata = {"rule": "R2.13", "cards": "QS KS AS", "field": "move.take", "revision": "7"}
    service.script(
        "GetGame",
        Refusal(StatusCode.INVALID_ARGUMENT, "NOT_A_MELD", metadata, text="QS KS AS is no meld"),
    )

    with pytest.raises(errors.IllegalMove) as caught:
        await client.get_game("g")

    error = caught.value
    assert error.code is StatusCode.INVALID_ARGUMENT
    assert error.reason == Reason.NOT_A_MELD
    assert error.rule == "R2.13"
    assert error.cards == ("QS", "KS", "AS")
    assert error.field == "move.take"
    assert error.revision == 7
    assert error.metadata == metadata
    assert str(error) == "NOT_A_MELD: QS KS AS is no meld"


async def test_a_stale_decision_tells_the_revision(
    client: AsyncClient, service: ScriptedService
) -> None:
    """So that the caller knows what to read."""
    service.script("GetGame", Refusal(StatusCode.ABORTED, "STALE_REVISION", {"revision": "12"}))

    with pytest.raises(errors.StaleDecision) as caught:
        await client.get_game("g")

    assert caught.value.revision == 12


async def test_a_fault_names_its_incident(client: AsyncClient, service: ScriptedService) -> None:
    """Which an operator finds in the log."""
    service.script("GetGame", Refusal(StatusCode.INTERNAL, "INTERNAL", {"incident": "ab12"}))

    with pytest.raises(errors.ServiceFault) as caught:
        await client.get_game("g")

    assert caught.value.incident == "ab12"
    assert caught.value.may_have_happened


async def test_a_status_without_details_keeps_its_text(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Errors of proxies and of gRPC itself have no reason."""
    service.script("GetGame", Refusal(StatusCode.PERMISSION_DENIED, text="go away"))

    with pytest.raises(errors.NotAllowed) as caught:
        await client.get_game("g")

    assert caught.value.reason == ""
    assert caught.value.rule == ""
    assert caught.value.cards == ()
    assert caught.value.revision is None
    assert str(caught.value) == "PERMISSION_DENIED: plain: go away"


async def test_details_of_somebody_else_are_not_taken_for_the_services(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Another domain's reason is none of ours."""
    refusal = Refusal(StatusCode.NOT_FOUND, "STALE_REVISION", domain="proxy.example.com")
    service.script("GetGame", refusal)

    with pytest.raises(errors.NotFound) as caught:
        await client.get_game("g")

    assert caught.value.reason == ""


def test_errors_can_be_carried_to_other_processes() -> None:
    """Pickled and read again they are the same."""
    failure = errors.Failure(StatusCode.ABORTED, "no", reason="STALE_REVISION")
    carried = pickle.loads(pickle.dumps(errors.error_for(failure)))

    assert type(carried) is errors.StaleDecision
    assert carried.failure == failure
