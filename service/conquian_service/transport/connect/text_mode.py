"""gRPC-Web in base64, which the library does not speak (`application/grpc-web-text`).

Google's own browser client sends it, and needs it for streams. A body is decoded before
the library sees it; of an answer each part is encoded by itself, as the protocol allows,
so that a message arrives as soon as it is there.
"""

from __future__ import annotations

import binascii
from base64 import b64encode
from typing import Any

from starlette.types import Message, Receive, Send

from conquian_service.transport.reception import LARGEST_REQUEST

TEXT, BINARY = b"application/grpc-web-text", b"application/grpc-web"
_QUANTUM = 4
_LONGEST = 2 * LARGEST_REQUEST
"""More text than any request that is allowed."""


def is_text(content_type: bytes) -> bool:
    """Whether a body is in this form."""
    return content_type == TEXT or content_type.startswith(TEXT + b"+")


def binary_type(content_type: bytes) -> bytes:
    """The content type of the same body without base64."""
    return BINARY + content_type.removeprefix(TEXT)


def decoded(receive: Receive) -> Receive:
    """The request's body as bytes, in one piece."""
    read = False

    async def receive_decoded() -> Message:
        nonlocal read
        if read:
            return await receive()
        text = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return message
            # The library refuses what is too long; here it only must not fill the memory.
            text += message.get("body", b"")[: _LONGEST - len(text)]
            if not message.get("more_body", False):
                break
        read = True
        return {"type": "http.request", "body": _plain(bytes(text)), "more_body": False}

    return receive_decoded


def encoded(send: Send) -> Send:
    """Sends an answer in base64."""

    async def send_encoded(message: Message) -> None:
        await send(_as_text(message))

    return send_encoded


def _as_text(message: Message) -> Message:
    changed: dict[str, Any] = dict(message)
    if message["type"] == "http.response.start":
        changed["headers"] = [
            (name, _text_type(value) if name == b"content-type" else value)
            for name, value in message["headers"]
        ]
    elif message.get("body"):
        changed["body"] = b64encode(message["body"])
    return changed


def _text_type(content_type: bytes) -> bytes:
    if content_type.startswith(BINARY):
        return TEXT + content_type.removeprefix(BINARY)
    return content_type


def _plain(text: bytes) -> bytes:
    """Base64 that may be padded anywhere, as a client that encodes in pieces leaves it.

    What is no base64 is taken as it is: the library finds no message in it.
    """
    plain = bytearray()
    try:
        for part in _padded_parts(text):
            plain += binascii.a2b_base64(part, strict_mode=True)
    except binascii.Error:
        return text
    return bytes(plain)


def _padded_parts(text: bytes) -> list[bytes]:
    """The text in parts, each of which has its padding at its end."""
    parts, begin = [], 0
    while (padding := text.find(b"=", begin)) >= 0:
        end = begin + -(-(padding + 1 - begin) // _QUANTUM) * _QUANTUM
        parts.append(text[begin:end])
        begin = end
    return [*parts, text[begin:]]
