"""A watch yields each revision once, in order, whatever happens to its streams."""

from __future__ import annotations

import pytest
from grpc import StatusCode

from conquian.aio import AsyncClient, AsyncSeat
from conquian.errors import NotFound, RateLimited, ServiceFault, Unauthenticated, Unavailable
from conquian.moves import Pass
from conquian.updates import Resynced, Update
from conquian.v1 import game_service_pb2
from tests.unit.client.aio.clock import InstantClock
from tests.unit.client.scripted import (
    UNAVAILABLE,
    Refusal,
    ScriptedService,
    Step,
    WatchMessage,
    changed,
    closing,
    got_game,
    heartbeat,
    resync,
    update,
)

REVOKED = Refusal(StatusCode.UNAUTHENTICATED, "CREDENTIAL_REVOKED")
END = update(6, over=True)


async def revisions(client: AsyncClient, *, after: int | None = 0) -> list[int | str]:
    """What a whole watch yields; a resync as text."""
    seen: list[int | str] = []
    async with client.watch("g", after_revision=after) as updates:
        async for item in updates:
            match item:
                case Update():
                    seen.append(item.revision)
                case Resynced():
                    seen.append(f"resynced {item.view.revision}")
    return seen


def resumed_after(service: ScriptedService) -> list[int | None]:
    """Where each stream was asked to start."""
    return [
        request.after_revision if request.HasField("after_revision") else None
        for request in service.requests("WatchGame")
    ]


async def test_an_unbroken_stream(client: AsyncClient, service: ScriptedService) -> None:
    """The watch ends with the game's last update, without asking anything else."""
    service.script("WatchGame", [*map(update, range(1, 6)), heartbeat(5), END])

    assert await revisions(client) == [1, 2, 3, 4, 5, 6]
    assert resumed_after(service) == [0]
    assert service.requests("GetGame") == []


@pytest.mark.parametrize("cut", range(7))
@pytest.mark.parametrize(
    "how",
    [
        [UNAVAILABLE],
        [Refusal(StatusCode.DEADLINE_EXCEEDED)],
        [Refusal(StatusCode.INTERNAL, text="RST_STREAM")],
        [Refusal(StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_WATCHERS", retry_after=0.5)],
        [Step.SILENCE],
        [closing(3)],
    ],
    ids=["unavailable", "deadline", "reset", "too many watchers", "silence", "closing"],
)
async def test_a_stream_cut_at_any_revision(
    client: AsyncClient, service: ScriptedService, cut: int, how: list[object]
) -> None:
    """The next stream starts after the last update received: none is lost, none comes twice."""
    everything = [*map(update, range(1, 6)), END]
    service.script("WatchGame", [*everything[:cut], *how], everything[cut:])

    assert await revisions(client) == [1, 2, 3, 4, 5, 6]
    assert resumed_after(service) == ([0] if cut == 6 else [0, cut])


@pytest.mark.parametrize("cut", range(1, 6))
async def test_a_stream_that_ends_without_a_word(
    client: AsyncClient, service: ScriptedService, cut: int
) -> None:
    """It is not the end of the game unless the game says so."""
    everything = [*map(update, range(1, 6)), END]
    service.script("WatchGame", everything[:cut], everything[cut:])
    service.script("GetGame", got_game(cut))

    assert await revisions(client) == [1, 2, 3, 4, 5, 6]


async def test_a_watch_from_the_end_of_a_game(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Nothing is left to come: it ends."""
    service.script("WatchGame", [])
    service.script("GetGame", got_game(6, over=True))

    assert await revisions(client, after=6) == []


async def test_without_a_start_the_newest_revision_comes_first(
    client: AsyncClient, service: ScriptedService
) -> None:
    """And a resume starts after it."""
    service.script("WatchGame", [UNAVAILABLE], [update(4), UNAVAILABLE], [update(5), END])

    assert await revisions(client, after=None) == [4, 5, 6]
    assert resumed_after(service) == [None, None, 4]


async def test_an_update_that_comes_twice_is_yielded_once(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Repeats and late ones are dropped."""
    service.script("WatchGame", [update(4), update(5), update(5), update(4), END])

    assert await revisions(client, after=3) == [4, 5, 6]


async def test_a_gap_makes_the_watch_resume(client: AsyncClient, service: ScriptedService) -> None:
    """A skipped revision is asked for again, never passed over."""
    service.script("WatchGame", [update(1), update(3)], [update(2), update(3), update(4)])
    service.script("WatchGame", [update(5), END])
    service.script("GetGame", got_game(4))

    assert await revisions(client) == [1, 2, 3, 4, 5, 6]
    assert resumed_after(service) == [0, 1, 4]


async def test_a_gap_that_stays_becomes_a_resync(
    client: AsyncClient, service: ScriptedService
) -> None:
    """After three tries the watch says loudly that revisions are missing."""
    service.script("WatchGame", [update(1), update(3)], [update(3)], [update(3)], [END])
    service.script("GetGame", got_game(5))

    assert await revisions(client) == [1, "resynced 5", 6]
    assert resumed_after(service) == [0, 1, 1, 5]


async def test_a_heartbeat_of_a_later_revision_is_a_gap(
    client: AsyncClient, service: ScriptedService
) -> None:
    """The server knows more than it sent."""
    service.script("WatchGame", [update(4), heartbeat(4), heartbeat(5)], [update(5), END])

    assert await revisions(client, after=3) == [4, 5, 6]
    assert resumed_after(service) == [3, 4]


@pytest.mark.parametrize("revision", [5, 2], ids=["too far behind", "ahead of the store"])
async def test_a_resync_yields_the_view_to_go_on_from(
    client: AsyncClient, service: ScriptedService, revision: int
) -> None:
    """Then updates follow from that view's revision."""
    rest = [*map(update, range(revision + 1, 6)), END]
    service.script("WatchGame", [update(3), resync(revision)], rest)
    service.script("GetGame", UNAVAILABLE, got_game(revision))

    seen = await revisions(client, after=2)

    assert seen == [3, f"resynced {revision}", *range(revision + 1, 7)]
    assert resumed_after(service) == [2, revision]


async def test_a_resync_to_the_end_ends_the_watch(
    client: AsyncClient, service: ScriptedService
) -> None:
    """The view of a finished game is the last item."""
    service.script("WatchGame", [resync(6)])
    service.script("GetGame", got_game(6, over=True))

    assert await revisions(client) == ["resynced 6"]


async def test_a_server_that_only_asks_to_start_over_is_not_hammered(
    client: AsyncClient, service: ScriptedService, clock: InstantClock
) -> None:
    """Waits grow until an update comes."""
    service.script("WatchGame", *[[resync(5)]] * 5, [END])
    service.script("GetGame", *[got_game(5)] * 5)

    assert await revisions(client) == [*["resynced 5"] * 5, 6]
    assert clock.slept == sorted(clock.slept)
    assert clock.slept[-1] > 0.3


async def test_a_seat_hears_that_the_store_has_lost_its_move(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """The answer was seen, the update was not: only the heartbeat tells, and the seat goes on."""
    service.script("PlayMove", game_service_pb2.PlayMoveResponse(update=changed(4)))
    service.script("WatchGame", [update(3), heartbeat(3)], [*map(update, (4, 5)), END])
    service.script("GetGame", got_game(3))

    await seat.play(Pass(), revision=3)
    seen = [
        "back" if isinstance(item, Resynced) else item.revision
        async for item in seat.watch(after_revision=2)
    ]

    assert seen == [3, "back", 4, 5, 6]
    assert seat.revision == 6


async def test_a_heartbeat_from_before_an_answer_means_nothing(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """It was under way when the move was made."""
    service.script("PlayMove", game_service_pb2.PlayMoveResponse(update=changed(4)))
    service.script("WatchGame", [update(3), heartbeat(3), update(4), update(5), END])
    service.script("GetGame", got_game(4))

    await seat.play(Pass(), revision=3)

    assert [
        item.revision async for item in seat.watch(after_revision=2) if isinstance(item, Update)
    ] == [3, 4, 5, 6]


async def test_a_message_of_a_newer_service_is_passed_over(
    client: AsyncClient, service: ScriptedService
) -> None:
    """An unknown kind is no error."""
    service.script("WatchGame", [WatchMessage(), update(5), END])

    assert await revisions(client, after=4) == [5, 6]


async def test_waits_grow_while_nothing_comes_and_start_over_when_something_does(
    client: AsyncClient, service: ScriptedService, clock: InstantClock
) -> None:
    """A server that is down is not hammered; one that is back is trusted."""
    away = [UNAVAILABLE]
    service.script("WatchGame", away, away, away, away, [update(5), UNAVAILABLE], [END])

    await revisions(client, after=4)

    *growing, after_progress = clock.slept
    assert growing == sorted(growing)
    assert growing[-1] > 0.15
    assert after_progress <= 0.05


async def test_patience_ends(
    client: AsyncClient, service: ScriptedService, clock: InstantClock
) -> None:
    """Without a word for so long, the watch raises what is wrong."""
    service.script("WatchGame", *[[UNAVAILABLE]] * 100)
    watch = client.watch("g", after_revision=0, patience=30.0)

    with pytest.raises(Unavailable):
        await anext(watch)

    assert 30.0 <= sum(clock.slept) <= 32.0


@pytest.mark.parametrize("before", [[], [UNAVAILABLE]], ids=["at once", "after a while"])
async def test_a_wait_beyond_the_patience_is_the_callers_to_make(
    client: AsyncClient, service: ScriptedService, clock: InstantClock, before: list[Refusal]
) -> None:
    """The watch does not begin it."""
    refusal = Refusal(StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED", retry_after=1800.0)
    service.script("WatchGame", *[[lost] for lost in before], [refusal])
    watch = client.watch("g", after_revision=0, patience=1800.0 if before else 60.0)

    with pytest.raises(RateLimited) as caught:
        await anext(watch)

    assert caught.value.retry_after == 1800.0
    assert sum(clock.slept) < 1.0


@pytest.mark.parametrize("patience", [None, 3600.0])
async def test_a_wait_within_the_patience_is_made(
    client: AsyncClient, service: ScriptedService, clock: InstantClock, patience: float | None
) -> None:
    """As the service asks for it."""
    refusal = Refusal(StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED", retry_after=1800.0)
    service.script("WatchGame", [refusal], [END])
    watch = client.watch("g", after_revision=5, patience=patience)

    assert (await anext(watch)).view is not None
    assert 1800.0 < sum(clock.slept) < 1801.0


async def test_patience_is_not_spent_while_nobody_reads(
    client: AsyncClient, service: ScriptedService, clock: InstantClock
) -> None:
    """Whoever thinks for an hour between two items still gets the next one."""
    service.script("WatchGame", [update(5), UNAVAILABLE], [END])
    watch = client.watch("g", after_revision=4, patience=30.0)

    await anext(watch)
    clock.time += 3600.0

    assert (await anext(watch)).view is not None


@pytest.mark.parametrize(
    ("refusal", "expected"),
    [
        (Refusal(StatusCode.NOT_FOUND, "GAME_NOT_FOUND"), NotFound),
        (REVOKED, Unauthenticated),
        (Refusal(StatusCode.INTERNAL, "INTERNAL"), ServiceFault),
        (Refusal(StatusCode.UNIMPLEMENTED), ServiceFault),
    ],
)
async def test_what_no_other_stream_would_mend_is_raised(
    client: AsyncClient, service: ScriptedService, refusal: Refusal, expected: type[Exception]
) -> None:
    """A refusal ends the iteration with its typed error."""
    service.script("WatchGame", [update(1), refusal])
    watch = client.watch("g", after_revision=0)

    await anext(watch)
    with pytest.raises(expected):
        await anext(watch)


async def test_a_watch_outlives_its_seats_token(seat: AsyncSeat, service: ScriptedService) -> None:
    """When the seat itself renewed the token, the next stream carries the new one."""
    service.script("WatchGame", [update(5), REVOKED], [END])
    seen = []
    async for item in seat.watch(after_revision=4):
        seen.append(item.view)
        seat.token = "new-token"

    assert len(seen) == 2
    assert [call.token for call in service.received] == ["seat-token", "new-token"]


async def test_a_closed_watch_is_over(client: AsyncClient, service: ScriptedService) -> None:
    """`async with` lets the stream go at once."""
    service.script("WatchGame", [update(5), Step.HANG])
    async with client.watch("g", after_revision=4) as watch:
        await anext(watch)
        assert watch.revision == 5

    with pytest.raises(StopAsyncIteration):
        await anext(watch)


async def test_a_seat_remembers_what_its_watch_has_shown(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """`play` without a revision then plays at the newest one seen."""
    service.script("WatchGame", [update(5), END])

    assert [seat.revision async for _ in seat.watch(after_revision=4)] == [5, 6]
    assert all(request.include_legal_moves for request in service.requests("WatchGame"))
