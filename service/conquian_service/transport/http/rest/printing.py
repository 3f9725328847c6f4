"""Messages as JSON: what `json_format` prints, several times as fast.

The JSON mapping of protobuf with lowerCamelCase names and with the default values of fields
that cannot be absent. Each message type is looked at once; a test compares every type of the
API with `json_format.MessageToDict`, to which what is rare here (64-bit integers, floats,
well-known types) is left altogether.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any

import orjson
from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from conquian_service.transport.http.rest.fields import is_map, is_well_known, parts_of_map

Change = Callable[[Any], Any]

_AS_THEY_ARE = frozenset(
    {
        FieldDescriptor.TYPE_STRING,
        FieldDescriptor.TYPE_BOOL,
        FieldDescriptor.TYPE_INT32,
        FieldDescriptor.TYPE_SINT32,
        FieldDescriptor.TYPE_UINT32,
        FieldDescriptor.TYPE_FIXED32,
        FieldDescriptor.TYPE_SFIXED32,
    }
)
"""Types whose values JSON has as well."""


def as_json(printed: Any) -> bytes:
    """What has been printed, as text."""
    return orjson.dumps(printed)


@cache
def printer_of(descriptor: Descriptor) -> Change:
    """What turns messages of a type into what JSON has: objects, arrays, texts, numbers."""
    if descriptor.full_name == Timestamp.DESCRIPTOR.full_name:
        return _print_timestamp
    if is_well_known(descriptor) or not all(map(_is_common, descriptor.fields)):
        return _print_by_library
    return _Printer(descriptor)


class _Printer:
    """Prints messages of one type."""

    def __init__(self, descriptor: Descriptor) -> None:
        always = [field for field in descriptor.fields if not field.has_presence]
        self._names = [field.json_name for field in always]
        self._values = _values_of([field.name for field in always])
        self._changed = [
            (field.json_name, change) for field in always if (change := _change(field)) is not None
        ]
        real_oneofs = [oneof for oneof in descriptor.oneofs if len(oneof.fields) > 1]
        self._oneofs = [oneof.name for oneof in real_oneofs]
        self._optional = [
            (field.name, *_named(field))
            for field in descriptor.fields
            if field.has_presence and field.containing_oneof not in real_oneofs
        ]
        self._chosen = {
            field.name: _named(field) for oneof in real_oneofs for field in oneof.fields
        }

    def __call__(self, message: Message) -> dict[str, Any]:
        printed = dict(zip(self._names, self._values(message), strict=True))
        for name, change in self._changed:
            printed[name] = change(printed[name])
        for field, name, change in self._optional:
            if message.HasField(field):
                printed[name] = change(getattr(message, field))
        for oneof in self._oneofs:
            chosen = message.WhichOneof(oneof)
            if chosen is not None:
                name, change = self._chosen[chosen]
                printed[name] = change(getattr(message, chosen))
        return printed


def _values_of(names: list[str]) -> Callable[[Message], tuple[Any, ...]]:
    """What reads several attributes; `attrgetter` gives a tuple from two on."""
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda _: ()
    only = attrgetter(*names)
    return lambda message: (only(message),)


def _named(field: FieldDescriptor) -> tuple[str, Change]:
    return field.json_name, _change(field) or _unchanged


def _change(field: FieldDescriptor) -> Change | None:
    """What turns a field's value into JSON's; None if it is that already."""
    if is_map(field):
        values = _later_change(parts_of_map(field)[1])
        return dict if values is None else _mapping(values)
    if field.is_repeated:
        items = _later_change(field)
        return _copied if items is None else _listing(items)
    return _later_change(field)


def _later_change(field: FieldDescriptor) -> Change | None:
    """As `_change` for one value; a type within a type is looked at when it first comes."""
    if field.type in _AS_THEY_ARE:
        return None
    if field.type == FieldDescriptor.TYPE_BYTES:
        return _print_bytes
    if field.enum_type is not None:
        return _naming({value.number: value.name for value in reversed(field.enum_type.values)})
    assert field.message_type is not None
    return _Nested(field.message_type)


def _mapping(change: Change) -> Change:
    return lambda values: {key: change(value) for key, value in values.items()}


def _listing(change: Change) -> Change:
    return lambda values: [change(value) for value in values]


def _naming(names: Mapping[int, str]) -> Change:
    return lambda number: names.get(number, number)


def _copied(values: Sequence[Any]) -> Sequence[Any]:
    return values[:]


def _unchanged(value: Any) -> Any:
    return value


def _print_bytes(value: bytes) -> str:
    return base64.b64encode(value).decode("ascii")


def _print_timestamp(time: Timestamp) -> str:
    return _written(time.seconds, time.nanos)


@lru_cache(maxsize=4096)
def _written(seconds: int, nanos: int) -> str:
    # A view has three times, most of which were there in the view before it.
    return Timestamp(seconds=seconds, nanos=nanos).ToJsonString()


def _print_by_library(message: Message) -> Any:
    return json_format.MessageToDict(message, always_print_fields_with_no_presence=True)


class _Nested:
    """Prints messages of a type that is looked at when the first of them comes."""

    def __init__(self, descriptor: Descriptor) -> None:
        self._descriptor = descriptor
        self._print: Change | None = None

    def __call__(self, message: Message) -> Any:
        if self._print is None:
            self._print = printer_of(self._descriptor)
        return self._print(message)


def _is_common(field: FieldDescriptor) -> bool:
    """Whether it is of a kind that is printed here; of maps only those with texts as keys."""
    if is_map(field):
        key, value = parts_of_map(field)
        return key.type == FieldDescriptor.TYPE_STRING and _is_common(value)
    return (
        field.type in _AS_THEY_ARE
        or field.type == FieldDescriptor.TYPE_BYTES
        or field.enum_type is not None
        or field.message_type is not None
    )
