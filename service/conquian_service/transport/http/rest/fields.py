"""Small questions about fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from google.protobuf.descriptor import Descriptor, FieldDescriptor

INTEGERS = frozenset({
    FieldDescriptor.CPPTYPE_ENUM,
    FieldDescriptor.CPPTYPE_INT32,
    FieldDescriptor.CPPTYPE_INT64,
    FieldDescriptor.CPPTYPE_UINT32,
    FieldDescriptor.CPPTYPE_UINT64,
})  # fmt: skip
"""Kinds of field whose values are integers, enums among them."""

_LONGEST_PLACE = 80
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_.\[\]-]", re.ASCII)


def is_map(field: FieldDescriptor) -> bool:
    """Whether a field is a map."""
    kind = field.message_type
    return kind is not None and kind.has_options and bool(kind.GetOptions().map_entry)


def is_well_known(descriptor: Descriptor) -> bool:
    """Whether a message type has a JSON form of its own."""
    return bool(descriptor.file.package == "google.protobuf")


def parts_of_map(field: FieldDescriptor) -> tuple[FieldDescriptor, FieldDescriptor]:
    """Key and value of a map."""
    entry = field.message_type
    assert entry is not None
    return entry.fields_by_name["key"], entry.fields_by_name["value"]


def place_of(sent: str) -> str:
    """A name that a caller has sent, cut and cleaned to what an error may say back."""
    return _NOT_IN_A_NAME.sub("?", sent[:_LONGEST_PLACE])


@cache
def names_of(descriptor: Descriptor) -> Mapping[str, FieldDescriptor]:
    """A message's fields by either name."""
    fields = descriptor.fields
    return {field.name: field for field in fields} | {field.json_name: field for field in fields}
