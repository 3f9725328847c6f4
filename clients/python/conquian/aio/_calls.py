"""One call: deadlines, repeats and typed errors, the same for every method."""

from __future__ import annotations

from typing import TypeVar

import grpc

from conquian._requests import bearer
from conquian._retry import ATTEMPTS_PER_TIMEOUT, Backoff, may_repeat
from conquian._status import error_from_rpc
from conquian.aio._runtime import AsyncClock, Channel, UnaryMethod
from conquian.v1 import game_service_pb2_grpc, rules_service_pb2_grpc

_Request = TypeVar("_Request")
_Response = TypeVar("_Response")


class AsyncCalls:
    """The stubs of one channel, and how they are called."""

    def __init__(self, channel: Channel, *, clock: AsyncClock, timeout: float) -> None:
        self.channel = channel
        self.clock = clock
        self.games = game_service_pb2_grpc.GameServiceStub(channel)
        self.rules = rules_service_pb2_grpc.RulesServiceStub(channel)
        self._timeout = timeout

    async def call(
        self,
        method: UnaryMethod[_Request, _Response],
        request: _Request,
        *,
        token: str | None = None,
        timeout: float | None = None,
        held: float = 0.0,
    ) -> _Response:
        """Make one call; repeat it while another attempt may mend it and time is left.

        The request must be safe to repeat: it is sent unchanged, request id included.

        Args:
            token: sent as the bearer, if any.
            timeout: seconds for all attempts and the waits between them.
            held: seconds that the service may hold the call on purpose, on top.

        Raises:
            ConquianError: the last attempt's error. It says that the change may have happened
                if that is so of any attempt.
        """
        allowed = self._timeout if timeout is None else timeout
        deadline = self.clock.now() + allowed + held
        backoff = Backoff()
        metadata = bearer(token)
        may_have_happened = False
        while True:
            left = deadline - self.clock.now()
            share = min(left, held + allowed / ATTEMPTS_PER_TIMEOUT)
            try:
                return await method(request, timeout=share, metadata=metadata)
            except grpc.RpcError as failed:
                error = error_from_rpc(failed)
                if not may_repeat(error):
                    raise error from failed
                may_have_happened |= error.may_have_happened
                delay = backoff.next_delay(error)
                if self.clock.now() + delay >= deadline:
                    if may_have_happened:
                        error = error.that_may_have_happened()
                    raise error from failed
            await self.clock.sleep(delay)
