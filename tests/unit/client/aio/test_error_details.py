"""A typed error tells all that the service said."""

from __future__ import annotations

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.rpc.error_details_pb2 import RetryInfo
from grpc import StatusCode

from conquian import errors
from conquian._status import _seconds
from conquian.aio import AsyncClient
from conquian.reasons import Reason
from tests.unit.client.scripted import Refusal, ScriptedService


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


@pytest.mark.parametrize(
    "broken",
    [
        AnyMessage(type_url="type.googleapis.com/google.rpc.ErrorInfo", value=b"\xff\xff"),
        AnyMessage(type_url="type.googleapis.com/google.rpc.RetryInfo", value=b"\x0a\xff"),
        AnyMessage(type_url="no url at all", value=b"?"),
    ],
)
async def test_a_broken_detail_leaves_the_others_right(
    client: AsyncClient, service: ScriptedService, broken: AnyMessage
) -> None:
    """Whatever something on the way put there, the error is a typed one."""
    refusal = Refusal(StatusCode.ABORTED, "STALE_REVISION", {"revision": "7"}, more=(broken,))
    service.script("GetGame", refusal)

    with pytest.raises(errors.StaleDecision) as caught:
        await client.get_game("g")

    assert caught.value.revision == 7


@pytest.mark.parametrize(
    ("seconds", "nanos", "wait"),
    [(-5, 0, 0.0), (2**62, 0, 3600.0), (0, -1, 0.0), (1, 500_000_000, 1.5), (2, 2**31 - 1, None)],
)
def test_any_wait_that_is_asked_for_is_a_number_of_seconds(
    seconds: int, nanos: int, wait: float | None
) -> None:
    """Never below zero, never for years."""
    told = _seconds(RetryInfo(retry_delay=Duration(seconds=seconds, nanos=nanos)))
    assert 0 <= told <= 3600
    assert wait is None or told == wait


async def test_a_revision_of_any_length_is_read(
    client: AsyncClient, service: ScriptedService
) -> None:
    """One that no game can have is none."""
    metadata = {"revision": "9" * 6000}
    service.script("GetGame", Refusal(StatusCode.ABORTED, "STALE_REVISION", metadata))

    with pytest.raises(errors.StaleDecision) as caught:
        await client.get_game("g")

    assert caught.value.revision is None
