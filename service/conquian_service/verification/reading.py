"""The file: the JSON form of GetTranscriptResponse, all its pages in one."""

from __future__ import annotations

import json
from collections import Counter
from typing import NoReturn

from conquian_service.verification.event_reading import (
    ACCESS,
    SEAT_KINDS,
    read_event,
    read_result,
)
from conquian_service.verification.fields import Node, Unreadable
from conquian_service.verification.transcript import (
    Entry,
    ShownGame,
    ShownSeat,
    Transcript,
    Unknown,
)

_STATUS = ("waiting", "running", "finished", "cancelled")
_SHUFFLES = ("provable", "pinned")
_WORDS = ("true", "false", "null", "-1")
"""Values of which a beginning is no value."""
_LONGEST_ESCAPE = 6


class Truncated(Exception):
    """The file ends in the middle."""


def read_transcript(content: bytes) -> Transcript:
    """Read a file.

    Raises:
        Truncated: the beginning of a transcript.
        Unreadable: no transcript at all.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            raise Truncated from None
        raise Unreadable(f"it is not UTF-8 text (byte {error.start + 1})") from None
    unknown: list[Unknown] = []
    root = Node(_parse(text), "", unknown)
    if not (root.has("game") and root.has("entries")):
        raise Unreadable("it has no game or no entries: it is no transcript")
    game = _game(root.message("game"))
    entries = tuple(map(_entry, root.messages("entries")))
    more = bool(root.text("next_page_token"))
    root.close()
    return Transcript(game, entries, more, tuple(unknown))


def _entry(node: Node) -> Entry:
    own: list[Unknown] = []
    node = node.noting(own)
    revision = node.integer("revision")
    time_ns = node.time("commit_time")
    events = tuple(map(read_event, node.messages("events")))
    node.close()
    return Entry(revision, time_ns, events, tuple(own))


def _game(node: Node) -> ShownGame:
    shuffle = node.message("shuffle")
    result = node.message("result") if node.has("result") else None
    game = ShownGame(
        id=node.text("game_id"),
        revision=node.integer("revision"),
        status=node.choice("status", "GAME_STATUS", _STATUS),
        ruleset=node.text("ruleset"),
        options=node.texts("options"),
        access=node.choice("access", "ACCESS", ACCESS),
        seats=tuple(map(_seat, node.messages("seats"))),
        result=None if result is None else read_result(result),
        shuffle=shuffle.choice("kind", "SHUFFLE_KIND", _SHUFFLES),
        commitment=shuffle.text("commitment"),
        seed=shuffle.text("seed"),
        created_ns=node.time("create_time"),
        updated_ns=node.time("update_time"),
    )
    node.ignore("expire_time")
    for name in ("deal", "you"):
        if node.has(name):
            raise Unreadable(f"{node.path}.{name} is no part of a finished game")
    for inner in (node, shuffle, result):
        if inner is not None:
            inner.close()
    return game


def _seat(node: Node) -> ShownSeat:
    seat = ShownSeat(
        node.integer("seat"),
        node.flag("taken"),
        node.text("name"),
        node.choice("kind", "SEAT_KIND", SEAT_KINDS),
        node.text("player"),
        node.integer("hand_size"),
        node.layout("table"),
        node.integer("score"),
        node.flag("resigned"),
    )
    node.ignore("presence", "clock_millis")
    node.close()
    return seat


def _parse(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        if _ends_early(text, error):
            raise Truncated from None
        raise Unreadable(f"line {error.lineno} is not JSON: {error.msg}") from None
    except (RecursionError, ValueError):
        # Nested beyond reason, or a number with thousands of digits.
        raise Unreadable("it is no JSON that a transcript could have") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise Unreadable(f"{name} is there twice in one object")
    return fields


def _refuse_constant(name: str) -> NoReturn:
    raise Unreadable(f"{name} is not JSON")


def _ends_early(text: str, error: json.JSONDecodeError) -> bool:
    """Whether more text could have made it JSON."""
    rest = text[error.pos :].strip()
    if error.msg.startswith("Unterminated string"):
        return True
    if error.msg.startswith("Invalid \\"):
        return len(rest) < _LONGEST_ESCAPE
    return any(word.startswith(rest) for word in _WORDS)
