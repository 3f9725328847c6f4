"""A call repeats itself safely: same request id, bounded by the caller's timeout."""

from __future__ import annotations

from uuid import UUID

import pytest
from grpc import StatusCode

from conquian.aio import AsyncClient, AsyncSeat, connect
from conquian.errors import (
    ConquianError,
    IllegalMove,
    NotAllowed,
    NotFound,
    RateLimited,
    ServiceFault,
    Unavailable,
)
from conquian.moves import Pass
from conquian.v1 import game_service_pb2
from tests.unit.client.aio.clock import InstantClock
from tests.unit.client.scripted import (
    UNAVAILABLE,
    Refusal,
    ScriptedService,
    Step,
    changed,
    game,
    got_game,
)

PLAYED = game_service_pb2.PlayMoveResponse(update=changed(5))
CONTENTION = Refusal(StatusCode.ABORTED, "CONTENTION")
STORE_AWAY = Refusal(StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE", {"may_have_happened": "true"})
STORE_UNTOUCHED = Refusal(
    StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE", {"may_have_happened": "false"}
)


@pytest.mark.parametrize(
    "refusal",
    [
        UNAVAILABLE,
        STORE_AWAY,
        CONTENTION,
        Refusal(StatusCode.DEADLINE_EXCEEDED),
        Refusal(StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED", retry_after=0.5),
    ],
    ids=lambda refusal: refusal.reason or refusal.code.name,
)
async def test_a_call_that_another_attempt_may_mend_is_sent_again_unchanged(
    seat: AsyncSeat, service: ScriptedService, refusal: Refusal
) -> None:
    """Every attempt carries the same request, its random request id included."""
    service.script("PlayMove", refusal, refusal, PLAYED)

    played = await seat.play(Pass(), revision=4)

    first, second, third = service.requests("PlayMove")
    assert first == second == third
    assert UUID(first.request_id).version == 4
    assert played.revision == 5


async def test_two_calls_have_two_request_ids(seat: AsyncSeat, service: ScriptedService) -> None:
    """A repeated intention is not a repeated call."""
    service.script("PlayMove", PLAYED, PLAYED)

    await seat.play(Pass(), revision=4)
    await seat.play(Pass(), revision=4)

    first, second = service.requests("PlayMove")
    assert first.request_id != second.request_id


@pytest.mark.parametrize(
    "refusal",
    [
        Refusal(StatusCode.NOT_FOUND, "GAME_NOT_FOUND"),
        Refusal(StatusCode.INVALID_ARGUMENT, "NOT_A_MELD"),
        Refusal(StatusCode.INTERNAL, "INTERNAL"),
        Refusal(StatusCode.UNKNOWN),
        Refusal(StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_WATCHERS"),
    ],
    ids=lambda refusal: refusal.reason or refusal.code.name,
)
async def test_a_refusal_is_final(
    seat: AsyncSeat, service: ScriptedService, refusal: Refusal
) -> None:
    """What another attempt would only be told again is raised at once."""
    service.script("PlayMove", refusal)

    with pytest.raises((NotFound, IllegalMove, ServiceFault, RateLimited)):
        await seat.play(Pass(), revision=4)

    assert len(service.requests("PlayMove")) == 1


async def test_waits_double_with_jitter(
    seat: AsyncSeat, service: ScriptedService, clock: InstantClock
) -> None:
    """Each wait lies between half and the whole of its step: 50 ms, 100 ms, 200 ms, ..."""
    service.script("PlayMove", *[UNAVAILABLE] * 4, PLAYED)

    await seat.play(Pass(), revision=4)

    steps = [0.05, 0.1, 0.2, 0.4]
    assert all(step / 2 <= slept <= step for slept, step in zip(clock.slept, steps, strict=True))


async def test_the_wait_asked_for_by_the_service_is_kept(
    seat: AsyncSeat, service: ScriptedService, clock: InstantClock
) -> None:
    """RetryInfo is a minimum."""
    refusal = Refusal(StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE", retry_after=3.0)
    service.script("PlayMove", refusal, PLAYED)

    await seat.play(Pass(), revision=4)

    (slept,) = clock.slept
    assert 3.0 < slept < 3.1


async def test_the_timeout_bounds_all_attempts(
    client: AsyncClient, service: ScriptedService, clock: InstantClock
) -> None:
    """No wait goes past the caller's timeout; the last attempt's error is raised."""
    service.script("GetGame", *[UNAVAILABLE] * 50)
    start = clock.now()

    with pytest.raises(Unavailable):
        await client.get_game("g", timeout=4.0)

    assert clock.now() - start < 4.0
    assert len(service.requests("GetGame")) > 5


async def test_a_wait_beyond_the_timeout_is_the_callers_to_make(
    client: AsyncClient, service: ScriptedService, clock: InstantClock
) -> None:
    """RateLimited is raised at once, with the time to wait."""
    refusal = Refusal(StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED", retry_after=60.0)
    service.script("AnalyzePosition", refusal)

    with pytest.raises(RateLimited) as caught:
        await client.analyze(hand=["5C"])

    assert caught.value.retry_after == 60.0
    assert clock.slept == []


async def test_a_lost_attempt_leaves_time_for_another(
    client: AsyncClient, service: ScriptedService
) -> None:
    """An attempt's deadline is a third of the call's."""
    service.script("GetGame", Step.HANG, got_game(1))

    view = await client.get_game("g", timeout=3.0)

    assert view.revision == 1
    allowed = [call.seconds_allowed or 0.0 for call in service.received]
    assert all(0.5 < seconds < 1.1 for seconds in allowed)


async def test_a_long_poll_gets_the_time_it_asks_for(
    client: AsyncClient, service: ScriptedService
) -> None:
    """The time the service holds the call comes on top of an attempt's deadline."""
    service.script("ListEvents", game_service_pb2.ListEventsResponse(revision=1))

    await client.list_events("g", wait=30.0, timeout=3.0)

    (call,) = service.received
    assert call.request.wait_millis == 30_000
    assert call.seconds_allowed is not None
    assert 30.5 < call.seconds_allowed < 31.5


@pytest.mark.parametrize(
    ("refusals", "expected"),
    [
        pytest.param([STORE_UNTOUCHED], False, id="the service says no"),
        pytest.param([STORE_AWAY], True, id="the service says yes"),
        pytest.param([UNAVAILABLE], True, id="nobody says"),
        pytest.param([CONTENTION], False, id="contention changes nothing"),
        pytest.param([STORE_AWAY, STORE_UNTOUCHED], True, id="an earlier attempt may have"),
    ],
)
async def test_giving_up_says_whether_it_may_have_happened(
    seat: AsyncSeat, service: ScriptedService, refusals: list[Refusal], expected: bool
) -> None:
    """True if it is so of any attempt."""
    service.script("PlayMove", *refusals, *[refusals[-1]] * 50)

    with pytest.raises(Unavailable) as caught:
        await seat.play(Pass(), revision=4)

    assert caught.value.may_have_happened is expected


async def test_a_refusal_after_a_lost_attempt_is_the_answer(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """The service answers a repeat by what the first attempt did, so it is settled."""
    service.script("PlayMove", UNAVAILABLE, Refusal(StatusCode.INVALID_ARGUMENT, "NOT_A_MELD"))

    with pytest.raises(IllegalMove) as caught:
        await seat.play(Pass(), revision=4)

    assert not caught.value.may_have_happened


async def test_a_proxys_refusal_after_a_lost_attempt_settles_nothing(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """It knows nothing of the first attempt, so that the change may have been made."""
    service.script("PlayMove", UNAVAILABLE, Refusal(StatusCode.PERMISSION_DENIED))

    with pytest.raises(NotAllowed) as caught:
        await seat.play(Pass(), revision=4)

    assert caught.value.may_have_happened
    assert len(service.requests("PlayMove")) == 2


async def test_a_request_id_given_by_the_caller_is_sent(
    client: AsyncClient, service: ScriptedService
) -> None:
    """So that a program that was restarted can ask for the answer it lost."""
    service.script("CreateGame", game_service_pb2.CreateGameResponse(game=game(1)))
    request_id = "7f0c2d1e-6f0a-4c53-9d5e-000000000001"

    await client.create_game(request_id=request_id)

    (request,) = service.requests("CreateGame")
    assert request.request_id == request_id


@pytest.mark.parametrize("target", ["localhost:1", "http://localhost:1"])
async def test_nobody_there_is_an_unavailable_service(target: str) -> None:
    """A refused connection is a typed error too."""
    client = connect(target, clock=InstantClock())
    with pytest.raises(ConquianError) as caught:
        await client.get_game("g", timeout=3.0)
    await client.close()

    assert isinstance(caught.value, Unavailable)
    assert caught.value.code is StatusCode.UNAVAILABLE
    assert caught.value.reason == ""


@pytest.mark.parametrize("token", ["two\nlines", "café"])
async def test_a_token_that_no_header_can_carry_is_refused_here(
    client: AsyncClient, service: ScriptedService, token: str
) -> None:
    """Before anything is sent."""
    with pytest.raises(ValueError, match="printable ASCII"):
        await client.get_game("g", token=token)

    assert service.received == []
