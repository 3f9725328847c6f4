"""The rate limit, and when a process says it is ready."""

from __future__ import annotations

import pytest

from conquian_service.application.errors import CallReason, CallRefused, StoreFull
from conquian_service.transport.rate_limit import RateLimit
from conquian_service.transport.readiness import Readiness


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_second_s_worth_passes_at_once_and_the_next_is_told_when() -> None:
    """The refusal's delay is the time until one more passes."""
    clock = Clock()
    limit = RateLimit(4, clock=clock)
    for _ in range(4):
        limit.take()
    with pytest.raises(CallRefused) as refused:
        limit.take()
    assert refused.value.reason is CallReason.RATE_LIMITED
    assert refused.value.retry_millis is not None
    clock.now += refused.value.retry_millis / 1000
    limit.take()
    with pytest.raises(CallRefused):
        limit.take()


def test_a_quiet_hour_saves_up_one_second_s_worth() -> None:
    """Nothing more can be saved up."""
    clock = Clock()
    limit = RateLimit(2, clock=clock)
    clock.now += 3600
    limit.take()
    limit.take()
    with pytest.raises(CallRefused):
        limit.take()


async def test_ready_unless_the_store_is_away_or_full_or_we_leave() -> None:
    """Each of the three is named; a full store is forgotten after a while, or says so itself."""
    clock, answers, full = Clock(), True, False

    async def store_answers() -> bool:
        if full:
            raise StoreFull
        return answers

    readiness = Readiness(store_answers, clock=clock)
    assert await readiness.why_not() is None
    readiness.store_was_full()
    assert await readiness.why_not() == "store full"
    clock.now += 11
    assert await readiness.why_not() is None
    full = True
    assert await readiness.why_not() == "store full"
    full, answers = False, False
    assert await readiness.why_not() == "store unavailable"
    answers = True
    readiness.leave()
    assert await readiness.why_not() == "stopping"
