"""Malformed requests of every method, through Envoy: the same refusals, and nothing is changed.

But for an oversized one without a body: a head above 60 kB is refused by Envoy itself.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.conformance.conftest import Stored, reading
from tests.conformance.doors import Door
from tests.conformance.every_door import EVERY_DOOR, DoorKind
from tests.conformance.malformed import Tables, case, tables_at
from tests.conformance.test_malformed import (
    test_a_credential_that_is_none,
    test_a_game_id_that_cannot_be_one,
    test_a_missing_game_id,
    test_a_missing_seat,
    test_a_request_id_that_is_too_long,
    test_a_seat_that_the_table_has_not,
    test_a_token_of_another_game,
    test_a_token_of_the_other_seat,
    test_a_token_that_acts_for_no_seat,
    test_a_token_that_is_not_the_host_s,
    test_a_token_with_one_byte_changed,
    test_bytes_that_are_no_message,
    test_bytes_that_are_no_message_where_no_game_is_named,
    test_no_credential_where_one_is_needed,
)
from tests.conformance.test_malformed_fields import (
    test_a_field_outside_its_range,
    test_a_move_for_another_revision,
    test_a_move_of_a_kind_that_is_not_known_here,
    test_a_move_of_nonsense,
    test_a_move_that_is_none,
    test_a_table_that_cannot_be,
    test_who_has_a_token_neither_creates_nor_lists,
)
from tests.e2e.envoy.front import Front
from tests.support.processes import Store

# The same scenarios, at this front's doors.
__all__ = [
    "case",
    "test_a_credential_that_is_none",
    "test_a_field_outside_its_range",
    "test_a_game_id_that_cannot_be_one",
    "test_a_missing_game_id",
    "test_a_missing_seat",
    "test_a_move_for_another_revision",
    "test_a_move_of_a_kind_that_is_not_known_here",
    "test_a_move_of_nonsense",
    "test_a_move_that_is_none",
    "test_a_request_id_that_is_too_long",
    "test_a_seat_that_the_table_has_not",
    "test_a_table_that_cannot_be",
    "test_a_token_of_another_game",
    "test_a_token_of_the_other_seat",
    "test_a_token_that_acts_for_no_seat",
    "test_a_token_that_is_not_the_host_s",
    "test_a_token_with_one_byte_changed",
    "test_bytes_that_are_no_message",
    "test_bytes_that_are_no_message_where_no_game_is_named",
    "test_no_credential_where_one_is_needed",
    "test_who_has_a_token_neither_creates_nor_lists",
]

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module", params=EVERY_DOOR, ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> DoorKind:
    """Each kind of door in turn, for all of this module."""
    kind: DoorKind = request.param
    return kind


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def door(front: Front, kind: DoorKind) -> AsyncIterator[Door]:
    """Each door, as Envoy lets it through, with games that outlast a test."""
    async with kind.opened(front) as door:
        yield door


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def tables(door: Door) -> Tables:
    """One game of each kind."""
    return await tables_at(door)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stored(store: Store) -> AsyncIterator[Stored]:
    """Reads what the store holds of a game."""
    async with reading(store.url) as read:
        yield read
