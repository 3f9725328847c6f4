"""A body as JSON, strictly: UTF-8, one object, each name once, no NaN; refusals say where."""

from __future__ import annotations

import json
from typing import Any

from conquian_service.transport.http.rest.fields import place_of
from conquian_service.transport.http.rest.refusals import Unreadable

JsonObject = dict[str, Any]


def read_json(body: bytes) -> JsonObject:
    """The object that a body is; nothing at all is an empty one."""
    if not body:
        return {}
    try:
        read = _decode(body.decode())
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Unreadable("", f"The body is no JSON: at {where}: {error.msg}.") from None
    except UnicodeDecodeError as error:
        raise Unreadable("", f"The body is no UTF-8: at byte {error.start + 1}.") from None
    except _Twice as twice:
        raise Unreadable(place_of(twice.name), "The body has a name twice in one object.") from None
    except (ValueError, RecursionError):
        raise Unreadable("", "The body holds what JSON has not, or is nested too deep.") from None
    if b"\\u" in body and not _is_text(read):
        raise Unreadable("", "The body holds half of a surrogate pair.")
    if not isinstance(read, dict):
        raise Unreadable("", "The body is no JSON object.")
    return read


def _is_text(read: Any) -> bool:
    """Whether all of its texts can be written; an escape may give half of a character."""
    try:
        json.dumps(read, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    return True


class _Twice(Exception):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


def _each_once(pairs: list[tuple[str, Any]]) -> JsonObject:
    read = dict(pairs)
    if len(read) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _Twice(name)
            seen.add(name)
    return read


def _no_number(_: str) -> None:
    raise ValueError


_decode = json.JSONDecoder(parse_constant=_no_number, object_pairs_hook=_each_once).decode
