"""The ASGI app: metrics, liveness, readiness, and the routes of further doors.

Liveness never depends on the store: a process that restarts brings no store back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from conquian_service.transport.errors import failure_of
from conquian_service.transport.readiness import Readiness

Exposition = Callable[[], tuple[bytes, str]]


class Edge:
    """Outermost layer of our own: maps what no route has caught, once, and lets none past."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, watch)
        except Exception as error:  # noqa: BLE001 - as it says
            failure = failure_of(error)
            if not started:
                answer = _error(failure.status.http, failure.text)
                await answer(scope, receive, send)


def make_app(
    exposition: Exposition, readiness: Readiness, further: Sequence[BaseRoute] = ()
) -> Starlette:
    """The app of one running service."""

    async def metrics(_: Request) -> Response:
        text, content_type = exposition()
        return Response(text, headers={"content-type": content_type})

    async def healthz(_: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def readyz(_: Request) -> Response:
        why_not = await readiness.why_not()
        if why_not is not None:
            return JSONResponse({"status": why_not}, status_code=503)
        return JSONResponse({"status": "ok"})

    return Starlette(
        routes=[
            Route("/metrics", metrics, methods=["GET"]),
            Route("/healthz", healthz, methods=["GET"]),
            Route("/readyz", readyz, methods=["GET"]),
            *further,
        ],
        middleware=[Middleware(Edge)],
        exception_handlers={HTTPException: _refuse},
    )


def _refuse(_: Request, error: Exception) -> Response:
    """Answer what the router refuses: no such path, another method."""
    assert isinstance(error, HTTPException)
    return _error(error.status_code, error.detail, headers=error.headers)


def _error(status: int, message: str, *, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse(
        {"error": {"code": status, "message": message}}, status_code=status, headers=headers
    )
