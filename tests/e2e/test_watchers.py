"""Watching: every revision once, in order, however often the line is cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import grpc
import grpc.aio
import pytest

import conquian
from conquian.v1 import events_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from tests.e2e.doors import Door, Doors, opened, refusal_of
from tests.e2e.flavours import GRPC, HTTP, Wire
from tests.e2e.tables import (
    Table,
    choices,
    given_orders,
    greedy_player,
    play_out,
    play_some,
    set_up,
    transcript_of,
    view_of,
)
from tests.support.processes import HOST, Server, Store, ending
from tests.support.proxy import proxy_to

READ_WITHIN = 10.0
STOPPED_WITHIN = 8.0
"""Less than the grace that a server gives to calls under way."""
Stream = grpc.aio.UnaryStreamCall[pb.WatchGameRequest, pb.WatchGameResponse]


def _watch(
    door: Door, table: Table, after: int | None, token: str = "", *, legal: bool = False
) -> Stream:
    request = pb.WatchGameRequest(
        game_id=table.game_id, after_revision=after, include_legal_moves=legal
    )
    return door.watch(request, token)


async def _next(stream: Stream) -> pb.WatchGameResponse | None:
    """The next message but heartbeats; None at the stream's end."""
    while True:
        message = await asyncio.wait_for(stream.read(), READ_WITHIN)
        if not isinstance(message, pb.WatchGameResponse):
            return None
        if not message.HasField("heartbeat"):
            return message


async def _all(stream: Stream) -> list[events_pb2.GameUpdate]:
    """Every update until the stream ends."""
    updates = []
    while (message := await _next(stream)) is not None:
        assert message.HasField("update"), message
        updates.append(message.update)
    return updates


def _without_view(update: events_pb2.GameUpdate) -> events_pb2.GameUpdate:
    bare = events_pb2.GameUpdate()
    bare.CopyFrom(update)
    bare.ClearField("view")
    return bare


def _without_presence(view: view_pb2.GameView) -> view_pb2.GameView:
    """A view as streams give it: presence is GetGame's alone."""
    bare = view_pb2.GameView()
    bare.CopyFrom(view)
    for seat in bare.seats:
        seat.ClearField("presence")
    return bare


async def _finished(doors: Doors, *, seed: int) -> tuple[Table, int]:
    """A game of one deal, played to its end; its last revision."""
    table = await set_up(doors, options={"deals": "1"})
    last = await play_out(doors, table, greedy_player(Random(seed)))
    return table, last.revision


async def _list_events(
    doors: Doors, table: Table, after: int, token: str = "", *, size: int = 0, wait: int = 0
) -> pb.ListEventsResponse:
    request = pb.ListEventsRequest(
        game_id=table.game_id, after_revision=after, page_size=size, wait_millis=wait
    )
    answer: pb.ListEventsResponse = await doors.ask(request, token)
    return answer


@pytest.mark.parametrize("who", ["seat 0", "seat 1", "a watcher"])
async def test_a_watcher_cut_at_every_revision_misses_nothing(doors: Doors, who: str) -> None:
    """Cut after each update of a running game and resumed at the other server: all, in order.

    The last one carries the view that the server gives.
    """
    table = await set_up(doors, options={"deals": "1"})
    token = {"seat 0": table.seats[0], "seat 1": table.seats[1], "a watcher": ""}[who]
    seen: list[events_pb2.GameUpdate] = []

    async def watch() -> None:
        turn = doors.again()
        while True:
            after = seen[-1].revision if seen else 0
            stream = _watch(turn.next, table, after, token, legal=True)
            message = await _next(stream)
            stream.cancel()
            if message is None:
                return
            assert message.HasField("update"), message
            seen.append(message.update)

    watching = asyncio.ensure_future(watch())
    last = await play_out(doors, table, greedy_player(Random(who)))
    await asyncio.wait_for(watching, READ_WITHIN)
    assert list(range(1, last.revision + 1)) == [update.revision for update in seen]
    assert seen[-1].HasField("view")
    assert seen[-1].view == _without_presence(await view_of(doors, table, token))
    whole = await _all(_watch(doors[0], table, 0, token))
    assert list(map(_without_view, whole)) == list(map(_without_view, seen))


async def test_every_revision_can_be_resumed_from(doors: Doors) -> None:
    """From each revision of a finished game the stream gives exactly the later ones, and ends."""
    table, last = await _finished(doors, seed=1)
    token = table.seats[0]
    whole = await _all(_watch(doors[0], table, 0, token))
    assert [update.revision for update in whole] == list(range(1, last + 1))
    turn = doors.again()
    streams = [_watch(turn.next, table, after, token) for after in range(last + 1)]
    resumed = await asyncio.gather(*map(_all, streams))
    for after, updates in enumerate(resumed):
        assert updates == whole[after:]


async def test_a_whole_running_game_arrives_as_it_is_played(doors: Doors) -> None:
    """Uncut watchers on both servers get each revision, its view with it when it is the newest."""
    table = await set_up(doors, options={"deals": "1"})
    tokens = ["", table.seats[0], table.seats[1]]
    streams = [
        _watch(door, table, None, token, legal=True) for door in doors.all for token in tokens
    ]
    firsts = [await _next(stream) for stream in streams]
    for first in firsts:
        assert first is not None
        assert first.update.revision == 3
        assert first.update.view.revision == 3
    async for seat, request in choices(doors, table, greedy_player(Random(5))):
        played = (await doors.ask(request, table.seats[seat])).update
        for stream, token in zip(streams, tokens * 2, strict=True):
            message = await _next(stream)
            assert message is not None
            update = message.update
            assert update.revision == played.revision
            assert update.view.revision == update.revision
            if token == table.seats[seat]:
                update.view.you.ClearField("legal_moves")
                assert update == played
    assert [await _next(stream) for stream in streams] == [None] * len(streams)


async def test_polling_and_long_polling_tell_the_same(doors: Doors) -> None:
    """ListEvents, page by page and waiting, gives the stream's updates under the same cursor."""
    table = await set_up(doors, options={"deals": "1"})
    token = table.seats[1]
    waited: list[events_pb2.GameUpdate] = []

    async def long_poll() -> None:
        turn = doors.again()
        after, over = 0, False
        while not over:
            answer = await _list_events(turn, table, after, token, size=200, wait=8000)
            assert answer.updates, "the wait ended without an update"
            waited.extend(answer.updates)
            after = answer.next_after_revision
            assert after == answer.updates[-1].revision
            newest = answer.updates[-1]
            over = newest.view.status == view_pb2.GAME_STATUS_FINISHED

    waiting = asyncio.ensure_future(long_poll())
    last = await play_out(doors, table, greedy_player(Random(6)))
    await asyncio.wait_for(waiting, READ_WITHIN)
    streamed = await _all(_watch(doors[1], table, 0, token))
    assert list(map(_without_view, waited)) == list(map(_without_view, streamed))
    polled: list[events_pb2.GameUpdate] = []
    after = 0
    while after < last.revision:
        answer = await _list_events(doors, table, after, token, size=7)
        assert answer.revision == last.revision
        assert 0 < len(answer.updates) <= 7
        polled += answer.updates
        after = answer.next_after_revision
    assert polled == streamed
    nothing = await _list_events(doors, table, last.revision, token)
    assert (list(nothing.updates), nothing.next_after_revision) == ([], last.revision)


async def test_a_long_poll_ends_by_itself(doors: Doors) -> None:
    """With nothing new the answer comes when the wait is over, empty, with the same cursor."""
    table = await set_up(doors)
    began = asyncio.get_running_loop().time()
    answer = await _list_events(doors, table, 3, wait=300)
    assert 0.25 < asyncio.get_running_loop().time() - began < 5
    assert (list(answer.updates), answer.next_after_revision, answer.revision) == ([], 3, 3)


async def test_a_watcher_ahead_of_the_log_is_told_to_start_over(doors: Doors) -> None:
    """A cursor the game has not reached gets `resync` with the newest revision, then the end."""
    table = await set_up(doors)
    for door in doors.all:
        stream = _watch(door, table, 9)
        message = await _next(stream)
        assert message is not None
        assert message.resync.revision == 3
        assert await _next(stream) is None


async def test_a_replaced_token_ends_its_streams(doors: Doors) -> None:
    """The stream of a seat whose token is replaced ends with CREDENTIAL_REVOKED."""
    table = await set_up(doors)
    streams = [_watch(door, table, 2, table.seats[0]) for door in doors.all]
    for stream in streams:
        message = await _next(stream)
        assert message is not None
        assert message.update.revision == 3
    await doors.ask(pb.IssueSeatTokenRequest(game_id=table.game_id, seat=0), table.host)
    for stream in streams:
        with pytest.raises(grpc.aio.AioRpcError) as failure:
            await _next(stream)
        assert refusal_of(failure.value).name == ("UNAUTHENTICATED", "CREDENTIAL_REVOKED")


@asynccontextmanager
async def _third_server(store: Store, folder: Path) -> AsyncIterator[tuple[Server, Door]]:
    server = await asyncio.to_thread(Server.on_store, folder, store.url, name="third")
    with ending(server):
        async with opened(server.address) as door:
            yield server, door[0]


async def test_a_draining_server_sends_its_watchers_on(
    doors: Doors, store: Store, tmp_path: Path
) -> None:
    """SIGTERM: `closing` with the revision to resume after, clean exit, no update lost.

    A long poll is answered, empty; nothing waits for the end of the grace.
    """
    table = await set_up(doors, options={"deals": "1"}, orders=given_orders(1), first_dealer=0)
    token = table.seats[0]
    async with _third_server(store, tmp_path) as (server, third):
        stream = _watch(third, table, 0, token)
        seen = [await _next(stream) for _ in range(3)]
        revision = await play_some(doors, table, greedy_player(Random(7)), moves=3)
        seen += [await _next(stream) for _ in range(3)]
        waiting = pb.ListEventsRequest(
            game_id=table.game_id, after_revision=revision, wait_millis=30_000
        )
        polling = asyncio.ensure_future(third.ask(waiting, token, timeout=40))
        await asyncio.sleep(0)  # it leaves before the next call, so it is there after that one
        await third.ask(pb.GetGameRequest(game_id=table.game_id))
        stopping = asyncio.ensure_future(asyncio.to_thread(server.stop))
        closing = await _next(stream)
        assert closing is not None
        assert closing.closing.resume_after_revision == revision == 6
        assert await _next(stream) is None
        assert list((await polling).updates) == []
        assert await asyncio.wait_for(stopping, STOPPED_WITHIN) == 0
    await play_out(doors, table, greedy_player(Random(8)))
    rest = await _all(_watch(doors[1], table, closing.closing.resume_after_revision, token))
    updates = [message.update for message in seen if message is not None] + rest
    view, _ = await transcript_of(doors, table.game_id)
    assert [update.revision for update in updates] == list(range(1, view.revision + 1))


async def test_long_polls_do_not_hold_up_a_stop(store: Store, tmp_path: Path) -> None:
    """SIGTERM amid arriving long polls: each is answered or turned away, none waited for."""
    async with _third_server(store, tmp_path) as (server, door):
        doors = Doors([door])
        table = await set_up(doors)
        request = pb.ListEventsRequest(game_id=table.game_id, after_revision=3, wait_millis=30_000)
        ended: list[str] = []

        async def poll() -> None:
            while True:
                try:
                    await door.ask(request, timeout=40)
                except grpc.aio.AioRpcError as error:
                    ended.append(error.code().name)
                    return

        polling = [asyncio.ensure_future(poll()) for _ in range(20)]
        stopping = asyncio.ensure_future(asyncio.to_thread(server.stop))
        assert await asyncio.wait_for(stopping, STOPPED_WITHIN) == 0
        await asyncio.gather(*polling)
    assert set(ended) <= {"UNAVAILABLE", "CANCELLED"}


@pytest.mark.parametrize("wire", [GRPC, HTTP], ids=lambda wire: wire.name)
async def test_the_client_resumes_over_cut_lines(
    doors: Doors, pair: tuple[Server, Server], wire: Wire
) -> None:
    """The Python client's watch through a line that is cut again and again: all, in order."""
    table = await set_up(doors, options={"deals": "1"})
    port = int(wire.door(pair[0]).rpartition(":")[2])
    async with (
        proxy_to(HOST, port) as proxy,
        conquian.connect(wire.target(f"{HOST}:{proxy.port}")) as client,
    ):
        seen: list[int] = []

        async def watch() -> None:
            async with client.watch(table.game_id, after_revision=0) as updates:
                async for item in updates:
                    assert isinstance(item, conquian.Update)
                    seen.append(item.revision)

        watching = asyncio.ensure_future(watch())
        moves = 0
        async for seat, request in choices(doors, table, greedy_player(Random(9))):
            await doors.ask(request, table.seats[seat])
            moves += 1
            if moves % 4 == 0:
                await proxy.cut()
        await asyncio.wait_for(watching, READ_WITHIN)
    assert seen == list(range(1, 4 + moves))


async def test_watching_does_not_need_the_newest_page(doors: Doors) -> None:
    """A watcher that comes late gets a log longer than a page, each revision once."""
    orders = given_orders(1, deals=3)
    table = await set_up(doors, options={"deals": "3"}, orders=orders, first_dealer=0)
    last = await play_out(doors, table, greedy_player(Random(10)))
    assert last.revision > 60
    updates = await _all(_watch(doors[0], table, 0))
    assert [update.revision for update in updates] == list(range(1, last.revision + 1))
    assert [update.revision for update in updates if update.HasField("view")] == [last.revision]
