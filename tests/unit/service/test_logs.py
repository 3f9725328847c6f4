"""Logs: one JSON object a line, without what is nobody's business."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from conquian_service.faults import frames_of
from conquian_service.telemetry.logs import AccessLog, configure_logging, log_loop_fault

HAND = "7H 8H 9H"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What the process would write to standard error; logging is put back afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield io.StringIO()
    root.handlers[:] = handlers
    root.setLevel(level)


def _lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_our_records_are_written_whole_with_their_fields(stream: io.StringIO) -> None:
    """Time, level, event, logger, and what the record says."""
    configure_logging(stream, "info")
    log = logging.getLogger("conquian_service.somewhere")
    log.warning("store %s", "away", extra={"fields": {"attempts": 3}})
    (line,) = _lines(stream)
    assert line.pop("time").endswith("Z")
    assert line == {
        "level": "warning",
        "event": "store away",
        "logger": "conquian_service.somewhere",
        "attempts": 3,
    }


def test_an_exception_is_logged_as_types_and_places(stream: io.StringIO) -> None:
    """Neither its text nor its arguments."""
    configure_logging(stream, "info")
    try:
        int(HAND)
    except ValueError:
        logging.getLogger("conquian_service.x").exception("fault")
    (line,) = _lines(stream)
    assert line["frames"][0] == "ValueError"
    assert HAND not in stream.getvalue()


def test_of_a_library_s_record_only_the_template_is_kept(stream: io.StringIO) -> None:
    """What it puts in is not ours to know."""
    configure_logging(stream, "info")
    logging.getLogger("grpc.somewhere").error("failed with %s\nand %s", HAND, HAND)
    (line,) = _lines(stream)
    assert line["event"] == "failed with %s"
    assert HAND not in stream.getvalue()


def test_a_fault_in_the_loop_is_logged_without_its_text(stream: io.StringIO) -> None:
    """A task that nobody awaited tells where it failed, not with what."""
    configure_logging(stream, "info")

    async def forgotten() -> None:
        raise ValueError(HAND)

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(log_loop_fault)
        task = asyncio.create_task(forgotten())
        await asyncio.wait([task])
        del task

    asyncio.run(run())
    (line,) = _lines(stream)
    assert line["event"] == "fault in the loop"
    assert any("forgotten" in frame for frame in line["frames"])
    assert HAND not in stream.getvalue()


async def test_a_call_is_one_line(stream: io.StringIO) -> None:
    """Door, method, code, reason, game and duration, and nothing else."""
    access = AccessLog(stream)
    access.call("PlayMove", "ABORTED", "STALE_REVISION", 0.0012345, "a" * 26)
    access.call("CreateGame", "OK", "", 2.0, "")
    assert not stream.getvalue(), "written call by call"
    access.flush()
    first, second = _lines(stream)
    assert first.pop("time") <= second.pop("time")
    assert first == {
        "level": "info",
        "event": "call",
        "door": "grpc",
        "method": "PlayMove",
        "code": "ABORTED",
        "reason": "STALE_REVISION",
        "game": "a" * 26,
        "duration_ms": 1.234,
    }
    assert set(second) == {"level", "event", "door", "method", "code", "duration_ms"}


def test_calls_are_logged_at_info(stream: io.StringIO) -> None:
    """A quieter level has no access log."""
    assert configure_logging(stream, "info") is not None
    assert configure_logging(stream, "warning") is None


class Flushed(io.StringIO):
    """A stream that tells when it is flushed."""

    def __init__(self) -> None:
        super().__init__()
        self.told = asyncio.Event()

    def flush(self) -> None:
        self.told.set()


async def test_lines_are_written_without_being_asked() -> None:
    """A call is in the log a moment later."""
    stream = Flushed()
    AccessLog(stream).call("PlayMove", "OK", "", 0.001, "")
    async with asyncio.timeout(5):
        await stream.told.wait()
    assert len(_lines(stream)) == 1


async def test_a_log_that_nobody_reads_any_more_fails_no_call() -> None:
    """A closed stream is let go."""
    stream = io.StringIO()
    access = AccessLog(stream)
    stream.close()
    access.call("PlayMove", "OK", "", 0.001, "")
    access.flush()


def test_frames_follow_the_causes() -> None:
    """What caused an exception is told too; a ring of causes ends."""
    inner, outer = KeyError("a"), ValueError("b")
    outer.__cause__, inner.__context__ = inner, outer
    assert frames_of(outer) == ["ValueError", "KeyError"]
