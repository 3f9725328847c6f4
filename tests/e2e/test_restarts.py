"""Stop and start again on the same data directory: the games are still there."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import grpc
import grpc.aio
import pytest

import conquian
from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from tests.e2e.doors import Doors, new_request_id, opened
from tests.e2e.tables import (
    Table,
    decide,
    given_orders,
    greedy_player,
    play_out,
    play_some,
    set_up,
    transcript_of,
    view_of,
)
from tests.support.processes import Server, Store, ending, processes_holding
from tests.support.waiting import until, until_async

ENDED_WITHIN = 10.0


@asynccontextmanager
async def _serving(
    directory: Path, ports: tuple[int, int] | None = None
) -> AsyncIterator[tuple[Server, Doors]]:
    """A server on a data directory, and a door to it."""
    server = await asyncio.to_thread(Server.on_directory, directory, ports=ports)
    with ending(server):
        async with opened(server.address) as doors:
            yield server, doors


async def _begun(doors: Doors) -> tuple[Table, pb.PlayMoveRequest, int, pb.PlayMoveResponse]:
    """A running game, its last move with the seat that made it, and the answer it got."""
    table = await set_up(
        doors,
        options={"deals": "1"},
        access=view_pb2.ACCESS_PUBLIC,
        orders=given_orders(1),
        first_dealer=0,
    )
    player = greedy_player(Random(1))
    await play_some(doors, table, player, moves=5)
    seat = (await view_of(doors, table)).deal.seats_to_act[0]
    request, _ = await decide(doors, table, seat, player)
    answer: pb.PlayMoveResponse = await doors.ask(request, table.seats[seat])
    return table, request, seat, answer


def _until_nothing_holds(directory: Path) -> None:
    until(
        lambda: not processes_holding(directory),
        seconds=ENDED_WITHIN,
        what="every process on the data directory to end",
    )


async def _still_there(
    doors: Doors,
    table: Table,
    before: list[view_pb2.GameView],
    retry: tuple[pb.PlayMoveRequest, str, pb.PlayMoveResponse],
) -> None:
    """The game stands as it stood, its tokens work, and a retry gets its first answer."""
    after = [await view_of(doors, table, token) for token in (*table.seats, "")]
    for seen in (*before, *after):
        for place in seen.seats:
            place.ClearField("presence")
    assert after == before
    request, token, answer = retry
    assert await doors.ask(request, token) == answer
    listed = await doors.ask(pb.ListGamesRequest())
    assert table.game_id in [game.game_id for game in listed.games]
    await play_out(doors, table, greedy_player(Random(2)))
    view, entries = await transcript_of(doors, table.game_id)
    assert [entry.revision for entry in entries] == list(range(1, view.revision + 1))


async def test_games_outlive_a_stop_and_a_start(tmp_path: Path) -> None:
    """SIGTERM and the same command again: games, tokens, request records and cursors hold.

    A watcher of the Python client that was there before goes on by itself and misses nothing.
    """
    directory = tmp_path / "games"
    seen: list[int] = []
    async with _serving(directory) as (server, doors):
        ports = server.ports
        table, request, seat, answer = await _begun(doors)
        before = [await view_of(doors, table, token) for token in (*table.seats, "")]
        client = conquian.connect(server.address)
        watch = client.watch(table.game_id, after_revision=0, patience=20)
        async for item in watch:
            assert isinstance(item, conquian.Update)
            seen.append(item.revision)
            if item.revision == answer.update.revision:
                break
        assert processes_holding(directory) != []
        assert await asyncio.to_thread(server.stop) == 0
    await asyncio.to_thread(_until_nothing_holds, directory)
    async with _serving(directory, ports) as (_, doors), client:

        async def follow() -> None:
            async for item in watch:
                assert isinstance(item, conquian.Update)
                seen.append(item.revision)

        following = asyncio.ensure_future(follow())
        await _still_there(doors, table, before, (request, table.seats[seat], answer))
        last = (await view_of(doors, table)).revision
        await asyncio.wait_for(following, 10)
    assert seen == list(range(1, last + 1))


async def test_a_killed_server_leaves_games_and_no_store(tmp_path: Path) -> None:
    """SIGKILL of the server: its store ends by itself in seconds; a new server has the games."""
    directory = tmp_path / "games"
    async with _serving(directory) as (server, doors):
        table, request, seat, answer = await _begun(doors)
        before = [await view_of(doors, table, token) for token in (*table.seats, "")]
        assert processes_holding(directory) != []
        server.signal(signal.SIGKILL)
        assert await asyncio.to_thread(server.wait, 5) == -signal.SIGKILL
    await asyncio.to_thread(_until_nothing_holds, directory)
    async with _serving(directory) as (_, doors):
        await _still_there(doors, table, before, (request, table.seats[seat], answer))


async def test_a_new_server_may_start_while_the_old_one_ends(tmp_path: Path) -> None:
    """SIGKILL and an immediate start: the new one waits for the old store, nothing is lost."""
    directory = tmp_path / "games"
    async with _serving(directory) as (server, doors):
        table, request, seat, answer = await _begun(doors)
        before = [await view_of(doors, table, token) for token in (*table.seats, "")]
        server.signal(signal.SIGKILL)
        await asyncio.to_thread(server.wait, 5)
        async with _serving(directory) as (_, new):
            await _still_there(new, table, before, (request, table.seats[seat], answer))


async def test_a_server_killed_in_mid_deal_loses_nothing(
    doors: Doors, store: Store, tmp_path: Path
) -> None:
    """SIGKILL of one of three servers with a move under way: the retry at another settles it."""
    table = await set_up(doors, options={"deals": "1"}, orders=given_orders(1), first_dealer=0)
    player = greedy_player(Random(3))
    doomed = await asyncio.to_thread(Server.on_store, tmp_path, store.url, name="doomed")
    with ending(doomed):
        async with opened(doomed.address) as there:
            revision = await play_some(there, table, player, moves=5)
            seat = (await view_of(doors, table)).deal.seats_to_act[0]
            request, _ = await decide(doors, table, seat, player)
            under_way = asyncio.ensure_future(there.ask(request, table.seats[seat]))
            await asyncio.sleep(0)
            doomed.signal(signal.SIGKILL)
            outcome = (await asyncio.gather(under_way, return_exceptions=True))[0]
    answer = await doors.ask(request, table.seats[seat])
    assert answer.update.revision == revision + 1
    assert outcome == answer or isinstance(outcome, grpc.aio.AioRpcError)
    last = await play_out(doors, table, player)
    assert last.status == view_pb2.GAME_STATUS_FINISHED


async def test_two_servers_never_share_a_data_directory(tmp_path: Path) -> None:
    """A second server on a directory in use says so and ends; the first goes on."""
    directory = tmp_path / "games"
    async with _serving(directory) as (server, doors):
        with pytest.raises(AssertionError, match="in use"):
            await asyncio.to_thread(Server.on_directory, directory, name="intruder")
        assert server.running
        await set_up(doors)


async def test_calls_under_way_are_finished_before_the_end(tmp_path: Path) -> None:
    """SIGTERM amid a stream of moves: every call is answered or told UNAVAILABLE, none torn."""
    directory = tmp_path / "games"
    async with _serving(directory) as (server, doors):
        answered: list[str] = []
        ends: list[str] = []

        async def create() -> None:
            while True:
                request = pb.CreateGameRequest(ruleset="classic", request_id=new_request_id())
                try:
                    answered.append((await doors.ask(request)).game.game_id)
                except grpc.aio.AioRpcError as error:
                    ends.append(error.code().name)
                    return

        creating = [asyncio.ensure_future(create()) for _ in range(8)]

        async def many_are_made() -> bool:
            return len(answered) >= 50

        await until_async(many_are_made, seconds=ENDED_WITHIN, what="fifty games")
        assert await asyncio.to_thread(server.stop) == 0
        await asyncio.gather(*creating)
        assert set(ends) <= {"UNAVAILABLE", "CANCELLED"}
    async with _serving(directory) as (_, doors):
        for game_id in answered:
            await doors.ask(pb.GetGameRequest(game_id=game_id))
