"""The HTTP rules of methods: `google.api.http`, read from their descriptors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from google.api.annotations_pb2 import http
from google.api.http_pb2 import HttpRule
from google.protobuf.descriptor import MethodDescriptor

from conquian_service.transport.http.rest.templates import Template, compile_template

WHOLE = "*"
"""As a body: every field that the path does not bind."""
_VERBS = ("get", "put", "post", "delete", "patch")


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to make a call over HTTP."""

    method: MethodDescriptor
    verb: str
    """The method of HTTP."""
    template: Template
    body: str
    """The field that is the request's body; `*` for all, empty for none."""
    response_body: str
    """The field that is the response's body; empty for all."""


def rules_of(method: MethodDescriptor) -> Iterator[Rule]:
    """Every rule of a method; none if it is not offered over HTTP."""
    options: Any = method.GetOptions()
    first: HttpRule = options.Extensions[http]
    if first.WhichOneof("pattern") is None:
        return
    for rule in (first, *first.additional_bindings):
        verb, path = _verb_and_path(rule)
        yield Rule(method, verb, compile_template(path), rule.body, rule.response_body)


def _verb_and_path(rule: HttpRule) -> tuple[str, str]:
    pattern = rule.WhichOneof("pattern")
    if pattern == "custom":
        return rule.custom.kind, rule.custom.path
    assert pattern in _VERBS, f"a rule without a pattern: {rule.selector}"
    return pattern.upper(), str(getattr(rule, pattern))
