"""Which pages of other origins may call us (CORS), by starlette's middleware.

Credentials are tokens in a header, never cookies, so that a page can do nothing in the name of
its visitor. But under open access whoever reaches the service may create tables, and a page of
anywhere reaches the laptop of its visitor: a browser that may not read the answer sends a POST
all the same. So then what changes something is refused to pages of origins that may not call;
a page of our own may, by whatever name it came, unless only this machine is served: a name that
is not this machine's was made to lead here (DNS rebinding).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from typing_extensions import override

from conquian_service.transport.http.rest.answers import Answer
from conquian_service.transport.http.rest.problems import refusal_of
from conquian_service.transport.http.rest.refusals import foreign_origin, preflight_refused

ANY_ORIGIN = "*"
_LOOPBACK = r"https?://(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?"
_REFUSED = 400
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_REMEMBERED_SECONDS = 7200
"""For how long a browser need not ask again; the most that Chromium keeps to."""
_METHODS = ("GET", "HEAD", "POST")
_ASKED = (
    "Authorization",
    "Connect-Protocol-Version",
    "Connect-Timeout-Ms",
    "Content-Encoding",
    "Content-Type",
    "Grpc-Timeout",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "X-Grpc-Web",
    "X-User-Agent",
)
_TOLD = (
    "Allow",
    "Connect-Content-Encoding",
    "ETag",
    "Grpc-Encoding",
    "Grpc-Message",
    "Grpc-Status",
    "Grpc-Status-Details-Bin",
    "Retry-After",
)


@dataclass(frozen=True, slots=True)
class Origins:
    """Origins whose pages may call."""

    named: Sequence[str] = ()
    """Such as `https://example.com`; `*` is any."""
    loopback: bool = False
    """Whether pages of servers on this machine may, at any port."""
    guarded: bool = False
    """Whether calls that change something are refused to pages of all other origins."""
    local: bool = False
    """Whether only this machine is served, so that our own pages have a name of it."""


class Cors:
    """Answers preflights, and names the caller's origin in answers if it may call."""

    def __init__(self, app: ASGIApp, origins: Origins) -> None:
        self._app = app
        self._origins = origins
        self._for_pages = _ForPages(
            app,
            allow_origins=origins.named,
            allow_origin_regex=_LOOPBACK if origins.loopback else None,
            allow_methods=_METHODS,
            allow_headers=_ASKED,
            expose_headers=_TOLD,
            max_age=_REMEMBERED_SECONDS,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; who is no browser's page costs nothing."""
        for name, value in scope["headers"]:
            if name == b"origin":
                if self._is_foreign(value.decode("latin-1"), scope):
                    await refusal_of(foreign_origin()).send(send, compress=False)
                else:
                    await self._for_pages(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _is_foreign(self, origin: str, scope: Scope) -> bool:
        """Whether a page may not make a call that changes something."""
        if not self._origins.guarded or scope["method"] in _SAFE:
            return False
        if self._for_pages.is_allowed_origin(origin):
            return False
        host = next((value for name, value in scope["headers"] if name == b"host"), b"")
        own = origin.partition("://")[2] == host.decode("latin-1") != ""
        return not own or (self._origins.local and not re.fullmatch(_LOOPBACK, origin))


class _ForPages(CORSMiddleware):
    """Refuses preflights in the form in which everything else is refused."""

    @override
    def preflight_response(self, request_headers: Headers) -> Response:
        response = super().preflight_response(request_headers)
        if response.status_code < _REFUSED:
            return response
        known = self.is_allowed_origin(request_headers["origin"])
        return _told(refusal_of(preflight_refused() if known else foreign_origin()), response)


def _told(answer: Answer, response: Response) -> Response:
    """An answer with the headers of another that are about what a page may do."""
    told = Response(answer.body, answer.status, media_type="application/json")
    told.raw_headers += [
        (name, value)
        for name, value in response.raw_headers
        if name.startswith(b"access-control-") or name == b"vary"
    ]
    return told
