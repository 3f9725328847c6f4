"""A typed error tells all that the service said."""

from __future__ import annotations

import pytest
from grpc import StatusCode

from conquian import errors
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
