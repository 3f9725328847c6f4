"""Whole games of the Python clients over lines that break: no move lost, none played twice."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

import conquian
from conquian import aio, events
from tests.e2e.flavours import (
    GRPC,
    HTTP,
    PATIENCE,
    Asynchronous,
    Flavour,
    Noting,
    Synchronous,
    Wire,
)
from tests.support.faults import End, Fault, FaultyProxy, Way, faulty
from tests.support.processes import Server, Store, ending
from tests.support.waiting import until_async

HEARTBEAT = "0.2"
WITHIN = 45.0

PACK = [rank + suit for suit in "CDHS" for rank in "A234567JQK"]

FLAVOURS: tuple[Flavour, ...] = (Asynchronous(), Synchronous())
WIRES = (GRPC, HTTP)

Plan = Iterable[Fault | None]


@pytest.fixture(scope="module")
def server(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose streams are never quiet for long."""
    settings = {"CONQUIAN_REDIS_URL": store.url, "CONQUIAN_HEARTBEAT_SECONDS": HEARTBEAT}
    started = Server(tmp_path_factory.mktemp("lines"), settings)
    with ending(started):
        yield started


@pytest.fixture
async def straight(server: Server) -> AsyncIterator[aio.AsyncClient]:
    """A client on a good line."""
    async with aio.connect(server.address) as client:
        yield client


@pytest.fixture(params=FLAVOURS, ids=["aio", "sync"])
def flavour(request: pytest.FixtureRequest) -> Flavour:
    """Either client."""
    chosen: Flavour = request.param
    return chosen


@pytest.fixture(params=WIRES, ids=lambda wire: wire.name)
def wire(request: pytest.FixtureRequest) -> Wire:
    """Either way to the server."""
    chosen: Wire = request.param
    return chosen


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence is found sooner than usual, but not in a short pause of the machine."""
    for package in ("aio", "sync"):
        monkeypatch.setattr(f"conquian.{package}.watch.SILENCE", 2.0)
        monkeypatch.setattr(f"conquian.{package}._line.LOST_AFTER", 1.0)
        monkeypatch.setattr(f"conquian.{package}._calls.LONGEST_ATTEMPT", 1.0)


@dataclass
class Record:
    """What the clients of one game chose and saw."""

    game_id: str
    players: list[Noting]
    last: list[conquian.GameView] = field(default_factory=list)
    seen: list[conquian.WatchItem] = field(default_factory=list)


async def begin(straight: aio.AsyncClient, *, seed: int) -> Record:
    """A game of two deals whose cards and players always do the same."""
    chance = Random(seed)
    created = await straight.create_game(
        "classic",
        options={"deals": 2},
        first_dealer=0,
        pinned_orders=[chance.sample(PACK, len(PACK)) for _ in range(2)],
    )
    players = [Noting(conquian.GreedyPlayer()), Noting(conquian.RandomPlayer(seed))]
    return Record(created.game_id, players)


async def play(record: Record, flavour: Flavour, wire: Wire, lines: Sequence[FaultyProxy]) -> None:
    """Play it to the end: two seats and a watcher, each on a line of his own."""
    parts = [
        flavour.take_part(wire.target(line.address), record.game_id, seat, record.players[seat])
        for seat, line in enumerate(lines[:2])
    ]
    watcher = wire.target(lines[2].address)
    watching = flavour.follow(watcher, record.game_id, 0, record.seen.append)
    following = asyncio.ensure_future(watching)
    record.last += await asyncio.wait_for(asyncio.gather(*parts), WITHIN)
    await asyncio.wait_for(following, WITHIN)


async def check(straight: aio.AsyncClient, record: Record) -> None:
    """The transcript holds what each player chose, once and in order; the watcher saw it all."""
    transcript = await straight.transcript(record.game_id)
    played: list[list[conquian.Move]] = [[], []]
    for entry in transcript.entries:
        for seat, move in moves_of(entry):
            played[seat].append(move)
    assert played == [list(map(in_order, player.chosen)) for player in record.players]
    assert all(isinstance(item, conquian.Update) for item in record.seen)
    revisions = [item.revision for item in record.seen if isinstance(item, conquian.Update)]
    assert revisions == [entry.revision for entry in transcript.entries]
    assert revisions == list(range(1, transcript.game.revision + 1))
    assert {view.result for view in record.last} == {transcript.game.result}


def moves_of(entry: conquian.Update) -> list[tuple[int, conquian.Move]]:
    """The move of a commit, which its first event tells; none for joins and the like."""
    match entry.events[0]:
        case events.Passed(seat):
            return [(seat, conquian.Pass())]
        case events.Taken(seat, _, layout):
            return [(seat, in_order(conquian.Take(layout)))]
        case events.Discarded(seat, card):
            return [(seat, conquian.Discard(card))]
        case events.Forced(seat, by_seat):
            return [(by_seat, conquian.Force(seat))]
        case events.WaivedForce(seat):
            return [(seat, conquian.LetGo())]
        case _:
            return []


def in_order(move: conquian.Move) -> conquian.Move:
    """The same move, a layout's melds in an order of their own."""
    if isinstance(move, conquian.Take):
        return conquian.Take(tuple(sorted(move.layout, key=str)))
    return move


def breaking(end: End, way: Way, *, most: int, seed: int) -> Plan:
    """A plan by which every connection ends after some bytes, at any place of the game."""
    chance = Random(seed)
    while True:
        yield Fault(end, way, chance.randint(0, most))


BREAKS = [
    (flavour, wire, end, way)
    for flavour, wire, end, way in product(FLAVOURS, WIRES, (End.CUT, End.CLOSED), Way)
    # Over HTTP every way of breaking once, each client half of them: these tests take long.
    if wire is GRPC or (flavour is FLAVOURS[0]) == ((end is End.CUT) == (way is Way.UP))
]
MOST = {Way.UP: 2_000, Way.DOWN: 6_000}


@pytest.mark.parametrize(
    ("flavour", "wire", "end", "way"),
    BREAKS,
    ids=lambda part: part.name if isinstance(part, Wire | End | Way) else part.__class__.__name__,
)
async def test_a_game_over_lines_that_break_again_and_again(
    *,
    server: Server,
    straight: aio.AsyncClient,
    flavour: Flavour,
    wire: Wire,
    end: End,
    way: Way,
) -> None:
    """Amid a call, amid its answer, amid a handshake: the game is played as it was chosen."""
    record = await begin(straight, seed=1)
    plans = [breaking(end, way, most=MOST[way], seed=seed) for seed in range(3)]
    async with (
        faulty(wire.door(server), plans[0]) as ana,
        faulty(wire.door(server), plans[1]) as ben,
        faulty(wire.door(server), plans[2]) as watcher,
    ):
        lines = (ana, ben, watcher)
        await play(record, flavour, wire, lines)
        broken = sum(len(line.faults) for line in lines)
    await check(straight, record)
    assert broken > 15


@pytest.mark.parametrize("end", [End.SWALLOWED, End.HALF_OPEN], ids=["swallowed", "half open"])
@pytest.mark.parametrize("way", Way, ids=["up", "down"])
async def test_a_game_over_lines_that_go_dead_without_a_word(
    *,
    server: Server,
    straight: aio.AsyncClient,
    flavour: Flavour,
    wire: Wire,
    hasty: None,
    end: End,
    way: Way,
) -> None:
    """Every participant's first lines swallow all; each finds a new one by itself."""
    record = await begin(straight, seed=2)
    of_seat: list[Fault | None] = [Fault(end, way, 1_500), Fault(end, way, 4_000)]
    if wire is HTTP:  # a line of calls, that of the watch, and the next one of calls
        of_seat = [of_seat[0], None, of_seat[0]]
    of_watcher = [Fault(end, way, after) for after in (200, 200)]  # he hardly says anything
    async with (
        faulty(wire.door(server), of_seat) as ana,
        faulty(wire.door(server), of_seat) as ben,
        faulty(wire.door(server), of_watcher) as watcher,
    ):
        lines = (ana, ben, watcher)
        await play(record, flavour, wire, lines)
        assert [len(line.faults) for line in lines] == [2, 2, 2]
        # What was given up is let go: no line is left behind.
        await until_async(lambda: none_open(lines), seconds=WITHIN, what="the lines to be closed")
    await check(straight, record)


async def none_open(lines: Iterable[FaultyProxy]) -> bool:
    """Whether every client has let go of every line."""
    return all(line.open_lines == 0 for line in lines)


async def test_a_lost_line_is_let_go_while_its_client_goes_on(
    server: Server, straight: aio.AsyncClient, flavour: Flavour, wire: Wire, hasty: None
) -> None:
    """A client that lives long and changes lines often holds one at a time."""
    created = await straight.create_game()
    dead = [Fault(End.SWALLOWED, Way.DOWN, 2_000)] * 4
    async with faulty(wire.door(server), dead) as line:
        target = wire.target(line.address)
        held = await flavour.read(target, created.game_id, lambda: line.open_lines, times=40)
        assert len(line.faults) == 4
        assert line.connections == 5
    assert set(held[4:]) <= {1}


async def test_an_answer_that_comes_too_late_is_had_by_the_same_request_id(
    server: Server, straight: aio.AsyncClient, flavour: Flavour, wire: Wire
) -> None:
    """The deadline passes, the change is made all the same, and asking again settles it."""
    created = await straight.create_game()
    game, token, request_id = created.game_id, created.host_token, str(uuid4())
    async with faulty(wire.door(server), ()) as line:
        target = wire.target(line.address)
        line.delay = 0.4
        with pytest.raises(conquian.Unavailable) as late:
            await flavour.cancel(target, game, token, request_id, timeout=1.5)
        assert late.value.may_have_happened
        revision = await flavour.cancel(target, game, token, request_id, timeout=PATIENCE)
    assert revision == 2
    assert (await straight.get_game(created.game_id)).revision == 2


async def test_a_watcher_ahead_of_the_log_starts_over(
    server: Server, straight: aio.AsyncClient, flavour: Flavour, wire: Wire
) -> None:
    """As after a failover that lost revisions: a view first, then each revision that follows."""
    created = await straight.create_game()
    seen: list[conquian.WatchItem] = []
    following = asyncio.ensure_future(
        flavour.follow(wire.target(wire.door(server)), created.game_id, 7, seen.append)
    )

    async def started_over() -> bool:
        return bool(seen)

    await until_async(started_over, seconds=WITHIN, what="the resync")
    await straight.join(created.game_id)
    await straight.cancel_game(created.game_id, token=created.host_token)
    await asyncio.wait_for(following, WITHIN)
    first, *rest = seen
    assert isinstance(first, conquian.Resynced)
    assert first.view.revision == 1
    assert [item.revision for item in rest if isinstance(item, conquian.Update)] == [2, 3]


async def test_a_game_over_restarts_of_the_service(
    tmp_path: Path, flavour: Flavour, wire: Wire
) -> None:
    """Stopped and killed, on the same port and data: players and watcher go on by themselves."""
    server = await asyncio.to_thread(Server.on_directory, tmp_path / "games")
    with ExitStack() as servers:
        servers.enter_context(ending(server))
        async with faulty(wire.door(server), ()) as line, aio.connect(server.address) as straight:
            record = await begin(straight, seed=3)
            playing = asyncio.ensure_future(play(record, flavour, wire, [line] * 3))
            for number, how in enumerate((signal.SIGTERM, signal.SIGKILL), 1):
                # By what the players did: a watcher on his way back is behind, and a game is short.
                async def has_come_far(moves: int = 12 * number) -> bool:
                    chosen = sum(len(player.chosen) for player in record.players)
                    return chosen >= moves or playing.done()

                await until_async(has_come_far, seconds=WITHIN, what="a part of the game")
                if playing.done():
                    await playing  # which may say why
                    raise AssertionError("the game was over before the restart")
                await asyncio.to_thread(server.stop, how)
                server = await asyncio.to_thread(
                    Server.on_directory, tmp_path / "games", ports=server.ports, name=f"{number}"
                )
                servers.enter_context(ending(server))
            await playing
            await check(straight, record)
