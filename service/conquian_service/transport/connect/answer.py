"""Answers as they are sent: whole ones with their length, and compressed where it pays.

The library would compress whatever a client accepts, however small.
"""

from __future__ import annotations

import gzip

from starlette.types import Message, Send

_WORTH_COMPRESSING = 1024
"""Bytes from which on a whole answer is compressed."""
_LEVEL = 4
_JSON, _BINARY = b"application/json", b"application/proto"
_GZIP = (b"content-encoding", b"gzip")


def sent_whole(send: Send, *, accepts_gzip: bool) -> Send:
    """Sends an answer; its head is kept back until the first of its body is there."""
    head: Message | None = None

    async def send_answer(message: Message) -> None:
        nonlocal head
        if message["type"] == "http.response.start":
            head = message
            return
        if head is not None:
            begun, head = head, None
            if not message.get("more_body", False):
                begun, message = _whole(begun, message, accepts_gzip=accepts_gzip)
            await send(begun)
        await send(message)

    return send_answer


def _whole(head: Message, message: Message, *, accepts_gzip: bool) -> tuple[Message, Message]:
    body: bytes = message.get("body", b"")
    # "identity" is no content coding that a header may name.
    headers = [header for header in head["headers"] if header[0] != b"content-encoding"]
    if accepts_gzip and len(body) >= _WORTH_COMPRESSING and _is_unary(headers):
        body = gzip.compress(body, compresslevel=_LEVEL, mtime=0)
        headers.append(_GZIP)
    headers.append((b"content-length", b"%d" % len(body)))
    return {**head, "headers": headers}, {**message, "body": body}


def _is_unary(headers: list[tuple[bytes, bytes]]) -> bool:
    return any(name == b"content-type" and value in {_JSON, _BINARY} for name, value in headers)
