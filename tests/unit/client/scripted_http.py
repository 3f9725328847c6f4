"""An HTTP server that answers by the same script: Connect's protocol, byte by byte.

By hand, for the client is tested where the service's own library is not installed; against that
library whole games are played in `tests/e2e`.
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from struct import pack
from typing import Any

import h11
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message_factory import GetMessageClass
from google.rpc.status_pb2 import Status
from grpc import StatusCode

from conquian.v1 import game_service_pb2, rules_service_pb2
from tests.unit.client.scripted import Raw, ScriptedService

_METHODS: dict[str, MethodDescriptor] = {
    f"/{service.full_name}/{method.name}": method
    for module in (game_service_pb2, rules_service_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
_LAST = 2
_PIECE = 65536


class _Aborted(Exception):
    """A call that ends with an error, as a script aborts it."""


def enveloped(message: bytes, flags: int = 0) -> bytes:
    """A message of a stream."""
    return pack(">BI", flags, len(message)) + message


def error_json(code: StatusCode, text: str, trailers: Sequence[tuple[str, bytes]] = ()) -> Any:
    """An error as Connect writes it."""
    name = "canceled" if code is StatusCode.CANCELLED else code.name.lower()
    details = [
        {
            "type": detail.type_url.removeprefix("type.googleapis.com/"),
            "value": b64encode(detail.value).decode().rstrip("="),  # it may be left out
        }
        for _, status in trailers
        for detail in Status.FromString(status).details
    ]
    return {"code": name, "message": text, "details": details}


class _Context:
    """What a script asks of a call, as of one over gRPC."""

    def __init__(self, headers: dict[str, str], peer: str) -> None:
        self._headers = headers
        self._peer = peer

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return tuple(self._headers.items())

    def time_remaining(self) -> float | None:
        allowed = self._headers.get("connect-timeout-ms")
        return None if allowed is None else int(allowed) / 1000

    def peer(self) -> str:
        return self._peer

    async def abort(
        self, code: StatusCode, text: str, trailers: Sequence[tuple[str, bytes]]
    ) -> None:
        raise _Aborted(error_json(code, text, trailers))


class _Connection:
    """One connection, request after request."""

    def __init__(
        self, service: ScriptedService, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._service = service
        self._reader = reader
        self._writer = writer
        self._line = h11.Connection(h11.SERVER)

    async def serve(self) -> None:
        """Until either side closes it."""
        while isinstance(request := await self._next(), h11.Request):
            body = b""
            while isinstance(part := await self._next(), h11.Data):
                body += bytes(part.data)
            answering = asyncio.ensure_future(self._answer(request, body))
            leaving = asyncio.ensure_future(self._reader.read(1))
            try:
                await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
                if not answering.done():
                    return
                await answering
            finally:
                answering.cancel()
                leaving.cancel()
                await asyncio.gather(answering, leaving, return_exceptions=True)
            if self._line.our_state is not h11.DONE:
                return
            self._line.start_next_cycle()

    async def _answer(self, request: h11.Request, body: bytes) -> None:
        headers = {name.decode(): value.decode() for name, value in request.headers}
        method = _METHODS[request.target.decode()]
        peer = str(self._writer.get_extra_info("peername"))
        context = _Context(headers, peer)
        stream = method.server_streaming
        expected = "application/connect+proto" if stream else "application/proto"
        assert headers["content-type"] == expected
        assert headers["connect-protocol-version"] == "1"
        message = GetMessageClass(method.input_type).FromString(body[5:] if stream else body)
        answer = getattr(self._service, method.name)(message, context)
        try:
            if stream:
                await self._stream(answer, expected)
            else:
                self._whole(200, expected, (await answer).SerializeToString())
        except _Aborted as aborted:
            self._whole(400, "application/json", json.dumps(aborted.args[0]).encode())
        except Raw as raw:
            self._writer.write(raw.answer)
            self._line.send_failed()
        await self._writer.drain()

    async def _stream(self, answers: Any, content_type: str) -> None:
        end: Any = {}
        begun = False
        try:
            async with aclosing(answers):
                async for message in answers:
                    if not begun:  # as the service does: not before there is something to say
                        begun = self._head(200, content_type, [("transfer-encoding", "chunked")])
                    self._send(h11.Data(data=enveloped(message.SerializeToString())))
                    await self._writer.drain()
        except _Aborted as aborted:
            end = {"error": aborted.args[0]}
        if not begun:
            self._head(200, content_type, [("transfer-encoding", "chunked")])
        self._send(h11.Data(data=enveloped(json.dumps(end).encode(), _LAST)))
        self._send(h11.EndOfMessage())

    def _whole(self, status: int, content_type: str, body: bytes) -> None:
        self._head(status, content_type, [("content-length", str(len(body)))])
        self._send(h11.Data(data=body))
        self._send(h11.EndOfMessage())

    def _head(self, status: int, content_type: str, headers: list[tuple[str, str]]) -> bool:
        self._send(
            h11.Response(status_code=status, headers=[("content-type", content_type), *headers])
        )
        return True

    def _send(self, event: Any) -> None:
        self._writer.write(self._line.send(event) or b"")

    async def _next(self) -> object:
        while (event := self._line.next_event()) is h11.NEED_DATA:
            self._line.receive_data(await self._reader.read(_PIECE))
        return event


@asynccontextmanager
async def served_over_http(service: ScriptedService) -> AsyncIterator[str]:
    """Serve a script on a free port; gives the target to connect to."""
    serving: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        serving.add(task)
        try:
            with suppress(OSError, asyncio.CancelledError):
                await _Connection(service, reader, writer).serve()
        finally:
            serving.discard(task)
            writer.transport.abort() if writer.is_closing() else writer.close()

    listener = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    finally:
        listener.close()
        for task in tuple(serving):
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
