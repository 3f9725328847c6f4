"""One process that serves, from its start until it is told to end."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Callable

from conquian_service.bootstrap import START_ERRORS, Membership, Service, running_service
from conquian_service.config import Settings
from conquian_service.signals import StopSignals
from conquian_service.telemetry.logs import AccessLog, log_loop_fault

__all__ = ["serve"]

Abandoned = Callable[[], None]
"""Called when whoever this process serves for is gone."""


async def serve(
    settings: Settings,
    access_log: AccessLog | None,
    *,
    announce: Callable[[Service], None],
    membership: Membership | None = None,
    watch_parent: Callable[[Abandoned], None] = lambda _: None,
) -> str | None:
    """Serve until a signal comes, or the store of our own ends, or the parent.

    Returns:
        Why it could not start or go on; None if it was told to end.
    """
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(log_loop_fault)
    # Only a parent tells its workers to end at once, and it kills them: systemd may send a signal
    # to all processes of a service, and the parent passes its own on.
    signals = StopSignals(at_once=_quit if membership is None else lambda _: None)
    abandoned = asyncio.Event()

    def abandon() -> None:
        abandoned.set()
        signals.tell()

    watch_parent(abandon)
    try:
        async with running_service(
            settings, access_log=access_log, membership=membership
        ) as service:
            signals.started()
            # What is here now stays to the end. A full collection that looks at it all would
            # hold the loop for tens of milliseconds.
            gc.collect()
            gc.freeze()
            # Calls leave hardly any cycles behind: looking for them every few calls is waste.
            gc.set_threshold(20_000, 20, 50)
            announce(service)
            hurrying = loop.create_task(_hurry(service, abandoned))
            failure = await _until_asked(service, signals)
            if failure is not None:
                service.hurry()
            await service.stop_serving()
            hurrying.cancel()
            return failure
    except START_ERRORS as error:
        return str(error)
    except asyncio.CancelledError:
        if not signals.told.is_set():
            raise
    return None


def _quit(number: int) -> None:
    """End at once. A store of our own ends by itself when this process is gone."""
    os._exit(128 + number)


async def _until_asked(service: Service, signals: StopSignals) -> str | None:
    asked = asyncio.create_task(signals.told.wait())
    lost = asyncio.create_task(service.until_store_ends())
    done, unneeded = await asyncio.wait((asked, lost), return_when=asyncio.FIRST_COMPLETED)
    for task in unneeded:
        task.cancel()
    return f"the store ended: {lost.result()}" if lost in done else None


async def _hurry(service: Service, abandoned: asyncio.Event) -> None:
    await abandoned.wait()
    service.hurry()
