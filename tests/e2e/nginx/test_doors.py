"""Scenarios through nginx: fewer than through Envoy, which is the front we recommend."""

from __future__ import annotations

from tests.conformance.doors import Door, bearer
from tests.conformance.every_door import GRPC
from tests.conformance.tables import ME, Table, a_discard
from tests.conformance.test_streams import test_a_replaced_token_ends_its_stream
from tests.e2e.envoy.test_callers import (
    test_a_page_may_do_what_it_may_without_a_front,
    test_many_watches_on_one_connection,
)
from tests.e2e.envoy.test_doors import (
    test_a_game_is_followed_to_its_end,
    test_a_long_poll_waits,
    test_an_oversized_request,
)
from tests.e2e.nginx.front import Front
from tests.support.http1 import exchange
from tests.support.waiting import until

# The same scenarios, at this front's doors.
__all__ = [
    "test_a_game_is_followed_to_its_end",
    "test_a_long_poll_waits",
    "test_a_page_may_do_what_it_may_without_a_front",
    "test_a_replaced_token_ends_its_stream",
    "test_an_oversized_request",
    "test_many_watches_on_one_connection",
]

SECRET = "kept-out-of-logs"


async def test_a_refusal_comes_with_all_its_details(door: Door) -> None:
    """In trailers, in a body, in a last frame."""
    table = await Table.pinned(door)
    refusal = await door.refused(table.move(a_discard("KD")), table.seats[ME])
    assert refusal.name == ("FAILED_PRECONDITION", "WRONG_PHASE")
    assert refusal.metadata == {"rule": "R2.5"}


async def test_its_log_has_no_query_and_no_token(front: Front) -> None:
    """Method and path of each request, but nothing that lets somebody in."""
    async with GRPC.opened(front) as door:
        table = await Table.pinned(door)
    path = f"/v1/games/{table.game_id}"
    headers = bearer(table.seats[ME])
    await exchange(front.http_url, f"{path}?ticket={SECRET}", headers, method="GET")
    until(lambda: path in front.access_log.read_text(), seconds=5, what="the line in the log")
    for said in (front.access_log.read_text(), front.said()):
        assert SECRET not in said
        assert table.seats[ME] not in said


async def test_metrics_are_not_for_everybody(front: Front) -> None:
    """Operators ask each server."""
    assert (await exchange(front.http_url, "/metrics", method="GET")).status == 404
