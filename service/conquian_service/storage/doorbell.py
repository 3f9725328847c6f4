"""Rings when a game may have changed.

One connection a process listens to the games that somebody in it watches. A ring
carries nothing and may come for nothing: it only says "read again". What a lost
connection swallowed is made up for by ringing everybody once it is back, so a
listener who reads after entering and after each ring misses nothing.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError, ResponseError

from conquian_service.storage._errors import unavailable
from conquian_service.storage.command import pack
from conquian_service.storage.connections import Connect, send
from conquian_service.storage.keys import Keys

__all__ = ["Doorbell", "Ring"]

_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
"""Seconds between two attempts to connect."""

_log = logging.getLogger(__name__)


class Ring:
    """One listener's bell. Several rings before he looks are one."""

    __slots__ = ("_rung",)

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    async def wait(self, timeout: float) -> bool:
        """Wait until the game may have changed; False after `timeout` seconds without a ring."""
        try:
            async with asyncio.timeout(timeout):
                await self._rung.wait()
        except TimeoutError:
            return False
        self._rung.clear()
        return True

    def ring(self) -> None:
        """Ring it."""
        self._rung.set()


class _Channel:
    """The bell of one game, and who listens to it.

    Both requests, to subscribe and to unsubscribe, are confirmed in their order. The
    last one stands as soon as all are: an early confirmation never counts for a later one.
    """

    __slots__ = ("confirmed", "missed", "ready", "requested", "rings")

    def __init__(self) -> None:
        self.rings: set[Ring] = set()
        self.requested = 0
        self.confirmed = 0
        self.ready = asyncio.Event()
        self.missed = False
        """Whether a connection was lost that had been ready."""

    def forget(self) -> None:
        """Start anew: no request was made on the next connection."""
        self.missed = self.missed or self.ready.is_set()
        self.ready.clear()
        self.requested = self.confirmed = 0


class Doorbell:
    """The bells of all games watched in this process."""

    def __init__(
        self, connect: Connect, keys: Keys, *, timeout: float = 1.0, ping_every: float = 5.0
    ) -> None:
        self._connect = connect
        self._keys = keys
        self._timeout = timeout
        self._ping_every = ping_every
        self._channels: dict[bytes, _Channel] = {}
        self._outbox: list[bytes] = []
        self._wake = asyncio.Event()
        self._connected = False
        self._heard = 0.0
        self._task: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def listen(self, game_id: str) -> AsyncIterator[Ring]:
        """Listen to a game: once entered, every later commit rings.

        `StoreUnavailable`: the store did not confirm the subscription in time.
        """
        name, ring = self._keys.bell(game_id).encode(), Ring()
        channel = self._join(name, ring)
        try:
            try:
                async with asyncio.timeout(2 * self._timeout):
                    await channel.ready.wait()
            except TimeoutError as error:
                raise unavailable(may_have_happened=False, cause=error) from None
            yield ring
        finally:
            self._leave(name, ring)

    def ring_all(self) -> None:
        """Ring everybody who listens: something about this process itself has changed."""
        for channel in self._channels.values():
            for ring in channel.rings:
                ring.ring()

    async def close(self) -> None:
        """Close the connection. Whoever listens hears nothing more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _join(self, name: bytes, ring: Ring) -> _Channel:
        channel = self._channels.setdefault(name, _Channel())
        if not channel.rings:
            self._request("SUBSCRIBE", {name: channel})
        channel.rings.add(ring)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())
        return channel

    def _leave(self, name: bytes, ring: Ring) -> None:
        channel = self._channels[name]
        channel.rings.remove(ring)
        if not channel.rings:
            channel.ready.clear()
            channel.missed = False
            if self._connected:
                self._request("UNSUBSCRIBE", {name: channel})
            else:
                del self._channels[name]

    def _request(self, verb: str, channels: Mapping[bytes, _Channel]) -> None:
        """Ask for a change of subscriptions. Unconnected, connecting will ask for all."""
        if not self._connected or not channels:
            return
        for channel in channels.values():
            channel.requested += 1
        self._outbox.append(pack((verb, *channels)))
        self._wake.set()

    async def _run(self) -> None:
        """Keep a connection for as long as anybody listens."""
        pause = _FIRST_PAUSE
        while self._channels:
            connection = self._connect()
            try:
                async with asyncio.timeout(self._timeout):
                    await connection.connect()  # type: ignore[no-untyped-call]
                pause = _FIRST_PAUSE
                async with asyncio.TaskGroup() as tasks:
                    self._connected = True
                    self._heard = asyncio.get_running_loop().time()
                    self._request("SUBSCRIBE", self._channels)
                    tasks.create_task(self._write(connection))
                    tasks.create_task(self._read(connection))
            except* (RedisError, OSError) as group:
                _log.warning("doorbell lost: %s", type(group.exceptions[0]).__name__)
            finally:
                self._forget()
                with suppress(RedisError, OSError):
                    await connection.disconnect(nowait=True)
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - spreads load
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _forget(self) -> None:
        self._connected = False
        self._outbox.clear()
        for channel in self._channels.values():
            channel.forget()
        self._channels = {name: ours for name, ours in self._channels.items() if ours.rings}

    async def _write(self, connection: AbstractConnection) -> None:
        loop = asyncio.get_running_loop()
        pinged, next_ping = 0.0, loop.time() + self._ping_every
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(next_ping):
                    await self._wake.wait()
            self._wake.clear()
            if loop.time() >= next_ping:
                if self._heard < pinged:
                    raise TimeoutError("the store says nothing")
                self._outbox.append(pack(("PING",)))
                pinged = loop.time()
                next_ping = pinged + self._ping_every
            packed, self._outbox = b"".join(self._outbox), []
            if packed:
                async with asyncio.timeout(self._timeout):
                    await send(connection, packed)

    async def _read(self, connection: AbstractConnection) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                message = await connection.read_response(disconnect_on_error=False)
            except ResponseError as error:
                # So a store that cannot write its files answers a ping, and nothing else that
                # is sent here. It lives, and rings.
                if not str(error).startswith("MISCONF "):
                    raise
                message = None
            self._heard = loop.time()
            match message:
                case [b"message", name, _] if name in self._channels:
                    for ring in self._channels[name].rings:
                        ring.ring()
                case [b"subscribe" | b"unsubscribe", name, _] if name in self._channels:
                    self._confirm(name)
                case _:
                    pass  # the answer to a ping, or a ring for somebody who has left

    def _confirm(self, name: bytes) -> None:
        channel = self._channels[name]
        channel.confirmed += 1
        if channel.confirmed < channel.requested:
            return
        if not channel.rings:
            del self._channels[name]
            return
        channel.ready.set()
        if channel.missed:
            channel.missed = False
            for ring in channel.rings:
                ring.ring()
