"""The reasons of calls, each brought about through the door."""

from __future__ import annotations

from typing import Any

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from conquian_engine import RULESETS
from conquian_service.application.errors import CallReason
from tests.conformance.doors import Door, Refusal
from tests.conformance.rows import ROWS, row
from tests.conformance.tables import (
    ME,
    Table,
    a_pass,
    a_taking,
)

__all__ = ["ROWS"]


async def _create(door: Door, **asked: Any) -> Refusal:
    return await door.refused(pb.CreateGameRequest(**{"ruleset": "classic", **asked}))


async def _waiting(door: Door, **asked: Any) -> Table:
    """A table where seat 0 is taken."""
    table = await Table.set_up(door, **asked)
    await table.join(0)
    return table


@row(CallReason.FIELD_MISSING, field="move")
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    request = pb.PlayMoveRequest(game_id=table.game_id, revision=table.revision)
    return await door.refused(request, table.seats[ME])


@row(CallReason.FIELD_INVALID, field="page_size", value="500", allowed="0-200")
async def _(door: Door) -> Refusal:
    return await door.refused(pb.ListGamesRequest(page_size=500))


@row(CallReason.OPTION_UNKNOWN, field="options", options="max_runs")
async def _(door: Door) -> Refusal:
    return await _create(door, options={"max_runs": "8"})


@row(
    CallReason.OPTION_INVALID,
    field="options",
    options="max_run",
    rule="R2.13",
    value="2",
    allowed="3-13, none",
)
async def _(door: Door) -> Refusal:
    return await _create(door, options={"max_run": "2"})


@row(CallReason.OPTIONS_CONFLICT, field="options", options="deals points_target", rule="R2.27")
async def _(door: Door) -> Refusal:
    return await _create(door, options={"deals": "3", "points_target": "50"})


@row(CallReason.BAD_ORDER, field="pinned_orders", rule="R1.2", value="1")
async def _(door: Door) -> Refusal:
    return await _create(door, pinned_orders=[pb.PackOrder(cards=["7H"])])


@row(CallReason.PAGE_TOKEN_INVALID, field="page_token")
async def _(door: Door) -> Refusal:
    return await door.refused(pb.ListGamesRequest(page_token="nonsense"))


@row(CallReason.REQUEST_ID_REUSED, field="request_id")
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    await door.ask(table.move(a_pass(), request_id="once"), table.seats[ME])
    return await door.refused(table.move(a_taking("3C 3D 3S"), request_id="once"), table.seats[ME])


@row(CallReason.REQUEST_ID_NOT_RANDOM, field="request_id")
async def _(door: Door) -> Refusal:
    return await _create(door, request_id="my-game")


@row(CallReason.GAME_NOT_FOUND)
async def _(door: Door) -> Refusal:
    return await door.refused(pb.GetGameRequest(game_id="a" * 26))


@row(CallReason.RULESET_NOT_FOUND, field="ruleset", allowed=", ".join(RULESETS))
async def _(door: Door) -> Refusal:
    return await _create(door, ruleset="canasta")


@row(CallReason.CREDENTIAL_MISSING)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    return await door.refused(table.move(a_pass()))


@row(CallReason.CREDENTIAL_INVALID)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    return await door.refused(table.move(a_pass()), table.seats[ME][:-1])


@row(CallReason.CREDENTIAL_REVOKED)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    await door.ask(pb.IssueSeatTokenRequest(game_id=table.game_id, seat=ME), table.host)
    return await door.refused(table.move(a_pass()), table.seats[ME])


@row(CallReason.NOT_ALLOWED)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    return await door.refused(table.move(a_pass()), table.watch)


@row(CallReason.TABLE_PRIVATE)
async def _(door: Door) -> Refusal:
    table = await Table.set_up(door, access=view_pb2.ACCESS_PRIVATE)
    return await door.refused(pb.GetGameRequest(game_id=table.game_id))


@row(CallReason.SEAT_TAKEN, field="seat")
async def _(door: Door) -> Refusal:
    table = await _waiting(door)
    return await door.refused(pb.JoinGameRequest(game_id=table.game_id, seat=0))


@row(CallReason.SEAT_NOT_TAKEN, field="seat")
async def _(door: Door) -> Refusal:
    table = await _waiting(door)
    return await door.refused(pb.FreeSeatRequest(game_id=table.game_id, seat=1), table.host)


@row(CallReason.GAME_NOT_STARTED)
async def _(door: Door) -> Refusal:
    table = await _waiting(door)
    request = pb.ListLegalMovesRequest(game_id=table.game_id)
    return await door.refused(request, table.seats[0])


@row(CallReason.GAME_STARTED)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    return await door.refused(pb.JoinGameRequest(game_id=table.game_id))


@row(CallReason.GAME_FINISHED)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    await table.finish()
    return await door.refused(pb.CancelGameRequest(game_id=table.game_id), table.host)


@row(CallReason.GAME_NOT_FINISHED)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    return await door.refused(pb.GetTranscriptRequest(game_id=table.game_id))


@row(CallReason.USE_RESIGN)
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    return await door.refused(pb.LeaveGameRequest(game_id=table.game_id), table.seats[ME])


@row(CallReason.COMMITMENT_MISMATCH, field="commitment")
async def _(door: Door) -> Refusal:
    table = await Table.set_up(door)
    return await door.refused(pb.JoinGameRequest(game_id=table.game_id, commitment="0" * 64))


@row(CallReason.STALE_REVISION, revision="4")
async def _(door: Door) -> Refusal:
    table = await Table.pinned(door)
    request = table.move(a_pass())
    await table.play(ME, a_pass())
    return await door.refused(request, table.seats[ME])
