"""The ASGI app: REST below `/v1/`, metrics, liveness, readiness, and further doors.

Liveness never depends on the store: a process that restarts brings no store back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from conquian_service.transport.errors import failure_of
from conquian_service.transport.http.cors import Cors, Origins
from conquian_service.transport.http.rest.answers import ALWAYS
from conquian_service.transport.http.rest.problems import refusal_of
from conquian_service.transport.http.rest.refusals import HttpRefused, no_such_path, not_allowed
from conquian_service.transport.readiness import Readiness

Exposition = Callable[[], tuple[bytes, str]]

_NONE: Mapping[str, ASGIApp] = MappingProxyType({})
REST = "/v1/"
"""Where every path of the REST door begins, as the rules in the protos have it."""


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
                await _told(HttpRefused(failure.status, failure.text))(scope, receive, send)


def make_app(
    exposition: Exposition,
    readiness: Readiness,
    *,
    rest: ASGIApp,
    origins: Origins,
    pages: Sequence[BaseRoute] = (),
    further: Mapping[str, ASGIApp] = _NONE,
) -> ASGIApp:
    """The app of one running service.

    `pages` are routes beside those for operators, `further` are other doors by the first part
    of their paths.
    """

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

    others = Starlette(
        routes=[
            Route("/metrics", metrics, methods=["GET"]),
            Route("/healthz", healthz, methods=["GET"]),
            Route("/readyz", readyz, methods=["GET"]),
            *pages,
        ],
        middleware=[Middleware(Edge)],
        exception_handlers={HTTPException: _refuse},
    )

    # A redirection would name the host that the caller claims to have reached.
    others.router.redirect_slashes = False

    beside = {first: Edge(door) for first, door in further.items()}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        # Told apart first: a move should not wait for a look at every page there is.
        path: str = scope["path"]
        door = rest if path.startswith(REST) else beside.get(path[1:].partition("/")[0], others)
        await door(scope, receive, send)

    return Cors(app, origins)


def _refuse(_: Request, error: Exception) -> Response:
    """Answer what the router refuses: no such path, another method."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return _told(not_allowed((error.headers or {}).get("Allow", "")))
    return _told(no_such_path())


def _told(refused: HttpRefused) -> Response:
    answer = refusal_of(refused)
    response = Response(answer.body, answer.status, media_type="application/json")
    response.raw_headers += [*ALWAYS, *answer.headers]
    return response
