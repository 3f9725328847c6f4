"""Readers as in `readers`, who look at a game through any door.

What they keep is all that comes over HTTP: status, headers, body and trailers, as they are
before anything is read of them.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from google.protobuf.message import Message
from typing_extensions import override

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from tests.conformance.doors import Door, Refused, Stream
from tests.conformance.every_door import GRPC, DoorKind, Served
from tests.e2e.doors import STREAM_WITHIN
from tests.e2e.readers import READ_WITHIN, Heard, Reader
from tests.support.http1 import tapped

MakeReader = Callable[..., Reader]
"""As `Reader` is made."""


@dataclass(slots=True)
class DoorReader(Reader):
    """One seat or watcher; each call goes to the next server."""

    opened: Sequence[Door] = ()
    _turn: Iterator[Door] = field(default_factory=lambda: iter(()))
    _followed: Stream | None = None
    _received: bytearray = field(default_factory=bytearray)
    """Of the stream, since it was last read."""

    def __post_init__(self) -> None:
        self._turn = itertools.cycle(self.opened)

    @override
    async def ask(
        self, revision: int, request: Message, token: str | None = None
    ) -> Message | None:
        with tapped() as received:
            try:
                asking = next(self._turn).ask(request, self.token if token is None else token)
                answer: Message = await asking
            except Refused as refused:
                told = str(refused.refusal)
                self.heard.append(Heard(revision, request, bytes(received), told))
                return None
        self.heard.append(Heard(revision, request, bytes(received), answer))
        return answer

    @override
    @asynccontextmanager
    async def watching(self, revision: int) -> AsyncIterator[None]:
        request = pb.WatchGameRequest(
            game_id=self.game_id, after_revision=0, include_legal_moves=True
        )
        with tapped() as self._received:
            self._followed = self.opened[0].watch(request, self.token, timeout=STREAM_WITHIN)
        try:
            await self._read_stream(revision, until=1)
            yield
        finally:
            self._followed.cancel()

    @override
    async def _peep(self, revision: int, request: pb.WatchGameRequest) -> None:
        with tapped() as received:
            stream: Any = next(self._turn).watch(request)
            answer = await asyncio.wait_for(stream.read(), READ_WITHIN)
            stream.cancel()
        self.heard.append(Heard(revision, request, bytes(received), answer))

    @override
    async def _read_stream(self, revision: int, *, until: int) -> None:
        # What has come when the newest update is there is kept as one: how it is cut is chance.
        assert self._followed is not None
        newest = 0
        while newest < until:
            message = await asyncio.wait_for(self._followed.read(), READ_WITHIN)
            if message.HasField("heartbeat"):
                continue
            assert message.HasField("update"), message
            newest = message.update.revision
            received = b""
            if newest == revision:
                if message.update.view.status == view_pb2.GAME_STATUS_FINISHED:
                    assert await self._followed.rest() == []
                received = bytes(self._received)
                self._received.clear()
            self.heard.append(Heard(revision, pb.WatchGameRequest(), received, message))


@asynccontextmanager
async def readers_at(kind: DoorKind, *served: Served) -> AsyncIterator[MakeReader]:
    """What makes readers at a kind of door of each of these."""
    if kind is GRPC:
        yield Reader
        return
    async with AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(kind.opened(each)) for each in served]
        yield partial(DoorReader, opened=opened)
