"""A request of HTTP as the message of a call: path, query, body and a few headers."""

from __future__ import annotations

import re
from typing import Any

from conquian_service.transport.http.rest.fields import names_of
from conquian_service.transport.http.rest.json_text import JsonObject, read_json
from conquian_service.transport.http.rest.parameters import Parameter, QueryReader, parameters_of
from conquian_service.transport.http.rest.reading import MessageReader
from conquian_service.transport.http.rest.refusals import Unreadable
from conquian_service.transport.http.rest.rules import WHOLE, Rule

_REVISION = re.compile(r'(?:W/)?"([0-9]{1,9})(?:-[0-9]{1,15})?"\Z|([0-9]{1,9})\Z', re.ASCII)


class RequestReader:
    """Makes the messages of one rule's requests."""

    def __init__(self, rule: Rule) -> None:
        descriptor = rule.method.input_type
        by_place = {parameter.place: parameter for parameter in parameters_of(descriptor)}
        self._names = names_of(descriptor)
        self._template = rule.template
        self._in_path = [by_place[each.field_path] for each in rule.template.variables]
        self._bound = {parameter.path[0] for parameter in self._in_path}
        self._whole = rule.body == WHOLE
        self._body = "" if self._whole else rule.body
        self.has_body = bool(rule.body)
        in_path = [parameter.place for parameter in self._in_path]
        everything = [field.name for field in descriptor.fields] if self._whole else [self._body]
        self._query = QueryReader(descriptor, bound=[*in_path, *everything])
        self._reader = MessageReader(descriptor)

    def read(self, matched: tuple[str, ...], query: bytes, body: bytes) -> Any:
        """The message; `matched` is what stands in the path for its variables."""
        sent: JsonObject = read_json(body) if self._whole else {}
        if self._body and body:
            sent[self._body] = read_json(body)
        if query:
            self._query.read(query, sent)
        for variable, parameter, text in zip(
            self._template.variables, self._in_path, matched, strict=True
        ):
            try:
                decoded = variable.decoded(text)
            except UnicodeDecodeError:
                raise Unreadable(parameter.place, "The path is not UTF-8.") from None
            if self._whole:
                self._drop_repetition(parameter, decoded, sent)
            parameter.write(decoded, sent)
        return self._reader.read(sent)

    def _drop_repetition(self, parameter: Parameter, text: str, sent: JsonObject) -> None:
        """Let a body say again what the path says, and nothing else."""
        for name in (parameter.field.name, parameter.field.json_name):
            repeats = len(parameter.path) == 1 and name in sent
            if repeats and str(sent.pop(name)) != text:
                raise Unreadable(parameter.place, "The path says otherwise than the body.")


def set_request_id(message: Any, values: list[str]) -> None:
    """Take the header Idempotency-Key as the call's request_id."""
    value = values[0].removeprefix('"').removesuffix('"')
    _set_once(message, "request_id", value, len(values), "Idempotency-Key")


def set_revision(message: Any, values: list[str]) -> None:
    """Take the header If-Match as the revision that a move is for."""
    _set_once(message, "revision", _revision(values[0], "revision"), len(values), "If-Match")


def set_after_revision(message: Any, values: list[str]) -> None:
    """Take the header Last-Event-ID as the last revision seen; it is newer than any parameter."""
    message.after_revision = _revision(values[-1], "after_revision")


def _revision(value: str, field: str) -> int:
    match = _REVISION.match(value)
    if match is None:
        raise Unreadable(field, "The header names no revision.")
    return int(match[1] or match[2])


def _set_once(message: Any, field: str, value: str | int, times: int, header: str) -> None:
    said = getattr(message, field)
    if times > 1 or (said and said != value):
        raise Unreadable(field, f"The header {header} says otherwise than the body.")
    setattr(message, field, value)
