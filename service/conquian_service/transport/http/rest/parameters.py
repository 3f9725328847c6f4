"""Fields as texts: parts of the path and parameters of the query, made what JSON has for them.

A parameter names a field by its path, `a.b.c`, each part in either of its names, and may
come several times where the field is repeated. A field that is, or lies in, a repeated
message or a map has no parameter.

Source: the comment of google/api/http.proto.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from conquian_service.transport.http.rest.fields import INTEGERS, is_map, place_of
from conquian_service.transport.http.rest.json_text import JsonObject
from conquian_service.transport.http.rest.refusals import Unreadable

_MOST = 100
"""Parameters of one request."""
_NUMBER = re.compile(r"-?[0-9]+\Z", re.ASCII)
_MOST_DIGITS = 20
_TRUTH = {"true": True, "false": False}
_WRITTEN_AS_TEXT = {
    "google.protobuf.Duration",
    "google.protobuf.FieldMask",
    "google.protobuf.Timestamp",
}
_WRAPPER = re.compile(
    r"google\.protobuf\.(?:Bool|Bytes|Double|Float|U?Int32|U?Int64|String)Value\Z"
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One field that a text may stand for."""

    path: tuple[str, ...]
    """Names of the proto."""
    field: FieldDescriptor
    convert: Callable[[str], Any]
    """What JSON has for a text; `ValueError` for one that is nothing of the kind."""

    @property
    def place(self) -> str:
        """As errors name it."""
        return ".".join(self.path)

    def write(self, text: str, to: JsonObject) -> None:
        """Put its value where it belongs in the object of a request."""
        for name in self.path[:-1]:
            to = to.setdefault(name, {})
        try:
            name, value = self.path[-1], self.convert(text)
        except ValueError:
            why = "The value is not of the kind that the field takes."
            raise Unreadable(self.place, why) from None
        if self.field.is_repeated:
            to.setdefault(name, []).append(value)
        elif name in to:
            raise Unreadable(self.place, "It is given more than once.")
        else:
            to[name] = value


class QueryReader:
    """Reads the query of one method's requests."""

    def __init__(self, descriptor: Descriptor, *, bound: Iterable[str]) -> None:
        bound = set(bound)
        self._of = descriptor.name
        self._parameters: Mapping[str, Parameter] = {
            name: parameter
            for parameter in parameters_of(descriptor)
            if parameter.place not in bound and parameter.path[0] not in bound
            for name in _names(parameter, descriptor)
        }

    def read(self, query: bytes, to: JsonObject) -> None:
        """Put every parameter where it belongs; unknown ones are refused."""
        try:
            pairs = parse_qsl(
                query.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=_MOST
            )
        except ValueError:
            raise Unreadable("", "The query cannot be read.") from None
        for name, text in pairs:
            parameter = self._parameters.get(name)
            if parameter is None:
                why = f"There is no such parameter; {self._of} tells what there is."
                raise Unreadable(place_of(name), why)
            parameter.write(text, to)


def parameters_of(
    descriptor: Descriptor, before: tuple[str, ...] = (), within: frozenset[str] = frozenset()
) -> Iterator[Parameter]:
    """Every field of a message that a text may stand for; none inside a message inside itself."""
    within |= {descriptor.full_name}
    for field in descriptor.fields:
        path, inner = (*before, field.name), field.message_type
        if inner is None or _is_text(inner):
            yield Parameter(path, field, _converter(field))
        elif not (field.is_repeated or is_map(field) or inner.full_name in within):
            yield from parameters_of(inner, path, within)


def _names(parameter: Parameter, descriptor: Descriptor) -> Iterator[str]:
    """Each way to write a parameter's path."""
    names = [""]
    for part in parameter.path:
        field = descriptor.fields_by_name[part]
        both = dict.fromkeys((field.name, field.json_name))
        names = [f"{before}.{name}" for before in names for name in both]
        descriptor = field.message_type or descriptor
    for name in names:
        yield name.removeprefix(".")


def _is_text(descriptor: Descriptor) -> bool:
    return descriptor.full_name in _WRITTEN_AS_TEXT or bool(_WRAPPER.match(descriptor.full_name))


def _converter(field: FieldDescriptor) -> Callable[[str], Any]:
    if field.message_type is not None and "value" in field.message_type.fields_by_name:
        field = field.message_type.fields_by_name["value"]
    if field.type == FieldDescriptor.TYPE_BOOL:
        # Any other text is handed on, for the library to refuse.
        return lambda text: _TRUTH.get(text, text)
    if field.cpp_type in INTEGERS:
        names = field.enum_type.values_by_name if field.enum_type is not None else ()
        return lambda text: text if text in names else _integer(text)
    return str


def _integer(text: str) -> int:
    """In digits alone: a query is not JSON, whose numbers may be written in other ways too."""
    if len(text) > _MOST_DIGITS or not _NUMBER.match(text):
        raise ValueError
    return int(text)
