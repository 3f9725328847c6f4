"""Requests and answers as bytes, past the library.

The library reads a request before a method of ours is called, and tells the caller the
text of what went wrong with that. So its codecs only carry the bytes through, with what
they are written in; they become messages at our own edge, where the caller is known and
every error is ours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from conquian_service.transport.http.rest.json_text import read_json
from conquian_service.transport.http.rest.printing import as_json, printer_of
from conquian_service.transport.http.rest.reading import MessageReader
from conquian_service.transport.http.rest.refusals import Unreadable

Parse = Callable[[bytes], Message]


class Form(Protocol):
    """One of the two forms in which messages travel."""

    def name(self) -> str:
        """Name of the form, the end of its content types."""

    def parser(self, descriptor: Descriptor) -> Parse:
        """Reads messages of a type; a `CallRefused` or `DecodeError` for what is none."""

    def write(self, message: Message) -> bytes:
        """A message in this form."""


class Binary:
    """`application/proto`, `application/grpc-web+proto`."""

    def name(self) -> str:
        return "proto"

    def parser(self, descriptor: Descriptor) -> Parse:
        return GetMessageClass(descriptor).FromString

    def write(self, message: Message) -> bytes:
        return message.SerializeToString()


class Json:
    """`application/json`: read and written as at the REST door, defaults included.

    Unknown fields are refused: a misspelt `request_id` would cost the caller its protection.
    """

    def name(self) -> str:
        return "json"

    def parser(self, descriptor: Descriptor) -> Parse:
        reader = MessageReader(descriptor)

        def parse(raw: bytes) -> Message:
            if not raw:
                # Here, unlike at the REST door, a request without fields is {}.
                raise Unreadable("", "The request is no JSON object.")
            return reader.read(read_json(raw))

        return parse

    def write(self, message: Message) -> bytes:
        return as_json(printer_of(message.DESCRIPTOR)(message))


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
