"""Messages as JSON Schema (2020-12), as the JSON mapping of protobuf has them.

What we read and what we write differ: an unknown field of a request is refused, and a field
of an answer that cannot be absent is always there. A message that is in both is described by
what holds for both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from conquian_service.transport.http.openapi.comments import Comments
from conquian_service.transport.http.rest.fields import is_map, parts_of_map

Schema = dict[str, Any]

_REQUIRED = re.compile(r"\bRequired\.")
_SIMPLE: Mapping[int, Schema] = {
    FieldDescriptor.TYPE_STRING: {"type": "string"},
    FieldDescriptor.TYPE_BOOL: {"type": "boolean"},
    FieldDescriptor.TYPE_INT32: {"type": "integer", "format": "int32"},
    FieldDescriptor.TYPE_BYTES: {"type": "string", "contentEncoding": "base64"},
}
_WELL_KNOWN: Mapping[str, Schema] = {
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
}


class Schemas:
    """The schemas of all messages that are spoken of, by name."""

    def __init__(
        self, comments: Comments, requests: Iterable[Descriptor], answers: Iterable[Descriptor]
    ) -> None:
        self._comments = comments
        self._read, self._written = _reached(requests), _reached(answers)
        self.by_name: dict[str, Schema] = {}

    def reference(self, descriptor: Descriptor | EnumDescriptor) -> Schema:
        """A reference to a type's schema, which is made if it is not there yet."""
        name = descriptor.name
        if name not in self.by_name:
            self.by_name[name] = {}
            made = self._enum if isinstance(descriptor, EnumDescriptor) else self.message
            self.by_name[name] = made(descriptor)  # type: ignore[arg-type]  # each for its own kind
        return {"$ref": f"#/components/schemas/{name}"}

    def message(self, descriptor: Descriptor, *, without: frozenset[str] = frozenset()) -> Schema:
        """A message's schema; without some of its fields, which a path says."""
        fields = [field for field in descriptor.fields if field.name not in without]
        schema: Schema = {
            "type": "object",
            "description": self._comments.get(descriptor.full_name, ""),
            "properties": {field.json_name: self.field(field) for field in fields},
        }
        read = descriptor.full_name in self._read
        needed = [
            field.json_name
            for field in fields
            if (self._is_required(field) if read else not field.has_presence)
        ]
        if needed:
            schema["required"] = needed
        if read and descriptor.full_name not in self._written:
            schema["additionalProperties"] = False
        oneofs = {field.containing_oneof for field in fields}
        if len(oneofs) == 1 < len(fields) and None not in oneofs:
            schema |= {"minProperties": 1, "maxProperties": 1}
        return schema

    def field(self, field: FieldDescriptor) -> Schema:
        """A field's schema with its comment."""
        comment = self._comments.get(field.full_name)
        described = {} if comment is None else {"description": comment}
        if is_map(field):
            _, value = parts_of_map(field)
            return {"type": "object", "additionalProperties": self.one(value)} | described
        if field.is_repeated:
            return {"type": "array", "items": self.one(field)} | described
        return self.one(field) | described

    def one(self, field: FieldDescriptor) -> Schema:
        """The schema of one value of a field."""
        if field.enum_type is not None:
            return self.reference(field.enum_type)
        if field.message_type is not None:
            known = _WELL_KNOWN.get(field.message_type.full_name)
            return self.reference(field.message_type) if known is None else dict(known)
        return dict(_SIMPLE[field.type])

    def _enum(self, descriptor: EnumDescriptor) -> Schema:
        names = [value.name for value in descriptor.values]
        comments = self._comments
        meanings = [
            f"* `{name}`: {comments.get(f'{descriptor.full_name}.{name}', '')}" for name in names
        ]
        own = comments.get(descriptor.full_name, "")
        return {"type": "string", "enum": names, "description": "\n".join([own, "", *meanings])}

    def _is_required(self, field: FieldDescriptor) -> bool:
        return bool(_REQUIRED.search(self._comments.get(field.full_name, "")))


def _reached(messages: Iterable[Descriptor]) -> frozenset[str]:
    """Full names of messages and of all that they hold."""
    reached: set[str] = set()
    waiting = list(messages)
    while waiting:
        descriptor = waiting.pop()
        if descriptor.full_name not in reached:
            reached.add(descriptor.full_name)
            waiting += [field.message_type for field in descriptor.fields if field.message_type]
    return frozenset(reached)
