"""(f) What a committed PlayMove costs the server over HTTP, against a bare handler of the door.

All doors are those of one server, measured one after the other in each round, so that
they can be compared with gRPC too.
"""

from __future__ import annotations

from dataclasses import dataclass

from bench.figures import Figure, Goal, Spread
from bench.games import Call, PlannedGame, plan_game, seed
from bench.ground import Ground, Server
from bench.http_load import CONNECT, CONNECT_JSON, GRPC_WEB, REST
from bench.metering import BARE, PLAY_MOVE, Meter
from bench.sizes import Sizes, within
from conquian_service.storage.lanes import Lane

_BARE_US = 68
"""What the bare handler cost on the machine of the goals."""
_WITHIN_BARE = Goal.at_most(1.4)
_WITHIN_THE_BARE_ONE = Goal.at_most(1.8)
_CALLS_A_GAME = 40
_GRPC, _BARE_CONNECT = "gRPC", "bare Connect"


@dataclass(frozen=True, slots=True)
class _Door:
    name: str
    server: Server
    method: str
    content_type: str


async def measure(ground: Ground, sizes: Sizes) -> list[Figure]:
    """Every door once in each round, in turning order."""
    store = await ground.store()
    lane = ground.lane(store)
    ours = await ground.service(store)
    meter = Meter(await ground.load(), ground.folder, in_flight=sizes.in_flight)
    doors = [
        _Door(_GRPC, ours, PLAY_MOVE, "grpc"),
        _Door("Connect", ours, PLAY_MOVE, CONNECT),
        _Door("Connect JSON", ours, PLAY_MOVE, CONNECT_JSON),
        _Door("gRPC-Web", ours, PLAY_MOVE, GRPC_WEB),
        _Door("REST", ours, "/v1/games/{game_id}/moves", REST),
    ]
    supply = _Supply(lane)
    answer_bytes = 0
    for door in doors:  # warms everything up
        cost = await meter.cost(
            door.server, door.method, await _calls(supply, sizes.in_flight * 4, sizes),
            store_pid=store.pid, calls=min(1000, sizes.move_calls), door=door.content_type,
        )  # fmt: skip
        answer_bytes = answer_bytes or round(cost.outcome.answer_bytes)
    bare = await ground.peer("bare-connect", store.url, str(supply.value_bytes), str(answer_bytes))
    doors.append(_Door(_BARE_CONNECT, bare, BARE, CONNECT))

    found: dict[str, list[float]] = {door.name: [] for door in doors}
    for turn in within(sizes.http_rounds, sizes):
        for door in doors[turn % len(doors) :] + doors[: turn % len(doors)]:
            games = await _calls(supply, sizes.move_calls // _CALLS_A_GAME, sizes)
            cost = await meter.cost(
                door.server, door.method, games,
                store_pid=store.pid, calls=sizes.move_calls, door=door.content_type,
            )  # fmt: skip
            found[door.name].append(cost.server_us)
    return _figures(found)


class _Supply:
    """Games that nobody has had yet."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self._next = 0
        self.value_bytes = 0

    async def games(self, number: int) -> list[PlannedGame]:
        """So many of them."""
        planned = [plan_game(self._next + each, calls=_CALLS_A_GAME) for each in range(number)]
        self._next += number
        self.value_bytes = round(sum(game.snapshot_bytes for game in planned) / number)
        await seed(self._lane, planned)
        return planned


async def _calls(supply: _Supply, games: int, sizes: Sizes) -> list[tuple[Call, ...]]:
    return [game.calls for game in await supply.games(games + sizes.in_flight + 1)]


def _figures(found: dict[str, list[float]]) -> list[Figure]:
    figures = [
        _against(found, "Connect", _BARE_CONNECT, goal=_WITHIN_THE_BARE_ONE),
        *(_against(found, name, _GRPC) for name in ("Connect", "Connect JSON", "gRPC-Web", "REST")),
    ]
    bare = found[_BARE_CONNECT]
    return [
        *figures,
        Figure(
            section="f",
            what="the bare Connect handler itself",
            ratio=Spread.of(cost / _BARE_US for cost in bare),
            relative_to=f"{_BARE_US} us on another machine",
            goal=_WITHIN_BARE,
            measured=f"{Spread.of(bare).median:.0f} us",
        ),
    ]


def _against(
    found: dict[str, list[float]], name: str, other: str, *, goal: Goal | None = None
) -> Figure:
    ours, theirs = found[name], found[other]
    return Figure(
        section="f",
        what=f"server CPU per PlayMove by {name}",
        ratio=Spread.of_ratios(ours, theirs),
        relative_to=other,
        goal=goal,
        measured=f"{Spread.of(ours).median:.0f} and {Spread.of(theirs).median:.0f} us",
    )
