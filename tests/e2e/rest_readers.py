"""Readers as in `readers`, who look at a game through the REST door."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from google.protobuf import json_format
from google.protobuf.message import Message
from typing_extensions import override

from conquian.v1 import game_service_pb2 as pb
from tests.conformance.doors import bearer, method_of
from tests.conformance.doors_rest import as_http, events_of
from tests.e2e.readers import READ_WITHIN, Heard, Reader, answer_class
from tests.support.http1 import Exchange, exchange


@dataclass(slots=True)
class RestReader(Reader):
    """One seat or watcher; each call goes to the next server."""

    urls: tuple[str, ...] = ()
    _next: Iterator[str] | None = None
    _events: AsyncIterator[dict[str, str]] | None = None
    _head: list[tuple[str, str]] = field(default_factory=list)

    @override
    async def ask(self, revision: int, request: Message) -> Message | None:
        if self._next is None:
            self._next = itertools.cycle(self.urls)
        verb, path, body = as_http(method_of(request), _encoded(request))
        headers = [*bearer(self.token), *([("content-type", "application/json")] if body else [])]
        answer = await exchange(next(self._next), path, headers, body, method=verb)
        received = _bytes_of(answer.headers) + answer.body
        if answer.status != 200:
            told = str(json.loads(answer.body))
            self.heard.append(Heard(revision, request, received, told))
            return None
        message = json_format.Parse(answer.body, answer_class(request)())
        self.heard.append(Heard(revision, request, received, message))
        return message

    @override
    @asynccontextmanager
    async def watching(self, revision: int) -> AsyncIterator[None]:
        request = pb.WatchGameRequest(
            game_id=self.game_id, after_revision=0, include_legal_moves=True
        )
        _, path, _ = as_http(method_of(request), _encoded(request))
        made = await Exchange.begin(self.urls[0], path, bearer(self.token), method="GET")
        try:
            self._head = (await made.head()).headers
            self._events = events_of(made.body())
            await self._read_stream(revision, until=1)
            yield
        finally:
            made.cut()

    @override
    async def _read_stream(self, revision: int, *, until: int) -> None:
        assert self._events is not None
        while True:
            event = await asyncio.wait_for(anext(self._events), READ_WITHIN)
            if event["event"] == "heartbeat":
                continue
            said = {event["event"]: json.loads(event["data"])}
            message = json_format.ParseDict(said, pb.WatchGameResponse())
            received = _bytes_of(self._head) + str(event).encode()
            self.heard.append(Heard(revision, pb.WatchGameRequest(), received, message))
            assert message.HasField("update"), message
            if message.update.revision == until:
                return


def _encoded(request: Message) -> bytes:
    return json.dumps(json_format.MessageToDict(request)).encode()


def _bytes_of(headers: list[tuple[str, str]]) -> bytes:
    return "".join(f"{name}: {value}\n" for name, value in headers).encode()
