"""Where the time goes: a profile of the engine's play, or of the server under load."""

from __future__ import annotations

import cProfile
import pstats
import random
from collections import Counter
from itertools import count
from pathlib import PurePath

from bench.games import plan_game, seed
from bench.ground import Ground
from bench.metering import PLAY_MOVE, Meter
from bench.play import play_conquian
from bench.processes import on_cores, thread_seconds
from bench.sampled_server import Place, read_samples
from bench.sizes import Sizes
from conquian_engine import resolve_rules

_SHOWN = 28
_CALLS_A_GAME = 40
_CORE = "event loop, gRPC's core, system calls (C)"
_LAYERS = {
    "conquian_engine": "engine",
    "conquian_service/application": "application",
    "conquian_service/storage": "storage",
    "conquian_service/telemetry": "telemetry",
    "conquian_service/transport": "transport",
    "conquian_service": _CORE,  # the command line: below it is the loop
    "prometheus_client": "telemetry",
    "redis": "redis-py",
    "grpc": "gRPC's Python",
}
"""Folders of a path, the longest match counts -> what its time is told as."""
_ROOTS = ("conquian_engine", "conquian_service", "prometheus_client", "redis", "grpc", "google")

Stacks = Counter[tuple[Place, ...]]


async def profile_engine(ground: Ground, sizes: Sizes) -> None:
    """Classic's random play under cProfile, which makes small functions look dearer."""
    rules, chance = resolve_rules("classic"), random.Random(1)
    with on_cores(ground.server_cores):
        plain = play_conquian(rules, chance, seconds=sizes.engine_seconds)
        profiler = cProfile.Profile()
        profiler.enable()
        traced = play_conquian(rules, chance, seconds=2 * sizes.engine_seconds)
        profiler.disable()
    print(f"{plain.rate:,.0f} decisions/s, {traced.rate:,.0f} under the profiler; {traced.games} ")
    print(f"games of {traced.decisions / traced.games:.0f} decisions; dealing and orders take")
    print(f"{plain.chance_seconds / plain.seconds:.0%}\n")
    pstats.Stats(profiler).strip_dirs().sort_stats("tottime").print_stats(_SHOWN)


async def profile_moves(ground: Ground, sizes: Sizes) -> None:
    """The server at saturation, sampled."""
    store = await ground.store()
    lane = ground.lane(store)
    samples = ground.folder / "samples"
    server = await ground.service(store, "-m", "bench.sampled_server", str(samples))
    meter = Meter(await ground.load(), ground.folder, in_flight=sizes.in_flight)
    wanted = 4 * sizes.move_calls
    games, planned = [], 0
    for number in count():
        games.append(plan_game(number, calls=_CALLS_A_GAME))
        planned += len(games[-1].calls)
        if planned >= wanted + sizes.in_flight * _CALLS_A_GAME:
            break
    await seed(lane, games)
    before = thread_seconds(server.pid)
    cost = await meter.cost(
        server, PLAY_MOVE, [game.calls for game in games], store_pid=store.pid, calls=wanted
    )
    threads = thread_seconds(server.pid)
    await server.process.stop()
    print(f"{cost.outcome.calls:,} moves, {cost.server_us:.0f} us of the server each ", end="")
    print(f"(with the sampler), {cost.busy:.0%} busy\n")
    _print_threads({thread: threads[thread] - before.get(thread, 0.0) for thread in threads})
    # Starting and stopping are in it, too, but are a fraction of a second.
    _print_stacks(read_samples(samples), cost.server_us)


def _print_threads(threads: dict[tuple[int, str], float]) -> None:
    total = sum(threads.values())
    by_name: Counter[str] = Counter()
    for (_, name), seconds in threads.items():
        by_name[name] += seconds  # type: ignore[assignment]  # a Counter of seconds
    print("by thread")
    for name, seconds in by_name.most_common(8):
        print(f"  {seconds / total:6.1%}  {name}")


def _print_stacks(stacks: Stacks, us: float) -> None:
    total = stacks.total()
    layers: Counter[str] = Counter()
    own: Counter[str] = Counter()
    cumulative: Counter[str] = Counter()
    for stack, number in stacks.items():
        layers[_layer(stack)] += number
        own[_place(stack[0])] += number
        for place in {_place((file, first, function)) for file, first, function in stack[1:]}:
            cumulative[place] += number
    for title, counted in (
        ("by layer (innermost function that is of one)", layers),
        ("by line, itself and the C below it", own),
        ("by function, all below it", cumulative),
    ):
        print(f"\n{title}")
        for what, number in counted.most_common(_SHOWN if counted is not layers else None):
            share = number / total
            print(f"  {share:6.1%} {us * share:7.1f} us  {what}")


def _layer(stack: tuple[Place, ...]) -> str:
    for file, _, _ in stack:
        for folder in sorted(_LAYERS, key=len, reverse=True):
            if f"/{folder}/" in file:
                return _LAYERS[folder]
    return _CORE


def _place(place: Place) -> str:
    """Where, without the machine's folders."""
    file, line, function = place
    parts = PurePath(file).parts
    starts = [parts.index(root) for root in _ROOTS if root in parts]
    kept = parts[min(starts) :] if starts else parts[-2:]
    return f"{'/'.join(kept)}:{line} {function}"
