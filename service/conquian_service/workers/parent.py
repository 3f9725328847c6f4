"""The parent of the workers: it owns what they share, and serves nothing itself."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack

from conquian_service.config import Settings
from conquian_service.signals import StopSignals
from conquian_service.storage.embedded import EmbeddedStore, EmbeddedStoreFailed, start_embedded
from conquian_service.telemetry.logs import log_loop_fault
from conquian_service.telemetry.shared import MetricsFolder
from conquian_service.transport.listening import CannotListen, address_of, hold
from conquian_service.workers.crew import Crew
from conquian_service.workers.job import Job

__all__ = ["lead"]

Announce = Callable[[str, str], None]
"""Called once, when all serve, with the addresses of gRPC and HTTP."""

_PORT_WAIT = 3.0
"""Seconds that the workers of a parent that was killed may need to let go of a port."""
_MARGIN = 10.0
"""Seconds that a worker may take to end beyond those that the settings give it."""


async def lead(settings: Settings, *, announce: Announce) -> str | None:
    """Serve by workers until a signal comes, or the store of our own ends, or they fail.

    Returns:
        Why it could not start or go on; None if it was told to end.
    """
    asyncio.get_running_loop().set_exception_handler(log_loop_fault)
    parent = _Parent(settings)
    try:
        return await parent.run(announce) or None
    except (CannotListen, EmbeddedStoreFailed, OSError) as error:
        return str(error)
    except asyncio.CancelledError:
        if not parent.signals.told.is_set():
            raise
    return None


class _Parent:
    def __init__(self, settings: Settings) -> None:
        self.signals = StopSignals(at_once=self._quit)
        self._settings = settings
        self._folder: MetricsFolder | None = None
        self._crew: Crew | None = None
        self._store: EmbeddedStore | None = None
        self._store_lost = False

    async def run(self, announce: Announce) -> str:
        """Everything from the first port to the last; why it failed, if it did."""
        settings = self._settings
        async with AsyncExitStack() as stack:
            grpc = stack.enter_context(await _hold("gRPC", settings.grpc_host, settings.grpc_port))
            http = stack.enter_context(await _hold("HTTP", settings.http_host, settings.http_port))
            if settings.redis_url is None:
                self._store = await start_embedded(settings.data_dir)
                stack.push_async_callback(self._store.stop)
            self._folder = MetricsFolder.make()
            stack.callback(self._folder.leave)
            crew = self._crew = Crew(self._jobs(grpc, http, self._folder), self._folder)
            stack.push_async_callback(self._stop, crew)

            failure = await _first(self._lost(), crew.ready())
            if not failure:
                self.signals.started()
                announce(address_of(grpc), address_of(http))
                failure = await _first(self._lost(), crew.failed(), self._told())
            return failure

    def _jobs(self, grpc: socket.socket, http: socket.socket, folder: MetricsFolder) -> list[Job]:
        known: dict[str, str | int | bool] = {
            "grpc_port": grpc.getsockname()[1],
            "http_port": http.getsockname()[1],
            "insecure_open": self._settings.insecure_open,
        }
        if self._store is not None:
            known["redis_url"] = self._store.url
        return [
            Job(
                number=number,
                settings=known,
                metrics_folder=str(folder.path),
                own_store=self._store is not None,
            )
            for number in range(1, self._settings.workers + 1)
        ]

    async def _lost(self) -> str:
        """Wait until the store of our own ends by itself; why."""
        if self._store is None:
            await asyncio.Event().wait()
            return ""
        why = await self._store.ended() or "it ended without a word"
        self._store_lost = True
        return f"the store ended: {why}"

    async def _told(self) -> str:
        await self.signals.told.wait()
        return ""

    async def _stop(self, crew: Crew) -> None:
        if self._store_lost:
            await crew.stop_hurriedly(within=_MARGIN)
        else:
            settings = self._settings
            await crew.stop(within=settings.drain_seconds + settings.grace_seconds + _MARGIN)

    def _quit(self, number: int) -> None:
        """End at once. The store ends by itself when this process is gone."""
        if self._crew is not None:
            self._crew.kill()
        if self._folder is not None:
            self._folder.remove()
        os._exit(128 + number)


async def _hold(door: str, host: str, port: int) -> socket.socket:
    """Keep an address for the workers, once those of an earlier parent have let go of it."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + _PORT_WAIT
    while True:
        try:
            return hold(door, host, port)
        except CannotListen as refused:
            if not refused.in_use or loop.time() > deadline:
                raise
        await asyncio.sleep(0.05)


async def _first(*ends: Coroutine[None, None, str]) -> str:
    """What the first of some ends says; the others are not waited for."""
    tasks = [asyncio.ensure_future(end) for end in ends]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return next(task.result() for task in tasks if task in done)
    finally:
        for task in tasks:
            task.cancel()
