"""The edge of the REST door: what is done once for every method, in one place.

As at the gRPC door: the caller is read before anything else, every exception becomes an error
of the table, and the end of the call is told. A client that goes away does not undo what the
call sent to the store; one that only waits for news is no longer waited with.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from google.protobuf.message import Message
from starlette.types import Receive

from conquian_service.application.tokens import Caller
from conquian_service.texts import ACCEPT_LANGUAGE, choose_language
from conquian_service.transport.credentials import AUTHORIZATION
from conquian_service.transport.http.rest.answers import AnswerWriter
from conquian_service.transport.http.rest.bodies import ClientGone
from conquian_service.transport.http.rest.exchange import Exchange
from conquian_service.transport.http.rest.negotiation import JSON
from conquian_service.transport.http.rest.problems import problem_of
from conquian_service.transport.http.rest.requests import (
    RequestReader,
    set_request_id,
    set_revision,
)
from conquian_service.transport.http.rest.rules import Rule
from conquian_service.transport.reception import CANCELLED, Reception

Ask = Callable[..., Coroutine[Any, Any, Message]]
"""Of caller and request, and where it answers with texts of a language too."""


class Route(Protocol):
    """What serves one rule."""

    async def serve(self, exchange: Exchange, matched: tuple[str, ...]) -> None:
        """Answer a request; `matched` is what stands in its path for the variables."""


class UnaryRoute:
    """Serves one rule of a method with one answer."""

    def __init__(self, reception: Reception, rule: Rule, ask: Ask, *, with_language: bool) -> None:
        self._reception = reception
        self._name = rule.method.name
        self._ask = ask
        self._with_language = with_language
        self._reader = RequestReader(rule)
        self._writer = AnswerWriter(
            rule.method.output_type, rule.response_body, reads=rule.verb == "GET"
        )
        fields = rule.method.input_type.fields_by_name
        self._takes_request_id = "request_id" in fields
        self._takes_revision = "revision" in fields
        self._may_wait = "wait_millis" in fields

    async def serve(self, exchange: Exchange, matched: tuple[str, ...]) -> None:
        """Answer a request."""
        call = self._reception.call(self._name)
        try:
            caller = call.caller(exchange.all(AUTHORIZATION))
            request = await self._request(exchange, matched)
            call.note(request)
            response = await self._answered(caller, request, exchange)
            call.note_answer(response)
            answer = self._writer.write(response, exchange.all("if-none-match"))
        except (ClientGone, asyncio.CancelledError) as gone:
            call.ended(CANCELLED)
            if isinstance(gone, ClientGone):
                return
            raise
        except Exception as error:  # noqa: BLE001 - the outermost layer: none may get past it
            answer = problem_of(call, error, exchange.all(ACCEPT_LANGUAGE))
        else:
            call.ended()
        await exchange.answer(answer)

    async def _request(self, exchange: Exchange, matched: tuple[str, ...]) -> Any:
        exchange.must_accept(JSON)
        body = await exchange.body() if self._reader.has_body else b""
        request = self._reader.read(matched, exchange.query, body)
        if self._takes_request_id and (values := exchange.all("idempotency-key")):
            set_request_id(request, values)
        if self._takes_revision and (values := exchange.all("if-match")):
            set_revision(request, values)
        return request

    async def _answered(self, caller: Caller, request: Any, exchange: Exchange) -> Message:
        if self._with_language:
            language = choose_language(exchange.all(ACCEPT_LANGUAGE))
            # Who goes away asks no more: an analysis may take long, and others wait for it.
            return await _while_connected(self._ask(caller, request, language), exchange.receive)
        calling = self._ask(caller, request)
        if self._may_wait and request.wait_millis:
            return await _while_connected(calling, exchange.receive)
        return await calling


async def until_gone(receive: Receive) -> None:
    """Wait until the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _while_connected(calling: Coroutine[Any, Any, Message], receive: Receive) -> Message:
    """The answer of a call that only waits; `ClientGone` if nobody waits for it any more."""
    call = asyncio.create_task(calling)
    gone = asyncio.create_task(until_gone(receive))
    try:
        await asyncio.wait((call, gone), return_when=asyncio.FIRST_COMPLETED)
        if call.done():
            return call.result()
        raise ClientGone
    finally:
        for task in (call, gone):
            task.cancel()
        await asyncio.gather(call, gone, return_exceptions=True)
