"""The life of one connection to a node of the store: opened, used, lost.

Commands issued in one turn of the loop leave in one write; replies come back in
the order of the commands and are handed out one by one, so that one command's
error is nobody else's. Two tasks, one writing and one reading, and one timer
serve all callers: that is what makes a shared connection cheap.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from dataclasses import dataclass

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import (
    BusyLoadingError,
    NoScriptError,
    ReadOnlyError,
    RedisError,
    ResponseError,
)

from conquian_service.storage._errors import StoreUnavailable
from conquian_service.storage.command import Command, Reply, pack
from conquian_service.storage.connections import send

__all__ = ["Acknowledgement", "Link"]

_GRACE = 0.05
"""How long an overdue reply may still lie unread: a loop that was held up is no loss."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """How many replicas must confirm each batch of changes, and how long they may take."""

    replicas: int
    millis: int = 500


class Link:
    """One connection, until it is lost. Then `over` is true and it takes no more commands.

    It is over too when the store turns out to be a replica, but is lost only once all that
    was sent is answered: such a store may still be read.

    With an acknowledgement each batch is closed by one WAIT, and the next leaves when
    that is answered: what arrives meanwhile goes together.
    """

    def __init__(
        self,
        connection: AbstractConnection,
        timeout: float,
        acknowledgement: Acknowledgement | None,
    ) -> None:
        self.over = False
        self._connection = connection
        self._timeout = timeout
        self._acknowledgement = acknowledgement
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Command] = []
        self._sent: deque[Command] = deque()
        self._wake: asyncio.Future[None] = self._loop.create_future()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        self._timer: asyncio.TimerHandle | None = None
        self._overdue: Command | None = None
        # With an acknowledgement: the WAIT under way, and the replies it holds back.
        self._closing: Command | None = None
        self._held: list[tuple[Command, Reply]] = []

    def submit(self, command: Command) -> None:
        """Take a command along; it leaves with the others of this turn."""
        self._waiting.append(command)
        if not self._wake.done():
            self._wake.set_result(None)

    async def run(self) -> list[Command]:
        """Serve until the connection is lost; return the commands that were never sent.

        If it cannot even be opened, they are failed instead: nothing happened.
        """
        tasks: list[asyncio.Task[None]] = []
        try:
            async with asyncio.timeout(self._timeout):
                await self._connection.connect()  # type: ignore[no-untyped-call]
            tasks += [self._loop.create_task(self._write()), self._loop.create_task(self._read())]
            for task in tasks:
                task.add_done_callback(lambda _: self.end(None))
            await self._ended
            unsent, self._waiting = self._waiting, []
            return unsent
        except (RedisError, OSError) as error:
            _log.warning("no connection to the store: %s", type(error).__name__)
            self._fail_unsent(error)
            return []
        finally:
            self.end(None)
            self._fail_unsent(None)
            for task in tasks:
                task.cancel()
            for outcome in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(outcome, Exception):
                    _log.error("fault in a lane", exc_info=outcome)
            with suppress(RedisError, OSError):
                await self._connection.disconnect(nowait=True)

    def end(self, cause: BaseException | None) -> None:
        """Call the connection lost, at once: who waits for a reply is told."""
        if self._ended.done():
            return
        self.over = True
        if self._sent:
            _log.warning("connection to the store lost: %s", type(cause).__name__)
        if self._timer is not None:
            self._timer.cancel()
        for command in (*(command for command, _ in self._held), *self._sent):
            command.lose(sent=True, cause=cause)
        self._held.clear()
        self._sent.clear()
        self._ended.set_result(None)

    def _fail_unsent(self, cause: BaseException | None) -> None:
        self.over = True
        for command in self._waiting:
            command.lose(sent=False, cause=cause)
        self._waiting.clear()

    async def _write(self) -> None:
        try:
            while True:
                await self._wake
                if self._ended.done():
                    return
                self._wake = self._loop.create_future()
                if self.over:
                    continue  # what waits goes by the next connection
                # Whoever was cancelled before his turn is not sent at all.
                batch = [command for command in self._waiting if not command.future.done()]
                self._waiting.clear()
                if batch:
                    await self._send(batch)
        except (RedisError, OSError) as error:
            self.end(error)

    async def _send(self, batch: list[Command]) -> None:
        allowance = self._timeout
        if self._acknowledgement is not None:
            wanted = self._acknowledgement
            self._closing = Command(("WAIT", wanted.replicas, wanted.millis), changes=False)
            batch.append(self._closing)
            allowance += wanted.millis / 1000
        deadline = self._loop.time() + allowance
        for command in batch:
            command.deadline = deadline
        self._sent.extend(batch)
        if self._timer is None:
            self._timer = self._loop.call_at(deadline, self._check)
        packed = b"".join([command.packed for command in batch])
        await send(self._connection, packed)
        if self._closing is not None:
            # Lost with the connection, whose end is told elsewhere.
            with suppress(StoreUnavailable):
                await self._closing.future

    async def _read(self) -> None:
        try:
            while True:
                try:
                    reply = await self._connection.read_response(disconnect_on_error=False)
                except (ResponseError, BusyLoadingError) as error:
                    reply = error
                self._receive(reply)
        except (RedisError, OSError) as error:
            self.end(error)

    def _receive(self, reply: Reply) -> None:
        """Hand a reply to its command: the oldest that has none."""
        if not self._sent:
            raise RedisError("a reply without a command")
        command = self._sent.popleft()
        if isinstance(reply, NoScriptError) and command.retry is not None:
            command.packed, command.retry = pack(command.retry), None
            self.submit(command)
        elif self._closing is None:
            command.answer(reply)
        elif command is self._closing:
            self._confirm(command, reply)
        else:
            self._held.append((command, reply))
        if isinstance(reply, ReadOnlyError):
            # A demoted primary stays one; the next connection finds the new one.
            self.over = True
        if self.over and not self._sent:
            self.end(None)

    def _confirm(self, closing: Command, acknowledged: Reply) -> None:
        """Hand out the replies that WAIT held back, or call the changes in doubt."""
        wanted = self._acknowledgement.replicas if self._acknowledgement else 0
        confirmed = isinstance(acknowledged, int) and acknowledged >= wanted
        for command, reply in self._held:
            if confirmed or isinstance(reply, Exception):
                command.answer(reply)
            else:
                command.lose(sent=True, cause=None)
        self._held.clear()
        self._closing = None
        closing.future.set_result(None)

    def _check(self) -> None:
        """Look whether the oldest reply is overdue. One timer serves all commands."""
        self._timer = None
        if not self._sent:
            return
        oldest = self._sent[0]
        if oldest.deadline > self._loop.time():
            self._timer = self._loop.call_at(oldest.deadline, self._check)
        elif oldest is self._overdue:
            self.end(TimeoutError("no reply in time"))
        else:
            self._overdue = oldest
            self._timer = self._loop.call_later(_GRACE, self._check)
