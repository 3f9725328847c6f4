"""What threads and forks may do to a client and its watches."""

from __future__ import annotations

import gc
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from grpc import StatusCode

from conquian.moves import Pass
from conquian.sync import Client, Seat, SystemClock, Watch, connect
from conquian.sync._runtime import _Silence
from conquian.v1 import game_service_pb2
from tests.support.waiting import until
from tests.unit.client.scripted import (
    After,
    Refusal,
    ScriptedService,
    Step,
    changed,
    got_game,
    update,
)
from tests.unit.client.sync.conftest import served_by_a_thread

END = update(6, over=True)
WITHIN = 5.0


@pytest.fixture
def target(wire: str, service: ScriptedService) -> Iterator[str]:
    """Where the scripted service listens."""
    with served_by_a_thread(wire, service) as address:
        yield address


@pytest.fixture
def client(target: str) -> Iterator[Client]:
    """A client by the machine's clock."""
    with connect(target) as connected:
        yield connected


@pytest.fixture
def other() -> Iterator[ThreadPoolExecutor]:
    """Threads beside the test's own."""
    with ThreadPoolExecutor(8) as threads:
        yield threads


class HastyClock(SystemClock):
    """The machine's clock, put forward."""

    ahead = 0.0

    def now(self) -> float:
        return super().now() + self.ahead


def read(watch: Watch) -> list[int]:
    """Revisions of all that is still to come."""
    return [item.view.revision for item in watch if item.view is not None]


def begun(watch: Watch, other: ThreadPoolExecutor) -> Future[list[int]]:
    """A thread that reads the watch and has come to revision 5."""
    reading = other.submit(read, watch)
    until(lambda: watch.revision == 5, seconds=WITHIN, what="revision 5")
    return reading


def test_a_watch_closed_by_another_thread_ends(
    client: Client, service: ScriptedService, other: ThreadPoolExecutor
) -> None:
    """The reader's iteration is over at once."""
    service.script("WatchGame", [update(5), Step.HANG])
    watch = client.watch("g", after_revision=4)
    reading = begun(watch, other)

    watch.close()

    assert reading.result(WITHIN) == [5]


def test_a_watch_that_is_dropped_lets_its_stream_go(
    client: Client, service: ScriptedService
) -> None:
    """Whoever forgets to close it is not watched for ever."""
    service.script("WatchGame", [update(5), Step.HANG])
    watch = client.watch("g", after_revision=4)
    next(watch)

    del watch

    def has_gone() -> bool:
        gc.collect()  # again and again: a thread may know it at first
        return service.left == ["WatchGame"]

    until(has_gone, seconds=WITHIN, what="the end of the stream")


@pytest.mark.parametrize("begun_before", [[], [update(5)]], ids=["at once", "after a message"])
def test_a_closed_watch_leaves_no_thread(
    target: str, service: ScriptedService, begun_before: list[object]
) -> None:
    """Even where nothing comes that would wake it."""
    service.script("WatchGame", [*begun_before, Step.HANG])
    of_others = set(threading.enumerate())
    with connect(target) as client:
        watch = client.watch("g", after_revision=4)
        reading = threading.Thread(target=read, args=(watch,))
        reading.start()
        until(lambda: len(service.received) == 1, seconds=WITHIN, what="the stream")
        watch.close()
        reading.join(WITHIN)

        def has_ended() -> bool:
            new = {thread.name for thread in set(threading.enumerate()) - of_others}
            return "conquian-watch" not in new and not reading.is_alive()

        until(has_ended, seconds=WITHIN, what="the end of the thread")


def test_a_watch_goes_on_while_its_seat_renews_the_token(
    client: Client, service: ScriptedService, other: ThreadPoolExecutor
) -> None:
    """The old token is refused before the answer with the new one has come."""
    revoked = Refusal(StatusCode.UNAUTHENTICATED, "CREDENTIAL_REVOKED")
    renewed = game_service_pb2.IssueSeatTokenResponse(seat_token="new", update=changed(5))
    service.script("WatchGame", [update(5), After("IssueSeatToken", then=revoked)])
    service.script("WatchGame", [revoked], [END])
    service.script("IssueSeatToken", After("WatchGame", 3, then=renewed))
    seat = Seat(client._calls, "g", number=0, token="old")
    reading = begun(seat.watch(after_revision=4), other)

    seat.renew_token()

    assert reading.result(WITHIN) == [5, 6]
    assert seat.token == "new"


def test_closing_the_client_ends_a_call_that_waits(
    target: str, service: ScriptedService, other: ThreadPoolExecutor
) -> None:
    """In another thread, long before the call's own time is over."""
    service.script("GetGame", got_game(1), Step.HANG)
    with connect(target) as client:
        client.get_game("g")
        calling = other.submit(client.get_game, "g", timeout=60.0)
        until(lambda: len(service.received) == 2, seconds=WITHIN, what="the call")
        started = time.monotonic()

    with pytest.raises(RuntimeError, match="client is closed"):
        calling.result(WITHIN)
    assert time.monotonic() - started < 2.0


def test_closing_the_client_ends_its_watches(
    client: Client, service: ScriptedService, other: ThreadPoolExecutor
) -> None:
    """Loudly, for the game may go on."""
    service.script("WatchGame", [update(5), Step.HANG])
    reading = begun(client.watch("g", after_revision=4), other)

    client.close()

    with pytest.raises(RuntimeError, match="client is closed"):
        reading.result(WITHIN)


def test_a_lost_line_takes_its_watches_along(
    target: str, service: ScriptedService, other: ThreadPoolExecutor
) -> None:
    """A call that waits in vain where nothing was heard moves the watch, too, to a new line."""
    clock = HastyClock()
    service.script("WatchGame", [update(5), Step.HANG], [END])
    service.script("GetGame", Step.HANG, got_game(5))
    with connect(target, clock=clock) as client:
        reading = begun(client.watch("g", after_revision=4), other)
        clock.ahead = 60.0

        client.get_game("g", timeout=3.0)

        assert reading.result(WITHIN) == [5, 6]


def test_a_silent_stream_is_given_up(
    client: Client, service: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the machine's clock too, though grpcio knows no limit for one read."""
    monkeypatch.setattr("conquian.sync.watch.SILENCE", 1.0)
    monkeypatch.setattr(_Silence, "PAUSE", 0.02)
    service.script("WatchGame", [update(5), Step.HANG], [Step.HANG], [END])

    assert read(client.watch("g", after_revision=4)) == [5, 6]


def test_the_thread_that_finds_silence_ends(
    client: Client, service: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is there while streams are read, begins anew when needed, and is never in the way."""
    monkeypatch.setattr("conquian.sync.watch.SILENCE", 1.0)
    monkeypatch.setattr(_Silence, "PAUSE", 0.01)
    monkeypatch.setattr(_Silence, "IDLE", 0.05)
    service.script("WatchGame", [update(5), Step.HANG], [END], [END])

    of_others = set(threading.enumerate())

    def has_ended() -> bool:
        new = set(threading.enumerate()) - of_others
        return all(thread.name != "conquian-silence" for thread in new)

    for expected in ([5, 6], [6]):
        assert read(client.watch("g", after_revision=expected[0] - 1)) == expected
        until(has_ended, seconds=WITHIN, what="the end of the thread")


def test_a_seat_shared_by_threads_remembers_the_newest_view(
    client: Client, service: ScriptedService, other: ThreadPoolExecutor
) -> None:
    """However the answers cross."""
    revisions = [*range(1, 60)]
    played = game_service_pb2.PlayMoveResponse
    service.script("PlayMove", *(played(update=changed(revision)) for revision in revisions))
    seat = Seat(client._calls, "g", number=0, token="seat-token")

    list(other.map(lambda revision: seat.play(Pass(), revision=revision), revisions))

    assert seat.revision == 59
    assert seat.last_view is not None
    assert seat.last_view.revision == 59


def test_threads_that_call_first_at_once_share_one_line(
    wire: str, client: Client, service: ScriptedService, other: ThreadPoolExecutor
) -> None:
    """No connection is opened twice or lost."""
    service.script("GetGame", *[got_game(1)] * 40)

    list(other.map(lambda _: client.get_game("g"), range(40)))

    most = 1 if wire == "grpc" else 8  # over HTTP a connection for each call under way
    assert len({call.peer for call in service.received}) <= most


def test_a_closed_client_says_so(client: Client) -> None:
    """Instead of failing somewhere inside gRPC."""
    client.close()

    with pytest.raises(RuntimeError, match="client is closed"):
        client.get_game("g")


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # that is what is tried here
def test_a_client_does_not_survive_a_fork(client: Client, service: ScriptedService) -> None:
    """It says so in the child instead of hanging there, and goes on in the parent."""
    service.script("GetGame", got_game(1), got_game(2))
    watch = client.watch("g")
    client.get_game("g")

    def raises(use: object) -> bool:
        try:
            use()  # type: ignore[operator]
        except RuntimeError as error:
            return "before the fork" in str(error)
        return False

    child = os.fork()
    if child == 0:
        uses = (lambda: client.get_game("g"), lambda: next(watch))
        os._exit(0 if all(map(raises, uses)) else 1)

    def status() -> tuple[int, int] | None:
        ended, code = os.waitpid(child, os.WNOHANG)
        return (ended, code) if ended else None

    assert until(status, seconds=WITHIN, what="the child to end") == (child, 0)
    assert client.get_game("g").revision == 2
