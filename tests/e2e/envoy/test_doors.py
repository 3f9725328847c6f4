"""The conformance scenarios through Envoy: it changes nothing of what a door says."""

from __future__ import annotations

import pytest

import tests.conformance.test_reasons  # noqa: F401 - fills the table of rows
from conquian.v1 import game_service_pb2 as pb
from conquian_service.transport.errors import STATUS
from tests.conformance.doors import Door, method_of
from tests.conformance.rows import ROWS
from tests.conformance.tables import ME, Table, a_pass


@pytest.mark.parametrize("reason", sorted(ROWS))
async def test_each_reason_arrives_as_documented(door: Door, reason: str) -> None:
    """Code, reason, metadata and text, details and trailers included."""
    refusal = await ROWS[reason].provoke(door)
    status = next(status for known, status in STATUS.items() if known.value == reason)
    assert refusal.name == (status.code.name, reason)
    assert refusal.metadata == ROWS[reason].metadata
    assert refusal.text


async def test_a_game_is_followed_to_its_end(door: Door) -> None:
    """Each revision once, whichever of the servers took the move."""
    table = await Table.pinned(door)
    request = pb.WatchGameRequest(game_id=table.game_id, after_revision=0)
    stream = door.watch(request, table.seats[ME])
    seen = [(await stream.read()).update.revision for _ in range(table.revision)]
    await table.play(ME, a_pass())
    seen.append((await stream.read()).update.revision)
    await table.finish()
    seen += [message.update.revision for message in await stream.rest()]
    assert seen == list(range(1, table.revision + 1))


async def test_a_long_poll_waits(door: Door) -> None:
    """And is answered by nobody but the service."""
    table = await Table.pinned(door)
    asked = pb.ListEventsRequest(
        game_id=table.game_id, after_revision=table.revision, wait_millis=1500
    )
    assert (await door.ask(asked)).next_after_revision == table.revision


async def test_an_oversized_request(door: Door) -> None:
    """Refused as it is without Envoy."""
    request = pb.JoinGameRequest(game_id="a" * 26, name="x" * 70_000)
    refusal = await door.raw_refused(method_of(request), door.encode(request))
    assert refusal.code == "RESOURCE_EXHAUSTED"
