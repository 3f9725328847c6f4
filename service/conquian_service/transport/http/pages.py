"""Pages: the table to play at, the description of the API, and a way to try it out.

`/docs` is Swagger UI from our own package data (see `.ci/swagger-ui`): no other host is asked
for anything, which the page's content security policy makes sure of.
"""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf.descriptor import ServiceDescriptor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from conquian_service.transport.http.openapi.document import document_route
from conquian_service.transport.http.packed import packed_answer
from conquian_service.transport.http.table_page import table_routes

_FOLDER = "swagger_ui"
_TYPES = {
    "index.html": "text/html",
    "notices.txt": "text/plain",
    "start.js": "text/javascript",
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
}
_HEADERS = {
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'; connect-src 'self'; img-src 'self' data:; "
    "script-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
}


def pages_of(services: Sequence[ServiceDescriptor], *, version: str) -> list[BaseRoute]:
    """The routes of all pages."""
    return [
        *table_routes(),
        document_route(services, version=version),
        Route("/docs", _index, methods=["GET"]),
        Route("/docs/{name}", _part, methods=["GET"]),
    ]


async def _index(request: Request) -> Response:
    return _page("index.html", request)


async def _part(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _TYPES:
        raise HTTPException(404)
    return _page(name, request)


def _page(name: str, request: Request) -> Response:
    return packed_answer(_FOLDER, name, request, media_type=_TYPES[name], headers=_HEADERS)
