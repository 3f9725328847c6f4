"""The HTTP server: uvicorn in our own loop, on a socket of our own.

uvicorn by itself would take over the signals, and leave the loop by `sys.exit` where the
port is taken.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Generator
from contextlib import contextmanager
from http import HTTPStatus

import uvicorn
from starlette.types import ASGIApp
from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from conquian_service.transport.http.connection import extension
from conquian_service.transport.http.rest.problems import refusal_of
from conquian_service.transport.http.rest.refusals import no_http, too_long
from conquian_service.transport.listening import address_of

_LONGEST_URL = 65_535
"""More the parser does not read."""
_DEAD_AFTER_SECONDS = 40
"""When a client that acknowledges nothing is given up, as at the gRPC door."""


class HttpServer:
    """One listening socket and the app behind it."""

    def __init__(self, app: ASGIApp, listening: socket.socket) -> None:
        self._socket = listening
        _find_dead_peers(listening)
        self.target = address_of(listening)
        self.url = f"http://{self.target}"
        self._server = _Server(
            uvicorn.Config(
                app,
                http=_Protocol,
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
            )
        )
        self._serving: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Serve from now on; who connected before is served too."""
        self._serving = asyncio.create_task(self._server.serve(sockets=[self._socket]))

    async def stop(self, grace_seconds: float) -> None:
        """Take no more requests, end those under way after the grace at the latest."""
        # uvicorn takes whole seconds, and would take none as for ever.
        self._server.config.timeout_graceful_shutdown = max(1, round(grace_seconds))
        self._server.should_exit = True
        if self._serving is not None:
            await self._serving
        self._socket.close()


class _Server(uvicorn.Server):
    @override
    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


class _Protocol(HttpToolsProtocol):
    @override
    def on_message_begin(self) -> None:
        super().on_message_begin()
        # uvicorn's own would hold query strings, wherever its logger leads by now.
        self.access_log = False
        self.scope["extensions"] = extension(self.transport.abort)

    @override
    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, as we refuse everything else."""
        answer = refusal_of(
            too_long() if len(getattr(self, "url", b"")) >= _LONGEST_URL else no_http()
        )
        head = (
            f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}\r\n"
            "content-type: application/json\r\n"
            f"content-length: {len(answer.body)}\r\n"
            "connection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + answer.body)
        self.transport.close()


def _find_dead_peers(listening: socket.socket) -> None:
    """Have the connections of a socket end when the other side is gone without a word."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    # Where the system has them, as Linux has.
    for name, value in (
        ("TCP_KEEPIDLE", _DEAD_AFTER_SECONDS // 2),
        ("TCP_KEEPINTVL", _DEAD_AFTER_SECONDS // 4),
        ("TCP_USER_TIMEOUT", _DEAD_AFTER_SECONDS * 1000),
    ):
        option = getattr(socket, name, None)
        if option is not None:
            listening.setsockopt(socket.IPPROTO_TCP, option, value)
