"""The REST door as an ASGI app: from a path to the route that serves it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from google.protobuf.descriptor import ServiceDescriptor
from starlette.types import Receive, Scope, Send

from conquian_service.transport.http.rest.answers import Answer
from conquian_service.transport.http.rest.edge import Route, UnaryRoute
from conquian_service.transport.http.rest.events import EventsRoute
from conquian_service.transport.http.rest.exchange import Exchange
from conquian_service.transport.http.rest.problems import refusal_of
from conquian_service.transport.http.rest.refusals import no_such_path, not_allowed
from conquian_service.transport.http.rest.routes import Place, Routes
from conquian_service.transport.http.rest.rules import rules_of
from conquian_service.transport.http.rest.templates import Template
from conquian_service.transport.reception import Reception, answers_in_language


class RestDoor:
    """Serves every method that has a rule, of services whose `methods` have one of each name."""

    def __init__(
        self,
        reception: Reception,
        services: Sequence[tuple[ServiceDescriptor, object]],
        *,
        slow_watcher_seconds: float,
    ) -> None:
        self._routes: Routes[Route] = Routes(_routes(reception, services, slow_watcher_seconds))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        exchange = Exchange.of(scope, receive, send)
        found = self._routes.find(exchange.path)
        if found is None:
            await exchange.answer(refusal_of(no_such_path()))
            return
        place, matched = found
        verb = exchange.verb
        route = place.by_verb.get("GET" if verb == "HEAD" else verb)
        if route is not None:
            await route.serve(exchange, matched)
        else:
            await exchange.answer(_without_route(place, exchange))


def _without_route(place: Place[Route], exchange: Exchange) -> Answer:
    if exchange.verb == "OPTIONS":
        return Answer(204, [(b"allow", place.allowed.encode())], b"")
    return refusal_of(not_allowed(place.allowed))


def _routes(
    reception: Reception,
    services: Sequence[tuple[ServiceDescriptor, object]],
    slow_watcher_seconds: float,
) -> Iterator[tuple[Template, str, Route]]:
    for service, methods in services:
        for method in service.methods:
            ask = getattr(methods, method.name)
            for rule in rules_of(method):
                made: Route
                if method.server_streaming:
                    made = EventsRoute(reception, rule, ask, slow_watcher_seconds)
                else:
                    made = UnaryRoute(
                        reception, rule, ask, with_language=answers_in_language(methods)
                    )
                yield rule.template, rule.verb, made
