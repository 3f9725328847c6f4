"""Messages of every type of the API, and one type with everything that HTTP rules speak of."""

from __future__ import annotations

from random import Random
from typing import Any

from google.protobuf import (
    descriptor_pb2,
    descriptor_pool,
    duration_pb2,
    timestamp_pb2,
    wrappers_pb2,
)
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import FieldDescriptorProto as Field
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from conquian.v1 import (
    cards_pb2,
    errors_pb2,
    events_pb2,
    game_service_pb2,
    rules_service_pb2,
    view_pb2,
)
from conquian_service.transport.http.rest.fields import is_map

FILES = (cards_pb2, errors_pb2, events_pb2, game_service_pb2, rules_service_pb2, view_pb2)
TYPES: dict[str, Descriptor] = {
    name: descriptor
    for file in FILES
    for name, descriptor in file.DESCRIPTOR.message_types_by_name.items()
}

_TIMES = {"google.protobuf.Duration", "google.protobuf.Timestamp"}
_TEXTS = ("", "a", "7H", "\N{SNOWMAN}", 'quoted "text"', "back\\slash", "line\nbreak", "\x7f")
_INT32 = (0, 1, -1, 2**31 - 1, -(2**31))
_KINDS: dict[int, tuple[Any, ...]] = {
    FieldDescriptor.TYPE_STRING: _TEXTS,
    FieldDescriptor.TYPE_BOOL: (False, True),
    FieldDescriptor.TYPE_INT32: _INT32,
    FieldDescriptor.TYPE_INT64: (*_INT32, 2**63 - 1, -(2**63)),
    FieldDescriptor.TYPE_DOUBLE: (0.0, 1.5, -1e300, float("inf")),
    FieldDescriptor.TYPE_BYTES: (b"", b"\x00\xff", bytes(range(40))),
}


def filled(descriptor: Descriptor, rng: Random, *, depth: int = 0) -> Message:
    """A message with any of its fields set to anything."""
    message = GetMessageClass(descriptor)()
    for field in descriptor.fields:
        if rng.random() < 0.4:
            continue
        if is_map(field):
            said = {rng.choice(_TEXTS): rng.choice(_TEXTS) for _ in range(rng.randrange(3))}
            getattr(message, field.name).update(said)
        elif field.message_type is not None:
            _fill(message, field, rng, depth)
        elif field.is_repeated:
            values = rng.choices(_values(field), k=rng.randrange(4))
            getattr(message, field.name).extend(values)
        else:
            setattr(message, field.name, rng.choice(_values(field)))
    return message


def _fill(message: Message, field: FieldDescriptor, rng: Random, depth: int) -> None:
    inner = field.message_type
    assert inner is not None
    if depth > 4:
        return
    if inner.full_name in _TIMES:
        getattr(message, field.name).FromNanoseconds(rng.randrange(2**62))
    elif field.is_repeated:
        made = [filled(inner, rng, depth=depth + 1) for _ in range(rng.randrange(3))]
        getattr(message, field.name).extend(made)
    else:
        getattr(message, field.name).CopyFrom(filled(inner, rng, depth=depth + 1))


def _values(field: FieldDescriptor) -> tuple[Any, ...]:
    if field.enum_type is not None:
        # An open enum: numbers that have no name here are kept.
        return (*(value.number for value in field.enum_type.values), 99)
    return _KINDS[field.type]


def everything() -> Descriptor:
    """`test.Everything`: each kind of field, nested ones, and itself inside itself."""
    pool = descriptor_pool.DescriptorPool()
    for known in (timestamp_pb2, duration_pb2, wrappers_pb2):
        pool.Add(descriptor_pb2.FileDescriptorProto.FromString(known.DESCRIPTOR.serialized_pb))
    file = descriptor_pb2.FileDescriptorProto(
        name="everything.proto",
        package="test",
        syntax="proto3",
        dependency=[known.DESCRIPTOR.name for known in (timestamp_pb2, duration_pb2, wrappers_pb2)],
    )
    colour = file.enum_type.add(name="Colour")
    colour.value.add(name="COLOUR_UNSPECIFIED", number=0)
    colour.value.add(name="COLOUR_RED", number=1)
    inner = file.message_type.add(name="Inner")
    _add(inner, "some_text", Field.TYPE_STRING)
    _add(inner, "flags", Field.TYPE_BOOL, repeated=True)
    message = file.message_type.add(name="Everything")
    _add(message, "text", Field.TYPE_STRING)
    _add(message, "number", Field.TYPE_INT32)
    _add(message, "long_number", Field.TYPE_INT64)
    _add(message, "ratio", Field.TYPE_DOUBLE)
    _add(message, "truth", Field.TYPE_BOOL)
    _add(message, "raw_bytes", Field.TYPE_BYTES)
    _add(message, "colour", Field.TYPE_ENUM, ".test.Colour")
    _add(message, "colours", Field.TYPE_ENUM, ".test.Colour", repeated=True)
    _add(message, "words", Field.TYPE_STRING, repeated=True)
    _add(message, "inner_part", Field.TYPE_MESSAGE, ".test.Inner")
    _add(message, "parts", Field.TYPE_MESSAGE, ".test.Inner", repeated=True)
    _add(message, "again", Field.TYPE_MESSAGE, ".test.Everything")
    _add(message, "start_time", Field.TYPE_MESSAGE, ".google.protobuf.Timestamp")
    _add(message, "lasts", Field.TYPE_MESSAGE, ".google.protobuf.Duration")
    _add(message, "maybe", Field.TYPE_MESSAGE, ".google.protobuf.BoolValue")
    pool.Add(file)
    return pool.FindMessageTypeByName("test.Everything")


def _add(
    to: descriptor_pb2.DescriptorProto,
    name: str,
    kind: Field.Type.ValueType,
    type_name: str = "",
    *,
    repeated: bool = False,
) -> None:
    label = Field.LABEL_REPEATED if repeated else Field.LABEL_OPTIONAL
    field = to.field.add(name=name, number=len(to.field) + 1, type=kind, label=label)
    if type_name:
        field.type_name = type_name
