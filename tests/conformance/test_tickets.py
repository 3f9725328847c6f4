"""Tickets: a stream for who can send no token, for a minute, and nothing else."""

from __future__ import annotations

import pytest

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from conquian_service.bootstrap import Overrides
from tests.conformance.conftest import Another
from tests.conformance.doors import GrpcDoor, opened
from tests.conformance.tables import ME, Table

START = 1_796_000_000_000
REFUSED = ("UNAUTHENTICATED", "CREDENTIAL_INVALID")


async def _ticket(door: GrpcDoor, table: Table, token: str) -> str:
    asked = pb.IssueWatchTicketRequest(game_id=table.game_id)
    return str((await door.ask(asked, token)).ticket)


async def test_a_ticket_of_a_seat_shows_its_hand(door: GrpcDoor) -> None:
    """The stream is the one that the seat's token would open."""
    table = await Table.pinned(door)
    ticket = await _ticket(door, table, table.seats[ME])
    by_ticket = await door.ask(pb.WatchGameRequest(game_id=table.game_id, ticket=ticket))
    by_token = await door.ask(pb.WatchGameRequest(game_id=table.game_id), table.seats[ME])
    assert len(by_ticket.update.view.you.hand) == 10
    assert by_ticket == by_token


async def test_a_ticket_watches_a_private_table(door: GrpcDoor) -> None:
    """If whoever asked for it may; it shows no hand."""
    table = await Table.set_up(door, access=view_pb2.ACCESS_PRIVATE)
    asked = pb.IssueWatchTicketRequest(game_id=table.game_id)
    assert (await door.refused(asked)).name == ("PERMISSION_DENIED", "TABLE_PRIVATE")
    ticket = await _ticket(door, table, table.watch)
    seen = await door.ask(pb.WatchGameRequest(game_id=table.game_id, ticket=ticket))
    assert not seen.update.view.HasField("you")


async def test_a_ticket_is_good_for_nothing_else(door: GrpcDoor) -> None:
    """Not as a token, not for another game, not beside a token; nor is a token one."""
    table, other = await Table.pinned(door), await Table.pinned(door)
    ticket = await _ticket(door, table, table.seats[ME])
    get = pb.GetGameRequest(game_id=table.game_id)
    assert (await door.refused(get, ticket)).name == REFUSED
    elsewhere = pb.WatchGameRequest(game_id=other.game_id, ticket=ticket)
    assert (await door.refused(elsewhere)).name == ("PERMISSION_DENIED", "NOT_ALLOWED")
    both = pb.WatchGameRequest(game_id=table.game_id, ticket=ticket)
    assert (await door.refused(both, table.seats[ME])).name == REFUSED
    token = pb.WatchGameRequest(game_id=table.game_id, ticket=table.seats[ME])
    assert (await door.refused(token)).name == REFUSED


async def test_a_ticket_dies_with_the_token_it_was_asked_for_with(door: GrpcDoor) -> None:
    """It names the token's epoch."""
    table = await Table.pinned(door)
    ticket = await _ticket(door, table, table.seats[ME])
    await door.ask(pb.IssueSeatTokenRequest(game_id=table.game_id, seat=ME), table.host)
    refusal = await door.refused(pb.WatchGameRequest(game_id=table.game_id, ticket=ticket))
    assert refusal.name == ("UNAUTHENTICATED", "CREDENTIAL_REVOKED")


@pytest.mark.parametrize(("later_ms", "good"), [(60_000, True), (60_001, False)])
async def test_a_ticket_lasts_a_minute(another: Another, later_ms: int, *, good: bool) -> None:
    """By the store's clock, which all servers share."""
    now = [START]
    async with (
        another(overrides=Overrides(clock_ms=lambda: now[0])) as service,
        opened(service.grpc_target) as door,
    ):
        table = await Table.pinned(door)
        asked = pb.IssueWatchTicketRequest(game_id=table.game_id)
        given = await door.ask(asked, table.seats[ME])
        assert given.expire_time.ToMilliseconds() == START + 60_000
        now[0] += later_ms
        request = pb.WatchGameRequest(game_id=table.game_id, ticket=given.ticket)
        if good:
            assert (await door.ask(request)).update.view.you.hand
        else:
            assert (await door.refused(request)).name == REFUSED
