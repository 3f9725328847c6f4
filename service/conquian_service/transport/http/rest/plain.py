"""The plain part of JSON, read in one go into what a message's constructor takes.

Texts, 32-bit numbers, truth values, names of enums, maps of texts, and objects and lists of
those. For anything else, right or wrong, `NotPlain` leaves it to `json_format`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from conquian_service.transport.http.rest.fields import (
    is_map,
    is_well_known,
    names_of,
    parts_of_map,
)

Convert = Callable[[Any], Any]

_INT32 = range(-(2**31), 2**31)


class NotPlain(Exception):
    """Something that is left to the library."""


@cache
def plain_of(descriptor: Descriptor) -> Plain:
    """The reader of a message type."""
    return Plain(descriptor)


class Plain:
    """Turns plain objects into what the constructor of a message type takes."""

    def __init__(self, descriptor: Descriptor) -> None:
        self._fields = {
            name: (field.name, _converter(field)) for name, field in names_of(descriptor).items()
        }
        self._chosen = {
            field.name: oneof.name
            for oneof in descriptor.oneofs
            if len(oneof.fields) > 1
            for field in oneof.fields
        }

    def __call__(self, sent: Any) -> dict[str, Any]:
        if type(sent) is not dict:
            raise NotPlain
        converted = {}
        for name, value in sent.items():
            field = self._fields.get(name)
            if field is None or field[0] in converted:
                raise NotPlain
            converted[field[0]] = field[1](value)
        if self._chosen and len(converted) > 1:
            kinds = [self._chosen[name] for name in converted if name in self._chosen]
            if len(set(kinds)) < len(kinds):
                raise NotPlain
        return converted


def _converter(field: FieldDescriptor) -> Convert:
    if is_map(field):
        return _texts_by_text if _is_map_of_texts(field) else _not_plain
    one = _converter_of_one(field)
    return _list_of(one) if field.is_repeated else one


def _converter_of_one(field: FieldDescriptor) -> Convert:
    if field.enum_type is not None:
        return _number_in({value.name: value.number for value in field.enum_type.values})
    if field.message_type is not None and not is_well_known(field.message_type):
        return _nested(field.message_type)
    return _CONVERTERS.get(field.type, _not_plain)


def _nested(descriptor: Descriptor) -> Convert:
    def convert(value: Any) -> dict[str, Any]:
        # Looked up late: a type may hold itself.
        return plain_of(descriptor)(value)

    return convert


def _list_of(convert: Convert) -> Convert:
    def convert_list(values: Any) -> list[Any]:
        if type(values) is not list:
            raise NotPlain
        return [convert(value) for value in values]

    return convert_list


def _number_in(numbers: Mapping[str, int]) -> Convert:
    def convert(value: Any) -> int:
        number = numbers.get(value) if type(value) is str else None
        if number is None:
            raise NotPlain
        return number

    return convert


def _text(value: Any) -> str:
    if type(value) is not str or not value.isascii():
        raise NotPlain
    return value


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise NotPlain
    return value


def _int32(value: Any) -> int:
    if type(value) is not int or value not in _INT32:
        raise NotPlain
    return value


def _texts_by_text(value: Any) -> dict[str, str]:
    if type(value) is not dict:
        raise NotPlain
    return {_text(key): _text(item) for key, item in value.items()}


def _not_plain(_: Any) -> Any:
    raise NotPlain


_CONVERTERS: Mapping[int, Convert] = {
    FieldDescriptor.TYPE_STRING: _text,
    FieldDescriptor.TYPE_BOOL: _truth,
    FieldDescriptor.TYPE_INT32: _int32,
}


def _is_map_of_texts(field: FieldDescriptor) -> bool:
    return {part.type for part in parts_of_map(field)} == {FieldDescriptor.TYPE_STRING}
