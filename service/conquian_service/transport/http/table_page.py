"""The table: a page at `/` to play in a browser, from our own package data.

The folder `table` is built from `clients/web` by `.ci/generate-web`. Names of its assets hold a
hash of what is in them, so a browser may keep them for ever; the page itself, which names them, is
asked for anew each time. It holds no secret and is the same for everybody.
"""

from __future__ import annotations

import hashlib
from pathlib import PurePosixPath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from conquian_service.transport.http.packed import compressed, folder_of, packed_answer

_FOLDER = "table"
_INDEX = "index.html"
_NOTICES = "notices.txt"
_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
}
_POLICY = (
    "default-src 'none'; connect-src 'self'; img-src 'self'; script-src 'self'; style-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
}
_FOR_EVER = "public, max-age=31536000, immutable"


def table_routes() -> list[BaseRoute]:
    """The routes of the page and of all that it loads."""
    page = compressed(_FOLDER, _INDEX)
    tag = f'W/"{hashlib.sha256(page).hexdigest()[:16]}"'
    assets = {
        name: _TYPES[PurePosixPath(name).suffix]
        for name in (entry.name.removesuffix(".gz") for entry in folder_of(_FOLDER).iterdir())
        if PurePosixPath(name).suffix in _TYPES
    }

    async def index(request: Request) -> Response:
        headers = {**_HEADERS, "cache-control": "no-cache", "etag": tag}
        if _names(request.headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers={**headers, "vary": "Accept-Encoding"})
        return packed_answer(_FOLDER, _INDEX, request, media_type="text/html", headers=headers)

    async def asset(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in assets:
            raise HTTPException(404)
        cached = "no-cache" if name == _NOTICES else _FOR_EVER
        headers = {**_HEADERS, "cache-control": cached}
        return packed_answer(_FOLDER, name, request, media_type=assets[name], headers=headers)

    return [
        Route("/", index, methods=["GET"]),
        Route("/assets/{name}", asset, methods=["GET"]),
    ]


def _names(header: str, tag: str) -> bool:
    """Whether an If-None-Match names the tag; weak or strong is the same here."""
    named = {each.strip().removeprefix("W/") for each in header.split(",")}
    return "*" in named or tag.removeprefix("W/") in named
