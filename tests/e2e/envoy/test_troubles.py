"""When the store fails, a limit is met or the service stops: Envoy tells it as the service does.

Each test has a service and an Envoy of its own. Not here is a full store, of which Envoy
learns by `/readyz`: it takes a service that has one for none.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.conformance.conftest import Another, another_at
from tests.conformance.doors import Door
from tests.conformance.every_door import EVERY_DOOR, DoorKind, Served
from tests.conformance.test_faults import (
    broken,
    test_a_call_cancelled_in_the_middle_of_its_commit_has_happened,
    test_a_commit_that_never_gets_through_gives_up,
    test_a_deadline_undoes_nothing_and_a_retry_gets_the_answer,
    test_a_fault_with_a_hand_in_its_message_tells_the_caller_nothing,
    test_a_game_of_a_newer_build_is_not_judged,
    test_a_lost_answer_is_settled_by_a_retry,
    test_a_record_that_is_lost_while_it_is_read_spoils_nothing,
    test_a_use_case_that_fails_tells_nothing_either,
    test_an_unavailable_store_says_whether_it_may_have_happened,
    test_too_many_analyses_are_told_when_to_come_back,
)
from tests.conformance.test_operations import test_calls_appear_in_the_access_log
from tests.conformance.test_stops import test_a_call_under_way_is_answered_however_long_it_takes
from tests.conformance.test_streams import (
    test_a_watcher_that_goes_away_leaves_nothing_behind,
    test_heartbeats_fill_the_silence,
    test_nothing_is_waited_for_in_vain,
    test_one_watcher_too_many,
    test_who_waits_in_a_long_poll_is_a_watcher,
)
from tests.e2e.envoy.front import Front
from tests.support.processes import Store, ending

# The same scenarios, each behind an Envoy.
__all__ = [
    "broken",
    "test_a_call_cancelled_in_the_middle_of_its_commit_has_happened",
    "test_a_call_under_way_is_answered_however_long_it_takes",
    "test_a_commit_that_never_gets_through_gives_up",
    "test_a_deadline_undoes_nothing_and_a_retry_gets_the_answer",
    "test_a_fault_with_a_hand_in_its_message_tells_the_caller_nothing",
    "test_a_game_of_a_newer_build_is_not_judged",
    "test_a_lost_answer_is_settled_by_a_retry",
    "test_a_record_that_is_lost_while_it_is_read_spoils_nothing",
    "test_a_use_case_that_fails_tells_nothing_either",
    "test_a_watcher_that_goes_away_leaves_nothing_behind",
    "test_an_unavailable_store_says_whether_it_may_have_happened",
    "test_calls_appear_in_the_access_log",
    "test_heartbeats_fill_the_silence",
    "test_nothing_is_waited_for_in_vain",
    "test_one_watcher_too_many",
    "test_too_many_analyses_are_told_when_to_come_back",
    "test_who_waits_in_a_long_poll_is_a_watcher",
]

# The services run in the loop of the tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def another(store: Store) -> Another:
    """Runs services on the store that all tests share."""
    return another_at(store.url)


@pytest.fixture(params=EVERY_DOOR, ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> DoorKind:
    """Each kind of door in turn; to open one puts an Envoy before it."""
    kind: DoorKind = request.param

    @asynccontextmanager
    async def opened(served: Served) -> AsyncIterator[Door]:
        folder = tmp_path / served.grpc_target.replace(":", " ")
        # The service runs in this loop, so that nothing may be waited for in it.
        front = await asyncio.to_thread(Front, folder, [served])
        with ending(front):
            async with kind.opened(front) as door:
                yield door

    return DoorKind(kind.name, opened)
