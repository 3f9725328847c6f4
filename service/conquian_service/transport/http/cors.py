"""Which pages of other origins may call us (CORS), by starlette's middleware.

Credentials are tokens in a header, never cookies, so that a page can do nothing by a visitor's
browser that it could not do by itself; the list of origins keeps a laptop's service to pages
of that laptop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

ANY_ORIGIN = "*"
_LOOPBACK = r"https?://(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?"
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


class Cors:
    """Answers preflights, and names the caller's origin in answers if it may call."""

    def __init__(self, app: ASGIApp, origins: Origins) -> None:
        self._app = app
        self._for_pages = CORSMiddleware(
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
        for name, _ in scope["headers"]:
            if name == b"origin":
                await self._for_pages(scope, receive, send)
                return
        await self._app(scope, receive, send)
