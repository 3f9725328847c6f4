"""Path templates of `google.api.http`, compiled.

    Template = "/" Segments [ ":" verb ]        Segment  = "*" | "**" | literal | Variable
    Segments = Segment { "/" Segment }          Variable = "{" field path [ "=" Segments ] "}"

`*` is one segment and `**` all that are left. What a variable matches is decoded, but for a
variable of several segments, where an encoded slash stays as it is. A colon in the last
segment of a path begins its verb; one that belongs to a value is sent as `%3A`.

Source: the comment of google/api/http.proto, "Path template syntax".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

_ONE, _REST = "[^/:]+", "[^:]*"
_TOKEN = re.compile(r"\*\*|\*|[{}=/:]|[^*{}=/:]+")
_FIELD_PATH = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*\Z", re.ASCII)
_NOT_IN_SEVERAL = re.compile(r"%2[fF]")


class BadTemplate(ValueError):
    """A template in a proto that cannot be read: a fault of whoever wrote the proto."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A field that is bound to a part of the path."""

    field_path: str
    several: bool
    """Whether it may span more than one segment."""

    def decoded(self, matched: str) -> str:
        """The field's value as text."""
        if not self.several:
            return unquote(matched, errors="strict")
        kept = _NOT_IN_SEVERAL.sub(lambda slash: f"%25{slash[0][1:]}", matched)
        return unquote(kept, errors="strict")


@dataclass(frozen=True, slots=True)
class Template:
    """A compiled template."""

    text: str
    pattern: re.Pattern[str]
    """One group for each variable, in order."""
    variables: tuple[Variable, ...]
    literals: int
    """Number of literal parts; of two templates that match the one with more of them counts."""
    openapi: str
    """With each variable as `{field_path}`, as OpenAPI writes paths."""


def compile_template(text: str) -> Template:
    """Read a template."""
    return _Reader(text).template()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = _TOKEN.findall(text)
        self._at = 0
        self._variables: list[Variable] = []
        self._literals = 0
        self._openapi: list[str] = []

    def template(self) -> Template:
        self._take("/")
        pattern = "/" + self._segments(inside=None)
        verb = ""
        if self._next() == ":":
            self._at += 1
            verb = ":" + self._literal()
        if self._next():
            raise BadTemplate(self._text)
        return Template(
            self._text,
            re.compile(pattern + re.escape(verb)),
            tuple(self._variables),
            self._literals,
            "/" + "".join(self._openapi) + verb,
        )

    def _segments(self, *, inside: list[str] | None) -> str:
        parts = [self._segment(inside=inside)]
        while self._next() == "/":
            self._at += 1
            if inside is None:
                self._openapi.append("/")
            parts.append(self._segment(inside=inside))
        return "/".join(parts)

    def _segment(self, *, inside: list[str] | None) -> str:
        token = self._next()
        if token == "{" and inside is None:
            return self._variable()
        if token in ("*", "**"):
            self._at += 1
            pattern = _ONE if token == "*" else _REST
        else:
            pattern = re.escape(self._literal())
        if inside is None:
            self._openapi.append(token)
        else:
            inside.append(token)
        return pattern

    def _variable(self) -> str:
        self._take("{")
        field_path = self._next()
        self._at += 1
        if not _FIELD_PATH.match(field_path):
            raise BadTemplate(self._text)
        matched, pattern = ["*"], _ONE
        if self._next() == "=":
            self._at += 1
            matched = []
            pattern = self._segments(inside=matched)
        self._take("}")
        self._variables.append(Variable(field_path, len(matched) > 1 or "**" in matched))
        self._openapi.append(f"{{{field_path}}}")
        return f"({pattern})"

    def _literal(self) -> str:
        token = self._next()
        if not token or token in "{}=/:*" or token == "**":
            raise BadTemplate(self._text)
        self._at += 1
        self._literals += 1
        return token

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, token: str) -> None:
        if self._next() != token:
            raise BadTemplate(self._text)
        self._at += 1
