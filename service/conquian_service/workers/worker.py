"""A worker as its parent sees it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress

from conquian_service.workers.job import Job, Told

__all__ = ["Worker"]


class Worker:
    """One life of a worker: a program of its own, started afresh, never forked."""

    def __init__(
        self, job: Job, environment: Mapping[str, str], *, serves: Callable[[], None]
    ) -> None:
        self.failure = ""
        """Why it could not start or go on, if it said so."""
        self._serves = serves
        self._program = subprocess.Popen(
            [sys.executable, "-P", "-m", "conquian_service.workers.program"],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # It looks for modules where its parent does, and not where it happens to be started.
            env={
                **os.environ,
                **environment,
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            },
            start_new_session=True,
        )
        assert self._program.stdin is not None
        with suppress(BrokenPipeError):  # it has died already, which will be noticed
            self._program.stdin.write(job.to_line())

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._program.pid

    async def life(self) -> int:
        """Hear it until it has ended; its exit code, or less than 0 for a signal."""
        loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
        transport, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), self._program.stdout
        )
        try:
            async for line in reader:
                told = Told.from_line(line)
                self.failure = told.failure
                if told.ready:
                    self._serves()
        finally:
            transport.close()
        code = await asyncio.to_thread(self._program.wait)
        self.abandon()
        return code

    def stop(self) -> None:
        """Tell it to end in order."""
        self._program.send_signal(signal.SIGTERM)

    def abandon(self) -> None:
        """Close the pipe: it ends as if its parent had died, without taking its time."""
        if self._program.stdin is not None:
            self._program.stdin.close()

    def kill(self) -> None:
        """End it at once; what it has acknowledged is in the store."""
        self._program.kill()
