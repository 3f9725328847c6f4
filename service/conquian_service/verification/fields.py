"""Fields of a message in its JSON form, by the standard library alone.

What the proto's JSON mapping lets a writer do is read: either spelling of a name, left out
defaults and null, numbers as texts, either alphabet of base64. What it forbids is refused:
a key twice, a value of another type.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import lru_cache

from conquian_engine import Card, Layout
from conquian_service.verification.transcript import Unknown

_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)", re.ASCII
)
_INT32 = range(-(2**31), 2**31)
_NANOS = 1_000_000_000


class Unreadable(Exception):
    """The file is no transcript: what is wrong, and where."""


class Node:
    """One message of the file. Each field is asked for by its name in the proto."""

    def __init__(self, value: object, path: str, unknown: list[Unknown]) -> None:
        if not isinstance(value, Mapping):
            raise Unreadable(f"{path} is no object")
        self.path = path
        self._fields: dict[str, object] = dict(value)
        self._unknown = unknown

    def noting(self, unknown: list[Unknown]) -> Node:
        """The same message, what is unknown in it to be noted in a list of its own."""
        return Node(self._fields, self.path, unknown)

    def close(self) -> None:
        """Note what nobody has asked for: a newer build wrote it."""
        self._unknown += [Unknown(self._at(name)) for name in self._fields]
        self._fields.clear()

    def names(self) -> list[str]:
        """Names of the fields not asked for yet that are set, as the file spells them."""
        return [name for name, value in self._fields.items() if value is not None]

    def ignore(self, *names: str) -> None:
        """Let fields pass that say nothing about the game's play."""
        for name in names:
            self._take(name)

    def has(self, name: str) -> bool:
        """Whether a field is set; for those whose absence means something."""
        return any(self._fields.get(key) is not None for key in _spellings(name))

    def integer(self, name: str) -> int:
        """A 32-bit number; 0 if left out."""
        return self._integer(self._take(name), name)

    def integers(self, name: str) -> tuple[int, ...]:
        """A list of 32-bit numbers."""
        return tuple(self._integer(part, name) for part in self._list(name))

    def optional(self, name: str) -> int | None:
        """A 32-bit number; None if left out."""
        return self.integer(name) if self.has(name) else None

    def text(self, name: str) -> str:
        """A text; empty if left out."""
        return self._text(self._take(name), name)

    def card(self, name: str) -> Card:
        """The text of a card, of whatever pack."""
        return Card(self.text(name))

    def cards(self, name: str) -> tuple[Card, ...]:
        """A list of cards."""
        return tuple(Card(self._text(part, name)) for part in self._list(name))

    def layout(self, name: str) -> Layout:
        """A list of melds."""
        melds = []
        for meld in self.messages(name):
            melds.append(meld.cards("cards"))
            meld.close()
        return tuple(melds)

    def texts(self, name: str) -> dict[str, str]:
        """A map of texts."""
        value = self._take(name)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise Unreadable(f"{self._at(name)} is no object")
        return {key: self._text(part, f"{name}.{key}") for key, part in value.items()}

    def flag(self, name: str) -> bool:
        """A truth value; false if left out."""
        value = self._take(name)
        if not (value is None or isinstance(value, bool)):
            raise Unreadable(f"{self._at(name)} is neither true nor false")
        return bool(value)

    def octets(self, name: str) -> bytes:
        """Bytes; none if left out."""
        text = self.text(name).replace("-", "+").replace("_", "/").rstrip("=")
        try:
            return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
        except (binascii.Error, ValueError):
            raise Unreadable(f"{self._at(name)} is not base64") from None

    def choice(self, name: str, prefix: str, values: tuple[str, ...]) -> str:
        """A value of an enumeration in small letters, without the prefix all its names have.

        `values` are those that this build knows, in the order of their numbers from 1.
        """
        value = self._take(name)
        known = ("unspecified", *values)
        if value is None:
            return known[0]
        if isinstance(value, int) and not isinstance(value, bool):
            chosen = known[value] if 0 <= value < len(known) else str(value)
        else:
            chosen = self._text(value, name).removeprefix(f"{prefix}_").lower()
        if chosen not in known:
            self._unknown.append(Unknown(f"{self._at(name)} = {value}"))
        return chosen

    def time(self, name: str) -> int | None:
        """A time in nanoseconds since 1970; None if left out."""
        text = self.text(name)
        if not text:
            return None
        parts = _TIME.fullmatch(text)
        if parts is None:
            raise Unreadable(f"{self._at(name)} is no time")
        day, clock, fraction, zone = parts.groups(default="")
        try:
            moment = datetime.fromisoformat(f"{day}T{clock}{zone.upper()}")
        except ValueError:
            raise Unreadable(f"{self._at(name)} is no time") from None
        return int(moment.timestamp()) * _NANOS + int(fraction.ljust(9, "0") or 0)

    def message(self, name: str) -> Node:
        """A message; one without fields if left out."""
        value = self._take(name)
        return Node({} if value is None else value, self._at(name), self._unknown)

    def messages(self, name: str) -> Iterator[Node]:
        """A list of messages."""
        for number, part in enumerate(self._list(name)):
            yield Node(part, f"{self._at(name)}[{number}]", self._unknown)

    def _take(self, name: str) -> object:
        found = [key for key in _spellings(name) if key in self._fields]
        if len(found) > 1:
            raise Unreadable(f"{self._at(name)} is there in two spellings")
        return self._fields.pop(found[0]) if found else None

    def _list(self, name: str) -> list[object]:
        value = self._take(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise Unreadable(f"{self._at(name)} is no list")
        return value

    def _integer(self, value: object, name: str) -> int:
        if isinstance(value, str) and re.fullmatch(r"-?\d{1,10}", value, re.ASCII):
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if value is None:
            return 0
        if isinstance(value, bool) or not isinstance(value, int) or value not in _INT32:
            raise Unreadable(f"{self._at(name)} is no whole number of 32 bits")
        return value

    def _text(self, value: object, name: str) -> str:
        if value is None:
            return ""
        if not isinstance(value, str):
            raise Unreadable(f"{self._at(name)} is no text")
        return value

    def _at(self, name: str) -> str:
        return f"{self.path}.{_spellings(name)[0]}" if self.path else _spellings(name)[0]


@lru_cache(maxsize=256)
def _spellings(name: str) -> tuple[str, ...]:
    """A field's name in JSON, then as in the proto where that is another."""
    first, *others = name.split("_")
    written = first + "".join(word.capitalize() for word in others)
    return (written,) if written == name else (written, name)
