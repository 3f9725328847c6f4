"""Logs: one JSON object a line, on standard error.

A record of ours may carry `extra={"fields": {...}}`, which are written as they are; of an
exception only types and places are written (see `faults`). Of records that libraries
write only the template is kept: what they put into it is not ours to know.

The access log has a line for every call, written past `logging`, which would cost five
times as much. No line ever holds a card of a hand, a token, a request id, a query string
or metadata.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from functools import lru_cache
from typing import Any, TextIO

from conquian_service.faults import frames_of

_OURS = "conquian_service"
_LONGEST_FOREIGN = 200
_GATHERED_SECONDS = 0.05

_log = logging.getLogger(__name__)


class JsonFormatter(logging.Formatter):
    """One record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        ours = record.name.partition(".")[0] == _OURS
        line: dict[str, Any] = {
            "time": timestamp(record.created),
            "level": record.levelname.lower(),
            "event": record.getMessage() if ours else _template(record),
            "logger": record.name,
            **getattr(record, "fields", {}),
        }
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            line["frames"] = frames_of(error)
        return json.dumps(line, separators=(",", ":"), default=lambda value: type(value).__name__)


class AccessLog:
    """A line for every call that ended.

    Lines of a twentieth of a second are written together: a write for each would cost
    more than the line. They are lost if the process is killed in that time.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lines: list[str] = []

    def call(
        self,
        method: str,
        code: str,
        reason: str,
        seconds: float,
        game_id: str,
        *,
        door: str = "grpc",
    ) -> None:
        """Write the line. Every value is one of ours or well formed, so nothing is escaped."""
        line = (
            f'{{"time":"{timestamp(time.time())}","level":"info","event":"call"'
            f',"door":"{door}","method":"{method}","code":"{code}"'
        )
        if reason:
            line += f',"reason":"{reason}"'
        if game_id:
            line += f',"game":"{game_id}"'
        if not self._lines:
            asyncio.get_running_loop().call_later(_GATHERED_SECONDS, self.flush)
        self._lines.append(f'{line},"duration_ms":{seconds * 1000:.3f}}}\n')

    def flush(self) -> None:
        """Write what has been gathered."""
        text = "".join(self._lines)
        self._lines.clear()
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            # A log that nobody reads any more must not fail calls.
            return


def configure_logging(stream: TextIO, level: str) -> AccessLog | None:
    """Send every record of this process to a stream; returns the access log unless too quiet."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.getLogger("asyncio").setLevel(logging.WARNING)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    return AccessLog(stream) if _log.isEnabledFor(logging.INFO) else None


def log_loop_fault(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Exception handler of an event loop; asyncio's own writes the exception's text."""
    error = context.get("exception")
    frames = frames_of(error) if isinstance(error, BaseException) else []
    _log.error("fault in the loop", extra={"fields": {"frames": frames}})


def timestamp(seconds: float) -> str:
    """A time as ISO 8601 in UTC, to the millisecond.

    >>> timestamp(0.25)
    '1970-01-01T00:00:00.250Z'
    """
    whole = int(seconds)
    return f"{_to_the_second(whole)}.{int((seconds - whole) * 1000):03d}Z"


@lru_cache(maxsize=1)
def _to_the_second(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))


def _template(record: logging.LogRecord) -> str:
    lines = str(record.msg).splitlines() or [""]
    return lines[0][:_LONGEST_FOREIGN]
