"""What must hold of every answer, by Schemathesis and by judges of our own.

Of its checks these are off:

* `positive_data_acceptance`: what fits the schema is mostly refused, rightly, for the game's sake;
* `negative_data_rejection`: the JSON mapping of protobuf takes more than the schemas describe, such
  as numbers as texts, enums by number, null for absent. `wrongly_accepted` asks what is meant: what
  is carried out fits the schema once the mapping has read it;
* those about resources, credentials and methods that it tries by calls of its own: it knows
  neither that a token is of one game nor that calls of other examples come between.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import schemathesis
from google.protobuf import json_format
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message_factory import GetMessageClass
from jsonschema import Draft202012Validator
from schemathesis.checks import CheckContext, CheckFunction, not_a_server_error
from schemathesis.core import NotSet
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from conquian_service.transport import game_service, rules_service

CHECKS: list[CheckFunction] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
METHODS: Mapping[str, MethodDescriptor] = {
    method.name: method
    for service in (game_service.SERVICE, rules_service.SERVICE)
    for method in service.methods
}
"""By the name that is also the operation's id."""
Case = schemathesis.Case[Any]

_JSON = "application/json"


def failures_of(case: Case, response: schemathesis.Response) -> dict[str, str]:
    """What is wrong with an answer, by what kind of wrong it is."""
    try:
        case.validate_response(response, checks=[*CHECKS, reason_conformance])
    except FailureGroup as group:
        return {f"{failure.title}: {failure}"[:300]: str(group) for failure in group.exceptions}
    return {}


def reason_conformance(_: CheckContext, response: schemathesis.Response, case: Case) -> None:
    """The reason of an error is one that the operation tells of with that status."""
    if response.status_code < 400:
        return
    described = case.operation.definition.raw["responses"].get(str(response.status_code), {})
    for detail in response.json()["error"]["details"]:
        reason = detail.get("reason")
        told = described.get("description", "").split("`")[1::2]
        assert reason is None or reason in told, f"{response.status_code} {reason} is not told of"


def wrongly_accepted(
    document: Mapping[str, Any], operation: str, case: Case, response: schemathesis.Response
) -> str | None:
    """Why a request that was carried out should have been refused, by its body or its query."""
    method = METHODS[operation]
    message = GetMessageClass(method.input_type)()
    if case.method == "GET":
        sent: Any = _as_read(urlsplit(response.request.url or "").query, method)
    else:
        sent = {} if isinstance(case.body, NotSet) else case.body
    if not isinstance(sent, dict):
        return "the body is no object"
    in_path = {name for part in case.path_parameters for name in (part, _json_name(part, method))}
    fields = {name: value for name, value in sent.items() if name not in in_path}
    try:
        json_format.ParseDict(fields, message)
    except (json_format.ParseError, ValueError, TypeError, AttributeError) as error:
        return f"the JSON mapping refuses it: {error}"
    if case.method == "GET":
        return None
    printed = json_format.MessageToDict(message)
    found = next(_validator(operation, case.path, _Held(document)).iter_errors(printed), None)
    return None if found is None else f"it does not fit the schema: {found.message}"


def _json_name(name: str, method: MethodDescriptor) -> str:
    return method.input_type.fields_by_name[name].json_name


def _as_read(query: str, method: MethodDescriptor) -> dict[str, Any]:
    """A query as it was sent, as the mapping has it."""
    repeated = {
        name
        for field in method.input_type.fields
        if field.is_repeated
        for name in (field.name, field.json_name)
    }
    read: dict[str, Any] = {}
    for name, text in parse_qsl(query, keep_blank_values=True):
        if name in repeated:
            read.setdefault(name, []).append(text)
        else:
            read[name] = {"true": True, "false": False}.get(text, text)
    return read


class _Held:
    """A document as an argument that can be remembered."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document

    def __hash__(self) -> int:
        return id(self.document)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and self.document is other.document


@cache
def _validator(operation: str, path: str, held: _Held) -> Draft202012Validator:
    described = held.document["paths"][path]["post"]
    assert described["operationId"] == operation
    schema = described["requestBody"]["content"][_JSON]["schema"]
    return Draft202012Validator({**schema, "components": held.document["components"]})
