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
from conquian_service.transport.http.rest.refusals import head_too_large, no_http, too_long
from conquian_service.transport.http.upgrades import Parser
from conquian_service.transport.listening import address_of

_LONGEST_URL = 65_535
"""More the parser does not read."""
_LARGEST_HEAD = 64 * 1024
"""Bytes of a request line and headers; the parser by itself would take any number."""
_WITHIN_SECONDS = 45.0
"""How long a request may take to come in, a new connection's first one from its beginning."""
_ENDED_WITHIN_SECONDS = 2
"""How long a call may take to end whose connection was cut: the store is waited for no longer."""
_DEAD_AFTER_SECONDS = 40
"""When a client that acknowledges nothing is given up, as at the gRPC door."""


class HttpServer:
    """One listening socket and the app behind it."""

    def __init__(self, app: ASGIApp, listening: socket.socket) -> None:
        self._socket = listening
        _send_at_once(listening)
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
        # Cut, they end as calls whose clients have gone. uvicorn would cancel them, answer 500,
        # and log each as a fault.
        cutting = asyncio.get_running_loop().call_later(grace_seconds, self._cut_connections)
        # It takes whole seconds, and would take none as for ever.
        self._server.config.timeout_graceful_shutdown = round(grace_seconds) + _ENDED_WITHIN_SECONDS
        self._server.should_exit = True
        if self._serving is not None:
            await self._serving
        cutting.cancel()
        self._socket.close()

    def _cut_connections(self) -> None:
        for connection in list(self._server.server_state.connections):
            connection.transport.abort()


class _Server(uvicorn.Server):
    @override
    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


class _Protocol(HttpToolsProtocol):
    _incoming: asyncio.TimerHandle | None = None
    """Breaks the connection off unless a request has come in by then."""
    _in_head = True
    _moved = False
    """Whether a head or a request ended in the piece that is being read."""
    _waited = 0
    """Bytes of a head that is still incomplete."""
    _fields = 0
    """Bytes of the headers read of it."""
    _head_too_large = False

    @override
    # asyncio promises any transport, uvicorn a connection's, which it is.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.parser = Parser(self)
        super().connection_made(transport)
        self._expect_a_request()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_expecting()
        super().connection_lost(exc)

    @override
    def data_received(self, data: bytes) -> None:
        self._moved = False
        super().data_received(data)
        if self._moved or not self._in_head:
            self._waited = 0
            return
        self._waited += len(data)
        if self._waited > _LARGEST_HEAD and not self.transport.is_closing():
            self._head_too_large = True
            self.send_400_response("")

    @override
    def on_header(self, name: bytes, value: bytes) -> None:
        self._fields += len(name) + len(value) + 4  # ": " and the end of the line
        if self._fields > _LARGEST_HEAD:
            self._head_too_large = True
            raise ValueError("the parser stops here, and we are asked to refuse")
        super().on_header(name, value)

    @override
    def on_headers_complete(self) -> None:
        if self.parser.should_upgrade():
            if self.parser.get_method() == b"CONNECT":
                raise ValueError("there is no tunnel here")
            return  # the parser tells it again
        self._in_head, self._moved = False, True
        super().on_headers_complete()

    @override
    def on_message_complete(self) -> None:
        if self.parser.should_upgrade():
            return
        self._in_head, self._moved = True, True
        self._stop_expecting()
        super().on_message_complete()

    def _expect_a_request(self) -> None:
        if self._incoming is None:
            self._incoming = self.loop.call_later(_WITHIN_SECONDS, self.transport.abort)

    def _stop_expecting(self) -> None:
        if self._incoming is not None:
            self._incoming.cancel()
            self._incoming = None

    @override
    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._fields = 0
        self._expect_a_request()
        # uvicorn's own would hold query strings, wherever its logger leads by now.
        self.access_log = False
        self.scope["extensions"] = extension(self.transport.abort)

    @override
    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, as we refuse everything else."""
        if len(getattr(self, "url", b"")) >= _LONGEST_URL:
            why = too_long()
        elif self._head_too_large:
            why = head_too_large(_LARGEST_HEAD)
        else:
            why = no_http()
        answer = refusal_of(why)
        head = (
            f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}\r\n"
            "content-type: application/json\r\n"
            f"content-length: {len(answer.body)}\r\n"
            "connection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + answer.body)
        self.transport.close()


def _send_at_once(listening: socket.socket) -> None:
    """Have the connections of a socket not wait for what was sent before to be acknowledged.

    asyncio sees to that only where a socket names its protocol, which those made by
    `socket.create_server` do not. Each update of a stream would wait up to 40 ms.
    """
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


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
