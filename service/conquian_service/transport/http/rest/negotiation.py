"""What the headers of a request say of content: its own, and what the answer may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, wraps

JSON = "application/json"
EVENT_STREAM = "text/event-stream"

Headers = dict[str, list[str]]

_SHORT = 200
"""Bytes of a header that is worth remembering: longer ones are nobody's habit."""


def _remembered(judge: Callable[..., bool]) -> Callable[..., bool]:
    """Remember the answers for short headers: the same few come with every request."""
    known = lru_cache(maxsize=1024)(judge)

    @wraps(judge)
    def judged(header: str, *more: str) -> bool:
        return known(header, *more) if len(header) <= _SHORT else judge(header, *more)

    return judged


def headers_of(raw: Sequence[tuple[bytes, bytes]], wanted: Mapping[bytes, str]) -> Headers:
    """The headers that are looked at, by name, their values in the order sent."""
    found: Headers = {}
    for sent, value in raw:
        name = wanted.get(sent)
        if name is not None:
            found.setdefault(name, []).append(value.decode("latin-1").strip())
    return found


@_remembered
def is_json(content_type: str) -> bool:
    """Whether a content type is JSON in UTF-8."""
    kind, _, parameters = content_type.partition(";")
    if kind.strip().lower() != JSON:
        return False
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset" and value.strip().strip('"').lower() != "utf-8":
            return False
    return True


@_remembered
def accepts(accept: str, offered: str) -> bool:
    """Whether a header Accept lets an answer of a type through (RFC 9110, section 12.5.1)."""
    if not accept:
        return True
    kind = offered.partition("/")[0]
    ranges = dict(_weighed(accept))
    for name in (offered, f"{kind}/*", "*/*"):
        if name in ranges:
            return ranges[name] > 0
    return False


@_remembered
def accepts_gzip(accept_encoding: str) -> bool:
    """Whether a header Accept-Encoding lets gzip through (RFC 9110, section 12.5.3)."""
    codings = dict(_weighed(accept_encoding))
    for name in ("gzip", "x-gzip", "*"):
        if name in codings:
            return codings[name] > 0
    return False


def _weighed(header: str) -> list[tuple[str, float]]:
    """The members of a list with their weights; parameters other than `q` are passed over."""
    weighed = []
    for member in header.split(","):
        name, *parameters = (part.strip().lower() for part in member.split(";"))
        weight = 1.0
        for parameter in parameters:
            if parameter.startswith("q="):
                weight = _weight(parameter[2:])
        if name:
            weighed.append((name, weight))
    # The least counts where a name comes twice with other parameters: `dict` keeps the last.
    return sorted(weighed, key=lambda pair: pair[1])


def _weight(text: str) -> float:
    try:
        return min(max(float(text), 0.0), 1.0)
    except ValueError:
        return 1.0
