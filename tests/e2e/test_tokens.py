"""Wrong tokens at the doors of both servers: refused by the documented reason, nothing changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import grpc
import grpc.aio
import pytest
from google.protobuf.message import Message

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from tests.e2e.doors import Door, Doors, Refusal, new_request_id, refusal_of, refused
from tests.e2e.tables import Table, set_up, view_of


def _play(table: Table) -> Message:
    request = pb.PlayMoveRequest(game_id=table.game_id, revision=3, request_id=new_request_id())
    getattr(request.move, "pass").SetInParent()
    return request


def _dry_run(table: Table) -> Message:
    request = pb.PlayMoveRequest(game_id=table.game_id, revision=3, validate_only=True)
    getattr(request.move, "pass").SetInParent()
    return request


BY_SEAT: dict[str, Callable[[Table], Message]] = {
    "PlayMove": _play,
    "PlayMove dry": _dry_run,
    "ListLegalMoves": lambda table: pb.ListLegalMovesRequest(game_id=table.game_id),
    "Resign": lambda table: pb.ResignRequest(game_id=table.game_id),
    "LeaveGame": lambda table: pb.LeaveGameRequest(game_id=table.game_id),
}
"""Calls that a seat token makes."""
BY_HOST: dict[str, Callable[[Table], Message]] = {
    "CancelGame": lambda table: pb.CancelGameRequest(game_id=table.game_id),
    "FreeSeat": lambda table: pb.FreeSeatRequest(game_id=table.game_id, seat=0),
    "IssueSeatToken": lambda table: pb.IssueSeatTokenRequest(game_id=table.game_id, seat=0),
}
"""Calls that the host token makes."""
BY_ANYONE: dict[str, Callable[[Table], Message]] = {
    "GetGame": lambda table: pb.GetGameRequest(game_id=table.game_id),
    "ListEvents": lambda table: pb.ListEventsRequest(game_id=table.game_id),
    "WatchGame": lambda table: pb.WatchGameRequest(game_id=table.game_id, after_revision=0),
    "GetTranscript": lambda table: pb.GetTranscriptRequest(game_id=table.game_id),
    "JoinGame": lambda table: pb.JoinGameRequest(game_id=table.game_id),
}
"""Calls that take a token but need none at an unlisted table."""
CALLS = {**BY_SEAT, **BY_HOST, **BY_ANYONE}
TableCall = Callable[[Table], Message]


async def _refused(door: Door, request: Message, token: str) -> Refusal:
    """How a call is refused, a stream as well."""
    if not isinstance(request, pb.WatchGameRequest):
        return await refused(door.ask(request, token))
    try:
        message = await door.watch(request, token).read()
    except grpc.aio.AioRpcError as error:
        return refusal_of(error)
    raise AssertionError(f"not refused, but answered:\n{message}")


async def _state(doors: Doors, table: Table) -> list[Any]:
    """All that the seats and the world see of a game."""
    tokens = (*table.seats, "")
    return [await view_of(doors, table, token) for token in tokens]


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
async def test_a_token_with_one_byte_changed_opens_nothing(doors: Doors, call: TableCall) -> None:
    """One byte changed at every position: UNAUTHENTICATED at either server, state as before."""
    table = await set_up(doors)
    before = await _state(doors, table)
    token = table.host if call in BY_HOST.values() else table.seats[0]
    changed = [
        token[:place] + ("x" if token[place] != "x" else "y") + token[place + 1 :]
        for place in range(len(token))
    ]
    refusals = await asyncio.gather(
        *(_refused(doors[number], call(table), wrong) for number, wrong in enumerate(changed))
    )
    assert {refusal.name for refusal in refusals} == {("UNAUTHENTICATED", "CREDENTIAL_INVALID")}
    for refusal, wrong in zip(refusals, changed, strict=True):
        assert wrong not in str(refusal)
    assert await _state(doors, table) == before


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
async def test_a_token_of_another_game_opens_nothing(doors: Doors, call: TableCall) -> None:
    """Seat, host, invite and watch tokens of another game: NOT_ALLOWED, state as before."""
    table, other = await set_up(doors), await set_up(doors)
    before = await _state(doors, table)
    for token in (other.seats[0], other.seats[1], other.host, other.invite, other.watch):
        for door in doors.all:
            refusal = await _refused(door, call(table), token)
            assert refusal.name == ("PERMISSION_DENIED", "NOT_ALLOWED")
    assert await _state(doors, table) == before


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
async def test_a_replaced_token_opens_nothing(doors: Doors, call: TableCall) -> None:
    """The token of a seat that has a newer one: CREDENTIAL_REVOKED, also to look."""
    table = await set_up(doors)
    await doors.ask(pb.IssueSeatTokenRequest(game_id=table.game_id, seat=0), table.host)
    before = await view_of(doors, table, table.seats[1])
    for door in doors.all:
        refusal = await _refused(door, call(table), table.seats[0])
        of_host = call in BY_HOST.values() and call is not BY_HOST["IssueSeatToken"]
        if of_host or call is BY_ANYONE["JoinGame"]:
            assert refusal.name == ("PERMISSION_DENIED", "NOT_ALLOWED")
        else:
            assert refusal.name == ("UNAUTHENTICATED", "CREDENTIAL_REVOKED")
    assert await view_of(doors, table, table.seats[1]) == before


async def test_the_token_of_a_freed_seat_opens_nothing(doors: Doors) -> None:
    """A seat that was freed, and one that was left: their tokens stay dead when others come."""
    made = await doors.ask(pb.CreateGameRequest(ruleset="classic"))
    game_id = made.game.game_id
    dead = []
    for free in (
        (pb.FreeSeatRequest(game_id=game_id, seat=0), made.host_token),
        (pb.LeaveGameRequest(game_id=game_id), ""),
    ):
        joined = await doors.ask(pb.JoinGameRequest(game_id=game_id, seat=0))
        dead.append(joined.seat_token)
        await doors.ask(free[0], free[1] or joined.seat_token)
    for joins in range(3):
        for token in dead:
            for request in (
                pb.GetGameRequest(game_id=game_id),
                pb.LeaveGameRequest(game_id=game_id),
                pb.IssueSeatTokenRequest(game_id=game_id, seat=0),
            ):
                refusal = await refused(doors.ask(request, token))
                assert refusal.name == ("UNAUTHENTICATED", "CREDENTIAL_REVOKED")
        if joins < 2:
            await doors.ask(pb.JoinGameRequest(game_id=game_id))


@pytest.mark.parametrize("call", BY_SEAT.values(), ids=BY_SEAT.keys())
async def test_only_a_seat_acts_for_a_seat(doors: Doors, call: TableCall) -> None:
    """Without a token CREDENTIAL_MISSING; with host, invite or watch token NOT_ALLOWED."""
    table = await set_up(doors)
    before = await _state(doors, table)
    for door in doors.all:
        refusal = await _refused(door, call(table), "")
        assert refusal.name == ("UNAUTHENTICATED", "CREDENTIAL_MISSING")
        for token in (table.host, table.invite, table.watch):
            refusal = await _refused(door, call(table), token)
            assert refusal.name == ("PERMISSION_DENIED", "NOT_ALLOWED")
    assert await _state(doors, table) == before


@pytest.mark.parametrize("call", BY_HOST.values(), ids=BY_HOST.keys())
async def test_only_the_host_manages_the_table(doors: Doors, call: TableCall) -> None:
    """Without a token CREDENTIAL_MISSING; with another seat's, invite or watch NOT_ALLOWED."""
    table = await set_up(doors)
    before = await _state(doors, table)
    for door in doors.all:
        refusal = await _refused(door, call(table), "")
        assert refusal.name == ("UNAUTHENTICATED", "CREDENTIAL_MISSING")
        for token in (table.seats[1], table.invite, table.watch):
            refusal = await _refused(door, call(table), token)
            assert refusal.name == ("PERMISSION_DENIED", "NOT_ALLOWED")
    assert await _state(doors, table) == before


async def test_the_other_seats_token_does_not_move_or_look(doors: Doors) -> None:
    """A seat's token acts for that seat alone: not its turn, and not the other's hand."""
    table = await set_up(doors)
    view = await view_of(doors, table)
    acting = view.deal.seats_to_act[0]
    other = 1 - acting
    before = await _state(doors, table)
    for door in doors.all:
        refusal = await _refused(door, _play(table), table.seats[other])
        assert refusal.name == ("FAILED_PRECONDITION", "NOT_YOUR_TURN")
        listed = await door.ask(pb.ListLegalMovesRequest(game_id=table.game_id), table.seats[other])
        assert list(listed.moves) == []
    assert await _state(doors, table) == before
    hands = [set(seen.you.hand) for seen in before[:2]]
    assert hands[0].isdisjoint(hands[1])
    assert not before[2].HasField("you")


@pytest.mark.parametrize("name", ["GetGame", "ListEvents", "WatchGame", "GetTranscript"])
async def test_a_private_table_shows_nothing_without_a_token(doors: Doors, name: str) -> None:
    """TABLE_PRIVATE without a token; any token of the table opens it."""
    table = await set_up(doors, access=view_pb2.ACCESS_PRIVATE)
    await doors.ask(pb.ResignRequest(game_id=table.game_id), table.seats[0])
    request = BY_ANYONE[name](table)
    for door in doors.all:
        refusal = await _refused(door, request, "")
        assert refusal.name == ("PERMISSION_DENIED", "TABLE_PRIVATE")
        for token in (table.watch, table.invite, table.host, *table.seats):
            if isinstance(request, pb.WatchGameRequest):
                message: Any = await door.watch(request, token).read()
                assert message.update.revision == 1
            else:
                await door.ask(request, token)


async def test_a_private_table_is_joined_by_its_invite_alone(doors: Doors) -> None:
    """Nobody, and no watcher, takes a seat of a private table; it is never listed."""
    made = await doors.ask(
        pb.CreateGameRequest(
            ruleset="classic", access=view_pb2.ACCESS_PRIVATE, request_id=new_request_id()
        )
    )
    game_id = made.game.game_id
    request = pb.JoinGameRequest(game_id=game_id)
    assert (await refused(doors.ask(request))).name == ("PERMISSION_DENIED", "TABLE_PRIVATE")
    refusal = await refused(doors.ask(request, made.watch_token))
    assert refusal.name == ("PERMISSION_DENIED", "NOT_ALLOWED")
    assert (await doors.ask(request, made.invite_token)).seat == 0
    listed = await doors.ask(pb.ListGamesRequest(page_size=200))
    assert game_id not in [game.game_id for game in listed.games]


@pytest.mark.parametrize("text", ["", "Bearer", "Basic abc", "token", "Bearer a b", "Bearer " * 99])
async def test_a_malformed_credential_is_refused(doors: Doors, text: str) -> None:
    """An authorization that is no bearer token is CREDENTIAL_INVALID, never "no token"."""
    table = await set_up(doors)
    for door in doors.all:
        call = door.game.GetGame(
            pb.GetGameRequest(game_id=table.game_id),
            metadata=(("authorization", text),),
            timeout=10,
        )
        refusal = await refused(call)
        assert refusal.name == ("UNAUTHENTICATED", "CREDENTIAL_INVALID")
