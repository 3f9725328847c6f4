"""When to try again, and how long to wait before it.

Every call of the service is safe to repeat: reads change nothing and each mutating call carries
a request id. What is repeated is what another attempt may mend.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from grpc import StatusCode

from conquian.errors import ConquianError, RateLimited, ServiceFault, Unavailable

FIRST_DELAY = 0.05
"""Seconds before the second attempt, before jitter."""

GREATEST_DELAY = 2.0
"""Seconds that no wait exceeds, unless the service asks for more."""

ATTEMPTS_PER_TIMEOUT = 3
"""An attempt gets this share of a call's timeout, so that a lost one leaves time for others."""

LONGEST_ATTEMPT = 5.0
"""Seconds that no attempt exceeds, however patient its caller is."""


@dataclass(slots=True)
class Backoff:
    """Waits that double, each shortened by chance so that clients do not return in step."""

    first: float = FIRST_DELAY
    greatest: float = GREATEST_DELAY
    _next: float = field(init=False)

    def __post_init__(self) -> None:
        self._next = self.first

    def next_delay(self, error: ConquianError | None = None) -> float:
        """Seconds to wait now: at least what the error asks for."""
        step = min(self.greatest, self._next)
        self._next = step * 2
        chance = random.random()  # noqa: S311 - spreads load, keeps no secret
        asked_for = (error and error.retry_after) or 0.0
        return asked_for + step * (0.5 + chance / 2)

    def reset(self) -> None:
        """Start over after a success."""
        self._next = self.first


def may_repeat(error: ConquianError) -> bool:
    """Whether another attempt of the same call may succeed."""
    match error:
        case Unavailable():
            return True
        case RateLimited():
            return error.retry_after is not None
        case _:
            return False


def may_resume(error: ConquianError) -> bool:
    """Whether a watch that ended with this error may go on from where it stood.

    Beside what a call may repeat: a server that has its fill of watchers, and streams cut by
    something on the way, which shows as a fault without the service's word.
    """
    match error:
        case Unavailable() | RateLimited():
            return True
        case ServiceFault():
            return not error.reason and error.code is not StatusCode.UNIMPLEMENTED
        case _:
            return False
