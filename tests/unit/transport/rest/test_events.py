"""The edge of a stream of Server-Sent Events: clients that stall or go away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from conquian.v1 import game_service_pb2 as pb
from conquian_service.application.tokens import Caller, Keyring
from conquian_service.transport.credentials import Credentials
from conquian_service.transport.game_service import SERVICE
from conquian_service.transport.http.connection import extension
from conquian_service.transport.http.rest.door import RestDoor
from conquian_service.transport.readiness import Readiness
from conquian_service.transport.reception import Reception

GAME_ID = "a" * 26
BEGINNING = 2
"""Messages to the server before the first event: the headers, and when to come back."""


class Records:
    """Notes the calls that ended."""

    def __init__(self) -> None:
        self.ends: list[tuple[str, str, str, str, bool]] = []

    def ended(
        self, method: str, code: str, reason: str, seconds: float, *, game_id: str, streamed: bool
    ) -> None:
        self.ends.append((method, code, reason, game_id, streamed))


class Methods:
    """An endless stream and a call that waits for ever, and whether they were ended."""

    def __init__(self, *, silent: bool = False) -> None:
        self.silent = silent
        self.closed = False

    def __getattr__(self, name: str) -> Any:
        return None

    async def WatchGame(
        self, caller: Caller, request: pb.WatchGameRequest
    ) -> AsyncGenerator[pb.WatchGameResponse, None]:
        try:
            while True:
                if self.silent:
                    await asyncio.Event().wait()
                yield pb.WatchGameResponse(heartbeat=pb.Heartbeat(revision=1))
        finally:
            self.closed = True

    async def ListEvents(self, caller: Caller, request: Any) -> pb.ListEventsResponse:
        try:
            await asyncio.Event().wait()
        finally:
            self.closed = True
        raise AssertionError


class Client:
    """A connection whose client takes so much and then no more, until it goes away."""

    def __init__(self, methods: Methods, *, takes: int, slow_watcher_seconds: float = 30.0) -> None:
        self.records = Records()
        self.taken: list[dict[str, Any]] = []
        self.aborted = False
        self.gone = asyncio.Event()
        self._takes = takes

        async def store_answers() -> bool:
            return True

        reception = Reception(
            Credentials(Keyring("k", {"k": b"k" * 32}, b"g" * 32)),
            self.records,
            Readiness(store_answers),
        )
        services = [(SERVICE, methods)]
        self._door = RestDoor(reception, services, slow_watcher_seconds=slow_watcher_seconds)

    async def ask(self, path: str, query: str = "") -> None:
        """Make a request."""
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [],
            "extensions": extension(self._abort),
        }
        await self._door(scope, self._receive, self._send)

    def _abort(self) -> None:
        self.aborted = True

    async def _receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if len(self.taken) == self._takes:
            await asyncio.Event().wait()
        self.taken.append(message)
        await asyncio.sleep(0)


WATCH = f"/v1/games/{GAME_ID}/events:watch"


async def test_a_watcher_that_takes_nothing_is_cut_off() -> None:
    """After the time allowed, without waiting for what is unsent; its feed is closed."""
    methods = Methods()
    client = Client(methods, takes=BEGINNING + 3, slow_watcher_seconds=0.02)
    await client.ask(WATCH)
    assert client.aborted
    assert methods.closed
    assert client.records.ends == [("WatchGame", "UNAVAILABLE", "", GAME_ID, True)]


@pytest.mark.parametrize("silent", [False, True])
async def test_a_watcher_that_goes_away_leaves_nothing_behind(*, silent: bool) -> None:
    """Whether there was news or not."""
    methods = Methods(silent=silent)
    client = Client(methods, takes=BEGINNING + (0 if silent else 5))
    asking = asyncio.create_task(client.ask(WATCH))
    await asyncio.sleep(0.01)
    client.gone.set()
    await asking
    assert methods.closed
    assert client.records.ends == [("WatchGame", "CANCELLED", "", GAME_ID, True)]


async def test_a_cancelled_stream_stays_cancelled() -> None:
    """As the server does when its grace is over."""
    methods = Methods(silent=True)
    client = Client(methods, takes=BEGINNING)
    asking = asyncio.create_task(client.ask(WATCH))
    await asyncio.sleep(0.01)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert methods.closed
    assert client.records.ends == [("WatchGame", "CANCELLED", "", GAME_ID, True)]


async def test_who_waits_in_a_long_poll_may_go_away() -> None:
    """The call that waits for news is ended, and its place is free."""
    methods = Methods()
    client = Client(methods, takes=9)
    asking = asyncio.create_task(client.ask(f"/v1/games/{GAME_ID}/events", "waitMillis=30000"))
    await asyncio.sleep(0.01)
    client.gone.set()
    await asking
    assert methods.closed
    assert client.taken == []
    assert client.records.ends == [("ListEvents", "CANCELLED", "", GAME_ID, False)]
