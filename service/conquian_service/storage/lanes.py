"""The way of commands to the store: one lane per node, many callers on it.

    Lanes (which node owns a key) -> Lane (what may be asked) -> Link (one connection)

With 16 callers in flight a commit costs this process a sixth of what it costs on a
pool of connections (measured: 12 us against 77), because the commands of one turn of
the loop share one write and their replies one read. Errors stay with their command:

    StoreUnavailable   no answer; `may_have_happened` is true only for changes that were sent
    StoreFull          refused for want of room; nothing happened
    StoreFault         refused for another reason; nothing happened

A cluster will be another `Lanes`, with a lane for each owner of slots. Nothing
ever shares a pipeline across nodes: a stopped one would take the others along.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from conquian_service.storage.command import Command, Part, Reply
from conquian_service.storage.connections import Connect
from conquian_service.storage.link import Acknowledgement, Link
from conquian_service.storage.lua import Effect, Script

__all__ = ["Acknowledgement", "Lane", "Lanes", "Part", "Reply", "SingleNode"]


class Lane:
    """All commands to one node.

    Every method returns at once with something to await. With an acknowledgement
    changes take a second connection of their own, whose batches end in a WAIT, so
    that a slow replica delays no reader.
    """

    def __init__(
        self,
        connect: Connect,
        *,
        timeout: float = 1.0,
        acknowledgement: Acknowledgement | None = None,
    ) -> None:
        self._plain = _Wire(connect, timeout=timeout)
        self._durable = self._plain
        if acknowledgement is not None:
            self._durable = _Wire(connect, timeout=timeout, acknowledgement=acknowledgement)

    def read(self, *parts: Part) -> asyncio.Future[Reply]:
        """Send a command that changes nothing."""
        return self._plain.send(Command(parts, changes=False))

    def write(self, *parts: Part) -> asyncio.Future[Reply]:
        """Send a change that must last: confirmed by replicas, where that is asked for."""
        return self._durable.send(Command(parts, changes=True))

    def hint(self, *parts: Part) -> asyncio.Future[Reply]:
        """Send a change whose loss loses nothing: no replica is waited for."""
        return self._plain.send(Command(parts, changes=True))

    def run(
        self, script: Script, keys: Sequence[str], args: Sequence[Part]
    ) -> asyncio.Future[Reply]:
        """Run a script. Where the store has forgotten it, it is sent once more as text."""
        wire = self._durable if script.effect is Effect.LASTS else self._plain
        changes = script.effect is not Effect.READS
        by_digest, by_text = ("EVALSHA", "EVAL") if changes else ("EVALSHA_RO", "EVAL_RO")
        rest = (len(keys), *keys, *args)
        return wire.send(
            Command(
                (by_digest, script.sha, *rest),
                changes=changes,
                retry=(by_text, script.source, *rest),
            )
        )

    async def close(self) -> None:
        """Close the connections. Commands under way fail as on any loss."""
        await self._plain.close()
        await self._durable.close()


class Lanes(Protocol):
    """Finds the lane to the node that owns a key."""

    def route(self, key: str) -> Lane: ...

    async def close(self) -> None: ...


class SingleNode:
    """All keys on one node."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane

    def route(self, key: str) -> Lane:  # noqa: ARG002 - one node owns every key
        return self._lane

    async def close(self) -> None:
        await self._lane.close()


class _Wire:
    """One connection at a time, opened at first use and again at the next use after a loss.

    A command that may have been sent is never sent again.
    """

    def __init__(
        self, connect: Connect, *, timeout: float, acknowledgement: Acknowledgement | None = None
    ) -> None:
        self._connect = connect
        self._timeout = timeout
        self._acknowledgement = acknowledgement
        self._closed = False
        self._link: Link | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def send(self, command: Command) -> asyncio.Future[Reply]:
        self._take(command)
        return command.future

    async def close(self) -> None:
        self._closed = True
        if self._link is not None:
            self._link.end(None)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _take(self, command: Command) -> None:
        link = self._link
        if self._closed:
            command.lose(sent=False, cause=None)
        elif link is None or link.over:
            self._open().submit(command)
        else:
            link.submit(command)

    def _open(self) -> Link:
        link = self._link = Link(self._connect(), self._timeout, self._acknowledgement)
        task = asyncio.get_running_loop().create_task(self._serve(link))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return link

    async def _serve(self, link: Link) -> None:
        for command in await link.run():
            self._take(command)  # never sent when the connection was lost: safe on the next
