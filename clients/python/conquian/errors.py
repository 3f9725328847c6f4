"""Errors, split by what the caller can do about them.

    ConquianError             any failed call
    ├── InvalidRequest        wrong whatever the state: mend the program
    ├── NotFound              no such game or ruleset, or it has expired
    ├── Unauthenticated       no token, a foreign one or a replaced one: get another
    ├── NotAllowed            the token is good, but not for this
    ├── NotNow                the game stands otherwise: read the view
    │   └── SeatUnavailable   somebody else has the seat: choose another
    ├── IllegalMove           the rules refuse the move or the cards: choose others
    ├── StaleDecision         the decision is over: read the view, decide again
    ├── RateLimited           too many calls: wait `retry_after` seconds
    ├── Unavailable           the service cannot be reached or cannot answer now: try later
    └── ServiceFault          the service failed: report the `incident`

The client has tried again by itself, as long as the call's timeout let it, before it raises
`Unavailable` or `RateLimited`. `reason` is a `Reason`, or empty when the error did not come from
the service itself (a connection refused, a proxy, a deadline).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from grpc import StatusCode

from conquian.cards import Card, to_cards
from conquian.reasons import OF_THE_RULES, Reason

__all__ = [
    "ConquianError",
    "Failure",
    "IllegalMove",
    "InvalidRequest",
    "NotAllowed",
    "NotFound",
    "NotNow",
    "RateLimited",
    "SeatUnavailable",
    "ServiceFault",
    "StaleDecision",
    "Unauthenticated",
    "Unavailable",
    "error_for",
]


_NUMBER_DIGITS = 10
"""More digits are no revision."""


@dataclass(frozen=True, slots=True)
class Failure:
    """All that is known of a failed call."""

    code: StatusCode
    message: str
    """A sentence for people."""
    reason: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    """The service's details: `rule`, `cards`, `revision`, `field`, `incident` and others."""
    retry_after: float | None = None
    """Seconds to wait before another try, if the service named any."""
    may_have_happened: bool = False
    """Whether the change asked for may have been made all the same."""


class ConquianError(Exception):
    """A failed call; every error of this package is one."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure

    def __str__(self) -> str:
        return f"{self.reason or self.code.name}: {self.message}"

    @property
    def code(self) -> StatusCode:
        """The gRPC status."""
        return self.failure.code

    @property
    def reason(self) -> str:
        """Why, as a `Reason`; empty if the error did not come from the service itself."""
        return self.failure.reason

    @property
    def message(self) -> str:
        """A sentence for people."""
        return self.failure.message

    @property
    def metadata(self) -> Mapping[str, str]:
        """Every detail the service gave, by name."""
        return self.failure.metadata

    @property
    def rule(self) -> str:
        """Number of the rule concerned, such as "R2.13"; empty if none is."""
        return self.metadata.get("rule", "")

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards concerned."""
        return to_cards(self.metadata.get("cards", "").replace(",", " ").split())

    @property
    def field(self) -> str:
        """The field of the request concerned; empty if none is."""
        return self.metadata.get("field", "")

    @property
    def revision(self) -> int | None:
        """The game's current revision, where the service gave it."""
        text = self.metadata.get("revision", "")
        return int(text) if text.isdecimal() and len(text) <= _NUMBER_DIGITS else None

    @property
    def incident(self) -> str:
        """Names a fault in the service's log; empty if it is none."""
        return self.metadata.get("incident", "")

    @property
    def retry_after(self) -> float | None:
        """Seconds to wait before another try, if the service named any."""
        return self.failure.retry_after

    @property
    def may_have_happened(self) -> bool:
        """Whether the change asked for may have been made, by this attempt or an earlier one.

        Calling again with the same `request_id` settles it.
        """
        return self.failure.may_have_happened

    def that_may_have_happened(self) -> Self:
        """The same error, saying that the change may have been made."""
        return type(self)(replace(self.failure, may_have_happened=True))


class InvalidRequest(ConquianError):
    """The request is wrong whatever the state; `field` may name where."""


class NotFound(ConquianError):
    """No such game or ruleset; or it has expired."""


class Unauthenticated(ConquianError):
    """The call needs a token; the one sent is none of this service's, or was replaced."""


class NotAllowed(ConquianError):
    """The token may not make this call."""


class NotNow(ConquianError):
    """The game's state does not allow the call: another seat's turn, started, over."""


class SeatUnavailable(NotNow):
    """Somebody else has the seat that was asked for.

    A table without a free seat has started: that is `NotNow` with reason GAME_STARTED.
    """


class IllegalMove(ConquianError):
    """The rules refuse the move or the cards; `rule` and `cards` say which."""


class StaleDecision(ConquianError):
    """The decision this move was made for is over; `revision` is the current one."""


class RateLimited(ConquianError):
    """Too many calls or watchers; `retry_after` says how long to wait, if known."""


class Unavailable(ConquianError):
    """No answer in time; `may_have_happened` says whether the change may have been made."""


class ServiceFault(ConquianError):
    """The service failed; `incident` names the fault in its log."""


_BY_CODE: Mapping[StatusCode, type[ConquianError]] = {
    StatusCode.INVALID_ARGUMENT: InvalidRequest,
    StatusCode.OUT_OF_RANGE: InvalidRequest,
    StatusCode.NOT_FOUND: NotFound,
    StatusCode.UNAUTHENTICATED: Unauthenticated,
    StatusCode.PERMISSION_DENIED: NotAllowed,
    StatusCode.ALREADY_EXISTS: NotNow,
    StatusCode.FAILED_PRECONDITION: NotNow,
    StatusCode.RESOURCE_EXHAUSTED: RateLimited,
    StatusCode.ABORTED: Unavailable,
    StatusCode.CANCELLED: Unavailable,
    StatusCode.DEADLINE_EXCEEDED: Unavailable,
    StatusCode.UNAVAILABLE: Unavailable,
}

_BY_REASON: Mapping[str, type[ConquianError]] = {
    Reason.SEAT_TAKEN: SeatUnavailable,
    Reason.STALE_REVISION: StaleDecision,
    **dict.fromkeys(OF_THE_RULES, IllegalMove),
}


def error_for(failure: Failure) -> ConquianError:
    """The error to raise for a failure: by its reason, else by its code."""
    of_code = _BY_CODE.get(failure.code, ServiceFault)
    return _BY_REASON.get(failure.reason, of_code)(failure)
