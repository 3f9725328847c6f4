"""Rules as they are stored: every resolved option, by name.

The fields of the stored message are named after the options, so an option of the engine
needs a field in `rules.proto` and no line here; a test finds the one that has none. What
this build does not know, be it a field, a value or the ruleset, is `NewerRules` (decision
0.7).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from operator import attrgetter, not_

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.unknown_fields import UnknownFieldSet

from conquian_engine import GameRules, NewerRules, restore_rules, rules_options
from conquian_storage.v1 import rules_pb2 as pb

__all__ = ["read_rules", "write_rules"]

_FIELDS = {field.name: field for field in pb.Rules.DESCRIPTOR.fields}
_OPTIONS = tuple(name for name in _FIELDS if name not in ("ruleset", "seats"))
_values_of = attrgetter(*_OPTIONS)
_NONE = -1
"""`none`, where an option takes a number."""

Value = int | bool
"""An option as it is stored: a number, a switch, the number of a choice."""


@lru_cache(maxsize=1024)
def write_rules(rules: GameRules) -> pb.Rules:
    """The stored form of some rules. It is shared: pass it on, do not change it."""
    message = pb.Rules(ruleset=rules.ruleset, seats=rules.seats)
    for name, text in rules_options(rules).items():
        setattr(message, name, _value(_FIELDS[name], text))
    return message


def read_rules(message: pb.Rules) -> GameRules:
    """The rules of a stored game; equal ones are one object."""
    if len(UnknownFieldSet(message)):
        raise NewerRules("an option without a name here")
    values = _values_of(message)
    zeros = compress(_OPTIONS, map(not_, values))
    absent = tuple([name for name in zeros if not message.HasField(name)])  # type: ignore[arg-type]  # of any field
    return _restored(message.ruleset, message.seats, values, absent)


@lru_cache(maxsize=1024)
def _restored(
    ruleset: str, seats: int, values: tuple[Value, ...], absent: tuple[str, ...]
) -> GameRules:
    options = {
        name: _text(_FIELDS[name], value)
        for name, value in zip(_OPTIONS, values, strict=True)
        if name not in absent
    }
    return restore_rules(ruleset, seats, options)


def _value(field: FieldDescriptor, text: str) -> Value:
    if field.enum_type is not None:
        return field.enum_type.values_by_name[_prefix(field.enum_type) + text.upper()].number
    if field.type == FieldDescriptor.TYPE_BOOL:
        return text == "true"
    return _NONE if text == "none" else int(text)


def _text(field: FieldDescriptor, value: Value) -> str:
    if field.enum_type is not None:
        known = field.enum_type.values_by_number.get(value)
        if known is None:
            raise NewerRules(f"{field.name} {value}")
        return known.name.removeprefix(_prefix(field.enum_type)).lower()
    if field.type == FieldDescriptor.TYPE_BOOL:
        return "true" if value else "false"
    return "none" if value == _NONE else str(value)


def _prefix(enum: EnumDescriptor) -> str:
    return enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
