"""What every door does for each call, whatever protocol it speaks.

It finds out who calls and about which game, says what became of the call, and makes of an
exception what the caller is told. How that is written is the door's own matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

from google.protobuf.message import DecodeError, Message

from conquian_service.application.errors import CallReason, CallRefused, Detail
from conquian_service.application.tokens import Caller, is_game_id
from conquian_service.transport.calls import CallRecord
from conquian_service.transport.credentials import Credentials
from conquian_service.transport.errors import Failure, failure_of
from conquian_service.transport.readiness import Readiness

LARGEST_REQUEST = 64 * 1024
"""Bytes of a request on every door."""

OK = "OK"
CANCELLED = "CANCELLED"
UNAVAILABLE = "UNAVAILABLE"
"""How a call ended that no failure tells of, in gRPC's words."""


def answers_in_language(methods: object) -> bool:
    """Whether methods take the language of their answers' texts as a third argument."""
    return getattr(methods, "answers_in_language", False)


class SlowWatcher(Exception):
    """A stream whose client took nothing for too long."""


class Reception:
    """Receives the calls of one door."""

    def __init__(self, credentials: Credentials, record: CallRecord, readiness: Readiness) -> None:
        self.credentials = credentials
        self.record = record
        self.readiness = readiness

    def call(self, method: str, *, streamed: bool = False) -> Call:
        """A call that begins now."""
        return Call(self, method, streamed=streamed)


class Call:
    """One call from its beginning to its end, which is told of once."""

    __slots__ = ("_game_id", "_method", "_reception", "_started", "_streamed")

    def __init__(self, reception: Reception, method: str, *, streamed: bool) -> None:
        self._reception = reception
        self._method = method
        self._streamed = streamed
        self._started = perf_counter()
        self._game_id = ""

    def caller(self, authorization: Sequence[str | bytes]) -> Caller:
        """Who calls, by all values of `authorization`."""
        return self._reception.credentials.caller_of(authorization)

    def request(self, parse: Callable[[bytes], Message], raw: bytes) -> Message:
        """The request; `FIELD_INVALID` if the bytes are none."""
        try:
            request = parse(raw)
        except DecodeError:
            raise CallRefused(CallReason.FIELD_INVALID, detail=Detail.UNREADABLE) from None
        self.note(request)
        return request

    def note(self, request: Message) -> None:
        """What is asked, for what is told of the call."""
        game_id: str = getattr(request, "game_id", "")
        self._game_id = game_id if is_game_id(game_id) else ""

    def note_answer(self, response: Message) -> None:
        """What was answered: a call that made a game could not name it."""
        if not self._game_id:
            game_id: str = getattr(getattr(response, "game", None), "game_id", "")
            self._game_id = game_id

    def failed(self, error: Exception, accept_language: Sequence[str | bytes] = ()) -> Failure:
        """What the caller is told of an exception; the call has ended with it.

        The text is in the language that all values of `accept-language` ask for.
        """
        failure = failure_of(error, accept_language=accept_language)
        if failure.reason is CallReason.STORE_FULL:
            self._reception.readiness.store_was_full()
        self.ended(failure.status.code.name, failure.reason.value)
        return failure

    def ended(self, code: str = OK, reason: str = "") -> None:
        """The call has ended."""
        seconds = perf_counter() - self._started
        self._reception.record.ended(
            self._method, code, reason, seconds, game_id=self._game_id, streamed=self._streamed
        )
