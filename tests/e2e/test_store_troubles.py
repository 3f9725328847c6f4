"""A store that is slow, silent or away: moves happen once, and callers are told what is known."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import grpc
import grpc.aio
import pytest

import conquian
from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from tests.e2e.doors import Door, Doors, new_request_id, opened, refusal_of, refused
from tests.e2e.tables import Table, decide, given_orders, greedy_player, play_some, set_up, view_of
from tests.support.processes import HOST, Server, Store, ending
from tests.support.proxy import Proxy, proxy_to
from tests.support.waiting import until_async

SOON = 10.0
STORE_TIMEOUT = 6.0
DEADLINE = 3.0
"""Of an impatient caller: enough for a commit on a busy machine, and well below that."""


class PatientServer(Server):
    """Waits longer for its store: the usual second goes by in a test that does something else."""

    program = (
        "-c",
        f"""
import sys
from conquian_service import bootstrap, cli
bootstrap._STORE_TIMEOUT = {STORE_TIMEOUT}
sys.exit(cli.main())
""",
    )


@asynccontextmanager
async def _behind_a_proxy(
    store: Store, folder: Path, kind: type[Server] = Server
) -> AsyncIterator[tuple[Server, Door, Proxy]]:
    """A server that reaches the store through a proxy."""
    async with proxy_to(HOST, store.port) as proxy:
        url = f"redis://{HOST}:{proxy.port}/0"
        server = await asyncio.to_thread(kind.on_store, folder, url, name="behind")
        with ending(server):
            async with opened(server.address) as door:
                yield server, door[0], proxy


async def _due(doors: Doors) -> tuple[Table, pb.PlayMoveRequest, str, int]:
    """A running game, the move due next with the token that makes it, and the revision."""
    table = await set_up(doors, orders=given_orders(1), first_dealer=0)
    player = greedy_player(Random(1))
    revision = await play_some(doors, table, player, moves=3)
    seat = (await view_of(doors, table)).deal.seats_to_act[0]
    request, _ = await decide(doors, table, seat, player)
    return table, request, table.seats[seat], revision


async def _revision(doors: Doors, table: Table) -> int:
    return (await view_of(doors, table)).revision


async def _first_answer(door: Door, request: pb.PlayMoveRequest, token: str) -> Any:
    """Repeat a move until the server has found its store again; the answer."""

    async def answer() -> Any:
        try:
            return await door.ask(request, token)
        except grpc.aio.AioRpcError as error:
            if refusal_of(error).reason != "STORE_UNAVAILABLE":
                raise
            return None

    return await until_async(answer, seconds=SOON, what="the server to find the store again")


@pytest.mark.parametrize("passing", [0, 1], ids=["while reading", "while committing"])
async def test_a_deadline_in_the_middle_of_a_move_loses_nothing(
    doors: Doors, store: Store, tmp_path: Path, passing: int
) -> None:
    """The caller gives up before a slow store answers: one move, and the retry is answered.

    A commit on its way happens although its caller is gone.
    """
    table, request, token, revision = await _due(doors)
    async with _behind_a_proxy(store, tmp_path, PatientServer) as (_, slow, proxy):
        await slow.ask(pb.GetGameRequest(game_id=table.game_id))
        proxy.hold_replies(after=passing)
        with pytest.raises(grpc.aio.AioRpcError) as late:
            await slow.ask(request, token, timeout=DEADLINE)
        assert late.value.code() == grpc.StatusCode.DEADLINE_EXCEEDED
        assert await _revision(doors, table) == revision + passing
        proxy.pass_on()
        first = await _first_answer(slow, request, token)
        assert first.update.revision == revision + 1
        for door in doors.all:
            assert await door.ask(request, token) == first
        assert await _revision(doors, table) == revision + 1


async def test_a_store_that_falls_silent_leaves_the_move_in_doubt(
    doors: Doors, store: Store, tmp_path: Path
) -> None:
    """The reply to a commit is lost: UNAVAILABLE, may have happened; the retry settles it."""
    table, request, token, revision = await _due(doors)
    async with _behind_a_proxy(store, tmp_path) as (server, behind, proxy):
        await behind.ask(pb.GetGameRequest(game_id=table.game_id))
        proxy.hold_replies(after=1)  # the reading gets through
        refusal = await refused(behind.ask(request, token))
        assert refusal.name == ("UNAVAILABLE", "STORE_UNAVAILABLE")
        assert refusal.metadata["may_have_happened"] == "true"
        assert await _revision(doors, table) == revision + 1
        assert not await asyncio.to_thread(server.is_ready)
        await proxy.cut()
        first = await doors.ask(request, token)
        assert first.update.revision == revision + 1

        assert await _first_answer(behind, request, token) == first
        assert await _revision(doors, table) == revision + 1


async def test_a_store_that_is_away_changes_nothing(
    doors: Doors, store: Store, tmp_path: Path
) -> None:
    """No connection at all: UNAVAILABLE, has not happened; then the server is back by itself."""
    table, request, token, revision = await _due(doors)
    async with _behind_a_proxy(store, tmp_path) as (server, behind, proxy):
        proxy.refusing = True
        await proxy.cut()
        refusal = await refused(behind.ask(request, token))
        assert refusal.name == ("UNAVAILABLE", "STORE_UNAVAILABLE")
        assert refusal.metadata["may_have_happened"] == "false"
        for reading in (
            pb.GetGameRequest(game_id=table.game_id),
            pb.ListGamesRequest(),
            pb.ListEventsRequest(game_id=table.game_id),
        ):
            refusal = await refused(behind.ask(reading))
            assert refusal.name == ("UNAVAILABLE", "STORE_UNAVAILABLE")
        creation = pb.CreateGameRequest(ruleset="classic", request_id=new_request_id())
        refusal = await refused(behind.ask(creation))
        assert refusal.name == ("UNAVAILABLE", "STORE_UNAVAILABLE")
        assert (await asyncio.to_thread(server.fetch, "/readyz"))[0] == 503
        assert (await asyncio.to_thread(server.fetch, "/healthz"))[0] == 200
        assert await _revision(doors, table) == revision
        proxy.refusing = False

        async def is_back() -> bool:
            return await asyncio.to_thread(server.is_ready)

        await until_async(is_back, seconds=SOON, what="the server to be ready again")
        played = await behind.ask(request, token)
        assert played.update.revision == revision + 1


async def test_a_game_being_created_stays_on_the_list(
    doors: Doors, store: Store, tmp_path: Path
) -> None:
    """Whoever lists games while one is listed but not yet committed must not unlist it."""
    async with _behind_a_proxy(store, tmp_path, PatientServer) as (_, behind, proxy):
        await behind.ask(pb.ListGamesRequest())
        for replies in range(1, 4):
            proxy.hold_replies(after=replies)
            request = pb.CreateGameRequest(
                ruleset="classic", access=view_pb2.ACCESS_PUBLIC, request_id=new_request_id()
            )
            creating = asyncio.ensure_future(behind.ask(request))
            await asyncio.wait_for(proxy.holding.wait(), SOON)
            await doors.ask(pb.ListGamesRequest())
            proxy.pass_on()
            game_id = (await creating).game.game_id
            listed = await doors.ask(pb.ListGamesRequest())
            assert game_id in [game.game_id for game in listed.games]


async def test_watchers_survive_a_restart_of_the_store(tmp_path: Path) -> None:
    """The store is stopped and started: the client's watch goes on, each revision once."""
    folder = tmp_path / "store"
    first = await asyncio.to_thread(Store, folder)
    with ending(first):
        server = await asyncio.to_thread(Server.on_store, tmp_path, first.url)
        with ending(server):
            async with opened(server.address) as doors, conquian.connect(server.address) as client:
                await _across_a_restart(doors, client, first, folder)


async def _across_a_restart(
    doors: Doors, client: conquian.AsyncClient, first: Store, folder: Path
) -> None:
    table = await set_up(doors, orders=given_orders(1), first_dealer=0)
    player = greedy_player(Random(3))
    seen: list[int] = []

    async def watch() -> None:
        async with client.watch(table.game_id, after_revision=0, patience=20) as updates:
            async for item in updates:
                assert isinstance(item, conquian.Update)
                seen.append(item.revision)

    watching = asyncio.ensure_future(watch())
    revision = await play_some(doors, table, player, moves=4)
    assert await asyncio.to_thread(first.stop) == 0
    refusal = await refused(doors.ask(pb.GetGameRequest(game_id=table.game_id)))
    assert refusal.name == ("UNAVAILABLE", "STORE_UNAVAILABLE")
    second = await asyncio.to_thread(Store, folder, port=first.port)
    with ending(second):

        async def is_back() -> bool:
            try:
                return await _revision(doors, table) == revision
            except grpc.aio.AioRpcError as error:
                if refusal_of(error).reason != "STORE_UNAVAILABLE":
                    raise
                return False

        await until_async(is_back, seconds=SOON, what="the game to be readable again")
        last = await play_some(doors, table, player, moves=4)
        await doors.ask(pb.ResignRequest(game_id=table.game_id), table.seats[0])
        await asyncio.wait_for(watching, SOON)
        assert seen == list(range(1, last + 2))
