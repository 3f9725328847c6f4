"""Answers, and how they are sent: compressed where that is wanted and worth it."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from starlette.types import Send

from conquian_service.transport.http.rest.printing import as_json, printer_of

RawHeaders = list[tuple[bytes, bytes]]

_LEAST_COMPRESSED = 1024
_LEVEL = 5
_JSON = (b"content-type", b"application/json")
ALWAYS: RawHeaders = [
    (b"x-content-type-options", b"nosniff"),
    (b"vary", b"Origin, Authorization, Accept, Accept-Encoding, Accept-Language"),
]
_NOT_KEPT = (b"cache-control", b"no-store")
_ASKED_AGAIN = (b"cache-control", b"private, no-cache")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer whose body is JSON, or that has none."""

    status: int
    headers: Sequence[tuple[bytes, bytes]]
    body: bytes

    async def send(self, send: Send, *, compress: bool) -> None:
        """Send it. HTTP itself leaves the body of a HEAD's answer away."""
        headers, body = [*ALWAYS, *self.headers], self.body
        if body:
            headers.append(_JSON)
        if compress and len(body) > _LEAST_COMPRESSED:
            body = gzip.compress(body, _LEVEL, mtime=0)
            headers.append((b"content-encoding", b"gzip"))
        if self.status not in (204, 304):
            headers.append((b"content-length", b"%d" % len(body)))
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class AnswerWriter:
    """Writes the answers of one method's calls."""

    def __init__(self, descriptor: Descriptor, response_body: str, *, reads: bool) -> None:
        self._print = printer_of(descriptor)
        self._part = descriptor.fields_by_name[response_body].json_name if response_body else ""
        self._tag = _tag_of(descriptor)
        self._reads = reads

    def write(self, response: Message, if_none_match: Sequence[str]) -> Answer:
        """200, or 304 if the caller has what it would hold."""
        headers: RawHeaders = [_NOT_KEPT]
        if self._tag is not None and (tag := self._tag(response)):
            # Only what was read may be kept at all: other answers hold tokens.
            headers = [_ASKED_AGAIN if self._reads else _NOT_KEPT, (b"etag", b"W/" + tag.encode())]
            if self._reads and if_none_match and _names(if_none_match, tag):
                return Answer(304, headers, b"")
        printed = self._print(response)
        return Answer(200, headers, as_json(printed[self._part] if self._part else printed))


def problem(status: int, error: dict[str, Any], headers: RawHeaders) -> Answer:
    """The answer to a request that failed."""
    return Answer(status, [_NOT_KEPT, *headers], as_json({"error": error}))


def _tag_of(descriptor: Descriptor) -> Callable[[Any], str] | None:
    """What writes the tag of an answer, without its `W/`; None if it shows no single game."""
    fields = descriptor.fields_by_name
    if "update" in fields:
        return lambda answer: _tag(answer.update.revision, answer.update.commit_time)
    if "game" in fields:
        return lambda answer: _tag(answer.game.revision, answer.game.update_time)
    return None


def _tag(revision: int, made: Timestamp) -> str:
    """The revision, and when it was made: after a failover there may be another of its number."""
    return f'"{revision}-{made.ToMilliseconds()}"' if revision else ""


def _names(if_none_match: Sequence[str], tag: str) -> bool:
    """Whether a header If-None-Match names a tag, weakly compared (RFC 9110, 13.1.2)."""
    tags = [each.strip() for value in if_none_match for each in value.split(",")]
    return "*" in tags or any(each.removeprefix("W/") == tag for each in tags)
