"""Where the time goes: a profile of the engine's play, or of the server under load at a door."""

from __future__ import annotations

import cProfile
import linecache
import os
import pstats
import random
import signal
from collections import Counter
from itertools import count
from pathlib import PurePath
from time import process_time

from bench.games import plan_game, seed
from bench.ground import Ground
from bench.http_load import CONNECT
from bench.metering import PLAY_MOVE, Cost, Meter
from bench.path import frozen, path
from bench.play import play_conquian
from bench.processes import on_cores, thread_seconds
from bench.sampled_server import Place, read_samples
from bench.sizes import Sizes
from conquian_engine import resolve_rules

_SHOWN = 28
_CALLS_A_GAME = 40
_CORE = "event loop, gRPC's core, system calls (C)"
_LAYERS = {
    "conquian_engine/": "engine",
    "conquian_service/application/": "application",
    "conquian_service/application/views": "application: views",
    "conquian_service/storage/": "storage: lanes and scripts",
    "conquian_service/storage/codec": "storage: codecs",
    "conquian_service/telemetry/": "telemetry",
    "conquian_service/transport/": "transport",
    "conquian_service/transport/connect/": "transport: Connect",
    "conquian_service/transport/http/": "transport: HTTP",
    "conquian_service/": _CORE,  # the command line: below it is the loop
    "prometheus_client/": "telemetry",
    "redis/": "redis-py",
    "grpc/": "gRPC's Python",
    "connectrpc/": "connectrpc",
    "uvicorn/": "uvicorn",
}
"""How a path goes on after some folder, the longest match counts -> what its time is told as."""
_LONGEST_FIRST = sorted(_LAYERS, key=len, reverse=True)
_ROOTS = (
    *("conquian_engine", "conquian_service", "prometheus_client", "redis", "grpc", "google"),
    *("connectrpc", "uvicorn"),
)

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
    _print_trace(profiler, "tottime")


async def profile_moves(ground: Ground, sizes: Sizes) -> None:
    """The server at saturation, sampled; then our own code alone, traced."""
    await _sample_server(ground, sizes, door="grpc")
    await _trace_path(ground, sizes)


async def profile_connect(ground: Ground, sizes: Sizes) -> None:
    """The server at saturation by Connect, sampled."""
    await _sample_server(ground, sizes, door=CONNECT)


async def _sample_server(ground: Ground, sizes: Sizes, *, door: str) -> None:
    store = await ground.store()
    lane = ground.lane(store)
    samples = ground.folder / "samples"
    server = await ground.service(store, "-m", "bench.sampled_server", str(samples))
    meter = Meter(await ground.load(), ground.folder, in_flight=sizes.in_flight)
    wanted = 4 * sizes.move_calls
    numbers = count()

    async def play(calls: int) -> Cost:
        games, planned = [], 0
        while planned < calls + sizes.in_flight * _CALLS_A_GAME:
            games.append(plan_game(next(numbers), calls=_CALLS_A_GAME))
            planned += len(games[-1].calls)
        await seed(lane, games)
        made = [game.calls for game in games]
        return await meter.cost(
            server, PLAY_MOVE, made, store_pid=store.pid, calls=calls, door=door
        )

    await play(sizes.move_calls // 4)
    os.kill(server.pid, signal.SIGUSR1)
    before = thread_seconds(server.pid)
    cost = await play(wanted)
    threads = thread_seconds(server.pid)
    await server.process.stop()
    print(f"{cost.outcome.calls:,} moves, {cost.server_us:.0f} us of the server each ", end="")
    print(f"(with the sampler), {cost.busy:.0%} busy\n")
    _print_threads({thread: threads[thread] - before.get(thread, 0.0) for thread in threads})
    # Stopping is in it, too, but takes a moment only.
    _print_stacks(read_samples(samples), cost.server_us)


async def _trace_path(ground: Ground, sizes: Sizes) -> None:
    games = [plan_game(n, calls=_CALLS_A_GAME) for n in range(sizes.move_calls // 10)]
    calls = [game.calls for game in games]
    some = len(calls) // 4
    with path() as ours, on_cores(ground.server_cores), frozen():
        for game in games:
            ours.table.put(game)
        await ours.go(calls[:some])
        began = process_time()
        made = await ours.go(calls[some : 2 * some])
        plain_us = 1e6 * (process_time() - began) / made
        profiler = cProfile.Profile()
        profiler.enable()
        made = await ours.go(calls[2 * some :])
        profiler.disable()
    print(f"\nour own code, without gRPC and without the store's wire: {plain_us:.0f} us a move")
    print(f"traced over {made:,} moves, which makes small functions look dearer")
    for order in ("tottime", "cumtime"):
        _print_trace(profiler, order)


def _print_trace(profiler: cProfile.Profile, order: str) -> None:
    pstats.Stats(profiler).strip_dirs().sort_stats(order).print_stats(2 * _SHOWN)


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
    file, line, _ = stack[0]
    if "await " in linecache.getline(file, line):
        return _CORE  # it has just been woken: what went before was the loop's
    for file, _, _ in stack:
        for part in _LONGEST_FIRST:
            if f"/{part}" in file:
                return _LAYERS[part]
    return _CORE


def _place(place: Place) -> str:
    """Where, without the machine's folders."""
    file, line, function = place
    parts = PurePath(file).parts
    starts = [parts.index(root) for root in _ROOTS if root in parts]
    kept = parts[min(starts) :] if starts else parts[-2:]
    return f"{'/'.join(kept)}:{line} {function}"
