"""All workers of a parent: started together, kept going, stopped together."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from conquian_service.telemetry.shared import MetricsFolder
from conquian_service.workers.job import Job
from conquian_service.workers.restarts import Restarts
from conquian_service.workers.worker import Worker

__all__ = ["Crew"]

_log = logging.getLogger(__name__)


class Crew:
    """One worker for each job, started at once; whoever ends unasked is replaced."""

    def __init__(self, jobs: Sequence[Job], folder: MetricsFolder) -> None:
        self._folder = folder
        self._stopping = asyncio.Event()
        self._ready = {job.number: asyncio.Event() for job in jobs}
        self._living: dict[int, Worker] = {}
        self._kept = [asyncio.create_task(self._keep(job)) for job in jobs]

    async def ready(self) -> str:
        """Wait until all serve, or one of them cannot start; why not, if so."""
        failed = asyncio.create_task(self.failed())
        try:
            for ready in self._ready.values():
                serving = asyncio.create_task(ready.wait())
                await asyncio.wait((serving, failed), return_when=asyncio.FIRST_COMPLETED)
                if failed.done():
                    serving.cancel()
                    return failed.result()
            return ""
        finally:
            failed.cancel()

    async def failed(self) -> str:
        """Wait until one of them is given up; why."""
        done, _ = await asyncio.wait(self._kept, return_when=asyncio.FIRST_COMPLETED)
        return done.pop().result()

    async def stop(self, *, within: float) -> None:
        """Let all end in order; who has not ended in time is killed."""
        self._stopping.set()
        for worker in self._living.values():
            worker.stop()
        await self._ended(within)

    async def stop_hurriedly(self, *, within: float) -> None:
        """The same without the time that balancers and calls under way would be given."""
        self._stopping.set()
        for worker in self._living.values():
            worker.abandon()
        await self._ended(within)

    def kill(self) -> None:
        """End all at once."""
        self._stopping.set()
        for worker in self._living.values():
            worker.kill()

    async def _ended(self, within: float) -> None:
        _, late = await asyncio.wait(self._kept, timeout=within)
        if late:
            _log.error("workers that did not end in time are killed")
            self.kill()
            await asyncio.wait(late)

    async def _keep(self, job: Job) -> str:
        """Start a worker, and another whenever it ends; why no more, if not told to stop."""
        loop, restarts, ready = asyncio.get_running_loop(), Restarts(), self._ready[job.number]
        while not self._stopping.is_set():
            began = loop.time()
            failure = await self._live(job, serves=ready.set)
            pause = restarts.pause_after(lived=loop.time() - began)
            if not ready.is_set():
                return failure or f"worker {job.number} ended before it was ready"
            if pause is None:
                return f"worker {job.number} ends again and again; {failure}".rstrip("; ")
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._stopping.wait()
        return ""

    async def _live(self, job: Job, *, serves: Callable[[], None]) -> str:
        """One life of a worker; what it said of its end."""
        about: dict[str, object] = {"worker": job.number}
        try:
            self._folder.renew()
            job = replace(job, metrics_folder=str(self._folder.path))
            worker = Worker(job, self._folder.environment, serves=serves)
        except OSError as error:
            _log.warning("no worker", extra={"fields": {**about, "said": str(error)}})
            return str(error)
        about["pid"] = worker.pid
        _log.info("worker started", extra={"fields": about})
        self._living[job.number] = worker
        code = await worker.life()
        del self._living[job.number]
        self._folder.forget(worker.pid)
        if not self._stopping.is_set():
            about |= {"how": _how(code), "said": worker.failure}
            _log.warning("worker ended", extra={"fields": about})
        return worker.failure


def _how(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"
