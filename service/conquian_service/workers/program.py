"""The program of a worker: `python -m conquian_service.workers.program`.

Its standard input is the pipe from the parent: first comes the job, then nothing until end
of file, which means that the parent is gone. Its standard output tells the parent how it
fares. It has a session of its own: a Ctrl-C is meant for the parent, who passes it on.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import uvloop

from conquian_service.bootstrap import Membership
from conquian_service.config import SettingsRefused, load_settings
from conquian_service.serving import serve
from conquian_service.telemetry.logs import configure_logging
from conquian_service.telemetry.shared import MetricsFolder
from conquian_service.workers.job import Job, Told

_PIPE = 0
_LINGER = 3.0
"""Seconds that a worker without a parent may take to end. It holds ports the next one needs."""


def main() -> int:
    """Serve as the parent says; the exit code."""
    # Whatever a library prints must not look like something said to the parent.
    parent = os.dup(1)
    os.dup2(2, 1)
    with open(_PIPE, "rb", buffering=0, closefd=False) as pipe:
        line = pipe.readline()
    if not line.endswith(b"\n"):
        return 1  # the parent is gone already
    job = Job.from_line(line)
    try:
        folder = MetricsFolder(Path(job.metrics_folder))
        settings = load_settings(**job.settings)
    except (OSError, SettingsRefused) as refused:
        _tell(parent, Told(failure=str(refused)))
        return 1
    failure = uvloop.run(
        serve(
            settings,
            configure_logging(sys.stderr, settings.log_level),
            announce=lambda _: _tell(parent, Told(ready=True)),
            membership=Membership(
                number=job.number, metrics_folder=folder.path, own_store=job.own_store
            ),
            watch_parent=partial(_watch_parent, folder),
        )
    )
    folder.leave()
    if failure is None:
        return 0
    _tell(parent, Told(failure=failure))
    return 1


def _tell(parent: int, told: Told) -> None:
    with suppress(BrokenPipeError):  # nobody is left to be told
        os.write(parent, told.to_line())


def _watch_parent(folder: MetricsFolder, abandoned: Callable[[], None]) -> None:
    """Call `abandoned` in the loop when the parent is gone; end it all if that is not enough.

    A thread, so that not even a loop that hangs keeps a worker alive without its parent.
    """
    loop = asyncio.get_running_loop()

    def watch() -> None:
        while os.read(_PIPE, 1024):
            pass
        try:
            loop.call_soon_threadsafe(abandoned)
        except RuntimeError:
            return  # it has ended already
        time.sleep(_LINGER)
        with suppress(OSError):
            folder.leave()
        os._exit(1)

    threading.Thread(target=watch, name="watch-parent", daemon=True).start()


if __name__ == "__main__":
    sys.exit(main())
