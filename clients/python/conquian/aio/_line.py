"""One connection to the service, and when it is given up for another."""

from __future__ import annotations

from typing import Protocol

from conquian.aio._runtime import Channel, WatchCall
from conquian.v1 import game_service_pb2_grpc, rules_service_pb2_grpc

LOST_AFTER = 5.0
"""Seconds without a word, a call waiting, after which a line is lost: as long as one attempt to
connect may take."""


class AsyncCarrier(Protocol):
    """What carries the calls of a line: gRPC or HTTP."""

    @property
    def channel(self) -> Channel:
        """What stubs are made over. Connects at the first call."""
        ...

    async def let_go(self) -> None:
        """Be of no use to calls to come. Those under way may end, or fail as on a cut line."""
        ...

    async def close(self) -> None:
        """End every call."""
        ...


class AsyncLine:
    """A carrier with its stubs, and when it was last heard.

    TCP does not tell that the other side has gone without a word, and a ping each 30 seconds
    tells it late. So the calls tell: one that has waited in vain on a line where nothing else
    came either moves to a new line.
    """

    def __init__(self, carrier: AsyncCarrier, now: float) -> None:
        self.carrier = carrier
        self.games = game_service_pb2_grpc.GameServiceStub(carrier.channel)
        self.rules = rules_service_pb2_grpc.RulesServiceStub(carrier.channel)
        self.streams: set[WatchCall] = set()
        """Watches that are open on it."""
        self._lost_after = now + LOST_AFTER

    def heard(self, now: float) -> None:
        """Something came: an answer, a refusal, a lost connection, a message of a watch."""
        self._lost_after = now + LOST_AFTER

    def cancel_streams(self) -> None:
        """Wake whoever waits for a message of a watch."""
        for stream in tuple(self.streams):
            stream.cancel()

    def is_lost(self, now: float) -> bool:
        """Whether a call that got no answer by now should try another line."""
        return now >= self._lost_after
