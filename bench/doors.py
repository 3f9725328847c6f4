"""Servers and doors that are measured in turn, and games that nobody has had yet for each."""

from __future__ import annotations

from dataclasses import dataclass

from bench.figures import Figure, Goal, Spread
from bench.games import Call, PlannedGame, plan_game, seed
from bench.ground import Server
from bench.http_load import REST
from bench.metering import PLAY_MOVE, Cost, Meter
from bench.sizes import Sizes
from conquian_service.storage.lanes import Lane

CALLS_A_GAME = 40
REST_MOVES = "/v1/games/{game_id}/moves"


@dataclass(frozen=True, slots=True)
class Door:
    """A way to make a move: the server, and the method there."""

    name: str
    server: Server
    content_type: str
    method: str = PLAY_MOVE

    @classmethod
    def grpc(cls, server: Server) -> Door:
        """The one that all others are compared with."""
        return cls("gRPC", server, "grpc")

    @classmethod
    def rest(cls, server: Server) -> Door:
        """JSON at a path that names the game."""
        return cls("REST", server, REST, REST_MOVES)


class Supply:
    """Games that nobody has had yet."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self._next = 0
        self.value_bytes = 0
        """What a snapshot of the last ones takes."""

    async def calls(self, games: int, sizes: Sizes) -> list[tuple[Call, ...]]:
        """The calls of so many games, and some to spare for callers that end unevenly."""
        return [game.calls for game in await self._games(games + sizes.in_flight + 1)]

    async def _games(self, number: int) -> list[PlannedGame]:
        planned = [plan_game(self._next + each, calls=CALLS_A_GAME) for each in range(number)]
        self._next += number
        self.value_bytes = round(sum(game.snapshot_bytes for game in planned) / number)
        await seed(self._lane, planned)
        return planned


class Turns:
    """Measures doors one after the other, all on one store."""

    def __init__(self, meter: Meter, supply: Supply, sizes: Sizes, store_pid: int) -> None:
        self._meter = meter
        self._supply = supply
        self._sizes = sizes
        self._store_pid = store_pid

    async def warm_up(self, door: Door) -> Cost:
        """The cost of the first calls, which tells how large an answer is."""
        games = await self._supply.calls(self._sizes.in_flight * 4, self._sizes)
        return await self._cost(door, games, min(1000, self._sizes.move_calls))

    async def cost(self, door: Door) -> Cost:
        """The cost of as many calls as a measurement has."""
        calls = self._sizes.move_calls
        games = await self._supply.calls(calls // CALLS_A_GAME, self._sizes)
        return await self._cost(door, games, calls)

    async def _cost(self, door: Door, games: list[tuple[Call, ...]], calls: int) -> Cost:
        return await self._meter.cost(
            door.server, door.method, games,
            store_pid=self._store_pid, calls=calls, door=door.content_type,
        )  # fmt: skip


def micros(
    section: str,
    what: str,
    ours: list[float],
    relative_to: str,
    theirs: list[float],
    *,
    goal: Goal | None = None,
) -> Figure:
    """A figure of processor time of one side against the other's."""
    return Figure(
        section=section,
        what=what,
        ratio=Spread.of_ratios(ours, theirs),
        relative_to=relative_to,
        goal=goal,
        measured=f"{Spread.of(ours).median:.0f} and {Spread.of(theirs).median:.0f} us",
    )
