"""The load over HTTP/1.1: as little of it as it takes to send bytes and to get some back."""

from __future__ import annotations

import asyncio
import json
import struct
from dataclasses import replace

from google.protobuf import json_format

from bench.games import Call
from conquian.v1.game_service_pb2 import PlayMoveRequest

CONNECT, CONNECT_JSON = "application/proto", "application/json"
GRPC_WEB = "application/grpc-web+proto"
REST = "rest"
"""JSON as over Connect, at a path that names the game."""
_LENGTH, _END = b"\r\ncontent-length: ", b"\r\n\r\n"
_OK_TRAILER = b"grpc-status: 0"

_Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def as_sent(call: Call, content_type: str) -> Call:
    """A call whose request is a body of this type."""
    if content_type == GRPC_WEB:
        return replace(call, request=struct.pack(">BI", 0, len(call.request)) + call.request)
    if content_type in (CONNECT_JSON, REST):
        fields = json_format.MessageToDict(PlayMoveRequest.FromString(call.request))
        return replace(call, request=json.dumps(fields, separators=(",", ":")).encode())
    return call


class HttpSender:
    """Makes single calls over as many connections as are in use at once."""

    def __init__(self, target: str, path: str, content_type: str) -> None:
        self._host, _, self._port = target.rpartition(":")
        sent_type = CONNECT_JSON if content_type == REST else content_type
        self._head = (
            f"POST {path} HTTP/1.1\r\nhost: {target}\r\ncontent-type: {sent_type}\r\n"
            "authorization: Bearer "
        ).encode()
        self._web = content_type == GRPC_WEB
        self._idle: list[_Line] = []

    async def send(self, _: int, call: Call) -> bytes | str:
        """The answer's body; a text if the call failed."""
        line = self._idle.pop() if self._idle else await self._connected()
        reader, writer = line
        length = len(call.request)
        head = self._head.replace(b"{game_id}", call.token.split(".")[2].encode())
        writer.write(b"%b%b%b%d\r\n\r\n%b" % (
            head, call.token.encode(), _LENGTH, length, call.request
        ))  # fmt: skip
        head = await reader.readuntil(_END)
        body = await _body(reader, head)
        self._idle.append(line)
        if not head.startswith(b"HTTP/1.1 200 ") or (self._web and _OK_TRAILER not in body):
            return (head + body).decode("latin-1")
        return body

    def close(self) -> None:
        """Close every connection."""
        for _, writer in self._idle:
            writer.close()

    async def _connected(self) -> _Line:
        return await asyncio.open_connection(self._host, int(self._port))


async def _body(reader: asyncio.StreamReader, head: bytes) -> bytes:
    place = head.find(_LENGTH)
    if place >= 0:
        place += len(_LENGTH)
        return await reader.readexactly(int(head[place : head.index(b"\r", place)]))
    parts = []
    while size := int(await reader.readuntil(b"\r\n"), 16):
        parts.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readexactly(2)
    return b"".join(parts)
