"""The error table row by row: every reason, brought about through the door."""

from __future__ import annotations

import pytest

from conquian.v1 import rules_service_pb2
from conquian_engine import Reason
from conquian_service.application.errors import CallReason
from conquian_service.transport.errors import STATUS
from tests.conformance import call_rows, play_rows, rummy_rows
from tests.conformance.doors import Door
from tests.conformance.rows import ROWS
from tests.conformance.tables import (
    ME,
    Table,
    a_pass,
    a_taking,
)

# Rows are noted by importing them.
assert call_rows.ROWS is play_rows.ROWS is rummy_rows.ROWS is ROWS

BY_STORE_OR_LIMIT = {
    CallReason.CONTENTION,
    CallReason.INTERNAL,
    CallReason.NEWER_RULES,
    CallReason.RATE_LIMITED,
    CallReason.STORE_FULL,
    CallReason.STORE_UNAVAILABLE,
    CallReason.POSITION_TOO_COMPLEX,
    CallReason.TOO_MANY_WATCHERS,
}
"""Reasons that take another store or other settings: see `test_faults` and `test_streams`."""

RARE = {Reason.JOKER_NOT_NAMED, Reason.OBLIGATION_UNMET}
"""Reasons that take a position no pack order brings about in a few moves."""


@pytest.mark.parametrize("reason", sorted(ROWS))
async def test_each_reason_arrives_as_documented(door: Door, reason: str) -> None:
    """Code, reason, rule, field and cards, and a text."""
    refusal = await ROWS[reason].provoke(door)
    status = next(status for known, status in STATUS.items() if known.value == reason)
    assert refusal.name == (status.code.name, reason)
    assert refusal.metadata == ROWS[reason].metadata
    assert refusal.text


def test_no_reason_is_left_out() -> None:
    """Every row of the table has a scenario, here or where the store or a limit makes it."""
    assert {reason.value for reason in STATUS} == set(ROWS) | BY_STORE_OR_LIMIT | RARE


async def test_a_position_is_refused_with_the_field_it_is_about(door: Door) -> None:
    """AnalyzePosition names the field beside rule and cards."""
    request = rules_service_pb2.AnalyzePositionRequest(ruleset="classic", hand=["8H"])
    refusal = await door.refused(request)
    assert refusal.name == ("INVALID_ARGUMENT", "UNKNOWN_CARD")
    assert refusal.metadata == {"field": "hand", "rule": "R1", "cards": "8H"}


async def test_a_dry_run_refuses_as_the_move_would(door: Door) -> None:
    """`validate_only` judges alike, and a legal move is only told the revision."""
    table = await Table.pinned(door)
    wrong, right = a_taking("3C 4C 5C 6C"), a_taking("3C 4C 5C")
    refusals = [
        await door.refused(table.move(wrong, validate_only=dry), table.seats[ME])
        for dry in (True, False)
    ]
    assert refusals[0] == refusals[1]
    judged = await door.ask(table.move(right, validate_only=True), table.seats[ME])
    assert judged.update.revision == table.revision
    assert not judged.update.events
    assert not judged.update.HasField("view")


async def test_a_request_id_may_be_any_text_with_a_credential(door: Door) -> None:
    """Only who has no credential must use a random one."""
    table = await Table.pinned(door)
    answer = await door.ask(table.move(a_pass(), request_id="turn 1"), table.seats[ME])
    again = await door.ask(table.move(a_pass(), request_id="turn 1"), table.seats[ME])
    assert answer == again
