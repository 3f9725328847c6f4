"""JSON as messages: what `json_format` reads, several times as fast, and refusals that say where.

What is plain is read in one go (see `plain`); anything else by the library, which is also the
judge of what is wrong. Names may be those of the proto or lowerCamelCase; an unknown one, and
a field given by both, is refused. Places are told by the names of the proto.
"""

from __future__ import annotations

import re
from typing import Any

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from conquian_service.transport.http.rest.fields import (
    INTEGERS,
    is_map,
    is_well_known,
    names_of,
    place_of,
)
from conquian_service.transport.http.rest.json_text import JsonObject
from conquian_service.transport.http.rest.plain import NotPlain, plain_of
from conquian_service.transport.http.rest.refusals import Unreadable

_DEEPEST = 50
_BASE64 = re.compile(r"(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?\Z", re.ASCII)
"""Of either alphabet, padded or not."""

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?\Z", re.ASCII)
"""As JSON has it; a text may stand for one in its own form, "1e1" for ten (the mapping)."""


class MessageReader:
    """Reads messages of one type."""

    def __init__(self, descriptor: Descriptor) -> None:
        self._class = GetMessageClass(descriptor)
        self._descriptor = descriptor

    def read(self, sent: JsonObject) -> Message:
        """The message of an object."""
        try:
            return self._class(**plain_of(self._descriptor)(sent))
        except (NotPlain, RecursionError):
            pass
        message = self._class()
        try:
            json_format.ParseDict(sent, message, max_recursion_depth=_DEEPEST)
        except (json_format.ParseError, RecursionError):
            raise _refusal(self._descriptor, sent, "") from None
        overlooked = _overlooked(self._descriptor, sent, "")
        if overlooked is not None:
            raise overlooked
        return message


def _refusal(descriptor: Descriptor, sent: Any, before: str) -> Unreadable:
    """Where the library finds fault with an object: its first wrong field, as deep as it goes."""
    if not isinstance(sent, dict):
        return Unreadable(before, "An object is expected here.")
    known = names_of(descriptor)
    for name, value in sent.items():
        field = known.get(name)
        named = place_of(name) if field is None else field.name
        place = f"{before}.{named}" if before else named
        if field is None:
            return Unreadable(place, f"There is no such field in {descriptor.name}.")
        if _reads(descriptor, {name: value}):
            continue
        inner = field.message_type
        if inner is None or is_map(field) or is_well_known(inner):
            return Unreadable(place, "The value is not of the kind that the field takes.")
        if not field.is_repeated:
            return _refusal(inner, value, place)
        if not isinstance(value, list):
            return Unreadable(place, "A list is expected here.")
        for index, item in enumerate(value):
            if item is None or not _reads(inner, item):
                return _refusal(inner, item, f"{place}[{index}]")
    return Unreadable(before, "More than one kind is given where one is chosen.")


def _reads(descriptor: Descriptor, sent: Any) -> bool:
    try:
        json_format.ParseDict(sent, GetMessageClass(descriptor)(), max_recursion_depth=_DEEPEST)
    except (json_format.ParseError, AttributeError, TypeError, RecursionError):
        return False
    return True


def _are_numbers(field: FieldDescriptor, value: Any) -> bool:
    """Whether texts that stand for integers have the form of numbers, or are names of an enum."""
    names = field.enum_type.values_by_name if field.enum_type is not None else {}
    items = value if isinstance(value, list) else [value]
    return all(not isinstance(item, str) or item in names or _NUMBER.match(item) for item in items)


def _overlooked(descriptor: Descriptor, sent: Any, before: str) -> Unreadable | None:
    """What the library lets through.

    That is a field by both of its names, `[]` and `""` as an object, any text as base64, of
    which it takes what it can, and as an integer what Python takes for one: "1_0", "+1".
    """
    if not isinstance(sent, dict):
        return Unreadable(before, "An object is expected here.")
    seen = set()
    for name, value in sent.items():
        field = names_of(descriptor)[name]
        place = f"{before}.{field.name}" if before else field.name
        if field.name in seen:
            return Unreadable(place, "It is given by both of its names.")
        seen.add(field.name)
        if field.type == FieldDescriptor.TYPE_BYTES and isinstance(value, str):
            if not _BASE64.match(value):
                return Unreadable(place, "The value is not base64.")
            continue
        if field.cpp_type in INTEGERS and not _are_numbers(field, value):
            return Unreadable(place, "The value is not of the kind that the field takes.")
        inner = field.message_type
        if value is None or inner is None or is_map(field) or is_well_known(inner):
            continue
        items = enumerate(value) if field.is_repeated else [(None, value)]
        for index, item in items:
            at = place if index is None else f"{place}[{index}]"
            overlooked = _overlooked(inner, item, at)
            if overlooked is not None:
                return overlooked
    return None
