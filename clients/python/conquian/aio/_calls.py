"""One call: deadlines, repeats and typed errors, the same for every method."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TypeVar

import grpc
from grpc import StatusCode

from conquian._requests import bearer, in_language
from conquian._retry import ATTEMPTS_PER_TIMEOUT, LONGEST_ATTEMPT, Backoff, may_repeat
from conquian._status import error_from_rpc
from conquian.aio._line import AsyncCarrier, AsyncLine
from conquian.aio._runtime import AsyncClock, UnaryMethod

_Request = TypeVar("_Request")
_Response = TypeVar("_Response")


class AsyncCalls:
    """The line to one service, and how calls are made on it."""

    def __init__(
        self,
        open_carrier: Callable[[], AsyncCarrier],
        *,
        clock: AsyncClock,
        timeout: float,
        language: str,
    ) -> None:
        self.clock = clock
        self._language = in_language(language)
        self._open_carrier = open_carrier
        self._timeout = timeout
        self._line: AsyncLine | None = None
        self._process = 0
        self._closed = False
        self._changing_line = threading.Lock()  # never held over a wait

    @property
    def line(self) -> AsyncLine:
        """The present line, to be used for one call."""
        if self._closed:
            raise RuntimeError("this client is closed")
        with self._changing_line:
            if self._line is None:
                # Not earlier: it is to be made by the loop and process that use it.
                self._line = self._new_line()
                self._process = os.getpid()
            elif self._process != os.getpid():
                raise RuntimeError("this client was used before the fork: connect anew after it")
            return self._line

    def metadata(self, token: str | None) -> tuple[tuple[str, str], ...]:
        """What is sent beside a request: the bearer's token, if any, and the language."""
        return bearer(token) + self._language

    async def call(
        self,
        method: Callable[[AsyncLine], UnaryMethod[_Request, _Response]],
        request: _Request,
        *,
        token: str | None = None,
        timeout: float | None = None,
        held: float = 0.0,
    ) -> _Response:
        """Make one call; repeat it while another attempt may mend it and time is left.

        The request must be safe to repeat: it is sent unchanged, request id included.

        Args:
            method: finds the method on a line.
            token: sent as the bearer, if any.
            timeout: seconds for all attempts and the waits between them.
            held: seconds that the service may hold the call on purpose, on top.

        Raises:
            ConquianError: the last attempt's error. It says that the change may have happened
                if that is so of any attempt, unless it is the service's own refusal, which
                settles it.
        """
        allowed = self._timeout if timeout is None else timeout
        longest = held + min(allowed / ATTEMPTS_PER_TIMEOUT, LONGEST_ATTEMPT)
        deadline = self.clock.now() + allowed + held
        backoff = Backoff()
        metadata = self.metadata(token)
        may_have_happened = False
        while True:
            line = self.line
            share = min(deadline - self.clock.now(), longest)
            try:
                answer = await method(line)(request, timeout=share, metadata=metadata)
            except grpc.RpcError as failed:
                error = error_from_rpc(failed)
                if error.code is StatusCode.DEADLINE_EXCEEDED:
                    await self.replace_if_lost(line)
                else:
                    line.heard(self.clock.now())
                if not may_repeat(error):
                    # What the service itself says settles the attempts before; what a proxy
                    # says does not.
                    if may_have_happened and not error.reason:
                        error = error.that_may_have_happened()
                    raise error from failed
                may_have_happened |= error.may_have_happened
                delay = backoff.next_delay(error)
                if self.clock.now() + delay >= deadline:
                    if may_have_happened:
                        error = error.that_may_have_happened()
                    raise error from failed
            else:
                line.heard(self.clock.now())
                return answer
            await self.clock.sleep(delay)

    async def replace_if_lost(self, line: AsyncLine) -> None:
        """Let the calls to come use a new line, if this one is the present one and lost."""
        with self._changing_line:
            if line is not self._line or not line.is_lost(self.clock.now()):
                return
            self._line = self._new_line()
        line.cancel_streams()  # their watches go on over the new line
        await line.carrier.let_go()

    async def close(self) -> None:
        """End every open call and watch."""
        self._closed = True
        with self._changing_line:
            line, self._line = self._line, None
        if line is not None:
            line.cancel_streams()  # older releases of grpcio would leave some of them waiting
            await line.carrier.close()

    def _new_line(self) -> AsyncLine:
        return AsyncLine(self._open_carrier(), self.clock.now())
