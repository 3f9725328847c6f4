"""A stream of updates as Server-Sent Events, for a browser's EventSource and for curl.

    id: 17                      the revision, on updates only
    event: update               or heartbeat, resync, closing: the kinds of WatchGameResponse
    data: {"revision": 17, ...} that kind's message

A stream that fails after it has begun says so in an event `failure`, whose data is the error
of the other answers, and ends. Who resumes with Last-Event-ID where the game is over and
nothing is left gets 204, which makes an EventSource stop for good.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, suppress
from typing import Any

from google.protobuf.message import Message

from conquian_service.application.tokens import Caller
from conquian_service.texts import ACCEPT_LANGUAGE
from conquian_service.transport.credentials import AUTHORIZATION
from conquian_service.transport.http.connection import abort_of
from conquian_service.transport.http.rest.answers import ALWAYS, Answer, RawHeaders
from conquian_service.transport.http.rest.edge import until_gone
from conquian_service.transport.http.rest.exchange import Exchange
from conquian_service.transport.http.rest.negotiation import EVENT_STREAM
from conquian_service.transport.http.rest.printing import as_json, printer_of
from conquian_service.transport.http.rest.problems import problem_of
from conquian_service.transport.http.rest.requests import RequestReader, set_after_revision
from conquian_service.transport.http.rest.rules import Rule
from conquian_service.transport.reception import (
    CANCELLED,
    UNAVAILABLE,
    Call,
    Reception,
    SlowWatcher,
)

Follow = Callable[[Caller, Any], AsyncGenerator[Message, None]]

_FIRST_WITHIN_SECONDS = 0.25
"""How long an error may take to become the answer's status; then the stream has begun."""
_RETRY_MILLIS = 1000
_HEADERS: RawHeaders = [
    (b"content-type", EVENT_STREAM.encode()),
    (b"cache-control", b"no-store"),
    # Read by nginx: it would gather what is to go out at once.
    (b"x-accel-buffering", b"no"),
]


class EventsRoute:
    """Serves one rule of a method that streams."""

    def __init__(
        self, reception: Reception, rule: Rule, follow: Follow, slow_watcher_seconds: float
    ) -> None:
        self._reception = reception
        self._name = rule.method.name
        self._follow = follow
        self._reader = RequestReader(rule)
        self._resumes = "after_revision" in rule.method.input_type.fields_by_name
        self._slow_watcher_seconds = slow_watcher_seconds

    async def serve(self, exchange: Exchange, matched: tuple[str, ...]) -> None:
        """Answer a request."""
        call = self._reception.call(self._name, streamed=True)
        try:
            caller = call.caller(exchange.all(AUTHORIZATION))
            exchange.must_accept(EVENT_STREAM)
            request = self._reader.read(matched, exchange.query, b"")
            seen = exchange.all("last-event-id")
            if self._resumes and seen:
                set_after_revision(request, seen)
            call.note(request)
            messages = self._follow(caller, request)
        except Exception as error:  # noqa: BLE001 - the outermost layer: none may get past it
            await exchange.answer(problem_of(call, error, exchange.all(ACCEPT_LANGUAGE)))
            return
        writing = asyncio.create_task(self._write(exchange, call, messages, resumed=bool(seen)))
        gone = asyncio.create_task(until_gone(exchange.receive))
        try:
            await asyncio.wait((writing, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (writing, gone):
                task.cancel()
            await asyncio.gather(writing, gone, return_exceptions=True)

    async def _write(
        self,
        exchange: Exchange,
        call: Call,
        messages: AsyncGenerator[Message, None],
        *,
        resumed: bool,
    ) -> None:
        stream = _Stream(exchange, self._slow_watcher_seconds)
        try:
            async with aclosing(messages), aclosing(_in_time(messages)) as in_time:
                async for message in in_time:
                    await stream.begin()
                    if exchange.verb == "HEAD":
                        break
                    if message is not None:
                        await stream.write(message)
            if resumed and not stream.begun:
                await exchange.answer(Answer(204, [], b""))
            else:
                await stream.begin()
                await stream.end()
        except SlowWatcher:
            call.ended(UNAVAILABLE)
            # Not waited for: the client may never read what is under way.
            abort_of(exchange.scope)()
        except asyncio.CancelledError:
            call.ended(CANCELLED)
            raise
        except Exception as error:  # noqa: BLE001 - as above
            problem = problem_of(call, error, exchange.all(ACCEPT_LANGUAGE))
            try:
                await (stream.fail(problem) if stream.begun else exchange.answer(problem))
            except SlowWatcher:
                abort_of(exchange.scope)()
        else:
            call.ended()


class _Stream:
    """An answer that is written event by event."""

    def __init__(self, exchange: Exchange, slow_watcher_seconds: float) -> None:
        self._send = exchange.send
        self._slow_watcher_seconds = slow_watcher_seconds
        self.begun = False

    async def begin(self) -> None:
        """Send the headers, and how soon to come back."""
        if not self.begun:
            self.begun = True
            headers = [*_HEADERS, *ALWAYS]
            await self._send({"type": "http.response.start", "status": 200, "headers": headers})
            await self._send_part(b"retry: %d\n\n" % _RETRY_MILLIS)

    async def write(self, message: Message) -> None:
        """Send one message of the stream."""
        await self._send_part(event_of(message))

    async def fail(self, problem: Answer) -> None:
        """Say why it ends."""
        await self._send_part(b"event: failure\ndata: %b\n\n" % problem.body, last=True)

    async def end(self) -> None:
        """End it."""
        await self._send_part(b"", last=True)

    async def _send_part(self, part: bytes, *, last: bool = False) -> None:
        try:
            async with asyncio.timeout(self._slow_watcher_seconds):
                await self._send(
                    {"type": "http.response.body", "body": part, "more_body": not last}
                )
        except TimeoutError:
            raise SlowWatcher from None


def event_of(message: Message) -> bytes:
    """A message of a stream as an event; its one field that is set names it."""
    ((field, value),) = message.ListFields()
    data = as_json(printer_of(value.DESCRIPTOR)(value))
    number = b"id: %d\n" % value.revision if field.name == "update" else b""
    return b"%bevent: %b\ndata: %b\n\n" % (number, field.name.encode(), data)


async def _in_time(messages: AsyncIterator[Message]) -> AsyncGenerator[Message | None, None]:
    """The messages; None before the first of them if it is long in coming."""
    first = asyncio.ensure_future(anext(messages, None))
    try:
        await asyncio.wait((first,), timeout=_FIRST_WITHIN_SECONDS)
        if not first.done():
            yield None
        message = await first
    finally:
        first.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await first
    while message is not None:
        yield message
        message = await anext(messages, None)
