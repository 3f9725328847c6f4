"""(f) What a committed PlayMove costs the server over HTTP, against a bare handler of the door.

All doors are those of one server, measured one after the other in each round, so that
they can be compared with gRPC too.
"""

from __future__ import annotations

from bench.doors import Door, Supply, Turns, micros
from bench.figures import Figure, Goal, Spread
from bench.ground import Ground
from bench.http_load import CONNECT, CONNECT_JSON, GRPC_WEB
from bench.metering import BARE, Meter
from bench.sizes import Sizes, within

_BARE_US = 68
"""What the bare handler cost on the machine of the goals."""
_WITHIN_BARE = Goal.at_most(1.4)
_WITHIN_THE_BARE_ONE = Goal.at_most(1.8)
_GRPC, _BARE_CONNECT = "gRPC", "bare Connect"
_OTHERS = ("Connect JSON", "gRPC-Web", "REST")


async def measure(ground: Ground, sizes: Sizes) -> list[Figure]:
    """Every door once in each round, in turning order."""
    store = await ground.store()
    supply = Supply(ground.lane(store))
    ours = await ground.service(store)
    meter = Meter(await ground.load(), ground.folder, in_flight=sizes.in_flight)
    turns = Turns(meter, supply, sizes, store.pid)
    doors = [
        Door.grpc(ours),
        Door("Connect", ours, CONNECT),
        Door("Connect JSON", ours, CONNECT_JSON),
        Door("gRPC-Web", ours, GRPC_WEB),
        Door.rest(ours),
    ]
    first, *_ = [await turns.warm_up(door) for door in doors]
    answer_bytes = round(first.outcome.answer_bytes)
    bare = await ground.peer("bare-connect", store.url, str(supply.value_bytes), str(answer_bytes))
    doors.append(Door(_BARE_CONNECT, bare, CONNECT, BARE))

    found: dict[str, list[float]] = {door.name: [] for door in doors}
    for turn in within(sizes.http_rounds, sizes):
        for door in doors[turn % len(doors) :] + doors[: turn % len(doors)]:
            found[door.name].append((await turns.cost(door)).server_us)
    return _figures(found)


def _figures(found: dict[str, list[float]]) -> list[Figure]:
    bare = found[_BARE_CONNECT]
    return [
        _against(found, "Connect", _BARE_CONNECT, goal=_WITHIN_THE_BARE_ONE),
        *(_against(found, name, _BARE_CONNECT) for name in _OTHERS),
        *(_against(found, name, _GRPC) for name in ("Connect", *_OTHERS)),
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
    what = f"server CPU per PlayMove by {name}"
    return micros("f", what, found[name], other, found[other], goal=goal)
