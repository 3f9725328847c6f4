"""Run the benchmarks: `python -m bench`, or `make bench`.

    --quick         under a minute: fewer and shorter repetitions, wider spreads
    --only a,c      only these sections
    --profile a|b|f where the time goes, instead of how much it is

(a) the engine, (b) PlayMove over gRPC, (c) bytes in the store, (d) start and memory,
(e) many games and long logs, (f) PlayMove over HTTP, (g) the same work on boardgame.io, where
Node is. Needs Linux and about a core for each side.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from time import perf_counter

from bench import crowding, engine, footprint, http_moves, moves, peer_boardgame, profiles, startup
from bench.figures import Figure, table
from bench.ground import Ground, ground
from bench.processes import BenchFailed
from bench.sizes import FULL, QUICK, SMOKE, Sizes

Section = Callable[[Ground, Sizes], Awaitable[list[Figure]]]

SECTIONS: dict[str, tuple[str, Section]] = {
    "a": ("the engine", engine.measure),
    "b": ("PlayMove over gRPC", moves.measure),
    "c": ("bytes in the store", footprint.measure),
    "d": ("start and memory", startup.measure),
    "e": ("many games and long logs", crowding.measure),
    "f": ("PlayMove over HTTP", http_moves.measure),
    "g": ("the same work on boardgame.io", peer_boardgame.measure),
}
PROFILES = {
    "a": profiles.profile_engine,
    "b": profiles.profile_moves,
    "f": profiles.profile_connect,
}

_FAILED = 1
_INTERRUPTED = 130


def main() -> int:
    """Do what the command line asks; the exit code."""
    arguments = _parser().parse_args()
    if not sys.platform.startswith("linux"):
        print("error: processor time is read as Linux tells it", file=sys.stderr)
        return _FAILED
    try:
        return asyncio.run(_run(arguments))
    except (KeyboardInterrupt, asyncio.CancelledError):
        print("stopped", file=sys.stderr)
        return _INTERRUPTED
    except BenchFailed as error:
        print(f"error: {error}", file=sys.stderr)
        return _FAILED


async def _run(arguments: argparse.Namespace) -> int:
    running = asyncio.current_task()
    assert running is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    sizes: Sizes = arguments.sizes
    if arguments.profile:
        async with ground() as place:
            await PROFILES[arguments.profile](place, sizes)
        return 0
    began = perf_counter()
    figures: list[Figure] = []
    failures: list[str] = []
    for letter in arguments.only:
        title, measure = SECTIONS[letter]
        print(f"({letter}) {title} ...", flush=True)
        try:
            async with ground() as place:
                figures += await measure(place, sizes)
        except BenchFailed as error:
            failures.append(f"({letter}) {error}")
    print(f"\n{table(figures)}\n")
    missed = [figure for figure in figures if figure.verdict.startswith("no")]
    held = sum(figure.verdict == "yes" for figure in figures)
    print(f"{held} goals hold, {len(missed)} are missed; a goal is for the median.")
    print(f"{perf_counter() - began:.0f} s; {_machine()}")
    for failure in failures:
        print(f"error: {failure}", file=sys.stderr)
    return _FAILED if failures else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Measure speed and size against the goals."
    )
    size = parser.add_mutually_exclusive_group()
    for name, sizes, meaning in (
        ("--quick", QUICK, "take under a minute; spreads are wider"),
        ("--smoke", SMOKE, "only show that it works; the numbers mean nothing"),
    ):
        size.add_argument(
            name, dest="sizes", action="store_const", const=sizes, default=FULL, help=meaning
        )
    parser.add_argument(
        "--only",
        type=_sections,
        default=list(SECTIONS),
        metavar="LETTERS",
        help="sections, such as a,c",
    )
    parser.add_argument("--profile", choices=sorted(PROFILES), help="show where the time goes")
    return parser


def _sections(text: str) -> list[str]:
    letters = [letter for letter in text if letter != ","]
    if not letters or any(letter not in SECTIONS for letter in letters):
        raise argparse.ArgumentTypeError(f"letters of {''.join(SECTIONS)}")
    return letters


def _machine() -> str:
    load, _, _ = os.getloadavg()
    python = ".".join(map(str, sys.version_info[:3]))
    return f"Python {python}, {os.cpu_count()} cores, load {load:.1f}"


if __name__ == "__main__":
    sys.exit(main())
