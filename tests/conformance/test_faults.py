"""When the store fails, a limit is met, or the service itself is at fault."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import rules_service_pb2
from conquian_engine import NewerRules
from conquian_service.application import playing
from conquian_service.application.errors import StoreFull, StoreUnavailable
from conquian_service.application.ports import Commit, GameStore
from conquian_service.bootstrap import Overrides, Service
from conquian_service.storage.keys import Keys
from tests.conformance.conftest import Another
from tests.conformance.doors import Door, bearer, method_of
from tests.conformance.every_door import DoorKind
from tests.conformance.http import fetch
from tests.conformance.stores import Faulty
from tests.conformance.tables import ME, Table, a_pass

HAND = "7H 8H 9H"


class Broken:
    """A service on a store that can be made to fail, and its door."""

    def __init__(self) -> None:
        self.service: Service
        self.store: Faulty
        self.door: Door

    def wrap(self, store: GameStore) -> GameStore:
        """Put the faulty store around the real one."""
        self.store = Faulty(store)
        return self.store


@pytest_asyncio.fixture(loop_scope="session")
async def broken(another: Another, kind: DoorKind) -> AsyncIterator[Broken]:
    """Nothing is broken yet."""
    broken = Broken()
    async with (
        another(overrides=Overrides(wrap_store=broken.wrap), analyses_per_second=1) as service,
        kind.opened(service) as door,
    ):
        broken.service, broken.door = service, door
        yield broken


@pytest.mark.parametrize("may_have_happened", [True, False])
async def test_an_unavailable_store_says_whether_it_may_have_happened(
    broken: Broken, may_have_happened: bool
) -> None:
    """UNAVAILABLE, and the metadata that a retry with the same request id settles."""
    table = await Table.pinned(broken.door)
    broken.store.commit_fails = StoreUnavailable(may_have_happened=may_have_happened)
    refusal = await broken.door.refused(table.move(a_pass()), table.seats[ME])
    assert refusal.name == ("UNAVAILABLE", "STORE_UNAVAILABLE")
    assert refusal.metadata == {"may_have_happened": str(may_have_happened).lower()}


async def test_a_lost_answer_is_settled_by_a_retry(broken: Broken) -> None:
    """The move is in, the answer was lost: the same request gets it, and no second move."""
    table = await Table.pinned(broken.door)
    request = table.move(a_pass(), request_id="mine")
    broken.store.commit_fails_after = StoreUnavailable(may_have_happened=True)
    refusal = await broken.door.refused(request, table.seats[ME])
    assert refusal.reason == "STORE_UNAVAILABLE"
    broken.store.commit_fails_after = None
    answer = await broken.door.ask(request, table.seats[ME])
    assert answer.update.revision == table.revision + 1


async def test_a_record_that_is_lost_while_it_is_read_spoils_nothing(broken: Broken) -> None:
    """The repeat writes nothing of its own and is in doubt; the game goes on as it was."""
    table = await Table.pinned(broken.door)
    request = table.move(a_pass(), request_id="mine")
    await broken.door.ask(request, table.seats[ME])
    lane, keys = broken.service.lane, Keys(broken.service.settings.key_prefix)

    async def forget(commit: Commit) -> None:
        await lane.write("HDEL", keys.requests(table.game_id), commit.request_field)

    broken.store.before_commit = forget
    refusal = await broken.door.refused(request, table.seats[ME])
    assert refusal.name == ("UNAVAILABLE", "STORE_UNAVAILABLE")
    assert refusal.metadata == {"may_have_happened": "true"}
    broken.store.before_commit = None
    assert await lane.read("LLEN", keys.log(table.game_id)) == table.revision + 1
    refusal = await broken.door.refused(request, table.seats[ME])
    assert refusal.reason == "STALE_REVISION"
    listed = await broken.door.ask(pb.ListEventsRequest(game_id=table.game_id))
    assert listed.next_after_revision == table.revision + 1
    assert all(update.events for update in listed.updates)


async def test_a_full_store_unsettles_readiness(broken: Broken) -> None:
    """UNAVAILABLE, nothing changed; `/readyz` says so for a while, `/healthz` does not."""
    table = await Table.pinned(broken.door)
    assert (await fetch(broken.service.http_url, "/readyz"))[0] == 200
    broken.store.commit_fails = StoreFull()
    refusal = await broken.door.refused(table.move(a_pass()), table.seats[ME])
    assert refusal.name == ("UNAVAILABLE", "STORE_FULL")
    assert refusal.metadata == {"may_have_happened": "false"}
    assert await fetch(broken.service.http_url, "/readyz") == (503, {"status": "store full"})
    assert (await fetch(broken.service.http_url, "/healthz"))[0] == 200


async def test_a_game_of_a_newer_build_is_not_judged(broken: Broken) -> None:
    """UNAVAILABLE: another replica may know."""
    table = await Table.pinned(broken.door)
    broken.store.load_fails = NewerRules("option 'x'")
    refusal = await broken.door.refused(pb.GetGameRequest(game_id=table.game_id))
    assert refusal.name == ("UNAVAILABLE", "NEWER_RULES")


async def test_a_commit_that_never_gets_through_gives_up(broken: Broken) -> None:
    """ABORTED `CONTENTION`: try again."""
    table = await Table.pinned(broken.door)
    broken.store.conflicts = True
    refusal = await broken.door.refused(table.move(a_pass()), table.seats[ME])
    assert refusal.name == ("ABORTED", "CONTENTION")


async def test_too_many_analyses_are_told_when_to_come_back(broken: Broken) -> None:
    """RESOURCE_EXHAUSTED with RetryInfo."""
    request = rules_service_pb2.AnalyzePositionRequest(ruleset="classic")
    await broken.door.ask(request)
    refusal = await broken.door.refused(request)
    assert refusal.name == ("RESOURCE_EXHAUSTED", "RATE_LIMITED")
    assert refusal.retry_millis is not None
    assert 0 < refusal.retry_millis <= 1001


@pytest.mark.parametrize("wrong", ["a call", "a stream", "a list"])
async def test_a_fault_with_a_hand_in_its_message_tells_the_caller_nothing(
    broken: Broken, caplog: pytest.LogCaptureFixture, wrong: str
) -> None:
    """INTERNAL, a fixed text and an incident; the log has the incident and no card."""
    table = await Table.pinned(broken.door)
    broken.store.load_fails = RuntimeError(f"seat 1 holds {HAND}")
    request = {
        "a call": table.move(a_pass()),
        "a stream": pb.WatchGameRequest(game_id=table.game_id),
        "a list": pb.ListEventsRequest(game_id=table.game_id),
    }[wrong]
    with caplog.at_level(logging.DEBUG):
        refusal = await broken.door.refused(request, table.seats[ME])
    assert refusal.name == ("INTERNAL", "INTERNAL")
    assert set(refusal.metadata) == {"incident"}
    incident = refusal.metadata["incident"]
    assert refusal.text == f"The service failed; its operator finds incident {incident} in the log."
    logged = [record for record in caplog.records if record.getMessage() == "fault"]
    assert [record.__dict__["fields"]["incident"] for record in logged] == [incident]
    everything = caplog.text + "".join(str(record.__dict__) for record in caplog.records)
    assert HAND not in everything + str(refusal)
    assert table.seats[ME] not in everything


async def test_a_use_case_that_fails_tells_nothing_either(
    broken: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever below the door it happens."""
    table = await Table.pinned(broken.door)

    async def fail(*_: object) -> None:
        raise KeyError(HAND)

    monkeypatch.setattr(playing, "play_move", fail)
    refusal = await broken.door.refused(table.move(a_pass()), table.seats[ME])
    assert refusal.name == ("INTERNAL", "INTERNAL")
    assert "7H" not in str(refusal)


async def test_a_deadline_undoes_nothing_and_a_retry_gets_the_answer(broken: Broken) -> None:
    """The client gave up while the store was answering: the move is in, once."""
    table = await Table.pinned(broken.door)
    request = table.move(a_pass(), request_id="patience")
    broken.store.answers_after = 0.3
    late = await broken.door.raw_refused(
        method_of(request), broken.door.encode(request), bearer(table.seats[ME]), timeout=0.1
    )
    assert late.code == "DEADLINE_EXCEEDED"
    broken.store.answers_after = 0.0
    first = await broken.door.ask(request, table.seats[ME])
    again = await broken.door.ask(request, table.seats[ME])
    assert first.update.revision == table.revision + 1
    assert first == again


async def test_a_call_cancelled_in_the_middle_of_its_commit_has_happened(broken: Broken) -> None:
    """Nothing is half done: log, snapshot and request record are all there."""
    table = await Table.pinned(broken.door)
    request = table.move(a_pass(), request_id="changed my mind")
    broken.store.answers_after = 5.0
    broken.store.committing.clear()
    call = asyncio.create_task(broken.door.ask(request, table.seats[ME]))
    await broken.store.committing.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    broken.store.answers_after = 0.0
    now = await broken.door.ask(pb.GetGameRequest(game_id=table.game_id))
    assert now.game.revision == table.revision + 1
    answer = await broken.door.ask(request, table.seats[ME])
    assert answer.update.revision == table.revision + 1
