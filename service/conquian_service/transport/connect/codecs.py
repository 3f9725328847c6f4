"""Requests and answers as bytes, past the library.

The library reads a request before a method of ours is called, and tells the caller the
text of what went wrong with that. So its codecs only carry the bytes through, with what
they are written in; they become messages at our own edge, where the caller is known and
every error is ours.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from google.protobuf import json_format
from google.protobuf.message import Message

from conquian_service.application.errors import CallReason, CallRefused

Parse = Callable[[bytes], Message]


class Form(Protocol):
    """One of the two forms in which messages travel."""

    def name(self) -> str:
        """Name of the form, the end of its content types."""

    def parser(self, message: type[Message]) -> Parse:
        """Reads messages of a type; a `CallRefused` or `DecodeError` for what is none."""

    def write(self, message: Message) -> bytes:
        """A message in this form."""


class Binary:
    """`application/proto`, `application/grpc-web+proto`."""

    def name(self) -> str:
        return "proto"

    def parser(self, message: type[Message]) -> Parse:
        return message.FromString

    def write(self, message: Message) -> bytes:
        return message.SerializeToString()


class Json:
    """`application/json`: ProtoJSON, without fields that have their default.

    Unknown fields are refused: a misspelt `request_id` would cost the caller its protection.
    """

    def name(self) -> str:
        return "json"

    def parser(self, message: type[Message]) -> Parse:
        def parse(raw: bytes) -> Message:
            request = message()
            if raw.lstrip()[:1] != b"{":
                raise CallRefused(CallReason.FIELD_INVALID)
            try:
                json_format.Parse(raw, request)
            except (json_format.ParseError, ValueError, RecursionError):
                # Its text may repeat what was sent.
                raise CallRefused(CallReason.FIELD_INVALID) from None
            return request

        return parse

    def write(self, message: Message) -> bytes:
        fields = json_format.MessageToDict(message)
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


FORMS: tuple[Form, ...] = (Binary(), Json())


@dataclass(frozen=True, slots=True)
class Received:
    """A request as it came."""

    raw: bytes
    form: str


class BytesCodec:
    """What the library calls a codec, for one form: bytes in, the same bytes out."""

    def __init__(self, form: Form) -> None:
        self._name = form.name()

    def name(self) -> str:
        return self._name

    def decode(self, data: bytes | bytearray, message_class: type[Received]) -> Received:
        return message_class(bytes(data), self._name)

    def encode(self, message: bytes) -> bytes:
        return message
