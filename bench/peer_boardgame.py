"""(g) The same work on boardgame.io with its state in Redis, against our doors in one run.

boardgame.io is what most people would write such a game with. `bench/boardgame` has a
Conquian for two as its documentation has games written, and its server as it comes, in
production mode; its log says nothing but refusals. Both servers take turns on one core and
have one store; games, callers and moves a game are as many, and both sides play at random.

What is alike: a server checks whose turn it is, the token, the revision and the move, stores
what follows with an entry of a log, and answers with what a seat may see.

What is not, so that no ratio here says that one is so many times better:

* boardgame.io pushes each move to both seats over connections that stay open. Ours answers the
  one who moved; nobody watches here, which would cost more.
* Its load sends by its own transport but is not its whole client; the wire is the same.
* Ours writes a line of log and counts metrics for each call, and compares in the store before it
  sets, with a record for retries; boardgame.io shows a move before it is stored, and
  holds that no other process plays the match. Two of them on one store may lose moves.
* Its game knows neither forcing nor stakes, and what it stores is JSON.
* Memory is collected beside the main thread in Node: that time is counted, being spent.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from bench.doors import CALLS_A_GAME, Door, Supply, Turns, micros
from bench.figures import Figure, Spread
from bench.ground import Ground, Server
from bench.http_load import CONNECT
from bench.load import LONGEST, Outcome
from bench.metering import Clocks, Cost, Meter
from bench.node import FOLDER, NoNode, ready_node
from bench.processes import BenchFailed, Child
from bench.sizes import Sizes, within

_SECTION = "g"
_WHAT = "server CPU per move on boardgame.io, Redis storage"
_THEIRS = "boardgame.io"
_WARM_UPS = 2
"""Measurements thrown away, in which V8 compiles what is hot."""


async def measure(ground: Ground, sizes: Sizes) -> list[Figure]:
    """boardgame.io and our doors once in each round, in turning order."""
    try:
        node = await ready_node()
    except NoNode as reason:
        return [not_measured(str(reason))]
    store = await ground.store()
    ours = await ground.service(store)
    meter = Meter(await ground.load(), ground.folder, in_flight=sizes.in_flight)
    turns = Turns(meter, Supply(ground.lane(store)), sizes, store.pid)
    doors = [Door.grpc(ours), Door("Connect", ours, CONNECT), Door.rest(ours)]
    for door in doors:
        await turns.warm_up(door)
    theirs = Boardgame(
        await ground.node_server(node, FOLDER / "server.js", store.url),
        await ground.node_load(node, FOLDER / "load.js"),
        store.pid,
        sizes,
    )
    for _ in range(_WARM_UPS):
        await theirs.cost()

    sides: list[tuple[str, Callable[[], Awaitable[Cost]]]] = [
        *((door.name, partial(turns.cost, door)) for door in doors),
        (_THEIRS, theirs.cost),
    ]
    found: dict[str, list[Cost]] = {name: [] for name, _ in sides}
    for turn in within(sizes.http_rounds, sizes):
        first = turn % len(sides)
        for name, measured in sides[first:] + sides[:first]:
            found[name].append(await measured())
    last = found[_THEIRS][-1]
    print(f"  boardgame.io was {last.busy:.0%} busy, the load {last.load_busy:.0%}; what a seat")
    print(f"  is shown after a move takes {last.outcome.answer_bytes:.0f} bytes of JSON")
    return figures(found)


class Boardgame:
    """boardgame.io's server, and the load that plays on it."""

    def __init__(self, server: Server, load: Child, store_pid: int, sizes: Sizes) -> None:
        self._server = server
        self._load = load
        self._store_pid = store_pid
        self._sizes = sizes
        self._seed = 0

    async def cost(self) -> Cost:
        """The cost of a measurement's moves, in new games whose seats have connected before.

        Raises:
            BenchFailed: a move was refused, or is not in the store afterwards.
        """
        sizes = self._sizes
        self._seed += 1
        games = sizes.move_calls // CALLS_A_GAME + sizes.in_flight + 1
        await self._do("connect", server=f"http://{self._server.target}", games=games)
        clocks = Clocks(self._server.pid, self._store_pid)
        told = await self._do(
            "play",
            calls=sizes.move_calls,
            in_flight=sizes.in_flight,
            moves=CALLS_A_GAME,
            seed=self._seed,
        )
        cost = clocks.cost(Outcome(**told))
        lost = (await self._do("leave"))["lost"]
        if lost:
            raise BenchFailed(f"boardgame.io has not stored the last move of {lost} games")
        return cost

    async def _do(self, task: str, **rest: Any) -> Mapping[str, Any]:
        await self._load.tell(json.dumps({"task": task, **rest}))
        told: Mapping[str, Any] = json.loads(await self._load.line(LONGEST + 30))
        return told


def figures(found: Mapping[str, Sequence[Cost]]) -> list[Figure]:
    """boardgame.io's costs against each door's, and its rate against gRPC's."""
    theirs = [cost.server_us for cost in found[_THEIRS]]
    doors = [name for name in found if name != _THEIRS]
    rates = [cost.rate for cost in found[_THEIRS]], [cost.rate for cost in found[doors[0]]]
    stores = [cost.store_us for cost in found[_THEIRS]], [cost.store_us for cost in found[doors[0]]]
    return [
        *(
            micros(_SECTION, _WHAT, theirs, f"ours by {door}", [c.server_us for c in found[door]])
            for door in doors
        ),
        micros(_SECTION, "its store's CPU per move", stores[0], f"ours by {doors[0]}", stores[1]),
        Figure(
            section=_SECTION,
            what="its moves/s at saturation, one process",
            ratio=Spread.of_ratios(*rates),
            relative_to=f"ours by {doors[0]}",
            measured=f"{Spread.of(rates[0]).median:,.0f} and {Spread.of(rates[1]).median:,.0f} /s",
        ),
    ]


def not_measured(why: str) -> Figure:
    """The figure where there is nothing to measure it with."""
    return Figure(
        section=_SECTION, what=_WHAT, ratio=None, relative_to="", measured=f"not measured: {why}"
    )
