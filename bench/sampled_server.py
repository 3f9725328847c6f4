"""Our service with a sampler in it: where its processor time goes.

    python -m bench.sampled_server FILE

From a SIGUSR1 on, a timer of processor time interrupts the main thread and the stack of
Python functions is counted; at the end all stacks are written to FILE. Time inside C
counts for the Python function that called it. This changes less than a tracing profiler
does, which makes small functions look dear.
"""

from __future__ import annotations

import dis
import json
import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

from conquian_service.cli import main

EVERY = 0.004
"""Seconds of processor time between samples; kernels seldom have a finer timer."""

_ENTERED = dis.opmap["RESUME"]

Place = tuple[str, int, str]
"""File, line and function."""


class Sampler:
    """Counts stacks, innermost function first."""

    def __init__(self) -> None:
        self.stacks: Counter[tuple[Place, ...]] = Counter()

    def prepare(self) -> None:
        """Count from the next SIGUSR1 on."""
        signal.signal(signal.SIGUSR1, self._start)

    def _start(self, *_: object) -> None:
        signal.signal(signal.SIGPROF, self._sample)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def stop(self) -> None:
        """Count no more."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        # A signal under way must not end the process.
        signal.signal(signal.SIGPROF, signal.SIG_IGN)

    def write(self, path: Path) -> None:
        """Write what was counted, a stack a line."""
        with path.open("w", encoding="utf-8") as file:
            for stack, number in self.stacks.items():
                file.write(f"{json.dumps([number, stack])}\n")

    def _sample(self, _: int, frame: FrameType | None) -> None:
        stack: list[Place] = []
        if frame is not None and frame.f_code.co_code[frame.f_lasti] == _ENTERED:
            # Signals are seen where a function is entered: the time before was the caller's.
            frame = frame.f_back
        while frame is not None:
            code = frame.f_code
            # The line of the innermost tells most; of callers the function is enough.
            line = code.co_firstlineno if stack else frame.f_lineno or 0
            stack.append((code.co_filename, line, code.co_qualname))
            frame = frame.f_back
        self.stacks[tuple(stack)] += 1


def read_samples(path: Path) -> Counter[tuple[Place, ...]]:
    """What `Sampler.write` wrote."""
    stacks: Counter[tuple[Place, ...]] = Counter()
    with path.open(encoding="utf-8") as file:
        for text in file:
            number, stack = json.loads(text)
            stacks[tuple((name, line, function) for name, line, function in stack)] += number
    return stacks


def _serve(path: Path) -> int:
    sampler = Sampler()
    sampler.prepare()
    try:
        return main(["serve"])
    finally:
        sampler.stop()
        sampler.write(path)


if __name__ == "__main__":
    sys.exit(_serve(Path(sys.argv[1])))
