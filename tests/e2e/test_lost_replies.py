"""A reply that never arrived: the retry, at the other server, gets the first answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, NamedTuple

import grpc
import grpc.aio
import pytest
from google.protobuf.message import Message

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from tests.e2e.doors import Doors, new_request_id, opened, refused
from tests.e2e.tables import Table, decide, given_orders, greedy_player, play_some, set_up, view_of
from tests.support.processes import HOST, Server
from tests.support.proxy import proxy_to
from tests.support.rulesets import FAMILY_H
from tests.support.waiting import until_async

COMMITTED_WITHIN = 5.0


async def _lose_reply(
    pair: tuple[Server, Server],
    doors: Doors,
    request: Message,
    token: str,
    committed: Callable[[], Awaitable[bool | None]],
) -> Any:
    """Make a call at the first server whose reply the network loses; a copy's answer.

    The line is cut once the other server shows that the call was committed. Meanwhile a copy
    of the call goes straight to the second server.
    """
    port = int(pair[0].address.rpartition(":")[2])
    async with proxy_to(HOST, port) as proxy, opened(f"{HOST}:{proxy.port}") as through:
        await through[0].ask(pb.ListGamesRequest())  # the line stands before it is held
        proxy.hold_replies()
        lost = asyncio.ensure_future(through[0].ask(request, token))
        await until_async(committed, seconds=COMMITTED_WITHIN, what="the commit")
        copy = await doors[1].ask(request, token)
        assert not lost.done()
        await proxy.cut()
        with pytest.raises(grpc.aio.AioRpcError) as failure:
            await lost
        assert failure.value.code() == grpc.StatusCode.UNAVAILABLE
    return copy


def _revision_is(doors: Doors, game_id: str, revision: int) -> Callable[[], Awaitable[bool | None]]:
    async def is_reached() -> bool:
        got: pb.GetGameResponse = await doors[1].ask(pb.GetGameRequest(game_id=game_id))
        return got.game.revision == revision

    return is_reached


async def test_a_lost_move_is_answered_three_moves_later(
    doors: Doors, pair: tuple[Server, Server]
) -> None:
    """The retry on the other server, after three more moves: the first answer, no new move."""
    table = await set_up(doors, orders=given_orders(1), first_dealer=0)
    player = greedy_player(Random(1))
    revision = await play_some(doors, table, player, moves=4)
    seat = (await view_of(doors, table)).deal.seats_to_act[0]
    request, _ = await decide(doors, table, seat, player)
    token = table.seats[seat]
    copy = await _lose_reply(
        pair, doors, request, token, _revision_is(doors, table.game_id, revision + 1)
    )
    assert copy.update.revision == revision + 1
    assert await play_some(doors, table, player, moves=3) == revision + 4
    for door in doors.all:
        assert await door.ask(request, token) == copy
    assert (await view_of(doors, table)).revision == revision + 4


@pytest.mark.parametrize("ruleset", FAMILY_H)
async def test_lost_moves_of_a_turn_that_has_several(
    doors: Doors, pair: tuple[Server, Server], ruleset: str
) -> None:
    """Where cards are drawn into the hand too: each is made once, and answered as at first."""
    table = await set_up(doors, ruleset)
    player = greedy_player(Random(4))
    revision = (await view_of(doors, table)).revision
    lost: list[tuple[pb.PlayMoveRequest, str, pb.PlayMoveResponse]] = []
    while len(lost) < 5 or not any(request.move.HasField("discard") for request, _, _ in lost):
        seat = (await view_of(doors, table)).deal.seats_to_act[0]
        request, _ = await decide(doors, table, seat, player)
        token = table.seats[seat]
        revision += 1
        committed = _revision_is(doors, table.game_id, revision)
        copy = await _lose_reply(pair, doors, request, token, committed)
        assert copy.update.revision == revision
        lost.append((request, token, copy))
    assert {request.move.WhichOneof("kind") for request, _, _ in lost} > {"discard"}
    for request, token, copy in lost:
        for door in doors.all:
            assert await door.ask(request, token) == copy
    assert (await view_of(doors, table)).revision == revision


async def test_the_answer_is_kept_past_the_end_of_the_game(doors: Doors) -> None:
    """A repeat of a move gets its first answer even when the game is over."""
    table = await set_up(doors)
    seat = (await view_of(doors, table)).deal.seats_to_act[0]
    request, _ = await decide(doors, table, seat, greedy_player(Random(2)))
    first = await doors.ask(request, table.seats[seat])
    await doors.ask(
        pb.ResignRequest(game_id=table.game_id, request_id=new_request_id()), table.seats[0]
    )
    assert await doors[0].ask(request, table.seats[seat]) == first
    assert await doors[1].ask(request, table.seats[seat]) == first


async def test_a_used_id_with_another_move_is_refused(doors: Doors) -> None:
    """The same id with another move, or another revision: REQUEST_ID_REUSED, nothing changes."""
    table = await set_up(doors, options={"max_deals": "4"})
    seat = (await view_of(doors, table)).deal.seats_to_act[0]
    request, seen = await decide(doors, table, seat, greedy_player(Random(3)))
    await doors.ask(request, table.seats[seat])
    other_move = pb.PlayMoveRequest()
    other_move.CopyFrom(request)
    other_move.move.discard.card = seen.you.hand[0]
    other_revision = pb.PlayMoveRequest()
    other_revision.CopyFrom(request)
    other_revision.revision += 1
    now = await view_of(doors, table)
    for changed in (other_move, other_revision):
        for door in doors.all:
            refusal = await refused(door.ask(changed, table.seats[seat]))
            assert refusal.name == ("INVALID_ARGUMENT", "REQUEST_ID_REUSED")
            assert request.request_id not in str(refusal)
    assert await view_of(doors, table) == now


class Lost(NamedTuple):
    """A call whose reply is lost, what follows it, and the same id with other content."""

    request: Message
    token: str
    game_id: str
    revision: int
    """The one that the call makes."""
    later: list[tuple[Message, str]]
    otherwise: Message | None


async def _join(doors: Doors) -> Lost:
    made = await doors.ask(pb.CreateGameRequest(ruleset="classic", request_id=new_request_id()))
    game_id = made.game.game_id
    request_id = new_request_id()
    later = pb.JoinGameRequest(game_id=game_id, name="Ben", request_id=new_request_id())
    return Lost(
        pb.JoinGameRequest(game_id=game_id, name="Ana", request_id=request_id),
        "",
        game_id,
        2,
        [(later, "")],
        pb.JoinGameRequest(game_id=game_id, name="Eve", request_id=request_id),
    )


async def _leave(doors: Doors) -> Lost:
    made = await doors.ask(pb.CreateGameRequest(ruleset="classic", request_id=new_request_id()))
    game_id = made.game.game_id
    ana = await doors.ask(pb.JoinGameRequest(game_id=game_id, request_id=new_request_id()))
    later = [
        (pb.JoinGameRequest(game_id=game_id, name=name, request_id=new_request_id()), "")
        for name in ("Ben", "Cem")
    ]
    request = pb.LeaveGameRequest(game_id=game_id, request_id="leave")
    return Lost(request, ana.seat_token, game_id, 3, [*later], None)


async def _issue(doors: Doors) -> Lost:
    table = await set_up(doors)
    later = pb.IssueSeatTokenRequest(game_id=table.game_id, seat=1, request_id=new_request_id())
    lost = new_request_id()
    return Lost(
        pb.IssueSeatTokenRequest(game_id=table.game_id, seat=0, request_id=lost),
        table.host,
        table.game_id,
        4,
        [(later, table.host)],
        pb.IssueSeatTokenRequest(game_id=table.game_id, seat=1, request_id=lost),
    )


async def _issue_own(doors: Doors) -> Lost:
    """The seat's own token asks, and dies by it: the retry comes with the dead one."""
    table = await set_up(doors)
    request = pb.IssueSeatTokenRequest(game_id=table.game_id, seat=0, request_id=new_request_id())
    later = pb.IssueSeatTokenRequest(game_id=table.game_id, seat=1, request_id=new_request_id())
    return Lost(request, table.seats[0], table.game_id, 4, [(later, table.host)], None)


async def _resign(doors: Doors) -> Lost:
    table = await set_up(doors, "three_player")
    later = pb.ResignRequest(game_id=table.game_id, request_id="resign")
    request = pb.ResignRequest(game_id=table.game_id, request_id="resign")
    return Lost(request, table.seats[1], table.game_id, 5, [(later, table.seats[2])], None)


async def _cancel(doors: Doors) -> Lost:
    table = await set_up(doors)
    request = pb.CancelGameRequest(game_id=table.game_id, request_id="cancel")
    return Lost(request, table.host, table.game_id, 4, [], None)


async def _free(doors: Doors) -> Lost:
    made = await doors.ask(pb.CreateGameRequest(ruleset="classic", request_id=new_request_id()))
    game_id = made.game.game_id
    await doors.ask(pb.JoinGameRequest(game_id=game_id, seat=1, request_id=new_request_id()))
    later = pb.JoinGameRequest(game_id=game_id, name="Ben", request_id=new_request_id())
    return Lost(
        pb.FreeSeatRequest(game_id=game_id, seat=1, request_id="free"),
        made.host_token,
        game_id,
        3,
        [(later, "")],
        pb.FreeSeatRequest(game_id=game_id, seat=0, request_id="free"),
    )


@pytest.mark.parametrize("prepare", [_join, _leave, _issue, _issue_own, _resign, _cancel, _free])
async def test_every_other_change_is_answered_again_too(
    doors: Doors,
    pair: tuple[Server, Server],
    prepare: Callable[[Doors], Awaitable[Lost]],
) -> None:
    """Join, leave, issue, resign, cancel, free: the first answer, after later calls as well.

    Without the hand once the seat has another token: tests/conformance/test_replaced_tokens.py.
    """
    lost = await prepare(doors)
    committed = _revision_is(doors, lost.game_id, lost.revision)
    copy = await _lose_reply(pair, doors, lost.request, lost.token, committed)
    for request, token in lost.later:
        await doors.ask(request, token)
    for door in doors.all:
        assert await door.ask(lost.request, lost.token) == copy
    if lost.otherwise is not None:
        refusal = await refused(doors.ask(lost.otherwise, lost.token))
        assert refusal.name == ("INVALID_ARGUMENT", "REQUEST_ID_REUSED")
    got = await doors.ask(pb.GetGameRequest(game_id=lost.game_id))
    assert got.game.revision == lost.revision + len(lost.later)


async def test_a_lost_creation_is_answered_again(doors: Doors, pair: tuple[Server, Server]) -> None:
    """CreateGame again after the table was filled: the first answer with the same tokens."""
    request = pb.CreateGameRequest(
        ruleset="classic", access=view_pb2.ACCESS_PUBLIC, request_id=new_request_id()
    )
    known = {game.game_id for game in (await doors.ask(pb.ListGamesRequest(page_size=200))).games}

    async def is_listed() -> bool:
        # Listed before it is committed, shown only afterwards: the game is read.
        listed: pb.ListGamesResponse = await doors[1].ask(pb.ListGamesRequest(page_size=200))
        return any(game.game_id not in known for game in listed.games)

    copy = await _lose_reply(pair, doors, request, "", is_listed)
    game_id = copy.game.game_id
    for name in ("Ana", "Ben"):
        joining = pb.JoinGameRequest(game_id=game_id, name=name, request_id=new_request_id())
        await doors.ask(joining)
    for door in doors.all:
        assert await door.ask(request) == copy
    otherwise = pb.CreateGameRequest(ruleset="spanish", request_id=request.request_id)
    refusal = await refused(doors.ask(otherwise))
    assert refusal.name == ("INVALID_ARGUMENT", "REQUEST_ID_REUSED")


async def test_request_ids_are_the_callers_own(doors: Doors) -> None:
    """The same id from the other seat is another request."""
    table: Table = await set_up(doors)
    for passed in range(2):
        view = await view_of(doors, table)
        seat = view.deal.seats_to_act[0]
        request = pb.PlayMoveRequest(
            game_id=table.game_id, revision=view.revision, request_id="my first move"
        )
        getattr(request.move, "pass").SetInParent()
        played = await doors.ask(request, table.seats[seat])
        assert played.update.revision == view.revision + 1
        assert [event.passed.seat for event in played.update.events[:1]] == [seat]
        assert len(view.deal.passed_seats) == passed
